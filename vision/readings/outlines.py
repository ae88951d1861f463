"""Sheets with a printed outline as they were read: which of its squares are covered."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import dist, inf
from typing import ClassVar, Literal, Self

from vision.readings.places import GridCell, PointPx
from vision.readings.reading import Reading, Unjudged, lies_in

OutlineLook = Literal["inside", "outside", "covered"]


@dataclass(frozen=True)
class OutlineCell:
    """One cell of a sheet with a printed outline.

    ``look``: the visible pattern: the one printed within the outline, the one outside, or a thing that
    covers it. If that is not sure, it may be partly covered.
    """

    cell: GridCell
    look: OutlineLook
    sure: bool
    centre_px: PointPx


@dataclass(frozen=True)
class Outline:
    """A sheet with an outline of squares, and the state of each of its cells, row after row.

    ``corners_px``: the sheet's own corners, clockwise from its top left.
    """

    number: int
    cells: tuple[OutlineCell, ...]
    corners_px: tuple[PointPx, PointPx, PointPx, PointPx]

    @property
    def sure(self) -> bool:
        """Whether every cell is sure."""
        return all(cell.sure for cell in self.cells)


@dataclass(frozen=True)
class OutlineReading(Reading):
    """Every sheet with a printed outline that is seen, by its number.

    ``twice``: the numbers that occur several times: those are not read. Its ``doubts`` are ``cell`` (one
    is not sure) and ``twice``. The table's own markers are not looked for.
    """

    kind: ClassVar[str] = "outlines"
    outlines: tuple[Outline, ...] = field(kw_only=True)
    twice: tuple[int, ...] = field(default=(), kw_only=True)

    @property
    def is_empty(self) -> bool:
        """Whether there is no such sheet."""
        return not (self.outlines or self.twice)

    @property
    def places_px(self) -> tuple[PointPx, ...]:
        """The centre of each cell."""
        return tuple(cell.centre_px for outline in self.outlines for cell in outline.cells)

    @property
    def smallest_px(self) -> float | None:
        """The least distance from a cell to the next of the same sheet."""
        return min((_apart(outline.cells) for outline in self.outlines), default=None)

    def doubt_in(self, unjudged: Sequence[Unjudged]) -> Self:
        """Return the reading without certainty in these parts of the picture."""
        outlines = (replace(one, cells=_doubt(one.cells, unjudged)) for one in self.outlines)
        return replace(self, outlines=tuple(outlines))


def _doubt(cells: Sequence[OutlineCell], unjudged: Sequence[Unjudged]) -> tuple[OutlineCell, ...]:
    return tuple(
        replace(cell, sure=cell.sure and not lies_in(cell.centre_px, unjudged)) for cell in cells
    )


def _apart(cells: Sequence[OutlineCell]) -> float:
    pairs = pairwise(cells)
    return min((dist(one.centre_px, other.centre_px) for one, other in pairs), default=inf)
