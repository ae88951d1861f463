"""Cells of a board that were read wrongly: a person says what really lies there."""

from dataclasses import dataclass, replace

from vision.readings.board import EMPTY, BoardCell, BoardReading, CellGuess
from vision.readings.places import GridCell


@dataclass(frozen=True)
class MisreadCell:
    """A cell as it was ``read``, and what really lies on it.

    ``on``: what stands on it, EMPTY if nothing does; None: as it was read. ``was_missed``: nothing was
    read there at all.
    """

    read: BoardCell
    label: str
    turns: int
    on: str | None = None
    was_missed: bool = False
    is_of_board = True

    def is_read_as(self, cell: BoardCell) -> bool:
        """Tell whether this is the same cell, with the same wrong reading as before."""
        read = self.read
        is_alike = (read.cell, read.label, read.turns) == (cell.cell, cell.label, cell.turns)
        return is_alike and (self.on is None or read.on == cell.on)

    def is_missed_in(self, reading: BoardReading) -> bool:
        """Tell whether the cell, on which nothing was read, is read as bare in this reading, too."""
        (column, row), (columns, rows) = self.read.cell, reading.grid
        is_there = column < columns and row < rows and self.read.cell not in reading.hidden
        return self.was_missed and is_there and self.read.cell not in [one.cell for one in reading.cells]

    def right(self, cell: BoardCell) -> BoardCell:
        """Return the cell with what really lies on it, as certain."""
        mine = (self.label, self.turns)
        guesses = (guess for guess in cell.likely if (guess.label, guess.turns) != mine)
        likely = (CellGuess(self.label, self.turns, 1.0), *guesses)
        on = cell.on if self.on is None else None if self.on == EMPTY else self.on
        return replace(
            cell, label=self.label, turns=self.turns, confidence=1.0, sure=True, on=on, likely=likely
        )


def bare_cell(reading: BoardReading, cell: tuple[int, int]) -> BoardCell | None:
    """Return a cell on which nothing was read; None if it is hidden, or not part of the board."""
    (column, row), (columns, rows) = cell, reading.grid
    there = GridCell(column, row)
    if reading.corners_px is None or there in reading.hidden or not (column < columns and row < rows):
        return None
    left, top, right, bottom = column - 0.5, row - 0.5, column + 0.5, row + 0.5
    corners = (
        reading.at_px(left, top),
        reading.at_px(right, top),
        reading.at_px(right, bottom),
        reading.at_px(left, bottom),
    )
    return BoardCell(there, EMPTY, 0, 1.0, True, corners)
