"""A lesson about dice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from companion.table.teaching.lesson import Family, Source, TapLesson, TappedPicture
from companion.table.teaching.refusals import a_die_there, picture_of, refused, something_taught, tested
from companion.table.teaching.shapes import LessonNote, LessonShape, LessonTop, Place, TappedPiece
from vision.corners import Corners
from vision.dice.reader import DiceReader
from vision.dice.sets import DiceSet, load, save
from vision.dice.teaching import TappedDie, Teacher
from vision.frame import ImageBgr
from vision.lesson import ENOUGH_SAMPLES
from vision.readings.dice import Die
from vision.readings.places import PointPx

SAME_TOP_SIDES = 0.5
"""An earlier name or reading within this distance of a top's centre, in its sides, belongs to it."""


@dataclass(frozen=True, eq=False)
class ShownDice(TappedPicture):
    """The picture that is tapped. ``dice``: the readings of the picture; ``wrong``: those corrected
    since."""

    tops: tuple[Corners, ...]
    dice: tuple[Die, ...] = ()
    wrong: frozenset[int] = frozenset()


class DiceLesson(TapLesson[ShownDice]):
    """A lesson about dice."""

    kind = "dice"
    enough = ENOUGH_SAMPLES

    def __init__(self, name: str, family: Family, earlier: Path | None = None) -> None:
        """``family``: the expected faces; ``earlier``: the folder of a set to be extended."""
        taught = None if earlier is None else load(earlier)
        super().__init__(name, earlier, family.faces if taught is None else taught.names)
        self._teacher = Teacher(name, taught)

    def show(self, image_bgr: ImageBgr, source: Source) -> None:
        """Take the next picture."""
        self._number += 1
        tops = tuple(self._teacher.find_tops(image_bgr))
        self._shown = ShownDice(self._number, source, image_bgr, tops)

    def test(self, image_bgr: ImageBgr) -> None:
        """Read a picture with the pieces taught so far. Raises ``BadLesson`` if nothing was taught."""
        reading = DiceReader(self._taught()).read(image_bgr)
        self._number += 1
        tops = tuple(np.array(die.corners_px, np.float64) for die in reading.dice)
        self._shown = ShownDice(self._number, "test", image_bgr, tops, reading.dice)

    def judge(self) -> None:
        """Count the dice of the test: those not corrected count as right. Raises ``BadLesson``."""
        shown = tested(self._shown)
        right, of = self._tested
        self._tested = (right + len(shown.dice) - len(shown.wrong), of + len(shown.dice))
        self._shown = None

    def place(self, columns: int, rows: int, corners: Sequence[Place]) -> None:  # noqa: ARG002
        """Set where a board lies. Raises ``BadLesson``: dice lie anywhere."""
        raise refused("dice have no corners", "no_picture")

    def measure(self, at: Place, radius: float | None) -> None:  # noqa: ARG002
        """Say how large a token is. Raises ``BadLesson``: a die's size is measured."""
        raise refused("dice are not measured", "no_picture")

    def tap(self, said: TappedPiece) -> None:
        """Learn the face of the die that was tapped. Raises ``BadLesson`` if no die is seen there."""
        shown = picture_of(self._shown)
        point = shown.point_at(said.at)
        edge = None if said.top is None else shown.point_at(said.top)
        face = said.face
        with a_die_there():
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
        shape = super().shape()
        shape["can_undo"] = self._teacher.can_undo
        shape["asks_top"] = bool(self._teacher.taught) and not self._teacher.knows_faces
        return shape

    def _counts(self) -> Mapping[str, int]:
        return self._teacher.taught

    def _notes(self, counts: Mapping[str, int]) -> list[LessonNote]:
        if not counts:
            return []
        notes = self._teacher.lesson().notes
        named = {face for note in notes if note.kind == "never_shown" for face in note.faces}
        missing = [face for face in self._expected if face not in counts and face not in named]
        # If the network knows the faces, nobody needs to say which edge is the top.
        known = self._teacher.knows_faces
        told = [note for note in notes if note.kind != "angle_missing" or note.serious or not known]
        return self._told(told) + self._missing("never_shown", missing)

    def _taught(self) -> DiceSet:
        with something_taught():
            return self._teacher.lesson().taught

    def _tops(self, shown: ShownDice) -> list[LessonTop]:
        named: list[TappedDie | None] = [None] * len(shown.tops)
        for one in self._teacher.named_on(shown.image_bgr):
            near = _nearest(shown.tops, one.centre_px)
            if near is not None:
                named[near] = one
        return [_top(shown, number, one) for number, one in enumerate(named)]


def with_sample(name: str, earlier: DiceSet, image_bgr: ImageBgr, said: TappedPiece) -> DiceSet:
    """Return a set with the die at a place of a picture as an additional sample; all its faces stay.

    Raises ``BadLesson`` if no die is seen there, or the set has no such face.
    """
    if said.face not in earlier.names:
        raise refused(f"the set has no face {said.face!r}", "no_face", "Teach it on the page Teach.")
    teacher = Teacher(name, earlier)
    with a_die_there():
        teacher.tap(image_bgr, TappedPicture(0, "camera", image_bgr).point_at(said.at), said.face)
    samples = teacher.lesson().taught.samples
    return replace(earlier, name=name, samples=samples)


def _top(shown: ShownDice, number: int, named: TappedDie | None) -> LessonTop:
    corners = shown.parts_of(shown.tops[number].tolist())
    die = shown.dice[number] if number < len(shown.dice) else None
    return {
        "centre": (sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4),
        "corners": corners,
        "face": named.face if named else None,
        "upright": named is not None and named.upright,
        "read": die.face if die else None,
        "sure": die is not None and die.sure,
        "likely": [guess.label for guess in die.likely] if die else [],
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
