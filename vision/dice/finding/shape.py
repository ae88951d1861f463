"""How the finder's network encodes a top face: eight numbers for each cell, and back to four corners.

A top face seen by a camera is nearly a parallelogram with half axes u and v. The finder does not know
which of its sides is the face's own top, so it gives only what a quarter turn does not change: the
second moments M = u u' + v v' (side and two of stretch) and the angle that is left after removing the
stretch, as cos 4a and sin 4a.
"""

import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners

STRIDE = 4
"""One cell of the outputs is 4 x 4 px of the picture."""
NOMINAL_SIDE_PX = 28.0
"""Side of a die, in px, that the network encodes as 0: in the middle of those it can find. It was
trained with it."""
CHANNELS = 8
"""heat, dx, dy (cells), ln(side / 28 px), two of stretch, cos 4a, sin 4a."""
MOST_STRETCH = 0.9
"""Upper limit on the length of the two numbers of stretch; 1 would be a face seen exactly edge on."""


def encode(corners_px: Corners) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return centre (2,) and five numbers (ln side, stretch x2, cos 4a, sin 4a) of one top face."""
    u, v = _half_axes(corners_px)
    moments = np.outer(u, u) + np.outer(v, v)
    side = 2 * np.sqrt(abs(u[0] * v[1] - u[1] * v[0]))
    trace = np.trace(moments)
    stretch = (moments[0, 0] - moments[1, 1]) / trace, 2 * moments[0, 1] / trace
    x, y = np.linalg.solve(_root(moments), u)
    angle = np.arctan2(y, x)
    numbers = np.array([np.log(side / NOMINAL_SIDE_PX), *stretch, np.cos(4 * angle), np.sin(4 * angle)])
    return corners_px.mean(0), numbers


def corners_of(centre_px: NDArray[np.float64], numbers: NDArray[np.float64]) -> Corners:
    """Return four corners (..., 4, 2) whose ``encode`` is this; the numbering may begin at any of them.

    ``centre_px`` (..., 2), ``numbers`` (..., 5).
    """
    ln_side, p, q, cos_4a, sin_4a = np.moveaxis(numbers, -1, 0)
    held = np.minimum(1.0, MOST_STRETCH / (np.hypot(p, q) + 1e-9))
    p, q = p * held, q * held
    # M = half its trace * (1 + p, q; q, 1 - p), the root of its determinant is (side / 2)².
    determinant = (NOMINAL_SIDE_PX * np.exp(ln_side)) ** 2 / 4
    half = determinant / np.sqrt(1 - p * p - q * q)
    scale = 1 / np.sqrt(2 * (half + determinant))
    xx, xy, yy = half * (1 + p) + determinant, half * q, half * (1 - p) + determinant
    angle = np.arctan2(sin_4a, cos_4a) / 4
    cosine, sine = np.cos(angle) * scale, np.sin(angle) * scale
    u = np.stack([xx * cosine + xy * sine, xy * cosine + yy * sine], -1)
    v = np.stack([xy * cosine - xx * sine, yy * cosine - xy * sine], -1)
    return np.asarray(centre_px[..., None, :] + np.stack([-u - v, u - v, u + v, v - u], -2))


def _half_axes(corners_px: Corners) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    a, b, c, d = corners_px
    return (b - a + c - d) / 4, (d - a + c - b) / 4


def _root(moments: NDArray[np.float64]) -> NDArray[np.float64]:
    """Square root of a symmetric positive 2 x 2 matrix (Cayley-Hamilton)."""
    determinant = np.sqrt(max(moments[0, 0] * moments[1, 1] - moments[0, 1] * moments[1, 0], 1e-12))
    return np.asarray((moments + determinant * np.eye(2)) / np.sqrt(np.trace(moments) + 2 * determinant))
