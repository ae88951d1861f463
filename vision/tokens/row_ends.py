"""What stands before the rows of a board with holes: figures, told apart by nothing but their colours.

Nothing is found or named there. What is told is the share of each colour in the area before a row, so
that whoever knows what stood there before, and what may stand there now, can compare: what two things
show adds up, also where they touch.
"""

from dataclasses import dataclass
from math import log2
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import BoardGrid, Matrix, px_per_cell, through
from vision.frame import ImageBgr
from vision.pyramid import Pyramid
from vision.readings.tokens import ColourShares
from vision.tokens.finding.outlines import logarithms

Values = NDArray[np.float64]


@dataclass(frozen=True)
class _RowEndNumbers:
    """Chosen on 24 simulated tables, 103 looks at two to four figures, each of which was set down anew:
    where they stood was told wrongly once, with half the steps four times."""

    reaches: float = 2.25
    """Cells before the first hole's edge: heads lean outwards from where figures stand."""
    fineness: int = 16
    """Pixels of a cell."""
    tint: float = 0.5
    light: float = 1.4
    """From one colour to the next, in logarithms. Light tells less: things throw shadows, and gleam."""
    tints: int = 7
    lights: int = 5
    least: int = 4
    """Smallest share that is told, in thousandths."""


NUMBERS: Final = _RowEndNumbers()
_MANY: Final = NUMBERS.tints**2 * NUMBERS.lights


def colours_before_rows(picture: Pyramid, grid: BoardGrid, matrix: Matrix) -> tuple[ColourShares, ...]:
    """Return the colours before each row's first hole, against the board's light; none where the picture
    does not show them all.

    ``matrix``: from cells of the board to pixels of the picture.
    """
    fine, left = NUMBERS.fineness, -NUMBERS.reaches
    at = through(matrix, np.array([[left, 0], [0, 0], [0, grid.rows], [left, grid.rows]]))
    if (at < 0).any() or (at >= picture.size_wh(0)).any():
        return ()
    level = max(0, round(log2(max(px_per_cell(grid, matrix) / fine, 1.0))))
    there = _logarithms(picture, matrix, level, (left, 0.0, grid.rows))
    board = _logarithms(picture, matrix, level, (0.0, float(grid.columns), grid.rows))
    tinted = (there - np.median(board.reshape(-1, 3), 0)).reshape(grid.rows, -1, 3)
    return tuple(map(_shares, tinted))


def _logarithms(picture: Pyramid, matrix: Matrix, level: int, part: tuple[float, float, int]) -> Values:
    """Return the colours between two columns of the board, from straight above: (h, w, 3)."""
    first, last, rows = min(part[:2]), max(part[:2]), part[2]
    cells = np.diag([1 / NUMBERS.fineness, 1 / NUMBERS.fineness, 1.0])
    cells[0, 2] = first
    shrink = np.diag([0.5**level, 0.5**level, 1.0])
    shrink[:2, 2] = (0.5**level - 1) / 2
    size = round((last - first) * NUMBERS.fineness), rows * NUMBERS.fineness
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    straight: ImageBgr = np.asarray(
        cv2.warpPerspective(picture[level], shrink @ matrix @ cells, size, flags=flags), np.uint8
    )
    return np.asarray(cv2.LUT(straight, logarithms()), np.float64)


def _shares(colours: Values) -> ColourShares:
    """Return the share of each colour among these (n, 3), in thousandths.

    Each counts for the eight nearest of the colours that are told apart, the nearer ones more.
    """
    light = colours.mean(1)
    steps = np.array([NUMBERS.tint, NUMBERS.tint, NUMBERS.light])
    many = np.array([NUMBERS.tints, NUMBERS.tints, NUMBERS.lights])
    places = np.column_stack([colours[:, 0] - light, colours[:, 2] - light, light]) / steps + many // 2
    places = np.clip(places, 0, many - 1 - 1e-6)
    low = np.floor(places).astype(np.intp)
    part, found = places - low, np.zeros(_MANY)
    for corner in np.ndindex(2, 2, 2):
        weight = np.where(np.array(corner) == 1, part, 1 - part).prod(1)
        number = np.ravel_multi_index(tuple((low + np.array(corner)).T), tuple(many))
        found += np.bincount(number, weight, _MANY)
    shares = np.rint(1000 * found / len(colours)).astype(int).tolist()
    return tuple((number, share) for number, share in enumerate(shares) if share >= NUMBERS.least)
