"""What lay on a board a moment before pawns were set on it.

A pawn hides most of the piece that it stands on. Where the piece was seen surely just before, and still
looks like that, it is known.
"""

from dataclasses import replace

from vision.reading import EMPTY, BoardCell, BoardReading, CellGuess


def cells_under_pawns(reading: BoardReading) -> tuple[BoardCell, ...]:
    """Return the cells that are not sure, on which something stands, and which were not seen before."""
    return tuple(
        cell for cell in reading.cells if cell.on is not None and not cell.sure and cell.before is None
    )


def known_before(reading: BoardReading, earlier: BoardReading) -> BoardReading:
    """Return a reading with what an earlier one saw surely, before pawns stood there.

    A cell is sure only where both say the same: the piece may have been replaced by another meanwhile.
    """
    before = {cell.cell: cell for cell in earlier.cells}
    cells = tuple(
        _as_before(cell, before[cell.cell]) if cell.cell in before else cell for cell in reading.cells
    )
    all_sure = all(cell.sure for cell in cells)
    doubts = tuple(doubt for doubt in reading.doubts if doubt != "cell" or not all_sure)
    return replace(reading, cells=cells, doubts=doubts, sure=not doubts)


def _as_before(cell: BoardCell, before: BoardCell) -> BoardCell:
    mine = _surely(before)
    if mine is None or cell.sure or cell.on is None or before.on not in (None, cell.on):
        return cell
    if cell.label != mine.label:
        return replace(cell, before=cell.before or mine)
    others = (guess for guess in cell.likely if (guess.label, guess.turns) != (mine.label, mine.turns))
    return replace(
        cell,
        turns=mine.turns,
        confidence=mine.confidence,
        sure=True,
        likely=(mine, *others),
        before=mine,
    )


def _surely(cell: BoardCell) -> CellGuess | None:
    """Return which piece was surely seen on a cell, if any."""
    if not cell.sure:
        return cell.before
    return None if cell.label == EMPTY else CellGuess(cell.label, cell.turns, cell.confidence)
