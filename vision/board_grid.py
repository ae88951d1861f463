"""A board's cells: in cells of the board, in its straightened picture, in a picture of the table.

Cells of the board count from its top left corner, x to the right and y down: the cell in column 3 and
row 4 reaches from (3, 4) to (4, 5). A homography (3 x 3) maps cells to pixels of a picture;
``places_px`` are pixels counted at their centres, as in OpenCV.
"""

from dataclasses import dataclass
from functools import cached_property
from math import log2
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners
from vision.frame import ImageBgr
from vision.pyramid import Pyramid
from vision.readings.places import GridCell

Matrix = NDArray[np.float64]

PX_PER_CELL = 48
"""Scale of straightened boards: a printed letter of a third of a cell is then still readable, and 150
cells are warped in 3 ms."""
MARGIN_CELLS = 1.0
"""Margin, in cells, that is kept around the outermost cells: a board's frame helps to find it, and tall
pieces reach over the edge."""

LEAST_CELL_PX = 0.01
"""Corners nearer to each other than this are one point, apart from rounding errors."""


@dataclass(frozen=True)
class BoardGrid:
    """Columns and rows of a board."""

    columns: int
    rows: int

    @cached_property
    def cells(self) -> list[GridCell]:
        """Every cell, row after row."""
        return [GridCell(column, row) for row in range(self.rows) for column in range(self.columns)]

    @property
    def corner_centres(self) -> Matrix:
        """Centres of the four corner cells in cells of the board: (4, 2), clockwise from the top
        left."""
        right, bottom = self.columns - 0.5, self.rows - 0.5
        return np.array([[0.5, 0.5], [right, 0.5], [right, bottom], [0.5, bottom]])

    @property
    def straightened_wh(self) -> tuple[int, int]:
        """Width and height of the straightened board in px, including its margin."""
        return (
            round((self.columns + 2 * MARGIN_CELLS) * PX_PER_CELL),
            round((self.rows + 2 * MARGIN_CELLS) * PX_PER_CELL),
        )

    def matrix_of(self, corners_px: Corners) -> Matrix:
        """Return the homography from cells to pixels of the picture with these corner cells' centres."""
        return np.asarray(
            cv2.getPerspectiveTransform(
                self.corner_centres.astype(np.float32), np.asarray(corners_px, np.float32)
            ),
            np.float64,
        )


def straightened_to_cells(halvings: int = 0) -> Matrix:
    """Return the map (3 x 3) from pixels of the straightened board to cells of the board.

    ``halvings``: how often its scale is halved.
    """
    scale = 2**halvings / PX_PER_CELL
    return np.array(
        [[scale, 0, scale / 2 - MARGIN_CELLS], [0, scale, scale / 2 - MARGIN_CELLS], [0, 0, 1.0]]
    )


def through(matrix: Matrix, points: Matrix) -> Matrix:
    """Return points (n, 2) taken through a homography."""
    if not len(points):
        return np.zeros((0, 2))
    return np.asarray(
        cv2.perspectiveTransform(np.asarray(points, np.float64)[None], matrix)[0], np.float64
    )


def px_per_cell(grid: BoardGrid, matrix: Matrix) -> float:
    """Return how many pixels of the picture a cell's side has, in the board's mean."""
    corners = through(
        matrix, np.array([[0, 0], [grid.columns, 0], [grid.columns, grid.rows], [0, grid.rows]])
    )
    x, y = corners.T
    area = abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2
    return float(np.sqrt(area / (grid.columns * grid.rows)))


def is_place(grid: BoardGrid, matrix: NDArray[Any]) -> bool:
    """Tell whether a board can lie there: all of it in front of the camera, and of some size."""
    right, bottom = grid.columns, grid.rows
    outline = np.array([[0, 0, 1], [right, 0, 1], [right, bottom, 1], [0, bottom, 1]]) @ matrix.T
    depths = outline[:, 2]
    if not (np.isfinite(outline).all() and abs(np.sign(depths).sum()) == len(depths)):
        return False
    convex = cv2.isContourConvex((outline[:, :2] / depths[:, None]).astype(np.float32))
    return bool(convex and px_per_cell(grid, matrix) > LEAST_CELL_PX)


