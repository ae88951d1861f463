"""Where a board looks different from a moment ago: at a live table most of it does not.

Pictures are compared as the camera takes them, at a size at which a cell has some twenty pixels. A
camera or a board that was moved changes nearly every cell.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import BoardGrid, Matrix, px_per_cell
from vision.frame import ImageBgr
from vision.pyramid import Pyramid

PX_A_CELL = 20.0
"""Least pixels of a cell's side down to which pictures are halved."""
UNCHANGED = 4.0
"""Grey levels by which the camera's noise changes no spot of 5 x 5 px. Chosen by hand."""
BESIDE_CELLS = 0.35
"""Distance from a cell, in cells, within which a change counts as the cell's."""
SPOT_PX = 5


@dataclass(frozen=True, eq=False)
class SeenBefore:
    """The picture when each cell was last read: ``picture``, halved ``halvings`` times, and each pixel's
    cell number (-1: none)."""

    halvings: int
    picture: ImageBgr
    cells: NDArray[np.int32]
    many: int

    def changed(self, where: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Return which cells look different, or have a difference close by, if the board can be
        compared."""
        found = np.zeros(self.many + 1, bool)
        found[self.cells[where > 0]] = True
        return found[:-1]

    def renewed(self, picture: Pyramid, where: NDArray[np.uint8]) -> "SeenBefore":
        """Return this with the changed parts replaced by how they look now."""
        now = cv2.copyTo(picture[self.halvings], where, self.picture.copy())
        return replace(self, picture=np.asarray(now, np.uint8))

    def where(self, picture: Pyramid) -> NDArray[np.uint8]:
        """Return 1 where the picture looks different now, or close by, else 0."""
        away = cv2.blur(cv2.absdiff(picture[self.halvings], self.picture), (SPOT_PX, SPOT_PX))
        most = cv2.max(cv2.max(*cv2.split(away)[:2]), cv2.extractChannel(away, 2))
        beside = 2 * round(BESIDE_CELLS * PX_A_CELL) + 1
        kernel = np.ones((beside, beside), np.uint8)
        return np.asarray(cv2.dilate((most >= UNCHANGED).astype(np.uint8), kernel), np.uint8)


def seen_now(picture: Pyramid, grid: BoardGrid, matrix: Matrix) -> SeenBefore:
    """Return the view of a board; the homography maps its cells to the picture's pixels."""
    halvings, fine = 0, px_per_cell(grid, matrix)
    while fine >= 2 * PX_A_CELL:
        halvings, fine = halvings + 1, fine / 2
    numbers = np.arange(grid.rows * grid.columns, dtype=np.float32).reshape(grid.rows, grid.columns)
    shrink = np.diag([0.5**halvings, 0.5**halvings, 1.0])
    # Pixel (0, 0) of the numbers is the cell from (0, 0) to (1, 1).
    to_cells = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    small = picture[halvings]
    cells = cv2.warpPerspective(
        numbers,
        shrink @ matrix @ to_cells,
        (small.shape[1], small.shape[0]),
        flags=cv2.INTER_NEAREST,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=-1.0,
    )
    return SeenBefore(halvings, small, cells.astype(np.int32), numbers.size)
