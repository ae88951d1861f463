"""Fits a board's place to the picture: blocks of the empty board are looked for near where they should
lie.

Block matching by normalised correlation, which no even change of light alters, then a homography that
most blocks agree on (RANSAC, Fischler and Bolles 1981). Blocks that pieces or a hand cover find nothing,
or something elsewhere, and are outvoted. First at a coarse scale with a wide search; then at finer ones,
nearby.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import (
    MARGIN_CELLS,
    PX_PER_CELL,
    BoardGrid,
    Matrix,
    is_place,
    px_per_cell,
    straighten_board,
    through,
)
from vision.frame import ImageBgr
from vision.pyramid import Pyramid

BLOCK_CELLS = 1.4
"""Side of a block in cells: it holds more than one cell's edge, so that few look like their
neighbours."""
MOST_BLOCKS = 140
"""Most blocks that are looked for, those with the clearest structure in both directions. Chosen for its
time."""
LEAST_CORRELATION = 0.55
"""A block that correlates less was not found. Chosen by hand."""
AGREE_CELLS = 0.08
"""Distance, in cells, within which a block agrees with a homography. Chosen by hand: an uneven board
deviates from a plane by less."""
LEAST_BLOCKS = 12
"""Least number of agreeing blocks that place a board. Chosen by hand."""
Grey = NDArray[np.float32]


@dataclass(frozen=True)
class FitRound:
    """One round of fitting: by how much the straightened board is shrunk, how many px around are
    searched, with all blocks or fewer. ``method``: the estimator of the common homography."""

    halvings: int
    reach_px: int
    every: int = 1
    method: int = cv2.RANSAC


# A repeated fit needs no fine place: USAC_FAST takes a ninth of the time.
COARSE = FitRound(2, 10, 2, cv2.USAC_FAST)
MIDDLE = FitRound(1, 5, 2, cv2.USAC_FAST)
WHOLE = FitRound(1, 5)
FINE = FitRound(1, 8)


@dataclass(frozen=True, eq=False)
class Fit:
    """A board's place in a picture, and how well it is known.

    ``matrix`` takes cells to pixels. ``agreeing``: share of the blocks in the picture that were found at
    the place given by the homography; ``blocks``: their number; ``correlation``: their mean correlation.
    ``places``, ``shifts`` (n, 2): centres of the blocks that were found, and their distances from their
    expected places, in cells.
    """

    matrix: Matrix
    agreeing: float
    blocks: int
    correlation: float
    places: Matrix
    shifts: Matrix


@dataclass(frozen=True, eq=False)
class _Block:
    """A block of the empty board, its search area in the straightened picture (from ``left``, ``top``),
    and its expected place in that area."""

    centre: tuple[float, float]
    centre_px: tuple[int, int]
    picture: Grey
    left: int
    top: int
    right: int
    bottom: int
    own: tuple[int, int]


class BoardBlocks:
    """The blocks of one empty board. Safe to call from several threads."""

    def __init__(self, grid: BoardGrid, board_bgr: ImageBgr, known: NDArray[np.uint8]) -> None:
        self.grid = grid
        greys = [grey_of(board_bgr, halvings) for halvings in range(3)]
        centres = _plainest(grid, greys[1], known)
        self._blocks = {
            step: [
                _block(greys[step.halvings], centre, step)
                for centre in centres[:: step.every if len(centres) >= MOST_BLOCKS else 1]
            ]
            for step in (COARSE, MIDDLE, WHOLE, FINE)
        }

    def fit(self, picture: Pyramid, matrix: Matrix, steps: tuple[FitRound, ...]) -> Fit | None:
        """Return the board's place near ``matrix``, or None if too few blocks are found."""
        fitted = None
        for step in steps:
            fitted = self._fit(picture, matrix, step)
            if fitted is None:
                return None
            matrix = fitted.matrix
        return fitted

    def _fit(self, picture: Pyramid, matrix: Matrix, step: FitRound) -> Fit | None:
        if not is_place(self.grid, matrix):
            return None
        board, seen = straighten_board(picture, self.grid, matrix, step.halvings)
        found = self._found(grey_of(board, 0), seen, step)
        if len(found) < LEAST_BLOCKS:
            return None
        found, many = found[found[:, 4] >= LEAST_CORRELATION], len(found)
        if len(found) < LEAST_BLOCKS:
            return None
        places, shifts, correlations = found[:, :2], found[:, 2:4], found[:, 4]
        seen_px = through(matrix, places + shifts)
        tolerance = AGREE_CELLS * px_per_cell(self.grid, matrix)
        if step.halvings > 1:
            tolerance *= 2
        fitted, inliers = cv2.findHomography(
            places, seen_px, step.method, tolerance, maxIters=500, confidence=0.999
        )
        if fitted is None or inliers.sum() < LEAST_BLOCKS or not is_place(self.grid, fitted):
            return None
        agree = inliers.ravel().astype(bool)
        matrix = np.asarray(fitted / fitted[2, 2], np.float64)
        return Fit(
            matrix,
            float(agree.sum() / many),
            int(agree.sum()),
            float(correlations[agree].mean()),
            places,
            through(np.asarray(np.linalg.inv(matrix)), seen_px) - places,
        )

    def _found(self, grey: Grey, seen: NDArray[np.uint8], step: FitRound) -> Matrix:
        """Return for each block in the picture its centre, its shift (cells) and its correlation: (n,
        5)."""
        scale = PX_PER_CELL / 2**step.halvings
        rows = []
        for block in self._blocks[step]:
            if not seen[block.centre_px]:
                continue
            area = grey[block.top : block.bottom, block.left : block.right]
            scores = np.asarray(cv2.matchTemplate(area, block.picture, cv2.TM_CCOEFF_NORMED), np.float32)
            _, best, _, at = cv2.minMaxLoc(scores)
            dx, dy = _between(scores, (at[0], at[1])) if best >= LEAST_CORRELATION else at
            x, y = block.own
            rows.append((*block.centre, (dx - x) / scale, (dy - y) / scale, best))
        return np.array(rows, np.float64).reshape(-1, 5)


