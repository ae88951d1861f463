"""Drunter's board on paper: a reading tells exactly what lies there, or as wrongly as a test wants."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.games.drunter.pieces import Kind, Square
from companion.games.drunter.state import Declaring, State, Voting
from companion.games.drunter.turns import squares_of
from vision.readings.board import EMPTY, BoardCell, BoardReading, CellGuess
from vision.readings.places import GridCell, PointPx

SIZE = (2304, 1296)
CELL_PX = 120.0
LEFT_PX, TOP_PX = 200.0, 100.0
FIELDS = {1: ("single",), 2: ("start", "end"), 3: ("start", "bridge", "end")}


@dataclass
class PaperBoard:
    """What lies on each square, by label and turns, where pawns stand, and what a look hides of it.

    ``before``: the label that was surely seen on an unsure square a moment before.
    """

    grid: tuple[int, int] = (15, 10)
    parts: dict[Square, tuple[str, int]] = field(default_factory=dict)
    pawns: set[Square] = field(default_factory=set)
    hidden: set[Square] = field(default_factory=set)
    unsure: dict[Square, tuple[tuple[str, int, float], ...]] = field(default_factory=dict)
    before: dict[Square, str] = field(default_factory=dict)
    found: bool = True

    def put(self, kind: Kind, squares: Iterable[Square], turns: int | None = None) -> None:
        """Lay a tile, its start field first; ``turns`` only for a single, which lies any way round."""
        row = tuple(squares)
        for square, label, turned in tile_parts(kind, row, turns or 0):
            self.parts[square] = (label, turned)

    def take(self, squares: Iterable[Square]) -> None:
        """Take away what lies there."""
        for square in squares:
            self.parts.pop(square, None)

    def reading(self) -> BoardReading:
        """Return what a perfect eye reads of it, but for what is hidden or unsure."""
        if not self.found:
            return BoardReading(
                False, ("no_board",), SIZE, True, grid=self.grid, cells=(), corners_px=None
            )
        width, height = self.grid
        squares = sorted({*self.parts, *self.pawns, *self.unsure} - self.hidden)
        corners = (
            centre(0, 0),
            centre(width - 1, 0),
            centre(width - 1, height - 1),
            centre(0, height - 1),
        )
        doubts = [*(["cell"] if self.unsure else []), *(["hidden"] if self.hidden else [])]
        return BoardReading(
            not doubts,
            tuple(doubts),
            SIZE,
            True,
            grid=self.grid,
            cells=tuple(self._cell(square) for square in squares),
            hidden=tuple(GridCell(*square) for square in sorted(self.hidden)),
            corners_px=corners,
        )

    def _cell(self, square: Square) -> BoardCell:
        x, y = centre(*square)
        h = CELL_PX / 2
        corners = (
            PointPx(x - h, y - h),
            PointPx(x + h, y - h),
            PointPx(x + h, y + h),
            PointPx(x - h, y + h),
        )
        label, turns = self.parts.get(square, (EMPTY, 0))
        on = "gang" if square in self.pawns else None
        cell = BoardCell(GridCell(*square), label, turns, 0.999, True, corners, on)
        if square not in self.unsure:
            return cell
        likely = tuple(CellGuess(*guess) for guess in self.unsure[square])
        best = likely[0]
        before = self.before.get(square)
        return replace(
            cell,
            before=None if before is None else CellGuess(before, 0, 0.999),
            label=best.label,
            turns=best.turns,
            confidence=best.confidence,
            sure=False,
            likely=likely,
        )


def centre(column: float, row: float) -> PointPx:
    """Return where a cell has its centre in the picture."""
    return PointPx(LEFT_PX + CELL_PX * column, TOP_PX + CELL_PX * row)


def tile_parts(
    kind: Kind, squares: tuple[Square, ...], turned: int = 0
) -> list[tuple[Square, str, int]]:
    """Return what each square of a tile shows; written apart from the referee's own."""
    turns = turned
    if len(squares) > 1:
        step = (squares[1].column - squares[0].column, squares[1].row - squares[0].row)
        turns = [(0, -1), (1, 0), (0, 1), (-1, 0)].index(step)
    fields = FIELDS[len(squares)]
    return [(square, f"{kind}.{name}", turns) for square, name in zip(squares, fields, strict=True)]


def board_of(state: State, turns: Mapping[Square, int] | None = None) -> PaperBoard:
    """Return the board as it lies in this state: the tile that is voted on, too, its gang unmoved.

    ``turns``: how singles lie.
    """
    town = state.town
    board = PaperBoard((town.board.columns, town.board.rows))
    for tile in town.tiles:
        board.put(tile.kind, tile.squares, (turns or {}).get(tile.squares[0], 0))
    board.pawns = {gang.square for gang in town.gangs}
    if isinstance(state.phase, Voting | Declaring):
        lay = state.phase.lay
        squares = squares_of(state, lay)
        board.put(lay.kind, squares, (turns or {}).get(squares[0], 0))
    return board
