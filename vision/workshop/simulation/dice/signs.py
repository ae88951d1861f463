"""Signs drawn from a few outlines each, in slightly differing hands: on stones and on symbol dice.

Outlines are on a square from -1 to 1, x right and y down. A part is filled, or cut out of the parts
before.
"""

from collections.abc import Iterator
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Coverage = NDArray[np.uint8]
Floats = NDArray[np.float64]
Part = tuple[bool, Floats]
_SHIFT = 4


def _p(*points: tuple[float, float]) -> Floats:
    return np.array(points, np.float64)


def _mirror(right: Floats) -> Floats:
    """Return a symmetric outline from its right half, top to bottom."""
    return np.concatenate([right, right[::-1] * [-1, 1]])


def _oval(x: float, y: float, rx: float, ry: float, turn_deg: float = 0.0) -> Floats:
    angles = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    ring = np.stack([np.cos(angles) * rx, np.sin(angles) * ry], axis=1)
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    return np.asarray(ring @ np.array([[c, s], [-s, c]]) + [x, y])


def _thick(line: Floats, start: float, end: float) -> Floats:
    """Return the outline of a line whose thickness changes from end to end."""
    way = np.gradient(line, axis=0)
    across = np.stack([-way[:, 1], way[:, 0]], axis=1) / np.linalg.norm(way, axis=1)[:, None]
    half = np.linspace(start, end, len(line))[:, None] / 2
    return np.concatenate([line + across * half, (line - across * half)[::-1]])


def _sword() -> Iterator[Part]:
    yield (
        True,
        _mirror(
            _p(
                (0, -0.9),
                (0.11, -0.7),
                (0.11, 0.3),
                (0.42, 0.3),
                (0.42, 0.44),
                (0.09, 0.44),
                (0.09, 0.72),
                (0.16, 0.88),
            )
        ),
    )
    yield False, _p((-0.02, -0.65), (0.02, -0.65), (0.02, 0.2), (-0.02, 0.2))


def _axe() -> Iterator[Part]:
    yield True, _p((-0.1, -0.85), (0.08, -0.85), (0.14, 0.9), (-0.06, 0.9))
    yield True, _p((-0.05, -0.62), (0.42, -0.8), (0.68, -0.42), (0.7, -0.1), (0.42, 0.2), (-0.02, -0.12))
    yield True, _p((-0.1, -0.5), (-0.42, -0.4), (-0.1, -0.25))


def _shield() -> Iterator[Part]:
    half = _p((0, -0.82), (0.62, -0.66), (0.62, 0.1), (0.4, 0.58), (0, 0.88))
    yield True, _mirror(half)
    yield False, _mirror(half * 0.74)
    yield True, _mirror(_p((0, -0.6), (0.09, -0.55), (0.09, 0.6), (0, 0.66)))
    yield True, _p((-0.46, -0.16), (0.46, -0.16), (0.46, 0.02), (-0.46, 0.02))


def _helmet() -> Iterator[Part]:
    angles = np.linspace(np.pi, 2 * np.pi, 20)
    dome = np.stack([np.cos(angles) * 0.66, np.sin(angles) * 0.78 + 0.1], axis=1)
    yield (
        True,
        np.concatenate(
            [dome, _p((0.66, 0.66), (0.3, 0.72), (0.3, 0.2), (-0.3, 0.2), (-0.3, 0.72), (-0.66, 0.66))]
        ),
    )
    yield True, _p((-0.08, 0.1), (0.08, 0.1), (0.08, 0.6), (-0.08, 0.6))
    yield True, _p((-0.06, -0.9), (0.06, -0.9), (0.06, -0.6), (-0.06, -0.6))
    yield False, _p((-0.56, -0.1), (0.56, -0.1), (0.56, -0.02), (-0.56, -0.02))


def _monster() -> Iterator[Part]:
    yield True, _oval(0, 0.12, 0.68, 0.66)
    yield True, _p((-0.6, -0.1), (-0.74, -0.85), (-0.22, -0.4))
    yield True, _p((0.6, -0.1), (0.74, -0.85), (0.22, -0.4))
    yield False, _oval(-0.28, -0.06, 0.16, 0.12, 20)
    yield False, _oval(0.28, -0.06, 0.16, 0.12, -20)
    yield False, _p((-0.42, 0.32), (0.42, 0.32), (0.26, 0.6), (-0.26, 0.6))
    for x in (-0.26, 0.0, 0.26):
        yield True, _p((x - 0.1, 0.3), (x + 0.1, 0.3), (x, 0.47))


def _logo() -> Iterator[Part]:
    yield True, _oval(0, 0, 0.8, 0.8)
    yield False, _oval(0, 0, 0.64, 0.64)
    yield (
        True,
        _p(
            (-0.1, -0.56),
            (0.1, -0.56),
            (0.1, -0.2),
            (0.36, -0.2),
            (0.36, 0),
            (0.1, 0),
            (0.1, 0.58),
            (-0.1, 0.58),
            (-0.1, 0),
            (-0.36, 0),
            (-0.36, -0.2),
            (-0.1, -0.2),
        ),
    )


def _hide_shield() -> Iterator[Part]:
    yield True, _oval(0, 0, 0.46, 0.86)
    yield False, _oval(0, 0, 0.34, 0.72)
    yield True, _p((-0.05, -0.98), (0.05, -0.98), (0.05, 0.98), (-0.05, 0.98))
    for y in (-0.42, 0.0, 0.42):
        yield True, _oval(0, y, 0.2, 0.11)


