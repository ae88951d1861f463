"""Pips as makers mould them: their size, their distance from the middle, dots or rings."""

import cv2
import numpy as np
from numpy.typing import NDArray

_MIDDLE, _DIAGONAL = ((0, 0),), ((-1, -1), (1, 1))
_FOUR = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_PLACES: dict[int, tuple[tuple[int, int], ...]] = {
    1: _MIDDLE,
    2: _DIAGONAL,
    3: _MIDDLE + _DIAGONAL,
    4: _FOUR,
    5: _MIDDLE + _FOUR,
    6: (*_FOUR, (-1, 0), (1, 0)),
}
_SUBPIXEL = 4
_CLOSEST = 0.44


def pips_art(pips: int, art_seed: int, side_px: int) -> NDArray[np.uint8]:
    """Return the ink of a face with that many pips; all faces of one maker match."""
    rng = np.random.default_rng(art_seed)
    spread = rng.uniform(0.42, 0.6)
    radius = min(rng.uniform(0.15, 0.24), _CLOSEST * spread)
    squeeze = rng.uniform(0.8, 1.0)
    large_one = rng.choice([1.0, 1.0, 1.0, 1.4, 1.9])
    ring = rng.random() < 0.04
    ink = np.zeros((side_px, side_px), np.uint8)
    for x, y in _PLACES[pips]:
        wide = spread * (squeeze if pips == 6 else 1.0)
        size = radius * (large_one if pips == 1 else 1.0)
        _dot(ink, (x * wide, y * spread), size, 255)
        if ring:
            _dot(ink, (x * wide, y * spread), 0.5 * size, 0)
    return ink


def _dot(ink: NDArray[np.uint8], centre: tuple[float, float], radius: float, value: int) -> None:
    """Draw a disc given in face units, -1 to 1."""
    half = ink.shape[0] / 2
    fine = 1 << _SUBPIXEL
    where = [round((half * (1 + c) - 0.5) * fine) for c in centre]
    cv2.circle(ink, where, round(radius * half * fine), value, -1, cv2.LINE_AA, _SUBPIXEL)
