"""Cells of a board that were read wrongly: a person's move says what really lies there."""

from dataclasses import dataclass, replace

from vision.reading import BoardCell, CellGuess


@dataclass(frozen=True)
class MisreadCell:
    """A cell as it was ``read``, and what really lies on it."""

    read: BoardCell
    label: str
    turns: int
    is_of_board = True

    def is_read_as(self, cell: BoardCell) -> bool:
        """Tell whether this is the same cell, read as wrongly as before."""
        return (self.read.cell, self.read.label, self.read.turns) == (cell.cell, cell.label, cell.turns)

    def right(self, cell: BoardCell) -> BoardCell:
        """Return the cell with what lies on it, surely."""
        mine = (self.label, self.turns)
        guesses = (guess for guess in cell.likely if (guess.label, guess.turns) != mine)
        likely = (CellGuess(self.label, self.turns, 1.0), *guesses)
        return replace(
            cell, label=self.label, turns=self.turns, confidence=1.0, sure=True, likely=likely
        )
