"""A die's skin: the six faces' albedo and relief side by side, for lookup."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.workshop.simulation.dice.art import face_art
from vision.workshop.simulation.dice.styles import DieStyle
from vision.workshop.simulation.optics.light import Linear, colour_to_linear

_FULL_SIDE_PX = 256
_SLIP_TURN_DEG = 50.0
_SIDES_PX = (8, 16, 32, 64, 128, 256)


@dataclass(frozen=True, eq=False)
class Skin:
    """``albedo`` (side, 6 side, 3) linear; ``relief`` (side, 6 side, 2) slopes along u, v, or None."""

    side_px: int
    albedo: Linear
    relief: Linear | None


def skin(style: DieStyle, side_px: float) -> Skin:
    """Return the skin for a die of about this size in the picture."""
    return _skin(style, next((s for s in _SIDES_PX if s >= side_px), _FULL_SIDE_PX))


@lru_cache(maxsize=256)
def _skin(style: DieStyle, side_px: int) -> Skin:
    ink = _shrunk(_full_ink(style), side_px)
    body, printed = _body(style, side_px), colour_to_linear(style.ink)
    albedo = body + (printed - body) * ink[..., None]
    if style.first is not None and "1" in style.faces:
        one = slice(style.faces.index("1") * side_px, (style.faces.index("1") + 1) * side_px)
        first = colour_to_linear(style.first) - body[:, one]
        albedo[:, one] = body[:, one] + first * ink[:, one, None]
    return Skin(side_px, albedo.astype(np.float32), _relief(ink) * style.dent if style.dent else None)


@lru_cache(maxsize=64)
def _full_ink(style: DieStyle) -> Linear:
    """Return all faces' ink side by side: (side, 6 side), 0…1."""
    return np.hstack([_ink(style, slot) for slot in range(6)])


def _shrunk(ink: Linear, side_px: int) -> Linear:
    size = (6 * side_px, side_px)
    return np.asarray(cv2.resize(ink, size, interpolation=cv2.INTER_AREA), np.float32)


def _ink(style: DieStyle, slot: int) -> Linear:
    drawn = face_art(style.kind, style.faces[slot], style.art_seed, _FULL_SIDE_PX)
    turned = np.ascontiguousarray(np.rot90(drawn, -style.turns[slot]), np.float32) / 255
    return _slip(turned, style, slot) if style.slip else turned


def _slip(ink: Linear, style: DieStyle, slot: int) -> Linear:
    """Return a print slightly out of place: shifted, and turned a little."""
    x, y, turn = np.random.default_rng([style.art_seed, slot]).uniform(-1, 1, 3) * style.slip
    middle = (_FULL_SIDE_PX - 1) / 2
    matrix = np.array(cv2.getRotationMatrix2D((middle, middle), _SLIP_TURN_DEG * turn, 1.0))
    matrix[:, 2] = matrix[:, 2] + np.array([x, y]) * _FULL_SIDE_PX / 2
    return np.asarray(cv2.warpAffine(ink, matrix, ink.shape[::-1], borderValue=0.0), np.float32)


def _relief(ink: Linear) -> Linear:
    """Return the slopes of ink that lies in shallow bowls."""
    side_px = ink.shape[0]
    depth = cv2.GaussianBlur(ink, (0, 0), max(0.02 * side_px, 0.5))
    scale = 2.0 * side_px / _FULL_SIDE_PX
    slopes = [cv2.Sobel(depth, cv2.CV_32F, *way, ksize=3, scale=scale) for way in ((1, 0), (0, 1))]
    return np.asarray(cv2.merge(slopes), np.float32)


def _body(style: DieStyle, side_px: int) -> Linear:
    """Return the material of the die: shape (side, 6 side, 3)."""
    shape = (side_px, 6 * side_px)
    base = np.asarray(np.broadcast_to(colour_to_linear(style.body), (*shape, 3)), np.float32)
    if style.second is None:
        return base
    share = _PATTERNS[style.pattern](np.random.default_rng(style.art_seed), shape)
    return np.asarray(base + (colour_to_linear(style.second) - base) * share[..., None], np.float32)


def _noise(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[int, int]) -> Linear:
    coarse = rng.normal(0, 1, cells).astype(np.float32)
    return np.asarray(cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def _marbled(rng: np.random.Generator, shape: tuple[int, int]) -> Linear:
    swirl = _noise(rng, shape, (6, 36)) + 0.5 * _noise(rng, shape, (14, 84))
    return np.asarray(1 / (1 + np.exp(-4 * swirl)), np.float32)


def _speckled(rng: np.random.Generator, shape: tuple[int, int]) -> Linear:
    return np.asarray(np.clip(3 * _noise(rng, shape, (60, 360)) - 3.5, 0, 1), np.float32)


def _grain(rng: np.random.Generator, shape: tuple[int, int]) -> Linear:
    fibres = _noise(rng, shape, (60, 18)) + 0.7 * _noise(rng, shape, (14, 12))
    return np.asarray(np.clip(0.5 + 0.3 * fibres, 0, 1), np.float32)


def _plain(_: np.random.Generator, shape: tuple[int, int]) -> Linear:
    return np.zeros(shape, np.float32)


_PATTERNS = {"plain": _plain, "marbled": _marbled, "speckled": _speckled, "grain": _grain}
