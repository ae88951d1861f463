"""What a person says lies on a photograph: pieces by their places, their counts, or a board's cells."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from vision.board_grid import BoardGrid
from vision.readings.board import EMPTY
from vision.readings.places import GridCell, PointPx


@dataclass(frozen=True)
class LabelledPiece:
    """One die or token as a person labelled it.

    ``box_px``: width and height; ``angle_deg`` as in readings; ``cell``: its place in the photograph's
    grid, if any.
    """

    label: str
    centre_px: PointPx
    box_px: tuple[float, float] | None = None
    angle_deg: float | None = None
    cut_off: bool = False
    cell: GridCell | None = None


@dataclass(frozen=True)
class LabelledCell:
    """A person's entry for a cell. ``label`` may be ``empty``; ``turns``: None if not given."""

    label: str
    turns: int | None = None
    on: str | None = None


@dataclass(frozen=True)
class LabelledCity:
    """A city that stands on the table."""

    size: int
    closed: bool


@dataclass(frozen=True)
class Labelled(ABC):
    """One line of a manifest: a picture, and the ``name`` by which the line calls it."""

    image: Path
    name: str
    conditions: tuple[str, ...] = field(default=(), kw_only=True)

    @property
    @abstractmethod
    def labels(self) -> frozenset[str]:
        """The labels of all pieces on it."""


@dataclass(frozen=True)
class LabelledPhoto(Labelled):
    """A photograph of loose pieces: with their places, or None if only their ``counts`` are given.

    ``cities``: None if not given. ``grid``: the board with holes for tokens, None if there is none.
    ``corners_px``: centres of its four corner cells, clockwise from the top left, or None if not given.
    ``hidden`` cells are not judged.
    """

    pieces: tuple[LabelledPiece, ...] | None
    counts: Mapping[str, int]
    cities: tuple[LabelledCity, ...] | None = field(default=None, kw_only=True)
    grid: BoardGrid | None = field(default=None, kw_only=True)
    corners_px: tuple[PointPx, ...] | None = field(default=None, kw_only=True)
    hidden: frozenset[GridCell] = field(default=frozenset(), kw_only=True)

    @property
    def labels(self) -> frozenset[str]:
        """The labels of all pieces on it."""
        return frozenset(self.counts)


@dataclass(frozen=True)
class LabelledBoard(Labelled):
    """A photograph of a board; cells not in ``cells`` are empty, ``hidden`` ones are not judged.

    ``corners_px``: centres of the corner cells, clockwise from the top left, or None if not given.
    """

    grid: BoardGrid
    cells: Mapping[GridCell, LabelledCell]
    corners_px: tuple[PointPx, ...] | None
    hidden: frozenset[GridCell] = frozenset()

    @property
    def labels(self) -> frozenset[str]:
        """The labels of all pieces on it; pawns have others."""
        return frozenset(cell.label for cell in self.cells.values()) - {EMPTY}


def pair_nearest(near: Iterable[tuple[float, int, int]]) -> dict[int, int]:
    """Return which belong together, the nearest first, each once.

    ``near``: the distance between one and another, and their numbers.
    """
    pairs: dict[int, int] = {}
    for _, one, other in sorted(near):
        if one not in pairs and other not in pairs.values():
            pairs[one] = other
    return pairs