class Box(NamedTuple):
    """A part of a straightened board, in its px: from left and top to before right and bottom."""

    left: int
    top: int
    right: int
    bottom: int


def boxes_round(grid: BoardGrid, cells: NDArray[np.bool_]) -> list[Box]:
    """Return boxes that contain these cells (row after row) and one cell around each."""
    board = cells.reshape(grid.rows, grid.columns).astype(np.uint8)
    many, _, stats, _ = cv2.connectedComponentsWithStats(board, connectivity=8)
    margin = round(MARGIN_CELLS)
    boxes = []
    for column, row, columns, rows, _ in stats[1:many].tolist():
        edges = column, row, column + columns, row + rows
        aside = (-1, -1, 1, 1)
        boxes.append(Box(*((e + a + margin) * PX_PER_CELL for e, a in zip(edges, aside, strict=True))))
    return boxes


def straighten_box(picture: Pyramid, grid: BoardGrid, matrix: Matrix, box: Box) -> ImageBgr:
    """Return a part of the board as seen from straight above."""
    image, whole = to_straighten(picture, grid, matrix)
    moved = whole @ np.array([[1, 0, box.left], [0, 1, box.top], [0, 0, 1.0]])
    size = box.right - box.left, box.bottom - box.top
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    part = cv2.warpPerspective(image, moved, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(part, np.uint8)


def straighten_board(
    picture: Pyramid, grid: BoardGrid, matrix: Matrix, halvings: int = 0
) -> tuple[ImageBgr, NDArray[np.uint8]]:
    """Return the board as seen from straight above, and where the picture shows it (255) or ends (0).

    ``halvings``: how often the scale of ``PX_PER_CELL`` is halved. If the picture is finer than the
    straightened board, a smaller size of it is used, so that no pixel is skipped.
    """
    image, whole = to_straighten(picture, grid, matrix, halvings)
    width, height = (extent >> halvings for extent in grid.straightened_wh)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    board = cv2.warpPerspective(
        image, whole, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(board, np.uint8), _seen(image, (width, height), whole)


def to_straighten(
    picture: Pyramid, grid: BoardGrid, matrix: Matrix, halvings: int = 0
) -> tuple[ImageBgr, Matrix]:
    """Return the size of the picture that a straightened board is taken from, and the map (3 x 3) from
    pixels of the straightened board to its pixels."""
    fineness = px_per_cell(grid, matrix) / PX_PER_CELL * 2**halvings
    level = max(0, round(log2(max(fineness, 1e-3)) - 0.3))
    shrink = np.diag([0.5**level, 0.5**level, 1.0])
    shrink[:2, 2] = (0.5**level - 1) / 2
    return picture[level], np.asarray(shrink @ matrix @ straightened_to_cells(halvings))


def _seen(image: ImageBgr, size_wh: tuple[int, int], matrix: Matrix) -> NDArray[np.uint8]:
    """Return 255 where the straightened board lies within the picture, else 0."""
    height, width = image.shape[:2]
    frame = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float64)
    mask = np.zeros(size_wh[::-1], np.uint8)
    outline = through(np.asarray(np.linalg.inv(matrix), np.float64), frame)
    cv2.fillConvexPoly(mask, np.clip(np.rint(outline), -30000, 30000).astype(np.int32), 255)
    return mask


def cell_shares(grid: BoardGrid, mask: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return which part of each cell, row after row, a mask of the straightened board covers."""
    edge = round(MARGIN_CELLS * PX_PER_CELL)
    small = cv2.resize(
        mask[edge:-edge, edge:-edge], (grid.columns, grid.rows), interpolation=cv2.INTER_AREA
    )
    return np.asarray(small.reshape(-1) / 255, np.float32)
