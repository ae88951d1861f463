"""Made-up table tops."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.workshop.training.worlds.strangers import THINGS


def paint_background(rng: np.random.Generator, size_px: int, side_px: float) -> ImageBgr:
    """Return a square table top of ``size_px`` with odds and ends as large as dice of ``side_px``."""
    base = _base_colour(rng)
    canvas = np.tile(base, (size_px, size_px, 1)).astype(np.float32)
    surface = SURFACES[int(rng.integers(len(SURFACES)))]
    canvas += surface(rng, size_px)[..., None] * rng.uniform(0.6, 1.2, 3).astype(np.float32)
    canvas += _slope(rng, size_px)[..., None]
    for _ in range(int(rng.integers(0, 5)) if rng.random() < 0.6 else 0):
        thing = THINGS[int(rng.integers(len(THINGS)))]
        thing(rng, canvas, side_px)
    return np.clip(canvas, 0, 255).astype(np.uint8)


def _base_colour(rng: np.random.Generator) -> NDArray[np.float64]:
    kind = rng.random()
    if kind < 0.3:
        return np.array([rng.uniform(150, 250)] * 3) - (rng.uniform(0, 60), rng.uniform(0, 25), 0)
    if kind < 0.45:
        return np.array([rng.uniform(10, 70)] * 3) + rng.uniform(-8, 8, 3)
    if kind < 0.65:
        return np.array([70, 110, 160]) * rng.uniform(0.4, 1.35)
    return rng.uniform(15, 235, 3)


def _noise(rng: np.random.Generator, size_px: int, cells: int) -> NDArray[np.float32]:
    coarse = rng.normal(0, 1, (max(2, cells), max(2, cells))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (size_px, size_px), interpolation=cv2.INTER_CUBIC), np.float32)


def _plain(rng: np.random.Generator, size_px: int) -> NDArray[np.float32]:
    return _noise(rng, size_px, int(rng.integers(2, 9))) * rng.uniform(0, 6)


def _felt(rng: np.random.Generator, size_px: int) -> NDArray[np.float32]:
    fine = rng.normal(0, 1, (size_px, size_px)).astype(np.float32)
    return cv2.GaussianBlur(fine, (0, 0), rng.uniform(0.5, 1.6)) * rng.uniform(4, 30) + _plain(
        rng, size_px
    )


def _wood(rng: np.random.Generator, size_px: int) -> NDArray[np.float32]:
    rows, columns = np.mgrid[:size_px, :size_px].astype(np.float32)
    angle = rng.uniform(0, np.pi)
    across = (
        columns * np.cos(angle) + rows * np.sin(angle) + _noise(rng, size_px, 4) * rng.uniform(2, 14)
    )
    lines = rng.normal(0, 1, 1024).astype(np.float32)
    lines = cv2.GaussianBlur(lines[None], (0, 0), rng.uniform(0.8, 5))[0]
    lines /= lines.std() + 1e-6
    grain = lines[np.mod(across * rng.uniform(0.6, 2) + 400, 1023).astype(int)]
    if rng.random() < 0.3:
        plank = rng.uniform(40, 120)
        grain = grain - 3 * (np.mod(across + 1000, plank) < 1.5)
    return np.asarray(grain * rng.uniform(2, 18), np.float32)


def _cloth(rng: np.random.Generator, size_px: int) -> NDArray[np.float32]:
    rows, columns = np.mgrid[:size_px, :size_px].astype(np.float32)
    period = rng.uniform(2, 24)
    angle = rng.uniform(0, np.pi)
    u, v = columns * np.cos(angle) + rows * np.sin(angle), rows * np.cos(angle) - columns * np.sin(angle)
    weave = np.sin(2 * np.pi * u / period) * (
        1 if rng.random() < 0.5 else np.sin(2 * np.pi * v / period)
    )
    if rng.random() < 0.3:
        weave = np.sign(weave)
    return np.asarray(weave * rng.uniform(2, 28), np.float32)


def _grille(rng: np.random.Generator, size_px: int) -> NDArray[np.float32]:
    """Bars across bars, bright or dark: a grille, a rack, a lamp's cover, a wire shelf."""
    rows, columns = np.mgrid[:size_px, :size_px].astype(np.float32)
    angle, period = rng.uniform(0, np.pi), rng.uniform(6, 40)
    u, v = columns * np.cos(angle) + rows * np.sin(angle), rows * np.cos(angle) - columns * np.sin(angle)
    wide = rng.uniform(0.12, 0.45)
    bars = np.mod(u / period, 1) < wide
    if rng.random() < 0.8:
        bars |= np.mod(v / (period * rng.uniform(0.7, 1.5)), 1) < wide
    lit = cv2.GaussianBlur(bars.astype(np.float32), (0, 0), rng.uniform(0.4, 1.2)) - 0.5
    return np.asarray(lit * rng.choice([-1.0, 1.0]) * rng.uniform(40, 240), np.float32)


SURFACES: list[Callable[[np.random.Generator, int], NDArray[np.float32]]] = [
    _plain,
    _plain,
    _felt,
    _wood,
    _wood,
    _cloth,
    _grille,
]


def _slope(rng: np.random.Generator, size_px: int) -> NDArray[np.float32]:
    rows, columns = np.mgrid[:size_px, :size_px].astype(np.float32) / size_px - 0.5
    return np.asarray((rows * rng.normal(0, 25) + columns * rng.normal(0, 25)), np.float32)
