"""Undoes the effect of another lamp, exposure, white balance or camera on a whole board.

Light multiplies, so everything is done in logarithms. On its bare parts the difference from the empty
board is a surface of second degree over the board, in lightness and, stiffer, in two colours; and
cameras mix colours, each in its own way, so a linear map of the colour itself is added. Everything is
fitted at once, by least squares robust against pieces (Cauchy's weights), and applies to the whole
board: a single piece's difference in colour is left alone.
"""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr

Floats = NDArray[np.float32]
Values = NDArray[np.float64]

DARK, MIDDLE = 8.0, 128.0
"""Added to all grey levels before the logarithm, so that noise in dark places stays small; and the
level, including it, whose logarithm counts as 0."""
LOGARITHMS = np.log((np.arange(256) + DARK) / MIDDLE).astype(np.float32)
SURFACE = 6
"""Number of terms of a surface of second degree."""
PART_PX = 16
"""Side in px of the squares in which the light is measured: a third of a cell."""
SPREADS = (0.5, 0.25, 0.12, 0.08, 0.08)
"""Difference (logarithm) that counts half, in each round of fitting."""
MIXED_BELOW = 0.2
"""Only below this are colours mixed, too: otherwise pieces of one colour would seem to be the board's,
mixed."""
STIFF = np.array([[1e-9, *[0.02] * 5, *[0.01] * 3], *[[1e-9, *[0.2] * 5, *[0.01] * 3]] * 2])
"""For lightness and both colours: stiffness of the surface, and of the mixing of colours, against the
evidence of all squares."""
COLOURS = np.array([[1, 1, 1], [1, -1, 0], [1, 1, -2]]) / np.sqrt([[3], [2], [6]])
"""Lightness and two colours, of blue, green and red."""


def as_seen(picture_bgr: ImageBgr) -> Floats:
    """Return a picture in the networks' form: the logarithms of its levels."""
    return np.asarray(LOGARITHMS[picture_bgr], np.float32)


def as_picture(seen: Floats) -> ImageBgr:
    """Return the picture for something ``as_seen``."""
    return np.asarray(np.clip(np.rint(np.exp(seen) * MIDDLE - DARK), 0, 255), np.uint8)


def in_taught_light(board_bgr: ImageBgr, bare_bgr: ImageBgr, known: NDArray[np.uint8]) -> Floats:
    """Return a straightened board, ``as_seen``, as it would look in the light of the bare one, which is
    known where ``known`` is 255."""
    height, width = board_bgr.shape[:2]
    size = (max(2, width // PART_PX), max(2, height // PART_PX))
    now, then = (as_seen(_small(one, size)).reshape(-1, 3) @ COLOURS.T for one in (board_bgr, bare_bgr))
    weights = (_small(known, size) > 250).reshape(-1).astype(np.float64)
    seen = as_seen(board_bgr)
    if not weights.any():
        return seen
    middle = np.average(now, axis=0, weights=weights)
    basis = np.hstack([_basis(*size), now - middle])
    fitted = _fit(then - now, basis, weights)
    surface = (basis[:, :SURFACE] @ fitted[:SURFACE] - middle @ fitted[SURFACE:]) @ COLOURS
    mixing = np.eye(3) + COLOURS.T @ fitted[SURFACE:].T @ COLOURS
    field = cv2.resize(surface.reshape(size[1], size[0], 3).astype(np.float32), (width, height))
    relit = cv2.add(cv2.transform(seen, mixing.astype(np.float32)), field)
    return np.asarray(np.clip(relit, LOGARITHMS[0], LOGARITHMS[-1]), np.float32)


def _small(picture: NDArray[np.uint8], size_wh: tuple[int, int]) -> NDArray[np.uint8]:
    return np.asarray(cv2.resize(picture, size_wh, interpolation=cv2.INTER_AREA), np.uint8)


def _fit(difference: Values, basis: Values, weights: Values) -> Values:
    """Return the combination of the basis (n, 9) that explains the differences (n, 3) of most squares:
    (9, 3)."""
    found = np.zeros((basis.shape[1], 3))
    found[0] = np.median(difference[weights > 0], 0)
    for spread in SPREADS:
        away = ((difference - basis @ found) ** 2).sum(1)
        many = basis.shape[1] if spread < MIXED_BELOW else SURFACE
        weighted = basis[:, :many] * (weights / (1 + away / spread**2))[:, None]
        normal, wanted = weighted.T @ basis[:, :many], weighted.T @ difference
        columns = [
            np.linalg.solve(normal + np.diag(stiff[:many] * weights.sum()), wanted[:, number])
            for number, stiff in enumerate(STIFF)
        ]
        found[:many] = np.stack(columns, 1)
    return found


@cache
def _basis(width: int, height: int) -> Values:
    """Return a constant and the terms of first and second degree at each square."""
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].reshape(2, -1)
    return np.stack([np.ones_like(x), x, y, x * x - 1 / 3, x * y, y * y - 1 / 3], 1)
