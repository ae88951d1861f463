"""A lesson about dice: one picture after the other, tapped, named, tested."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, Protocol

import numpy as np

from companion.errors import BadLesson, Reason
from companion.table.teaching.printed import Printed
from companion.table.teaching.refusals import picture_of, something_taught, tested
from companion.table.teaching.shapes import (
    LessonNote,
    LessonPicture,
    LessonShape,
    LessonTop,
    Place,
    Said,
)
from vision.corners import Corners
from vision.dice.reader import DiceReader
from vision.dice.sets import DiceSet, load, save
from vision.dice.teaching import Named, Note, Teacher
from vision.dice.teaching.advice import ENOUGH_SAMPLES
from vision.errors import NoDieThere
from vision.frame import ImageBgr
from vision.readings.dice import Die
from vision.readings.places import PointPx

Source = Literal["camera", "file", "test", "again"]

SAME_TOP_SIDES = 0.5
"""An earlier name or reading within this distance of a top's centre, in its sides, belongs to it."""


@dataclass(frozen=True)
class Family:
    """The expected content of a lesson: see ``FamilyShape``; ``printed``: the print of the game's own
    board."""

    faces: tuple[str, ...] = ()
    pawns: tuple[str, ...] = ()
    columns: int = 0
    rows: int = 0
    printed: Printed | None = None


class Lesson(Protocol):
    """A lesson of any kind. For one thread at a time; most of it takes the time of a reading."""

    @property
    def kind(self) -> str:
        """The kind being taught: "dice", "board", "tokens"."""

    @property
    def name(self) -> str:
        """The set's name."""

    @property
    def image_bgr(self) -> ImageBgr | None:
        """The picture that is tapped."""

    @property
    def number(self) -> int | None:
        """The number of the picture that is tapped."""

    def show(self, image_bgr: ImageBgr, source: Source) -> None:
        """Take the next picture."""

    def place(self, columns: int, rows: int, corners: Sequence[Place]) -> None:
        """Set where a board lies: centres of the corner cells, clockwise from the top left."""

    def mark(self, cells: Mapping[str, str], settled: bool) -> None:
        """Set what is printed on a board's squares. Raises ``BadLesson``."""

    def measure(self, at: Place, radius: float | None) -> None:
        """Set a token's size: one lies there; ``radius`` in widths, None to measure it."""

    def tap(self, said: Said) -> None:
        """Learn a piece. Raises ``BadLesson`` if nothing is there."""

    def undo(self) -> None:
        """Take the last tap back, if there is one."""

    def test(self, image_bgr: ImageBgr) -> None:
        """Read a picture with the pieces taught so far. Raises ``BadLesson`` if nothing was taught."""

    def judge(self) -> None:
        """Count the test: everything that was not corrected counts as right. Raises ``BadLesson``."""

    def write(self, folder: Path) -> None:
        """Write the lesson's set. Raises ``BadLesson`` if nothing was taught."""

    def shape(self) -> LessonShape:
        """Return the lesson as it stands."""


