"""Fits a board's place to the picture: blocks of the empty board are looked for near where they should
lie.

Block matching by normalised correlation, which no even change of light alters, then a homography that
most blocks agree on (RANSAC, Fischler and Bolles 1981). Blocks that pieces or a hand cover find nothing,
or something elsewhere, and are outvoted. First at a coarse scale, far around; then at finer ones, near.
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
    px_per_cell,
    straighten_board,
    through,
)
from vision.finders.board_bend import bend_of, unbent
from vision.frame import ImageBgr
from vision.pyramid import Pyramid

BLOCK_CELLS = 1.4
"""Side of a block: it holds more than one cell's edge, so that few look like their neighbours."""
MOST_BLOCKS = 140
"""So many blocks are looked for, those that are plainest in both directions. Chosen for its time."""
LEAST_CORRELATION = 0.55
"""A block that correlates less was not found. Chosen by hand."""
AGREE_CELLS = 0.08
"""Blocks this near to where a homography puts them agree with it. Chosen by hand: more than a board that
is not quite flat departs from a plane."""
LEAST_BLOCKS = 12
"""Fewer blocks that agree place no board. Chosen by hand."""
Grey = NDArray[np.float32]


@dataclass(frozen=True)
class Step:
    """One round of fitting: the straightened board shrunk so many times, searched so many px around."""

    halvings: int
    reach_px: int


COARSE = Step(2, 10)
MIDDLE = Step(1, 5)
FINE = Step(1, 3)
BENT = Step(1, 8)


@dataclass(frozen=True, eq=False)
class Fit:
    """A board's place in a picture, and how well it is known.

    ``matrix`` takes cells to pixels. ``agreeing``: share of the blocks in the picture that were found
    where
    the homography puts them; ``blocks``: how many these are; ``correlation``: their mean correlation.
    """

    matrix: Matrix
    agreeing: float
    blocks: int
    correlation: float


class BoardBlocks:
    """The blocks of one empty board. Safe to call from several threads."""

    def __init__(self, grid: BoardGrid, board_bgr: ImageBgr, known: NDArray[np.uint8]) -> None:
        self.grid = grid
        self._greys = [grey_of(board_bgr, halvings) for halvings in range(3)]
        self._centres = _plainest(grid, self._greys[1], known)

    def fit(self, picture: Pyramid, matrix: Matrix, steps: tuple[Step, ...]) -> Fit | None:
        """Return the board's place near ``matrix``, or None where too few blocks are found."""
        fitted = None
        for step in steps:
            fitted = self._fit(picture, matrix, step)
            if fitted is None:
                return None
            matrix = fitted.matrix
        return fitted

    def unbent(self, board_bgr: ImageBgr, seen: NDArray[np.uint8]) -> tuple[ImageBgr, NDArray[np.uint8]]:
        """Return a straightened board, and where it is seen, without the bend of lens or board."""
        found = self._found(grey_of(board_bgr, 1), seen[::2, ::2], BENT)
        matched = found[found[:, 4] >= LEAST_CORRELATION]
        field = bend_of(matched[:, :2], matched[:, 2:4], self.grid)
        return (board_bgr, seen) if field is None else unbent(board_bgr, seen, field, self.grid)

    def _fit(self, picture: Pyramid, matrix: Matrix, step: Step) -> Fit | None:
        board, seen = straighten_board(picture, self.grid, matrix, step.halvings)
        found = self._found(grey_of(board, 0), seen, step)
        if len(found) < LEAST_BLOCKS:
            return None
        places, shifts, correlations = found[:, :2], found[:, 2:4], found[:, 4]
        matched = correlations >= LEAST_CORRELATION
        if matched.sum() < LEAST_BLOCKS:
            return None
        seen_px = through(matrix, places + shifts)
        tolerance = AGREE_CELLS * px_per_cell(self.grid, matrix)
        if step.halvings > 1:
            tolerance *= 2
        fitted, inliers = cv2.findHomography(
            places[matched], seen_px[matched], cv2.RANSAC, tolerance, maxIters=500, confidence=0.999
        )
        if fitted is None or inliers.sum() < LEAST_BLOCKS:
            return None
        agree = inliers.ravel().astype(bool)
        matrix = np.asarray(fitted / fitted[2, 2], np.float64)
        return Fit(
            matrix,
            float(agree.sum() / len(found)),
            int(agree.sum()),
            float(correlations[matched][agree].mean()),
        )

    def _found(self, grey: Grey, seen: NDArray[np.uint8], step: Step) -> Matrix:
        """Return for each block in the picture its centre, its shift (cells) and its correlation: (n,
        5)."""
        scale = PX_PER_CELL / 2**step.halvings
        half, reach = round(BLOCK_CELLS * scale / 2), step.reach_px
        model, rows = self._greys[step.halvings], []
        height, width = grey.shape
        for x, y in self._centres:
            u, v = round((x + MARGIN_CELLS) * scale), round((y + MARGIN_CELLS) * scale)
            left, top = max(u - half - reach, 0), max(v - half - reach, 0)
            right, bottom = min(u + half + reach, width), min(v + half + reach, height)
            if not seen[min(v, height - 1), min(u, width - 1)]:
                continue
            block = model[max(v - half, 0) : v + half, max(u - half, 0) : u + half]
            area = grey[top:bottom, left:right]
            if area.shape[0] < block.shape[0] or area.shape[1] < block.shape[1]:
                continue
            scores = cv2.matchTemplate(area, block, cv2.TM_CCOEFF_NORMED)
            _, best, _, at = cv2.minMaxLoc(scores)
            dx, dy = _between(np.asarray(scores, np.float32), (at[0], at[1]))
            shift_x = (left + dx - max(u - half, 0)) / scale
            shift_y = (top + dy - max(v - half, 0)) / scale
            rows.append((x, y, shift_x, shift_y, best))
        return np.array(rows, np.float64).reshape(-1, 5)


def grey_of(board_bgr: ImageBgr, halvings: int) -> Grey:
    """Return a straightened board as grey levels, shrunk, a little blurred."""
    grey = cv2.cvtColor(board_bgr, cv2.COLOR_BGR2GRAY)
    if halvings:
        grey = cv2.resize(grey, None, fx=0.5**halvings, fy=0.5**halvings, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 0.8), np.float32)


def _between(scores: Grey, at: tuple[int, int]) -> tuple[float, float]:
    """Return the place of a peak to a fraction of a pixel: the parabola's through its neighbours."""
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
