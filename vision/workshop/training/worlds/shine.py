"""Light sources mirrored on a face: rings, arcs, streaks, stars and blots of light, as on polished
dice."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.frame import ImageBgr
from vision.workshop.training.worlds.ink import TEXTURE_PX, InkMask, empty

PLAIN_SHARE = 0.3
"""Share of the faces that mirror nothing even under a mirrored light."""


def shining(rng: np.random.Generator, texture: ImageBgr, shine: float) -> ImageBgr:
    """Return a face with a light mirrored on it; unchanged if nothing shines."""
    if shine <= 0 or rng.random() < PLAIN_SHARE:
        return texture
    light = empty()
    for _ in range(int(rng.integers(1, 4))):
        SHAPES[int(rng.integers(len(SHAPES)))](rng, light)
    soft = cv2.GaussianBlur(light, (0, 0), float(rng.uniform(0.4, 3.0)))[..., None]
    glow = np.array([rng.uniform(200, 255), rng.uniform(215, 255), rng.uniform(225, 255)])
    mixed = texture + (glow - texture) * soft * shine
    return np.asarray(np.clip(mixed, 0, 255), np.uint8)


def _at(share: float) -> int:
    return round(share * TEXTURE_PX)


def _thick(rng: np.random.Generator) -> int:
    return max(1, _at(float(rng.uniform(0.015, 0.09))))


def _arc(rng: np.random.Generator, light: InkMask) -> None:
    middle = (_at(0.5 + rng.normal(0, 0.08)), _at(0.5 + rng.normal(0, 0.08)))
    axes = (_at(rng.uniform(0.15, 0.46)), _at(rng.uniform(0.15, 0.46)))
    start, turn = float(rng.uniform(0, 360)), float(rng.uniform(0, 180))
    sweep = float(rng.choice([360.0, rng.uniform(40, 300)]))
    cv2.ellipse(light, middle, axes, turn, start, start + sweep, (1.0,), _thick(rng), cv2.LINE_AA)


def _streak(rng: np.random.Generator, light: InkMask) -> None:
    way = rng.uniform(0.08, 0.92, (int(rng.integers(2, 5)), 2))
    points = np.round(way * TEXTURE_PX).astype(np.int32)
    cv2.polylines(light, [points], False, (1.0,), _thick(rng), cv2.LINE_AA)


def _star(rng: np.random.Generator, light: InkMask) -> None:
    x, y = rng.uniform(0.3, 0.7, 2)
    for angle in rng.uniform(0, 2 * np.pi, int(rng.integers(3, 7))):
        reach = rng.uniform(0.1, 0.4)
        end = (_at(x + reach * np.cos(angle)), _at(y + reach * np.sin(angle)))
        cv2.line(light, (_at(x), _at(y)), end, (1.0,), _thick(rng), cv2.LINE_AA)


def _blot(rng: np.random.Generator, light: InkMask) -> None:
    middle = (_at(rng.uniform(0.1, 0.9)), _at(rng.uniform(0.1, 0.9)))
    axes = (max(1, _at(rng.uniform(0.02, 0.16))), max(1, _at(rng.uniform(0.02, 0.12))))
    cv2.ellipse(light, middle, axes, float(rng.uniform(0, 180)), 0, 360, (1.0,), -1, cv2.LINE_AA)


def _edge(rng: np.random.Generator, light: InkMask) -> None:
    """Return the rim that rounded edges mirror: a square's sides, or some of them."""
    inset = _at(rng.uniform(0.02, 0.14))
    far = TEXTURE_PX - inset
    corners = [(inset, inset), (far, inset), (far, far), (inset, far)]
    for number in range(4):
        if rng.random() < 0.6:
            a, b = corners[number], corners[(number + 1) % 4]
            cv2.line(light, a, b, (1.0,), _thick(rng), cv2.LINE_AA)


SHAPES: tuple[Callable[[np.random.Generator, InkMask], None], ...] = (
    _arc,
    _arc,
    _streak,
    _star,
    _blot,
    _blot,
    _edge,
)