@dataclass(frozen=True, eq=False)
class Shown:
    """The picture that is tapped. ``dice``: the readings of the picture; ``wrong``: those corrected
    since."""

    number: int
    source: Source
    image_bgr: ImageBgr
    tops: tuple[Corners, ...]
    dice: tuple[Die, ...] = ()
    wrong: frozenset[int] = frozenset()

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height, px."""
        height, width = self.image_bgr.shape[:2]
        return width, height


class DiceLesson:
    """One lesson. For one thread at a time; most calls take the time of a reading."""

    kind = "dice"

    def __init__(self, name: str, family: Family, earlier: Path | None = None) -> None:
        """``family``: the expected faces; ``earlier``: the folder of a set to be extended."""
        self.name, self.earlier = name, earlier is not None
        taught = None if earlier is None else load(earlier)
        self._family = [*family.faces] if taught is None else [face.name for face in taught.faces]
        self._teacher = Teacher(name, taught)
        self._shown: Shown | None = None
        self._number = 0
        self._tested = (0, 0)

    @property
    def image_bgr(self) -> ImageBgr | None:
        """The picture that is tapped."""
        return self._shown.image_bgr if self._shown else None

    @property
    def number(self) -> int | None:
        """The number of the picture that is tapped."""
        return self._shown.number if self._shown else None

    def show(self, image_bgr: ImageBgr, source: Source) -> None:
        """Take the next picture."""
        self._number += 1
        tops = tuple(self._teacher.find_tops(image_bgr))
        self._shown = Shown(self._number, source, image_bgr, tops)

    def test(self, image_bgr: ImageBgr) -> None:
        """Read a picture with the pieces taught so far. Raises ``BadLesson`` if nothing was taught."""
        reading = DiceReader(self._taught()).read(image_bgr)
        self._number += 1
        tops = tuple(np.array(die.corners_px, np.float64) for die in reading.dice)
        self._shown = Shown(self._number, "test", image_bgr, tops, reading.dice)

    def judge(self) -> None:
        """Count the dice of the test: those not corrected count as right. Raises ``BadLesson``."""
        shown = tested(self._shown)
        right, of = self._tested
        self._tested = (right + len(shown.dice) - len(shown.wrong), of + len(shown.dice))
        self._shown = None

    def place(self, columns: int, rows: int, corners: Sequence[Place]) -> None:  # noqa: ARG002
        """Set where a board lies. Raises ``BadLesson``: dice lie anywhere."""
        raise BadLesson("dice have no corners", reason=Reason("error.teaching.no_picture"))

    def mark(self, cells: Mapping[str, str], settled: bool) -> None:  # noqa: ARG002
        """Set what is printed on squares. Raises ``BadLesson``: dice have no squares."""
        raise BadLesson("dice have no squares", reason=Reason("error.teaching.no_square"))

    def measure(self, at: Place, radius: float | None) -> None:  # noqa: ARG002
        """Say how large a token is. Raises ``BadLesson``: a die's size is measured."""
        raise BadLesson("dice are not measured", reason=Reason("error.teaching.no_picture"))

    def tap(self, said: Said) -> None:
        """Learn the face of the die that was tapped. Raises ``BadLesson`` if no die is seen there."""
        shown = picture_of(self._shown)
        width, height = shown.size_wh
        point = PointPx(said.at[0] * width, said.at[1] * height)
        edge = None if said.top is None else PointPx(said.top[0] * width, said.top[1] * height)
        face = said.face
        try:
            self._teacher.tap(shown.image_bgr, point, face, edge)
        except NoDieThere as error:
            raise BadLesson(
                str(error), hint=error.hint, reason=Reason("error.teaching.no_die")
            ) from error
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
        taught = self._teacher.taught
        return {
            "kind": self.kind,
            "name": self.name,
            "earlier": self.earlier,
            "family": self._family,
            "pawns": [],
            "enough": ENOUGH_SAMPLES,
            "grid": None,
            "printed": None,
            "radius": None,
            "asks_top": bool(taught) and not self._teacher.knows_faces,
            "faces": [{"face": face, "samples": count} for face, count in taught.items()],
            "notes": [_note(note) for note in self._notes()],
            "picture": self._picture_shape(),
            "again": 0,
            "can_undo": self._teacher.can_undo,
            "tested": self._tested,
        }

    def _notes(self) -> list[Note]:
        if not self._teacher.taught:
            return []
        notes = self._teacher.lesson().notes
        named = {face for note in notes if note.kind == "never_shown" for face in note.faces}
        missing = tuple(
            face for face in self._family if face not in self._teacher.taught and face not in named
        )
        # If the network knows the faces, nobody needs to say which edge is the top.
        known = self._teacher.knows_faces
        told = [note for note in notes if note.kind != "angle_missing" or note.serious or not known]
        return told + ([Note("never_shown", "", False, missing)] if missing else [])

    def _taught(self) -> DiceSet:
        with something_taught():
            return self._teacher.lesson().taught

    def _picture_shape(self) -> LessonPicture | None:
        shown = self._shown
        if shown is None:
            return None
        named: list[Named | None] = [None] * len(shown.tops)
        for one in self._teacher.named_on(shown.image_bgr):
            near = _nearest(shown.tops, one.centre_px)
            if near is not None:
                named[near] = one
        tops = [_top(shown, number, one) for number, one in enumerate(named)]
        return {"number": shown.number, "source": shown.source, "tops": tops}


def with_sample(name: str, earlier: DiceSet, image_bgr: ImageBgr, at: Place, face: str) -> DiceSet:
    """Return a set with the die at a place of a picture as an additional sample; all its faces stay.

    Raises ``BadLesson`` if no die is seen there, or the set has no such face.
    """
    if face not in [one.name for one in earlier.faces]:
        raise BadLesson(
            f"the set has no face {face!r}",
            hint="Teach it on the page Teach.",
            reason=Reason("error.teaching.no_face"),
        )
    height, width = image_bgr.shape[:2]
    teacher = Teacher(name, earlier)
    try:
        teacher.tap(image_bgr, PointPx(at[0] * width, at[1] * height), face)
    except NoDieThere as error:
        raise BadLesson(str(error), hint=error.hint, reason=Reason("error.teaching.no_die")) from error
    samples = teacher.lesson().taught.samples
    return replace(earlier, name=name, samples=samples)


def _top(shown: Shown, number: int, named: Named | None) -> LessonTop:
    width, height = shown.size_wh
    corners = [(round(x / width, 5), round(y / height, 5)) for x, y in shown.tops[number].tolist()]
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


def _note(note: Note) -> LessonNote:
    return {"kind": note.kind, "serious": note.serious, "faces": list(note.faces)}
