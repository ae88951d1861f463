"""Makes several readings of a board, taken while nothing moved, into one.

Readings of a still board are similar, right or wrong: only the camera's noise differs. So several count
only as their median, and anything they disagree on is never sure.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from vision.readings.board import EMPTY, BoardCell, BoardReading
from vision.readings.places import GridCell

Said = tuple[str, int, str | None]


def pool_boards(readings: Sequence[BoardReading]) -> BoardReading:
    """Return several readings of a still board as one. Raises ``ValueError`` for none."""
    if not readings:
        raise ValueError("no readings to pool")
    found = [reading for reading in readings if reading.corners_px is not None]
    if 2 * len(found) <= len(readings):
        return replace(next((one for one in readings if one.corners_px is None), readings[0]))
    places = dict.fromkeys(
        place for reading in found for place in (*_by_place(reading), *reading.hidden)
    )
    cells, hidden = [], []
    for place in sorted(places, key=lambda one: (one.row, one.column)):
        if 2 * sum(place in reading.hidden for reading in found) > len(found):
            hidden.append(place)
            continue
        pooled = _pool(place, [reading for reading in found if place not in reading.hidden])
        if pooled is not None:
            cells.append(pooled)
    doubts = (
        *(("cell",) if not all(cell.sure for cell in cells) else ()),
        *(("hidden",) if hidden else ()),
    )
    return replace(found[-1], cells=tuple(cells), hidden=tuple(hidden), doubts=doubts, sure=not doubts)


def _pool(place: GridCell, readings: Sequence[BoardReading]) -> BoardCell | None:
    """Return the content of a cell in most readings; None if that is certainly nothing."""
    seen = [_by_place(reading).get(place) for reading in readings]
    said: Counter[Said] = Counter(_said(cell) for cell in seen)
    most, votes = said.most_common(1)[0]
    there = [cell for cell in seen if cell is not None]
    agreed = [cell for cell in there if _said(cell) == most]
    if not agreed:
        if votes == len(seen):
            return None
        return replace(there[0], label=EMPTY, turns=0, on=None, sure=False)
    all_agree = votes == len(seen)
    sure = all_agree and 2 * sum(cell is None or cell.sure for cell in seen) > len(seen)
    if sure and most == (EMPTY, 0, None):
        return None
    return replace(agreed[-1], sure=sure, confidence=median(cell.confidence for cell in agreed))


def _said(cell: BoardCell | None) -> Said:
    return (EMPTY, 0, None) if cell is None else (cell.label, cell.turns, cell.on)


def _by_place(reading: BoardReading) -> dict[GridCell, BoardCell]:
    return {cell.cell: cell for cell in reading.cells}
