"""Evidence of a pawn standing on a cell: a figure of its shape that leans as it must in this camera's
view.

An upright thing leans away from the point of the board straight below the camera; the board's place in
the picture gives that point and the camera's height. A figure whose foot is in a cell covers the cell's
middle and continues from there along its lean; one that stands beside and leans over covers another
part.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import Matrix
from vision.boards.matched.residual import EDGE, SCALE, BoardResidual
from vision.matching.looks import Floats, Values
from vision.readings.places import GridCell

USUAL_FOCAL = 1.0
"""Focal length of usual cameras in widths of the picture: assumed as far as the view does not give
it."""
BELIEF = 0.001
"""Weight of that assumption against the view."""
LEAST_HIGH = 4.0
"""A camera is no fewer cells above the board."""
TALL_CELLS, FOOT_PX, HEAD_PX = 0.68, 4.0, 3.0
"""A figure's height in cells, and radii of its foot and head in px of ``SCALE``. Chosen by hand, for
pawns that fit into a cell."""
AROUND_PX = SCALE
"""Margin around a cell that is examined, for things that lean over from a neighbour."""
MOST_OFF_PX = 5
"""Greatest distance of a pawn's foot from its cell's middle, in each direction."""
RING_PX = 3
"""Width of a figure's surroundings."""
FRAME_PX = 2 * SCALE
"""Margin around the board within which all of any figure's surroundings are: none leans by more than a
cell."""
Kernels = tuple[Floats, Floats, Floats]
"""The places that a figure covers, its foot alone, and its surroundings; each sums to 1."""
STRANGE, UNLIKE = 0, 3
"""Indices of features: residuals of a figure's places, in colour and in the networks' features."""
OTHER = 0.7
"""Unlikeness from which a place belongs to something else."""
LARGEST_CELLS = 4.0
"""Cells from which a thing counts as a hand; larger ones count the same."""


@dataclass(frozen=True)
class CameraPoint:
    """The point of the board straight below the camera and the camera's height, in cells."""

    below: tuple[float, float]
    high: float

    def lean(self, cell: GridCell) -> tuple[float, float]:
        """Return by how many cells a pawn's top appears beside its foot, x and y."""
        part = TALL_CELLS / (self.high - TALL_CELLS)
        x, y = ((cell[axis] + 0.5 - self.below[axis]) * part for axis in (0, 1))
        shrink = min(1.0, 1.0 / max(np.hypot(x, y), 1e-6))
        return x * shrink, y * shrink


def camera_over(matrix: Matrix, size_wh: tuple[int, int]) -> CameraPoint:
    """Return the position of the camera that sees a board's cells through this homography.

    The board's axes are perpendicular and equally long, which gives the focal length if the camera is
    tilted enough (Zhang, A flexible new technique for camera calibration, 2000); the picture's middle is
    assumed as its principal point.
    """
    width, height = size_wh
    centred = np.array([[1 / width, 0, -0.5], [0, 1 / width, -height / width / 2], [0, 0, 1]])
    seen = centred @ matrix
    seen /= np.sqrt(np.linalg.norm(seen[:2, 0]) * np.linalg.norm(seen[:2, 1]))
    a, b = seen[:, 0], seen[:, 1]
    tells = np.array([a[:2] @ b[:2], a[:2] @ a[:2] - b[:2] @ b[:2]])
    says = np.array([a[2] * b[2], a[2] ** 2 - b[2] ** 2])
    inverse = (BELIEF / USUAL_FOCAL**2 - tells @ says) / (BELIEF + tells @ tells)
    focal = float(np.clip(inverse, 0.2, 4.0)) ** -0.5
    pose = np.diag([1 / focal, 1 / focal, 1.0]) @ seen
    pose /= np.sqrt(np.linalg.norm(pose[:, 0]) * np.linalg.norm(pose[:, 1]))
    across, down = pose[:, 0], pose[:, 1]
    turned = np.column_stack([across, down, np.cross(across, down)])
    x, y, z = (-np.linalg.inv(turned) @ pose[:, 2]).tolist()
    return CameraPoint((x, y), max(abs(z), LEAST_HIGH))


@dataclass(frozen=True, eq=False)
class PawnPlace:
    """The likeliest place of a pawn on a cell: its foot (column, row; px of ``SCALE``), how far its head
    leans from there, the foot's colour, and the features of one standing there."""

    foot: tuple[int, int]
    lean: tuple[int, int]
    colour: Floats
    features: Values

    def hide(self, hidden: NDArray[np.bool_]) -> None:
        """Mark what the pawn hides of a board at ``SCALE``."""
        _mark(hidden, kernels(*self.lean)[0] > 0, self.foot)


