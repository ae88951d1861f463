"""A lesson of any kind: one picture after the other, tapped, named, tested."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Generic, Literal, TypeVar

import numpy as np

from companion.table.hooks.verdict import place_of
from companion.table.teaching.printed import Printed
from companion.table.teaching.refusals import refused
from companion.table.teaching.shapes import (
    LessonNote,
    LessonPicture,
    LessonShape,
    LessonTop,
    Place,
    Said,
)
from vision.boards.manifest import MOST_CELLS
from vision.frame import ImageBgr
from vision.readings.places import PointPx

Source = Literal["camera", "file", "test", "again"]


@dataclass(frozen=True)
class Family:
    """The expected content of a lesson: see ``FamilyShape``; ``printed``: the print of the game's own
    board."""

    faces: tuple[str, ...] = ()
    pawns: tuple[str, ...] = ()
    columns: int = 0
    rows: int = 0
    printed: Printed | None = None


@dataclass(frozen=True, eq=False)
class Shown:
    """The picture that is tapped."""

    number: int
    source: Source
    image_bgr: ImageBgr

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height, px."""
        height, width = self.image_bgr.shape[:2]
        return width, height

    def at_px(self, place: Place) -> PointPx:
        """Return a place of the picture, px."""
        width, height = self.size_wh
        return PointPx(place[0] * width, place[1] * height)

    def place_of(self, point: Sequence[float]) -> Place:
        """Return a point, px, as parts of the picture's width and height."""
        return place_of(point, self.size_wh)


ShownT = TypeVar("ShownT", bound=Shown)


class Lesson(ABC, Generic[ShownT]):
    """One lesson. For one thread at a time; most calls take the time of a reading."""

    kind: ClassVar[str]
    """The kind being taught: "dice", "board", "tokens"."""
    enough: ClassVar[int]
    """So many samples of a face will do."""

    def __init__(self, name: str, family: Sequence[str], earlier: Path | None) -> None:
        """``family``: the expected faces; ``earlier``: the folder of a set to be extended."""
        self.name, self.earlier = name, earlier is not None
        self._faces = tuple(family)
        self._shown: ShownT | None = None
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

    @abstractmethod
    def show(self, image_bgr: ImageBgr, source: Source) -> None:
        """Take the next picture."""

    def place(self, columns: int, rows: int, corners: Sequence[Place]) -> None:  # noqa: ARG002
        """Set where a board lies: centres of the corner cells, clockwise from the top left.

        Raises ``BadLesson`` if no board with these columns and rows can lie like that.
        """
        raise refused(f"{self.kind} have no corners", "no_picture")

    def mark(self, cells: Mapping[str, str], settled: bool) -> None:  # noqa: ARG002
        """Set the print of all of a board's squares that are not plain. Raises ``BadLesson``."""
        raise refused(f"{self.kind} have no squares", "no_square")

    def measure(self, at: Place, radius: float | None) -> None:  # noqa: ARG002
        """Set a token's size: one lies there; ``radius`` in widths, None to measure it.

        Raises ``BadLesson`` if nothing stands out from the ground.
        """
        raise refused(f"in a lesson on {self.kind} nothing is measured", "no_picture")

    @abstractmethod
    def tap(self, said: Said) -> None:
        """Learn a piece. Raises ``BadLesson`` if nothing is there."""

    @abstractmethod
    def undo(self) -> None:
        """Take the last tap back, if there is one."""

    @abstractmethod
    def test(self, image_bgr: ImageBgr) -> None:
        """Read a picture with the pieces taught so far. Raises ``BadLesson`` if nothing was taught."""

    @abstractmethod
    def judge(self) -> None:
        """Count the test: everything that was not corrected counts as right. Raises ``BadLesson``."""

    @abstractmethod
    def write(self, folder: Path) -> None:
        """Write the lesson's set. Raises ``BadLesson`` if nothing was taught."""

    def shape(self) -> LessonShape:
        """Return the lesson as it stands; what not every kind has is added by those that do."""
        counts, shown = self._counts(), self._shown
        picture: LessonPicture | None = None
        if shown is not None:
            picture = {"number": shown.number, "source": shown.source, "tops": self._tops(shown)}
        return {
            "kind": self.kind,
            "name": self.name,
            "earlier": self.earlier,
            "family": [*self._faces],
            "pawns": [],
            "enough": self.enough,
            "grid": None,
            "printed": None,
            "radius": None,
            "asks_top": False,
            "faces": [{"face": face, "samples": count} for face, count in counts.items()],
            "notes": self._notes(counts),
            "picture": picture,
            "again": 0,
            "can_undo": self._can_undo,
            "tested": self._tested,
        }

    @property
    @abstractmethod
    def _can_undo(self) -> bool:
        """Whether a tap can be taken back."""

    @abstractmethod
    def _counts(self) -> Counter[str]:
        """Return how often each piece was shown, including this picture's names."""

    @abstractmethod
    def _notes(self, counts: Counter[str]) -> list[LessonNote]:
        """Return what is still missing, including this picture's names."""

    @abstractmethod
    def _tops(self, shown: ShownT) -> list[LessonTop]:
        """Return the pieces on the picture, named or not."""

    def _next(self) -> int:
        """Return the number of the next picture."""
        self._number += 1
        return self._number


def corners_given(
    shown: Shown, corners: Sequence[Place], size: tuple[int, int], *, apart_px: float, cells: str
) -> tuple[PointPx, ...]:
    """Return the centres of a board's corner cells, px; ``size``: its columns and rows.

    Raises ``BadLesson`` if no such board can lie like that, its corners ``apart_px`` from each other;
    ``cells``: what its places are called.
    """
    corners_px = tuple(map(shown.at_px, corners))
    if not _go_round(corners_px, apart_px) or not 2 <= min(size) <= max(size) <= MOST_CELLS:
        hint = f"Tap the middles of the four corner {cells}, clockwise."
        raise refused("these are no corners of a board", "no_corners", hint)
    return corners_px


def _go_round(corners_px: Sequence[PointPx], apart_px: float) -> bool:
    """Tell whether four places go around a board, clockwise."""
    quad = np.array(corners_px, np.float64)
    if quad.shape != (4, 2):
        return False
    along = np.roll(quad, -1, 0) - quad
    following = np.roll(along, -1, 0)
    turns = along[:, 0] * following[:, 1] - along[:, 1] * following[:, 0]
    return bool((turns > 0).all() and np.linalg.norm(along, axis=1).min() > apart_px)
