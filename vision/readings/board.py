"""A board as it was read: what lies in each of its cells."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import dist
from typing import ClassVar, Final, Literal, Self

from vision.readings.places import GridCell, PointPx, cells_of, point_in_quad
from vision.readings.reading import Reading, Unjudged, add_doubt, lies_in

EMPTY: Final = "empty"
"""The label of a cell on which no taught piece lies."""
SIGN_CELLS: Final = 0.6
"""Side of the signs on pieces, in cells: when it is too blurred for these, pieces look like one another,
and flat ones like the bare board. Of 123 photographs and renderings, each also in the mildest step of
three kinds of blur and of compression, all resolve 0.53 cells; blurred by 4 px, some 0.045 cells, most
do not resolve 0.6."""


@dataclass(frozen=True)
class CellGuess:
    """One possible content of a cell; ``label`` and ``turns`` as in ``BoardCell``."""

    label: str
    turns: int
    confidence: float


WhyUnsure = Literal["never_taught", "between_two", "covered", "cut_off"]
"""Why a cell's content is not sure: it resembles nothing that was taught; it resembles two things;
something is over it; it is not completely in the picture."""


@dataclass(frozen=True)
class BoardCell:
    """The content of one cell of a board.

    ``label`` is ``empty`` or a taught one; ``turns``: quarter turns clockwise against the board, 0 if
    the label has no direction. ``on``: the label of the thing standing on it (a pawn), None if there is
    none. ``corners_px`` (clockwise, first the cell's own top left) are the cell's corners on the board
    itself, not those of the piece's top. ``likely`` holds the best guesses, best first, the first being
    ``label``. ``before``: the piece that was seen there with certainty just before something was put on
    it, whatever the cell is read as now. ``why`` it is not sure, if its reader says so.
    """

    cell: GridCell
    label: str
    turns: int
    confidence: float
    sure: bool
    corners_px: tuple[PointPx, PointPx, PointPx, PointPx]
    on: str | None = None
    likely: tuple[CellGuess, ...] = ()
    before: CellGuess | None = None
    why: WhyUnsure | None = None

    @property
    def centre_px(self) -> PointPx:
        """The mean of the cell's corners."""
        xs, ys = zip(*self.corners_px, strict=True)
        return PointPx(sum(xs) / 4, sum(ys) / 4)


@dataclass(frozen=True)
class BoardReading(Reading):
    """The contents of a board in one picture: every cell that is neither hidden nor certainly bare.

    ``grid``: columns and rows. ``hidden`` cells cannot be seen (a hand, a cup, outside the picture).
    ``corners_px``: centres of the four corner cells, clockwise from the top left; None if the board was
    not found: then there are no cells, and the reading is not sure. Its ``doubts`` are ``no_board``,
    ``cell`` (one is not sure) and ``hidden``.
    """

    kind: ClassVar[str] = "board"
    grid: tuple[int, int] = field(kw_only=True)
    cells: tuple[BoardCell, ...] = field(kw_only=True)
    hidden: tuple[GridCell, ...] = field(default=(), kw_only=True)
    corners_px: tuple[PointPx, PointPx, PointPx, PointPx] | None = field(kw_only=True)

    def at_px(self, column: float, row: float) -> PointPx:
        """Return the place in the picture of a point of the board; whole numbers are centres of cells.

        Raises ``ValueError`` if the board was not found.
        """
        if self.corners_px is None:
            raise ValueError("the board was not found in this picture")
        across, down = column / max(1, self.grid[0] - 1), row / max(1, self.grid[1] - 1)
        return point_in_quad(self.corners_px, across, down)

    @property
    def is_empty(self) -> bool:
        """Whether nothing lies on the board, as far as it is visible."""
        return self.corners_px is not None and not self.cells

    @property
    def places_px(self) -> tuple[PointPx, ...]:
        """The centre of each cell with something on it."""
        return tuple(cell.centre_px for cell in self.cells)

    @property
    def has_lost_its_board(self) -> bool:
        """Whether the board was not found."""
        return self.corners_px is None

    @property
    def smallest_px(self) -> float | None:
        """The side of the signs that tell pieces apart, and from the bare board, at its middle."""
        if self.corners_px is None:
            return None
        return SIGN_CELLS * _cell_px(self, self.grid)

    def doubt_in(self, unjudged: Sequence[Unjudged]) -> Self:
        """Return the reading without certainty in these parts of the picture: cells there are hidden."""
        if self.corners_px is None:
            return self
        seen = (cell for cell in cells_of(self.grid) if cell not in self.hidden)
        unseen = tuple(cell for cell in seen if lies_in(self.at_px(*cell), unjudged))
        if not unseen:
            return self
        return replace(
            self,
            cells=tuple(cell for cell in self.cells if cell.cell not in unseen),
            hidden=(*self.hidden, *unseen),
            sure=False,
            doubts=add_doubt("hidden", self.doubts),
        )


def _cell_px(reading: BoardReading, grid: tuple[int, int]) -> float:
    column, row = (grid[0] - 1) / 2, (grid[1] - 1) / 2
    here = reading.at_px(column, row)
    return min(dist(here, reading.at_px(column + 1, row)), dist(here, reading.at_px(column, row + 1)))