class Figures:
    """Looks for figures on one board. Safe to call from several threads."""

    def __init__(self, left: BoardResidual, camera: CameraPoint) -> None:
        inside = np.zeros_like(left.in_colour)
        inside[EDGE:-EDGE, EDGE:-EDGE] = 1
        self._camera = camera
        maps = left.in_colour, left.in_features, _sizes(left), inside
        self._maps = cv2.merge([*maps, *cv2.split(left.seen)])
        frame = (FRAME_PX,) * 4
        self._framed = cv2.copyMakeBorder(self._maps, *frame, cv2.BORDER_REPLICATE)

    def on(self, cell: GridCell) -> PawnPlace:
        """Return the likeliest figure on a cell.

        Its features: the residuals, in colour and in the networks' features, of its places, its foot and
        its surroundings; the size of the thing it belongs to; how much better it fits in this cell than
        in a neighbour; its foot's distance from the middle; the variety of its colours: a pawn has a
        single paint; the residuals of the rest of the cell: an unknown piece is all over it; the
        length of its lean.
        """
        lean_x, lean_y = (round(along * SCALE) for along in self._camera.lean(cell))
        parts = kernels(lean_x, lean_y)
        (off_x, off_y), lead = self._likeliest(cell, parts)
        middle_x, middle_y = (EDGE + along * SCALE + SCALE // 2 for along in cell)
        foot_x, foot_y = middle_x + off_x, middle_y + off_y
        half = len(parts[0]) // 2
        part = self._framed[foot_y + FRAME_PX - half :, foot_x + FRAME_PX - half :]
        part = np.asarray(part[: 2 * half + 1, : 2 * half + 1], np.float32)
        weights = np.stack(parts) * part[..., 3]
        weights /= np.maximum(weights.sum((1, 2), keepdims=True), 1e-6)
        means = np.einsum("kyx,yxm->mk", weights, part)
        features = [
            *means[:2].ravel(),
            means[2, 0],
            lead,
            float(np.hypot(off_x, off_y)) / MOST_OFF_PX,
            _variety(np.asarray(part[weights[0] > 0, 4:], np.float32)),
            *self._rest(cell, (foot_x, foot_y), parts[0] + parts[2] > 0),
            float(np.hypot(lean_x, lean_y)) / SCALE,
        ]
        return PawnPlace(
            (foot_x, foot_y), (lean_x, lean_y), means[4:, 1], np.array(features, np.float64)
        )

    def _likeliest(self, cell: GridCell, parts: Kernels) -> tuple[tuple[int, int], float]:
        """Return how far a figure's foot is off the cell's middle where the figure fits best, and how
        much better it fits there than in a neighbour."""
        body, foot, ring = parts
        x, y = (EDGE + along * SCALE + SCALE // 2 for along in cell)
        reach, near, within = SCALE // 2 + AROUND_PX, MOST_OFF_PX, SCALE // 2 - 2
        left, top = max(x - reach, 0), max(y - reach, 0)
        window = np.ascontiguousarray(self._maps[top : y + reach, left : x + reach, 0])
        kernel = body + 0.5 * foot - 0.5 * ring
        fits = cv2.filter2D(window, -1, kernel, borderType=cv2.BORDER_REPLICATE)
        x, y = x - left, y - top
        own = fits[y - near : y + near + 1, x - near : x + near + 1]
        at_y, at_x = (int(one) for one in np.unravel_index(int(own.argmax()), own.shape))
        best = float(own[at_y, at_x])
        fits[y - within : y + within, x - within : x + within] = -1
        return (at_x - near, at_y - near), best - float(fits.max())

    def _rest(
        self, cell: GridCell, foot: tuple[int, int], figure: NDArray[np.bool_]
    ) -> tuple[float, float]:
        """Return the mean residuals, in colour and in features, of the rest of a figure's cell."""
        x, y = (EDGE + along * SCALE for along in cell)
        own, taken = self._maps[y : y + SCALE, x : x + SCALE, :2], np.zeros((SCALE, SCALE), np.bool_)
        _mark(taken, figure, (foot[0] - x, foot[1] - y))
        in_colour, in_features = own[~taken].mean(0).tolist() if not taken.all() else (0.0, 0.0)
        return in_colour, in_features


def _mark(places: NDArray[np.bool_], figure: NDArray[np.bool_], foot: tuple[int, int]) -> None:
    """Mark the places of a figure with its foot in the middle, as far as they are inside."""
    half = len(figure) // 2
    x, y = (along - half for along in foot)
    top, left = max(0, -y), max(0, -x)
    part = places[max(y, 0) : max(y + len(figure), 0), max(x, 0) : max(x + len(figure), 0)]
    part |= figure[top : top + part.shape[0], left : left + part.shape[1]]


def _sizes(left: BoardResidual) -> Floats:
    """Return for each pixel the size in cells of the unexplained thing it belongs to; 0: none."""
    mask = ((left.in_colour >= 1) | (left.in_features >= OTHER)).astype(np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    cells = np.minimum(stats[:, cv2.CC_STAT_AREA] / SCALE**2, LARGEST_CELLS).astype(np.float32)
    cells[0] = 0
    return np.asarray(cells[labels], np.float32)


def _variety(colours: Floats) -> float:
    """Return how much colours (n, 3) differ besides their lightness."""
    if not len(colours):
        return 0.0
    plain = colours - colours.mean(1, keepdims=True)
    return float(np.abs(plain - np.median(plain, 0)).mean())


@lru_cache(256)
def kernels(lean_x: int, lean_y: int) -> Kernels:
    """Return the places that a figure covers, its foot alone, and its surroundings; each sums to 1."""
    half = max(abs(lean_x), abs(lean_y)) + round(FOOT_PX) + RING_PX + 1
    y, x = np.mgrid[-half : half + 1, -half : half + 1].astype(np.float32)
    length = lean_x**2 + lean_y**2
    along = np.clip((x * lean_x + y * lean_y) / max(length, 1), 0, 1)
    away = np.hypot(x - along * lean_x, y - along * lean_y)
    thick = FOOT_PX + along * (HEAD_PX - FOOT_PX)
    body, foot = away <= thick, np.hypot(x, y) <= FOOT_PX
    ring = (away > thick + 1) & (away <= thick + 1 + RING_PX)
    body_map, foot_map, ring_map = (
        np.asarray(mask / max(mask.sum(), 1), np.float32) for mask in (body, foot, ring)
    )
    return body_map, foot_map, ring_map