def _block(grey: Grey, centre: tuple[float, float], step: FitRound) -> _Block:
    """Return a block of the empty board's picture of this step's scale."""
    scale = PX_PER_CELL / 2**step.halvings
    half, reach = round(BLOCK_CELLS * scale / 2), step.reach_px
    height, width = grey.shape
    u, v = (round((along + MARGIN_CELLS) * scale) for along in centre)
    block = grey[max(v - half, 0) : v + half, max(u - half, 0) : u + half]
    left, top = max(u - half - reach, 0), max(v - half - reach, 0)
    own = max(u - half, 0) - left, max(v - half, 0) - top
    right, bottom = min(u + half + reach, width), min(v + half + reach, height)
    middle = min(v, height - 1), min(u, width - 1)
    return _Block(centre, middle, np.ascontiguousarray(block), left, top, right, bottom, own)


def grey_of(board_bgr: ImageBgr, halvings: int) -> Grey:
    """Return a straightened board as grey levels, shrunk, a little blurred."""
    grey = cv2.cvtColor(board_bgr, cv2.COLOR_BGR2GRAY)
    if halvings:
        grey = cv2.resize(grey, None, fx=0.5**halvings, fy=0.5**halvings, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 0.8), np.float32)


def _between(scores: Grey, at: tuple[int, int]) -> tuple[float, float]:
    """Return a peak's place to a fraction of a pixel: that of the parabola through its neighbours."""
    x, y = at
    height, width = scores.shape
    dx = _vertex(*scores[y, x - 1 : x + 2].tolist()) if 0 < x < width - 1 else 0.0
    dy = _vertex(*scores[y - 1 : y + 2, x].tolist()) if 0 < y < height - 1 else 0.0
    return x + dx, y + dy


def _vertex(before: float, best: float, after: float) -> float:
    bend = before - 2 * best + after
    return min(max((before - after) / (2 * bend), -0.5), 0.5) if bend < -1e-6 else 0.0


def _plainest(grid: BoardGrid, grey: Grey, known: NDArray[np.uint8]) -> list[tuple[float, float]]:
    """Return the centres (cells) of the blocks that are plainest in both directions, spread over the
    board."""
    scale = PX_PER_CELL / 2
    corner = cv2.cornerMinEigenVal(grey, round(BLOCK_CELLS * scale / 2) * 2 - 1)
    known_half = cv2.erode(known, np.ones((9, 9), np.uint8))
    rows = []
    for twice_y in range(2 * grid.rows + 1):
        for twice_x in range(2 * grid.columns + 1):
            x, y = twice_x / 2, twice_y / 2
            u, v = round((x + MARGIN_CELLS) * scale), round((y + MARGIN_CELLS) * scale)
            if known_half[min(2 * v, known.shape[0] - 1), min(2 * u, known.shape[1] - 1)]:
                rows.append((float(corner[v, u]), x, y))
    rows.sort(reverse=True)
    taken: list[tuple[float, float]] = []
    for plain, x, y in rows:
        if plain > 0 and all(abs(x - a) + abs(y - b) >= 0.9 for a, b in taken):
            taken.append((x, y))
        if len(taken) == MOST_BLOCKS:
            break
    return taken
