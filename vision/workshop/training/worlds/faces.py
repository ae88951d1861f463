"""Paints the faces of dice: pips of every style, many artists' Carcassonne parts, invented symbols.

A texture is a square BGR picture of one face, its own top edge at the top. All randomness
comes from the generator handed in.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.workshop.training.worlds.art_carcassonne import carcassonne
from vision.workshop.training.worlds.art_pips import pips
from vision.workshop.training.worlds.art_symbols import symbols
from vision.workshop.training.worlds.ink import TEXTURE_PX, InkMask


@dataclass(frozen=True, eq=False)
class PaintedStyle:
    """One painted die: the ink and the look of its faces, and how round its edges are (side = 1)."""

    family: str
    labels: tuple[str, ...]
    textures: tuple[ImageBgr, ...]
    body_bgr: tuple[float, float, float]
    roundness: float


def paint_die(rng: np.random.Generator, family: str) -> PaintedStyle:
    """Return a die of ``family`` (``pips``, ``carcassonne`` or ``symbols``) by an invented maker."""
    masks = FAMILIES[family](rng)
    body, ink = _colours(rng, family)
    ground = _ground(rng, family, body)
    if family != "carcassonne" and rng.random() < CLEAR_SHARE:
        masks = _seen_through(rng, masks)
    inks = [ink] * len(masks)
    if family == "symbols" and rng.random() < MANY_INKS_SHARE:
        inks = [_ink_on(rng, body) for _ in masks]
    textures = tuple(_print(mask, ground, one) for mask, one in zip(masks.values(), inks, strict=True))
    roundness = float(rng.choice([0.02, 0.06, 0.12, 0.2, 0.3]) * rng.uniform(0.6, 1.2))
    return PaintedStyle(family, tuple(masks), textures, (body[0], body[1], body[2]), roundness)


CLEAR_SHARE = 0.15
"""Share of the dice with pips or symbols that are of clear plastic."""
MARBLED_SHARE = 0.45
"""Share of two-coloured dice among all but Carcassonne dice."""
MANY_INKS_SHARE = 0.2
"""Share of the dice with symbols on which each symbol has its own ink."""
DARK_SHARE = 0.35
"""Share of dice, whatever their colour, that are nearly black."""
TOLD_APART = 95.0
"""Distance of two equally bright colours (BGR, grey levels) that eyes can still tell apart."""


def _seen_through(rng: np.random.Generator, masks: dict[str, InkMask]) -> dict[str, InkMask]:
    """Return the faces of a clear die: the opposite face's pips shine through, dim and blurred."""
    dim, blur = rng.uniform(0.1, 0.35), float(rng.uniform(2, 6))
    opposite = list(masks.values())[::-1]
    return {
        name: np.maximum(mask, dim * cv2.GaussianBlur(other, (0, 0), blur))
        for (name, mask), other in zip(masks.items(), opposite, strict=True)
    }


def _print(mask: InkMask, ground: NDArray[np.float32], ink: NDArray[np.float32]) -> ImageBgr:
    mixed = ground * (1 - mask[..., None]) + ink[None, None] * mask[..., None]
    return np.clip(mixed, 0, 255).astype(np.uint8)


def _ground(rng: np.random.Generator, family: str, body: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a face without ink (96, 96, 3): of one colour, mottled, or marbled with a second colour."""
    ground = body[None, None] + _mottle(rng, family)[..., None]
    if family == "carcassonne" or rng.random() > MARBLED_SHARE:
        return ground
    second = body + rng.normal(0, 55, 3).astype(np.float32)
    share = 1 / (1 + np.exp(-_veins(rng) * rng.uniform(1, 6)))[..., None]
    return np.asarray(ground + (second - body) * share, np.float32)


def _veins(rng: np.random.Generator) -> InkMask:
    """Return how much of the second colour each place of a marbled die has: clouds, swirls, or a
    gradient."""
    rows, columns = np.mgrid[:TEXTURE_PX, :TEXTURE_PX].astype(np.float32) / TEXTURE_PX - 0.5
    if rng.random() < 0.25:
        angle = rng.uniform(0, 2 * np.pi)
        return np.asarray(4 * (np.cos(angle) * columns + np.sin(angle) * rows), np.float32)
    coarse = rng.normal(0, 1, (int(rng.integers(2, 9)),) * 2).astype(np.float32)
    veins = cv2.resize(coarse, (TEXTURE_PX, TEXTURE_PX), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.5:
        return np.asarray(veins, np.float32)
    return np.asarray(np.sin(rng.uniform(3, 9) * veins + rng.uniform(0, 12) * columns), np.float32)


def _colours(rng: np.random.Generator, family: str) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the colours of body and ink (BGR): a pale die with dark ink, or any two that eyes can tell
    apart."""
    if rng.random() < {"carcassonne": 0.7, "pips": 0.35, "symbols": 0.4}[family]:
        pale = np.array([rng.uniform(185, 250)] * 3) - (rng.uniform(0, 40), rng.uniform(0, 12), 0)
        return pale.astype(np.float32), np.full(3, rng.uniform(8, 60), np.float32)
    body = rng.uniform(10, 250, 3)
    if family != "carcassonne" and rng.random() < DARK_SHARE:
        body = np.clip(rng.uniform(5, 60) + rng.normal(0, 18, 3), 2, 90)
    coloured = body.astype(np.float32)
    return coloured, _ink_on(rng, coloured)


def _ink_on(rng: np.random.Generator, body: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return an ink (BGR) that eyes can tell from the body, mostly by its brightness."""
    bright = body @ (0.114, 0.587, 0.299)
    ink = rng.uniform(0, 255, 3)
    is_near = abs(ink @ (0.114, 0.587, 0.299) - bright) < 75
    if is_near and (rng.random() < 0.5 or np.linalg.norm(ink - body) < TOLD_APART):
        ink = np.full(3, rng.uniform(200, 255) if bright < 128 else rng.uniform(0, 45))
    return ink.astype(np.float32)


def _mottle(rng: np.random.Generator, family: str) -> InkMask:
    coarse = rng.normal(0, 1, (5, 5)).astype(np.float32)
    strength = 0.0 if rng.random() < (0.9 if family == "carcassonne" else 0.55) else rng.uniform(5, 45)
    return np.asarray(
        cv2.resize(coarse, (TEXTURE_PX, TEXTURE_PX), interpolation=cv2.INTER_CUBIC) * strength,
        np.float32,
    )


FAMILIES: dict[str, Callable[[np.random.Generator], dict[str, InkMask]]] = {
    "pips": pips,
    "carcassonne": carcassonne,
    "symbols": symbols,
}
