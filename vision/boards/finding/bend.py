"""The remaining bend of a straightened board: lenses bend straight lines, and boards do not lie quite
flat.

If blocks of the empty board are found beside their places, a smooth field of shifts (a polynomial of
third degree) is fitted to them, robustly against false finds (Cauchy's weights), and undone.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import MARGIN_CELLS, PX_PER_CELL, BoardGrid, Box, Matrix, through, to_straighten
from vision.frame import ImageBgr
from vision.pyramid import Pyramid

SPREADS_CELLS = (0.2, 0.1, 0.05, 0.03, 0.03)
"""Distance from the field, in cells, at which a block counts half, in each round of fitting. Chosen by
hand."""
STIFF = 0.3
"""Cost of bending, in blocks. Chosen by hand."""
MOST_CELLS = 0.35
"""No place of a board is shifted further."""
LEAST_BLOCKS = 25
"""Least number of blocks that must agree with the field."""
NEAR_CELLS = 0.06
GRID_PX = 16


def bend_of(places: Matrix, shifts: Matrix, grid: BoardGrid) -> Matrix | None:
    """Return the coefficients (10, 2) of the field that best explains the shifts (n, 2) of blocks at
    places (n, 2), all in cells. None if too few blocks agree, or no more than without a field."""
    if len(places) < LEAST_BLOCKS:
        return None
    basis = _basis(places, grid)
    cost = np.diag([0.01, 0.01, 0.01, *[STIFF] * (basis.shape[1] - 3)])
    field = np.zeros((basis.shape[1], 2))
    for spread in SPREADS_CELLS:
        away = np.hypot(*(shifts - basis @ field).T)
        weighted = basis / (1 + (away / spread) ** 2)[:, None]
        field = np.linalg.solve(weighted.T @ basis + cost, weighted.T @ shifts)
    near = np.hypot(*(shifts - basis @ field).T) < NEAR_CELLS
    before = np.hypot(*shifts.T) < NEAR_CELLS
    return np.asarray(field) if near.sum() >= LEAST_BLOCKS and near.sum() > before.sum() else None


def unbent(
    picture: Pyramid, grid: BoardGrid, matrix: Matrix, field: Matrix
) -> tuple[ImageBgr, NDArray[np.uint8]]:
    """Return the board as seen from straight above, without its bend, and where the picture shows it
    (255)."""
    width, height = grid.straightened_wh
    image, places, is_whole = _unbent_places(picture, grid, matrix, field, Box(0, 0, width, height))
    if is_whole:
        seen = np.full((height, width), 255, np.uint8)
    else:
        last = np.array(image.shape[1::-1]) - 1
        seen = np.where(((places >= 0) & (places <= last)).all(2), 255, 0).astype(np.uint8)
    return _at(image, places), seen


def unbent_box(picture: Pyramid, grid: BoardGrid, matrix: Matrix, field: Matrix, box: Box) -> ImageBgr:
    """Return a part of the board as seen from straight above, its bend undone."""
    image, places, _ = _unbent_places(picture, grid, matrix, field, box)
    return _at(image, places)


def _unbent_places(
    picture: Pyramid, grid: BoardGrid, matrix: Matrix, field: Matrix, box: Box
) -> tuple[ImageBgr, Matrix, bool]:
    """Return the size of the picture from which to take a part of the straightened board, the place in
    it of each of the part's pixels (height, width, 2), and whether all of them lie in it."""
    image, to_image = to_straighten(picture, grid, matrix)
    width, height = box.right - box.left, box.bottom - box.top
    y, x = np.mgrid[0 : height + GRID_PX : GRID_PX, 0 : width + GRID_PX : GRID_PX].astype(np.float64)
    own = np.stack([x.ravel() + box.left, y.ravel() + box.top], 1)
    shifts = _basis((own + 0.5) / PX_PER_CELL - MARGIN_CELLS, grid) @ field
    moved = own + np.clip(shifts, -MOST_CELLS, MOST_CELLS) * PX_PER_CELL
    small = through(to_image, moved).reshape(*x.shape, 2).astype(np.float32)
    # Every 16th pixel of the straightened board has its own place in the picture.
    to_small = np.array([[1 / GRID_PX, 0, 0], [0, 1 / GRID_PX, 0]], np.float64)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    places = cv2.warpAffine(
        small, to_small, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    last = np.array(image.shape[1::-1]) - 1
    return image, np.asarray(places), bool((small >= 0).all() and (small <= last).all())


def _at(image: ImageBgr, places: Matrix) -> ImageBgr:
    across, down = cv2.split(places)
    found = cv2.remap(image, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, np.uint8)


def _basis(places: Matrix, grid: BoardGrid) -> Matrix:
    """Return all terms up to the third degree at these places (n, 2): (n, 10)."""
    x = places[:, 0] / grid.columns * 2 - 1
    y = places[:, 1] / grid.rows * 2 - 1
    return np.stack(
        [np.ones_like(x), x, y, x * x, x * y, y * y, x**3, x * x * y, x * y * y, y**3], axis=1
    )
