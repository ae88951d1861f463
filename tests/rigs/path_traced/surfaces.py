"""Paints the six table tops, so that every picture has a table of its own."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.rigs.path_traced.city_art import Image
from tests.rigs.path_traced.plan import Surface

TEXTURE_PX = 2304
TEXTURE_MM = 480.0
PX_PER_MM = TEXTURE_PX / TEXTURE_MM

Field = NDArray[np.float32]


@dataclass(frozen=True)
class Paint:
    """A table top: its colours (BGR), how rough it is and how deep its grain stands out."""

    colours: Image
    roughness: float
    grain: float


def painted(surface: Surface, rng: np.random.Generator) -> Paint:
    """Return a table top of this kind."""
    if surface == "pale wood":
        return Paint(_wood((214, 176, 128), (168, 122, 78), rng), rng.uniform(0.3, 0.6), 0.1)
    if surface == "dark wood":
        return Paint(_wood((104, 66, 42), (52, 31, 20), rng), rng.uniform(0.25, 0.5), 0.1)
    if surface == "green felt":
        return Paint(_felt((24, 92, 54), rng), 0.95, 0.5)
    if surface == "white paper":
        return Paint(_felt((236, 235, 230), rng, depth=0.012), 0.8, 0.03)
    if surface == "patterned cloth":
        return Paint(_cloth(rng), 0.9, 0.4)
    return Paint(_wood((30, 26, 25), (18, 15, 15), rng), rng.uniform(0.04, 0.16), 0.0)


def _noise(cells: tuple[int, int], rng: np.random.Generator) -> Field:
    """Return smooth noise of so many cells down and across, about -1 to 1."""
    small = rng.uniform(-1, 1, cells).astype(np.float32)
    return np.asarray(
        cv2.resize(small, (TEXTURE_PX, TEXTURE_PX), interpolation=cv2.INTER_CUBIC), np.float32
    )


def _mixed(light: tuple[int, ...], dark: tuple[int, ...], share: Field) -> Image:
    """Blend two RGB colours: 0 light, 1 dark."""
    a, b = (np.array(colour[::-1], np.float32) for colour in (light, dark))
    share = np.clip(share, 0, 1)[..., None]
    return np.asarray(np.clip(a + share * (b - a), 0, 255), np.uint8)


def _wood(light: tuple[int, ...], dark: tuple[int, ...], rng: np.random.Generator) -> Image:
    """Boards with rings drawn out along x, fibres and seams."""
    across = np.arange(TEXTURE_PX, dtype=np.float32)[:, None] / PX_PER_MM
    board_mm = rng.uniform(70, 140)
    board = (across // board_mm).astype(int)
    tones = rng.uniform(-0.18, 0.18, board.max() + 1).astype(np.float32)[board]
    shifts = rng.uniform(0, 50, board.max() + 1).astype(np.float32)[board]
    bent = across + shifts + 9 * _noise((7, 4), rng) + 1.5 * _noise((40, 8), rng)
    rings = 0.5 + 0.5 * np.sin(2 * np.pi * bent / rng.uniform(5, 12))
    fibres = _noise((TEXTURE_PX // 3, 40), rng)
    share = 0.12 + 0.5 * rings**2 + 0.2 * fibres + tones
    seams = (across % board_mm) < 0.7
    return _mixed(light, dark, np.where(seams, 1.0, share).astype(np.float32))


def _felt(colour: tuple[int, ...], rng: np.random.Generator, depth: float = 0.16) -> Image:
    grains = cv2.GaussianBlur(rng.normal(0, 1, (TEXTURE_PX, TEXTURE_PX)).astype(np.float32), (0, 0), 1.3)
    share = 1 + depth * (2.2 * grains + 0.5 * _noise((40, 40), rng))
    base = np.array(colour[::-1], np.float32) * rng.uniform(0.85, 1.08)
    return np.asarray(np.clip(base * share[..., None], 0, 255), np.uint8)


def _cloth(rng: np.random.Generator) -> Image:
    """A woven cloth with checks, stripes or flowers in two colours."""
    palettes = [
        ((235, 230, 220), (160, 40, 45)),
        ((225, 215, 190), (50, 70, 120)),
        ((120, 60, 80), (230, 200, 150)),
    ]
    light, dark = palettes[rng.integers(len(palettes))]
    y, x = np.mgrid[0:TEXTURE_PX, 0:TEXTURE_PX].astype(np.float32) / PX_PER_MM
    step = rng.uniform(11, 30)
    kind = rng.choice(["checks", "stripes", "flowers"])
    if kind == "checks":
        share = 0.5 * ((x // step) % 2) + 0.5 * ((y // step) % 2)
    elif kind == "stripes":
        share = ((x % step) < step * 0.4).astype(np.float32) + 0.5 * ((x % step) > step * 0.85)
    else:
        u, v = (x % step) - step / 2, ((y + step / 2 * ((x // step) % 2)) % step) - step / 2
        radius = np.hypot(u, v) / step
        share = (radius < 0.24 + 0.1 * np.cos(5 * np.arctan2(v, u))).astype(np.float32)
        share = np.where(radius < 0.08, 0.3, share)
    weave = 0.06 * np.sin(x * 2 * np.pi / 0.8) * np.sin(y * 2 * np.pi / 0.8)
    return _mixed(light, dark, (share * 0.9 + weave + 0.04 * _noise((60, 60), rng)).astype(np.float32))
