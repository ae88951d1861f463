"""The light on a board with holes for tokens, relative to the lesson: from the print between the
holes."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import MARGIN_CELLS
from vision.frame import ImageBgr
from vision.medians import medians
from vision.tokens.finding.outlines import logarithms
from vision.tokens.sets import BOARD_PX_PER_CELL, TokenBoard, board_wh

ROUNDS = 4
FAR = 0.25
"""Difference from the smooth light, in logarithms, above which a place does not show the board, but a
hand or another thing."""
STEP = 3
"""Step in pixels between the pixels that are used."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class BoardLight:
    """``illuminant`` (3,): the overall shift, in logarithms; ``slope`` (3, 3): each colour's change,
    constant and with the place on the board, whose corners are (-1, -1) and (1, 1)."""

    illuminant: Values
    slope: Values
    size: tuple[int, int]

    def at(self, cells: Values) -> Values:
        """Return the shift relative to the illuminant at places of the board (n, 2) in cells: (n, 3)."""
        place = np.clip(2 * cells / np.array(self.size) - 1, -1.2, 1.2)
        return np.column_stack([np.ones(len(place)), place]) @ self.slope.T - self.illuminant


def between_holes(board: TokenBoard) -> NDArray[np.bool_]:
    """Return where the board's picture certainly shows the board: around its outermost holes it may be
    the lesson's table."""
    margin = round(MARGIN_CELLS * BOARD_PX_PER_CELL)
    inner = np.zeros(board.known.shape, np.bool_)
    inner[margin:-margin, margin:-margin] = True
    return inner


def board_light(straight_bgr: ImageBgr, seen: NDArray[np.uint8], board: TokenBoard) -> BoardLight:
    """Return the light on a straightened board; ``seen`` is 255 where the picture shows it."""
    size = board_wh(board.grid)
    small = cv2.resize(straight_bgr, size, interpolation=cv2.INTER_AREA)
    shown = cv2.resize(seen, size, interpolation=cv2.INTER_AREA) > 250
    rows, columns = np.nonzero(shown & (board.known > 0) & between_holes(board))
    rows, columns = rows[::STEP], columns[::STEP]
    grid = (board.grid.columns, board.grid.rows)
    if len(rows) < 30:
        return BoardLight(np.zeros(3), np.zeros((3, 3)), grid)
    now, then = (logarithms()[one[rows, columns]] for one in (small, board.board_bgr))
    cells = (np.column_stack([columns, rows]) + 0.5) / BOARD_PX_PER_CELL - MARGIN_CELLS
    place = 2 * cells / np.array(grid) - 1
    terms = np.vstack([np.ones(len(place)), place.T])
    off = (now.astype(np.float64) - then).T.copy()
    slope = np.column_stack([medians(off)[:, 0], np.zeros((3, 2))])
    for _ in range(ROUNDS):
        rest = np.abs(off - slope @ terms).max(0)
        told = terms * (rest < max(FAR, 1.5 * float(medians(rest)[0])))
        slope = np.linalg.lstsq(told @ terms.T, told @ off.T, rcond=None)[0].T
    return BoardLight(slope[:, 0], np.asarray(slope), grid)
