"""How the finder's network says where a top face lies: eight numbers a cell, and back to four corners.

A top face seen by a camera is nearly a parallelogram with half axes u and v. Which of its sides is
"up" is not for the finder to say, so it says only what a quarter turn does not change: the second
moments M = u u' + v v' (side and two of stretch) and the angle left when the stretch is taken out,
as cos 4a and sin 4a.
"""

import numpy as np
from numpy.typing import NDArray

STRIDE = 4
"""One cell of the answer is 4 x 4 px of the picture."""
NOMINAL_SIDE_PX = 28.0
CHANNELS = 8
"""heat, dx, dy (cells), ln(side / 28 px), two of stretch, cos 4a, sin 4a."""

Corners = NDArray[np.float64]
"""Four corners of top faces, clockwise in the picture: shape (..., 4, 2)."""


def describe(corners_px: Corners) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
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
    """Return the four corners that ``describe`` would describe so, from one of the four sides on."""
    side = NOMINAL_SIDE_PX * np.exp(numbers[0])
    stretch = numbers[1:3] * min(1.0, 0.9 / (np.hypot(*numbers[1:3]) + 1e-9))
    trace = side**2 / 2 / np.sqrt(1 - stretch @ stretch)
    moments = trace / 2 * np.array([[1 + stretch[0], stretch[1]], [stretch[1], 1 - stretch[0]]])
    angle = np.arctan2(numbers[4], numbers[3]) / 4
    root = _root(moments)
    u = root @ np.array([np.cos(angle), np.sin(angle)])
    v = root @ np.array([-np.sin(angle), np.cos(angle)])
    return np.asarray(centre_px + np.array([-u - v, u - v, u + v, v - u]))


def _half_axes(corners_px: Corners) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    a, b, c, d = corners_px
    return (b - a + c - d) / 4, (d - a + c - b) / 4


def _root(moments: NDArray[np.float64]) -> NDArray[np.float64]:
    """Square root of a symmetric positive 2 x 2 matrix (Cayley-Hamilton)."""
    determinant = np.sqrt(max(moments[0, 0] * moments[1, 1] - moments[0, 1] * moments[1, 0], 1e-12))
    return np.asarray((moments + determinant * np.eye(2)) / np.sqrt(np.trace(moments) + 2 * determinant))
