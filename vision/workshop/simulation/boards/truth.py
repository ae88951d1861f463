"""The ground truth of a rendered board: what a perfect reader would say of every cell."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from vision.readings.places import GridCell, PointPx
from vision.workshop.simulation.boards.things import LaidBoard, Slab
from vision.workshop.simulation.optics.camera import Projection
from vision.workshop.simulation.scene import TrueCell
from vision.workshop.simulation.things import Board, ThingsNow
from vision.workshop.simulation.truth import area_of, within

PROP_MARK, HAND_MARK = 254, 255
"""In a picture of owners: a thing that stands over the board, and a hand."""
_CORNERS = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))


def true_cells(
    board: Board | None, things: ThingsNow, projection: Projection, owner: NDArray[np.uint8]
) -> tuple[TrueCell, ...]:
    """Return every cell, row after row; ``owner`` (h, w) marks where hands and props are seen."""
    if not isinstance(board, LaidBoard):
        return ()
    lying, standing = parts_on(board, things.slabs), pawns_on(board, things)
    hidden = np.asarray(owner >= PROP_MARK, np.uint8)
    return tuple(
        _true_cell(board, cell, lying.get(cell), standing.get(cell), projection, hidden)
        for cell in board.cells
    )


def parts_on(board: LaidBoard, slabs: Iterable[Slab]) -> dict[GridCell, tuple[str, int]]:
    """Return the label and the quarter turns of the piece on each cell; of two, the higher one."""
    found: dict[GridCell, tuple[str, int]] = {}
    for slab in sorted(slabs, key=lambda slab: slab.height_mm):
        turns = round((slab.angle_deg - board.angle_deg) / 90) % 4
        for label, at in zip(slab.labels, slab.part_centres_mm(), strict=True):
            if (cell := board.cell_at(at)) is not None:
                found[cell] = (label, turns)
    return found


def pawns_on(board: LaidBoard, things: ThingsNow) -> dict[GridCell, str]:
    """Return the label of the pawn on each cell."""
    places = ((board.cell_at(pawn.centre_mm), pawn.label) for pawn in things.pawns)
    return {cell: label for cell, label in places if cell is not None}


def cell_corners_px(board: LaidBoard, cell: GridCell, projection: Projection) -> NDArray[np.float64]:
    """Return the visible corners of a cell, clockwise from its own top left: (4, 2)."""
    corners = [board.place_mm(cell.column + x, cell.row + y) for x, y in _CORNERS]
    return projection.table_to_picture(corners, board.thick_mm)


def _true_cell(
    board: LaidBoard,
    cell: GridCell,
    lying: tuple[str, int] | None,
    on: str | None,
    projection: Projection,
    hidden: NDArray[np.uint8],
) -> TrueCell:
    corners = cell_corners_px(board, cell, projection)
    centre = projection.table_to_picture(board.place_mm(*cell), board.thick_mm)
    label, turns = lying if lying is not None else (None, 0)
    a, b, c, d = (PointPx(float(x), float(y)) for x, y in corners)
    seen = _visible(corners, hidden)
    return TrueCell(cell, label, turns, on, seen, PointPx(*centre.tolist()), (a, b, c, d))


def _visible(corners: NDArray[np.float64], hidden: NDArray[np.uint8]) -> float:
    """Return the part of a quadrilateral that is in the picture and not hidden."""
    area, (patch, mask) = area_of(corners), within(corners, hidden)
    if not patch.size or area <= 0:
        return 0.0
    seen = int(np.count_nonzero(mask & (1 - patch)))
    # A drawn polygon includes its outline: its own pixels count, if all of it is in the picture.
    return min(1.0, seen / max(area, float(np.count_nonzero(mask))))
