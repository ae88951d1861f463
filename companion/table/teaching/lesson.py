"""What lessons by tap have in common: one picture after the other, tapped, named, tested."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, TypeVar

import numpy as np

from companion.table.teaching.printed import PrintedSquares
from companion.table.teaching.refusals import refused
from companion.table.teaching.shapes import (
    GridShape,
    LessonNote,
    LessonPicture,
    LessonShape,
    LessonTop,
    Place,
    TappedPiece,
)
from vision.board_grid import BoardGrid
from vision.frame import ImageBgr
from vision.lesson import Note
from vision.manifests.fields import MOST_CELLS
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
    printed: PrintedSquares | None = None


@dataclass(frozen=True, eq=False)
class TappedPicture:
    """The picture that is tapped."""

    number: int
    source: Source
    image_bgr: ImageBgr

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height, px."""
        height, width = self.image_bgr.shape[:2]
        return width, height

    def point_at(self, at: Place) -> PointPx:
        """Return the pixel at parts of its width and height."""
        return PointPx(at[0] * self.size_wh[0], at[1] * self.size_wh[1])

    def parts_of(self, points_px: Iterable[tuple[float, float]]) -> list[Place]:
        """Return pixels as parts of its width and height."""
        width, height = self.size_wh
        return [(round(x / width, 5), round(y / height, 5)) for x, y in points_px]


PictureT = TypeVar("PictureT", bound=TappedPicture)


class TapLesson(ABC, Generic[PictureT]):
    """A lesson of any kind. For one thread at a time; most of it takes the time of a reading."""

    kind: ClassVar[str]
    """The kind being taught: "dice", "board", "tokens"."""
    enough: ClassVar[int]
    """Sufficient samples of a piece."""
    note_prefix: ClassVar[str] = ""
    """Notes about a kind may have codes of their own."""

    def __init__(self, name: str, earlier: Path | None, expected: Sequence[str]) -> None:
        """``earlier``: the folder of a set to be extended; ``expected``: the pieces, as far as known."""
        self.name, self.earlier, self._expected = name, earlier is not None, expected
        self._shown: PictureT | None = None
        self._before: list[Any] = []  # what the last taps are taken back to
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

    @abstractmethod
    def place(self, columns: int, rows: int, corners: Sequence[Place]) -> None:
        """Set where a board lies: centres of the corner cells, clockwise from the top left.

        Raises ``BadLesson`` if no board with these columns and rows can lie like that.
        """

    def mark(self, cells: Mapping[str, str], settled: bool) -> None:  # noqa: ARG002
        """Set what is printed on a board's squares. Raises ``BadLesson``."""
        raise refused(f"{self.kind} have no squares", "no_square")

    @abstractmethod
    def measure(self, at: Place, radius: float | None) -> None:
        """Set a token's size: one lies there; ``radius`` in widths, None to measure it.

        Raises ``BadLesson`` if nothing stands out there, or such pieces are not measured.
        """

    @abstractmethod
    def tap(self, said: TappedPiece) -> None:
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
        """Return the lesson as it stands."""
        counts, shown = self._counts(), self._shown
        picture: LessonPicture | None = None
        if shown is not None:
            picture = {"number": shown.number, "source": shown.source, "tops": self._tops(shown)}
        return {
            "kind": self.kind,
            "name": self.name,
            "earlier": self.earlier,
            "family": [*self._expected],
            "pawns": [],
            "enough": self.enough,
            "grid": self._grid_shape(),
            "printed": None,
            "radius": None,
            "asks_top": False,
            "faces": [{"face": face, "samples": count} for face, count in counts.items()],
            "notes": self._notes(counts),
            "picture": picture,
            "again": 0,
            "can_undo": bool(self._before),
            "tested": self._tested,
        }

    @abstractmethod
    def _counts(self) -> Mapping[str, int]:
        """Return how often each piece was shown."""

    @abstractmethod
    def _notes(self, counts: Mapping[str, int]) -> list[LessonNote]:
        """Return what is doubtful, and what is still missing."""

    @abstractmethod
    def _tops(self, shown: PictureT) -> list[LessonTop]:
        """Return the pieces on a picture."""

    def _grid_shape(self) -> GridShape | None:
        return None

    def _told(self, notes: Iterable[Note]) -> list[LessonNote]:
        codes = ((note, f"{self.note_prefix}{note.kind}") for note in notes)
        return [
            {"kind": code, "serious": note.serious, "faces": list(note.faces)} for note, code in codes
        ]

    def _missing(self, kind: str, faces: Sequence[str]) -> list[LessonNote]:
        """Return a note that these are missing, if any are."""
        code = f"{self.note_prefix}{kind}"
        return [{"kind": code, "serious": False, "faces": [*faces]}] if faces else []


def corners_on(
    shown: TappedPicture, grid: BoardGrid, corners: Sequence[Place], least_px: float, cells: str
) -> tuple[PointPx, ...]:
    """Return the centres of a board's corner cells, px.

    ``least_px``: corners nearer to each other cannot be those of a board; ``cells``: what its cells are
    called. Raises ``BadLesson`` if they do not go around a board, clockwise.
    """
    corners_px = tuple(map(shown.point_at, corners))
    columns, rows = grid.columns, grid.rows
    is_size = 2 <= min(columns, rows) <= max(columns, rows) <= MOST_CELLS
    if not is_size or not go_round(corners_px, least_px):
        raise refused(
            "these are no corners of a board",
            "no_corners",
            f"Tap the middles of the four corner {cells}, clockwise.",
        )
    return corners_px


def go_round(corners_px: Sequence[PointPx], least_px: float) -> bool:
    """Tell whether four places go around a board, clockwise, none nearer to the next than that."""
    points = np.array(corners_px, np.float64)
    if points.shape != (4, 2):
        return False
    along = np.roll(points, -1, 0) - points
    following = np.roll(along, -1, 0)
    turns = along[:, 0] * following[:, 1] - along[:, 1] * following[:, 0]
    return bool((turns > 0).all() and np.linalg.norm(along, axis=1).min() > least_px)
