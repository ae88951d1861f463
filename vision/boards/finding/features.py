"""Places where a board may lie, by features that do not depend on size and turn.

Each feature of the picture (SIFT, Lowe 2004) is paired with the most similar ones of the empty board.
Boards repeat themselves, so a single pair proves little; but each pair implies a place, size and turn of
the board, and the right one is implied by many pairs (Lowe's voting in bins of pose, section 7.3).
"""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import BoardGrid, Matrix, straightened_to_cells, through
from vision.frame import ImageBgr
from vision.pyramid import Pyramid

LOOK_AT_PX = 640
"""Longer side at which features of the empty board's picture are looked for. Chosen for its time."""
FEATURES = ((400, 320), (800, 640), (2500, 640))
"""Number of features, the clearest, and the longer side of the picture in which they are looked for; the
later pairs are used if the earlier found nothing. On 22 drawn photographs the first pair sufficed. On a
board full of lettered tiles most of the clearest features are the tiles' (14 photographs, tilted and
dimmed: 800 found the board in none, 2500 in all)."""
EVENED = 3.0
"""Limit of the local raising of weak contrast (CLAHE's limit): even a dim board then has features."""
LIKE_EACH = 2
"""Number of the board's features paired with each of the picture's."""
TURN_BIN, SIZE_BIN, PLACE_BIN = np.pi / 6, 0.5, 0.12
"""Widths of the bins: radians, octaves, and parts of the board's size in the picture. Chosen by hand."""
MOST_PLACES = 5
"""Most places returned, the one with most votes first."""
LEAST_VOTES = 6
AS_MANY = 0.4
"""Share of the most votes below which a place is not returned. Chosen by hand."""
Rows = NDArray[np.float64]


class BoardFeatures:
    """The features of one empty board. Safe to call from several threads."""

    def __init__(self, grid: BoardGrid, board_bgr: ImageBgr) -> None:
        self._middle = np.array([grid.columns / 2, grid.rows / 2])
        self._extent = max(grid.columns, grid.rows)
        self._rows, self._descriptors = _features(board_bgr, 1.0, FEATURES[-1][0], LOOK_AT_PX)
        to_cells = straightened_to_cells()
        self._rows[:, :2] = through(to_cells, self._rows[:, :2]) if len(self._rows) else 0
        self._rows[:, 2] *= to_cells[0, 0]

    def places(self, picture: Pyramid, features: int, look_at_px: int) -> Iterator[Matrix]:
        """Yield homographies from cells to pixels, the one with most votes first, from this many
        features of a picture with this longer side."""
        seen, descriptors = _seen(picture, features, look_at_px)
        if descriptors is None or self._descriptors is None or len(self._rows) < LIKE_EACH:
            return
        likeness = descriptors @ self._descriptors.T
        alike = _greatest(likeness, LIKE_EACH)
        at, own = np.repeat(seen, LIKE_EACH, 0), self._rows[alike.ravel()]
        for voters in _bins(self._poses(at, own)):
            matrix, _ = cv2.findHomography(
                own[voters, :2],
                at[voters, :2],
                cv2.RANSAC,
                0.02 * self._size(at, own, voters),
                maxIters=400,
            )
            if matrix is not None:
                yield np.asarray(matrix / matrix[2, 2], np.float64)

    def _size(self, at: Rows, own: Rows, voters: NDArray[np.intp]) -> float:
        return float(np.median(at[voters, 2] / own[voters, 2])) * self._extent

    def _poses(self, at: Rows, own: Rows) -> Rows:
        """Return the pose that each pair implies, in bins: turn, size, and place of the board's
        middle."""
        turn = at[:, 3] - own[:, 3]
        scale = at[:, 2] / own[:, 2]
        away = self._middle - own[:, :2]
        cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
        x = at[:, 0] + cos * away[:, 0] - sin * away[:, 1]
        y = at[:, 1] + sin * away[:, 0] + cos * away[:, 1]
        size = np.log2(scale)
        unit = PLACE_BIN * self._extent * 2 ** (np.round(size / SIZE_BIN) * SIZE_BIN)
        return np.stack([turn % (2 * np.pi) / TURN_BIN, size / SIZE_BIN, x / unit, y / unit], axis=1)


def _bins(poses: Rows) -> Iterator[NDArray[np.intp]]:
    """Yield the pairs of each bin with many votes, the fullest bin first; each bin includes its
    neighbours' pairs."""
    turns = round(2 * np.pi / TURN_BIN)
    cells = np.rint(poses).astype(np.int64)
    cells[:, 0] %= turns
    left = np.ones(len(poses), bool)
    most = 0
    for _ in range(MOST_PLACES):
        bins, counts = np.unique(cells[left], axis=0, return_counts=True)
        if not len(bins):
            return
        middle = bins[counts.argmax()]
        away = np.abs(poses - middle)
        away[:, 0] = np.minimum(away[:, 0], turns - away[:, 0])
        voters = np.nonzero((away <= 1.0).all(1) & left)[0]
        if len(voters) < max(LEAST_VOTES, AS_MANY * most):
            return
        most = max(most, len(voters))
        left[voters] = False
        yield voters


def _greatest(likeness: NDArray[np.float32], many: int) -> NDArray[np.intp]:
    """Return the columns of each row's greatest values: (rows, many). Takes them out of ``likeness``."""
    found = []
    for _ in range(many):
        found.append(likeness.argmax(1))
        likeness[np.arange(len(likeness)), found[-1]] = -1.0
    return np.stack(found, 1)


def _seen(picture: Pyramid, features: int, look_at_px: int) -> tuple[Rows, NDArray[np.float32] | None]:
    """Return the picture's features, in pixels of the whole picture, and their descriptors."""
    halvings = 0
    while max(picture.size_wh(halvings)) > 2 * look_at_px:
        halvings += 1
    return _features(picture[halvings], 0.5**halvings, features, look_at_px)


def _features(
    image_bgr: ImageBgr, size: float, most: int, look_at_px: int
) -> tuple[Rows, NDArray[np.float32] | None]:
    """Return x, y, size and turn (radians) of a picture's features, and their descriptors.

    ``size``: the picture's size relative to the one whose pixels are meant; ``look_at_px``: the longer
    side to which it is shrunk.
    """
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY)
    shrink = min(1.0, look_at_px / max(grey.shape))
    grey = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    even = cv2.createCLAHE(EVENED, (8, 8)).apply(grey)
    points, descriptors = cv2.SIFT.create(most).detectAndCompute(even, None)
    full = shrink * size
    rows = [(p.pt[0] / full, p.pt[1] / full, p.size / full, np.deg2rad(p.angle)) for p in points]
    if not len(points):
        return np.zeros((0, 4)), None
    lengths = np.linalg.norm(descriptors, axis=1, keepdims=True)
    return np.array(rows, np.float64), np.asarray(descriptors / np.maximum(lengths, 1), np.float32)