def _hand() -> Iterator[Part]:
    yield True, _oval(0.02, 0.42, 0.44, 0.46)
    for x, top, lean in (
        (-0.34, -0.5, -0.1),
        (-0.12, -0.82, -0.04),
        (0.13, -0.86, 0.03),
        (0.36, -0.6, 0.09),
    ):
        yield True, _thick(_p((x, 0.4), (x + lean / 2, -0.1), (x + lean, top)), 0.2, 0.17)
    yield True, _thick(_p((-0.3, 0.55), (-0.62, 0.25), (-0.84, -0.02)), 0.26, 0.17)


def _antelope() -> Iterator[Part]:
    yield (
        True,
        _mirror(_p((0, -0.12), (0.22, -0.06), (0.25, 0.16), (0.15, 0.68), (0.12, 0.88), (0, 0.92))),
    )
    t = np.linspace(0, 1, 14)
    for side in (-1, 1):
        horn = np.stack([side * (0.1 + 0.34 * np.sin(t * 2.6)), -0.06 - 0.88 * t], axis=1)
        yield True, _thick(horn, 0.15, 0.05)
        yield True, _p((side * 0.2, 0.02), (side * 0.66, -0.14), (side * 0.56, 0.14), (side * 0.22, 0.2))
        yield False, _oval(side * 0.13, 0.16, 0.05, 0.07)


def _snake() -> Iterator[Part]:
    t = np.linspace(0, 1, 50)
    line = np.stack([0.52 * np.sin(t * 10.2 + 0.4), 0.8 - 1.45 * t], axis=1)
    yield True, _thick(line, 0.08, 0.24)
    x, y = line[-1]
    yield True, _oval(float(x) + 0.05, float(y) - 0.06, 0.27, 0.19, -25)
    yield False, _oval(float(x) + 0.1, float(y) - 0.1, 0.05, 0.05)


def _elephant() -> Iterator[Part]:
    yield True, _oval(-0.2, -0.05, 0.62, 0.46)
    yield True, _oval(0.46, -0.18, 0.34, 0.36)
    for x in (-0.66, -0.3, 0.06, 0.34):
        yield True, _p((x - 0.12, 0.1), (x + 0.12, 0.1), (x + 0.12, 0.84), (x - 0.12, 0.84))
    trunk = _p((0.7, -0.1), (0.86, 0.2), (0.84, 0.5), (0.72, 0.7), (0.86, 0.78))
    yield True, _thick(trunk, 0.26, 0.11)
    yield False, _thick(_p((0.2, -0.42), (0.12, -0.1), (0.28, 0.16), (0.42, 0.02)), 0.06, 0.06)
    yield False, _oval(0.56, -0.26, 0.05, 0.05)


def _mask() -> Iterator[Part]:
    half = _p((0, -0.88), (0.5, -0.78), (0.62, -0.3), (0.5, 0.34), (0.24, 0.82), (0, 0.92))
    yield True, _mirror(half)
    for side in (-1, 1):
        yield False, _oval(side * 0.27, -0.24, 0.17, 0.1, side * 14)
        yield (
            False,
            _thick(_p((side * 0.12, -0.52), (side * 0.3, -0.56), (side * 0.46, -0.46)), 0.07, 0.07),
        )
    yield False, _p((-0.05, -0.3), (0.05, -0.3), (0.12, 0.22), (-0.12, 0.22))
    yield False, _oval(0, 0.5, 0.22, 0.1)


_DRAWN = {
    "sword": _sword,
    "axe": _axe,
    "shield": _shield,
    "helmet": _helmet,
    "monster": _monster,
    "logo": _logo,
    "hide shield": _hide_shield,
    "hand": _hand,
    "antelope": _antelope,
    "snake": _snake,
    "elephant": _elephant,
    "mask": _mask,
}
SIGNS = tuple(_DRAWN)
DIE_SIGNS = {
    "shield": "hide shield",
    "hand": "hand",
    "antelope": "antelope",
    "snake": "snake",
    "elephant": "elephant",
    "mask": "mask",
}
"""The signs of a die of the savanna, by the names of its faces."""


def die_sign_art(face: str, art_seed: int, side_px: int) -> Coverage:
    """Return a face of that die, drawn slightly smaller than the face."""
    return sign_art(DIE_SIGNS[face], art_seed, side_px, 0.74)


@lru_cache(maxsize=64)
def sign_art(name: str, art_seed: int, side_px: int, size: float) -> Coverage:
    """Return a sign as ink: (side_px, side_px), 0 bare … 255 ink. Raises ``KeyError``."""
    rng = np.random.default_rng([art_seed, 76])
    bend, wide = rng.normal(0, 0.035, (4, 2)), rng.uniform(0.93, 1.06, 2)
    ink = np.zeros((side_px, side_px), np.uint8)
    for filled, outline in _DRAWN[name]():
        waves = np.sin(outline[:, ::-1] * 2.3 + bend[0] * 30) * bend[1] + outline[:, ::-1] * bend[2]
        points = (outline * wide + waves) * size
        pixels = np.rint(((points + 1) * side_px / 2 - 0.5) * (1 << _SHIFT)).astype(np.int32)
        cv2.fillPoly(ink, [pixels], 255 if filled else 0, cv2.LINE_AA, _SHIFT)
    return ink
