"""What lay on a board a moment before pawns were set on it.

A pawn hides most of the piece that it stands on. Where the piece was seen surely just before, and still
looks like that, it is known.
"""

from dataclasses import replace

from vision.reading import EMPTY, BoardCell, BoardReading, CellGuess


def cells_under_pawns(reading: BoardReading) -> tuple[BoardCell, ...]:
    """Return the cells that are not sure and on which something stands."""
    return tuple(cell for cell in reading.cells if cell.on is not None and not cell.sure)


def known_before(reading: BoardReading, earlier: BoardReading) -> BoardReading:
    """Return a reading with what an earlier one saw surely, before pawns stood there.

    Both have to say the same: the piece may have been replaced by another meanwhile.
    """
    before = {cell.cell: cell for cell in earlier.cells if cell.sure}
    cells = tuple(
        _as_before(cell, before[cell.cell]) if cell.cell in before else cell for cell in reading.cells
    )
    if cells == reading.cells:
        return reading
    all_sure = all(cell.sure for cell in cells)
    doubts = tuple(doubt for doubt in reading.doubts if doubt != "cell" or not all_sure)
    return replace(reading, cells=cells, doubts=doubts, sure=not doubts)


def _as_before(cell: BoardCell, before: BoardCell) -> BoardCell:
    if cell.sure or cell.on is None or before.on not in (None, cell.on):
        return cell
    if before.label == EMPTY or cell.label != before.label:
        return cell
    mine = CellGuess(before.label, before.turns, before.confidence)
    others = (
        guess for guess in cell.likely if (guess.label, guess.turns) != (before.label, before.turns)
    )
    return replace(
        cell,
        turns=before.turns,
        confidence=before.confidence,
        sure=True,
        likely=(mine, *others),
    )
