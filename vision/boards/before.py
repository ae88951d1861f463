"""Pieces on a board just before they were hidden, mostly by pawns.

A pawn hides most of the piece that it stands on. A piece that was seen with certainty just before, and
still looks like that, is known.
"""

from dataclasses import replace

from vision.readings.board import EMPTY, BoardCell, BoardReading, CellGuess


def unclear_cells(reading: BoardReading) -> tuple[BoardCell, ...]:
    """Return the unsure cells on which something lies or stands, and those of them that were not seen
    before."""
    return tuple(
        cell
        for cell in reading.cells
        if not cell.sure and cell.before is None and (cell.on is not None or cell.label != EMPTY)
    )


def known_before(reading: BoardReading, earlier: BoardReading) -> BoardReading:
    """Return a reading completed by pieces that an earlier one saw with certainty before they were
    hidden.

    A cell is sure only if both name the same piece: it may have been replaced meanwhile.
    """
    before = {cell.cell: cell for cell in earlier.cells}
    unclear = {cell.cell for cell in unclear_cells(reading)} & {*before}
    cells = tuple(
        _as_before(cell, before[cell.cell]) if cell.cell in unclear else cell for cell in reading.cells
    )
    all_sure = all(cell.sure for cell in cells)
    doubts = tuple(doubt for doubt in reading.doubts if doubt != "cell" or not all_sure)
    return replace(reading, cells=cells, doubts=doubts, sure=not doubts)


def _as_before(cell: BoardCell, before: BoardCell) -> BoardCell:
    mine = _surely(before)
    if mine is None or before.on not in (None, cell.on):
        return cell
    if cell.label != mine.label:
        return replace(cell, before=mine)
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
    """Return the piece that was seen with certainty on a cell, if any."""
    if not cell.sure:
        return cell.before
    return None if cell.label == EMPTY else CellGuess(cell.label, cell.turns, cell.confidence)
