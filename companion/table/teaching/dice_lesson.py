"""A lesson about dice."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import numpy as np

from companion.table.teaching.lesson import Family, Lesson, Shown, Source
from companion.table.teaching.refusals import picture_of, refused, refusing, tested
from companion.table.teaching.shapes import LessonNote, LessonShape, LessonTop, Place, Said
from vision.corners import Corners
from vision.dice.reader import DiceReader
from vision.dice.sets import DiceSet, load, save
from vision.dice.teaching import Named, Note, Teacher
from vision.dice.teaching.advice import ENOUGH_SAMPLES
from vision.errors import BadSet, NoDieThere
from vision.frame import ImageBgr
from vision.readings.dice import Die
from vision.readings.places import PointPx

SAME_TOP_SIDES = 0.5
"""An earlier name or reading within this distance of a top's centre, in its sides, belongs to it."""


@dataclass(frozen=True, eq=False)
class ShownDice(Shown):
    """The picture that is tapped. ``dice``: the readings of the picture; ``wrong``: those corrected
    since."""

    tops: tuple[Corners, ...]
    dice: tuple[Die, ...] = ()
    wrong: frozenset[int] = frozenset()


class DiceLesson(Lesson[ShownDice]):
    """Names are learnt at each tap."""

    kind = "dice"
    enough: ClassVar = ENOUGH_SAMPLES

    def __init__(self, name: str, family: Family, earlier: Path | None = None) -> None:
        """``family``: the expected faces; ``earlier``: the folder of a set to be extended."""
        taught = None if earlier is None else load(earlier)
        faces = family.faces if taught is None else [face.name for face in taught.faces]
        super().__init__(name, faces, earlier)
        self._teacher = Teacher(name, taught)

    def show(self, image_bgr: ImageBgr, source: Source) -> None:
        """Take the next picture."""
        tops = tuple(self._teacher.find_tops(image_bgr))
        self._shown = ShownDice(self._next(), source, image_bgr, tops)

    def test(self, image_bgr: ImageBgr) -> None:
        """Read a picture with the pieces taught so far. Raises ``BadLesson`` if nothing was taught."""
        reading = DiceReader(self._taught()).read(image_bgr)
        tops = tuple(np.array(die.corners_px, np.float64) for die in reading.dice)
        self._shown = ShownDice(self._next(), "test", image_bgr, tops, reading.dice)

    def judge(self) -> None:
        """Count the dice of the test: those not corrected count as right. Raises ``BadLesson``."""
        shown = tested(self._shown)
        right, of = self._tested
        self._tested = (right + len(shown.dice) - len(shown.wrong), of + len(shown.dice))
        self._shown = None

    def tap(self, said: Said) -> None:
        """Learn the face of the die that was tapped. Raises ``BadLesson`` if no die is seen there."""
        shown, face = picture_of(self._shown), said.face
        point, edge = shown.at_px(said.at), None if said.top is None else shown.at_px(said.top)
        with refusing("no_die", NoDieThere):
            self._teacher.tap(shown.image_bgr, point, face, edge)
        near = _nearest(shown.tops, point)
        if near is not None and near < len(shown.dice) and shown.dice[near].face != face:
            self._shown = replace(shown, wrong=shown.wrong | {near})

    def undo(self) -> None:
        """Take the last tap back, if there is one."""
        self._teacher.undo()

    def write(self, folder: Path) -> None:
        """Write the lesson's set. Raises ``BadLesson`` if nothing was taught."""
        save(self._taught(), folder)

    def shape(self) -> LessonShape:
        """Return the lesson as it stands."""
        asks_top = bool(self._teacher.taught) and not self._teacher.knows_faces
        return {**super().shape(), "asks_top": asks_top}

    @property
    def _can_undo(self) -> bool:
        return self._teacher.can_undo

    def _counts(self) -> Counter[str]:
        return Counter(self._teacher.taught)

    def _notes(self, counts: Counter[str]) -> list[LessonNote]:
        if not counts:
            return []
        notes = self._teacher.lesson().notes
        named = {face for note in notes if note.kind == "never_shown" for face in note.faces}
        missing = tuple(face for face in self._faces if face not in counts and face not in named)
        # If the network knows the faces, nobody needs to say which edge is the top.
        known = self._teacher.knows_faces
        told = [note for note in notes if note.kind != "angle_missing" or note.serious or not known]
        told += [Note("never_shown", "", False, missing)] if missing else []
        return [{"kind": one.kind, "serious": one.serious, "faces": list(one.faces)} for one in told]

    def _taught(self) -> DiceSet:
        with refusing("nothing_taught", BadSet):
            return self._teacher.lesson().taught

    def _tops(self, shown: ShownDice) -> list[LessonTop]:
        named: list[Named | None] = [None] * len(shown.tops)
        for one in self._teacher.named_on(shown.image_bgr):
            near = _nearest(shown.tops, one.centre_px)
            if near is not None:
                named[near] = one
        return [_top(shown, number, name) for number, name in enumerate(named)]


def with_sample(name: str, earlier: DiceSet, image_bgr: ImageBgr, at: Place, face: str) -> DiceSet:
    """Return a set with the die at a place of a picture as an additional sample; all its faces stay.

    Raises ``BadLesson`` if no die is seen there, or the set has no such face.
    """
    if face not in [one.name for one in earlier.faces]:
        raise refused(f"the set has no face {face!r}", "no_face", "Teach it on the page Teach.")
    height, width = image_bgr.shape[:2]
    teacher = Teacher(name, earlier)
    with refusing("no_die", NoDieThere):
        teacher.tap(image_bgr, PointPx(at[0] * width, at[1] * height), face)
    samples = teacher.lesson().taught.samples
    return replace(earlier, name=name, samples=samples)


def _top(shown: ShownDice, number: int, named: Named | None) -> LessonTop:
    corners = [shown.place_of(corner) for corner in shown.tops[number].tolist()]
    die = shown.dice[number] if number < len(shown.dice) else None
    return {
        "centre": (sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4),
        "corners": corners,
        "face": named.face if named else None,
        "upright": named is not None and named.upright,
        "read": die.face if die else None,
        "sure": die is not None and die.sure,
        "likely": [guess.face for guess in die.likely] if die else [],
        "cell": None,
        "turns": 0,
        "on": None,
    }


def _nearest(tops: Sequence[Corners], at: PointPx) -> int | None:
    """Return the number of the top that contains a place near its centre; None if there is none."""

    def away(number: int) -> float:
        quad = tops[number]
        side = float(np.linalg.norm(quad - np.roll(quad, 1, 0), axis=1).mean())
        return float(np.hypot(*(quad.mean(0) - at))) / max(side, 1e-6)

    best = min(range(len(tops)), key=away, default=None)
    return best if best is not None and away(best) < SAME_TOP_SIDES else None
