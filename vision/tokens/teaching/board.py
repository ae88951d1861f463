"""The lesson of a photograph about the board with holes for tokens."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import MARGIN_CELLS, BoardGrid, Matrix, is_place, straighten_board, through
from vision.corners import Corners
from vision.manifests.labelled import LabelledPhoto
from vision.pyramid import Pyramid
from vision.readings.places import GridCell
from vision.tokens.sets import BOARD_PX_PER_CELL, TokenBoard, board_wh

HOLE = 1.15
"""Factor by which things in holes extend beyond them: tokens have height."""
LEAST_TOKENS = 6
DIFFERENT = 0.25
"""Difference (logarithms) from the other photographs from which something stands on the board."""
MOSTLY = 0.6
"""Share of the photographs that must agree for a place to be the board."""


def place_of(grid: BoardGrid, labelled: LabelledPhoto, centres_px: Corners) -> Matrix | None:
    """Return the homography from cells to pixels; None if neither corners nor tokens give it."""
    cells, places = [], []
    for token, centre in zip(labelled.pieces or (), centres_px, strict=True):
        if token.cell is not None:
            cells.append((token.cell.column + 0.5, token.cell.row + 0.5))
            places.append(centre)
    spans = len(cells) >= LEAST_TOKENS and np.linalg.matrix_rank(np.array(cells) - cells[0]) == 2
    if spans:
        matrix, _ = cv2.findHomography(np.array(cells), np.array(places), cv2.LMEDS)
        if matrix is not None and is_place(grid, matrix):
            return np.asarray(matrix, np.float64)
    if labelled.corners_px is not None:
        given = grid.matrix_of(np.array(labelled.corners_px))
        return given if is_place(grid, given) else None
    return None


def cells_under(grid: BoardGrid, matrix: Matrix, places_px: Corners) -> set[GridCell]:
    """Return the cells of these places (n, 2); places beside the board have none."""
    back = np.asarray(np.linalg.inv(matrix), np.float64)
    at = np.floor(through(back, places_px)).tolist()
    return {GridCell(int(x), int(y)) for x, y in at} & {*grid.cells}


def board_shown(
    picture: Pyramid, grid: BoardGrid, matrix: Matrix, radius_px: float, hole_px: float | None
) -> TokenBoard:
    """Return the board as one photograph shows it."""
    straight, seen = straighten_board(picture, grid, matrix)
    small = cv2.resize(straight, board_wh(grid), interpolation=cv2.INTER_AREA)
    known = cv2.resize(seen, board_wh(grid), interpolation=cv2.INTER_AREA) > 250
    middle = np.array([[grid.columns / 2 - 0.5, grid.rows / 2 - 0.5]])
    x, y = (
        float(np.hypot(*np.subtract(*through(matrix, np.vstack([middle, middle + step])))))
        for step in ([1.0, 0.0], [0.0, 1.0])
    )
    radius, hole = radius_px / x, (hole_px or radius_px) / x
    longer = max(picture.size_wh(0))
    corners = tuple(
        (float(cx / longer), float(cy / longer)) for cx, cy in through(matrix, grid.corner_centres)
    )
    solid = known & ~holes_mask(grid, hole, y / x)
    return TokenBoard(
        grid,
        np.asarray(small, np.uint8),
        np.where(solid, 255, 0).astype(np.uint8),
        radius,
        hole,
        y / x,
        corners,
    )


def holes_mask(grid: BoardGrid, hole_cells: float, aspect: float) -> NDArray[np.bool_]:
    """Return where the board's picture shows holes and their contents."""
    width, height = board_wh(grid)
    mask = np.zeros((height, width), np.uint8)
    size = HOLE * hole_cells * BOARD_PX_PER_CELL
    for cell in grid.cells:
        x, y = ((along + 0.5 + MARGIN_CELLS) * BOARD_PX_PER_CELL for along in cell)
        axes = (round(size), round(size / aspect))
        cv2.ellipse(mask, (round(x), round(y)), axes, 0, 0, 360, 255, -1)
    return np.asarray(mask > 0)


def joined(shown: Sequence[TokenBoard], bare: Sequence[TokenBoard]) -> TokenBoard:
    """Return the board as most photographs show it: things on it differ, its print does not.

    A board taught earlier counts as often as it was photographed. ``bare``: those of them with empty
    holes, whose outlines are clearer.
    """
    first = shown[0]
    if len(shown) == 1 and not bare:
        return first
    times = np.array([one.photos for one in shown])
    logs = np.stack([np.log(one.board_bgr.astype(np.float64) + 12) for one in shown])
    seen = np.stack([one.known > 0 for one in shown])
    inner = seen.all(0)
    if inner.any():
        lamps = np.array([np.median((one - logs[0])[inner], 0) for one in logs])
        logs = logs - lamps[:, None, None]
    each = np.repeat(np.arange(len(shown)), times)
    middle = np.median(logs[each], 0)
    alike = seen & (np.abs(logs - middle).max(3) < DIFFERENT)
    known = np.tensordot(times, alike, 1) > MOSTLY * times.sum()
    return replace(
        first,
        board_bgr=np.clip(np.exp(middle) - 12, 0, 255).astype(np.uint8),
        known=np.where(known, 255, 0).astype(np.uint8),
        radius_cells=float(np.median([one.radius_cells for one in shown])),
        hole_cells=float(np.median([one.hole_cells for one in bare or shown])),
        photos=int(times.sum()),
    )
