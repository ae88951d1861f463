"""Materials of tables: each surface's pattern, placed on the table and seen from any distance."""

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.simulation.optics.light import Linear, to_linear
from vision.workshop.simulation.scene import Surface
from vision.workshop.simulation.surroundings.surface_tiles import MAKERS, grain

Texture = NDArray[np.uint8]
Tile = NDArray[np.integer[Any] | np.floating[Any]]
KINDS = tuple(MAKERS)
VARIANTS = 6
_PX_PER_MM = 2.5
_GRAIN_PX_PER_MM = 14.0
_GRAIN_SEEN_PX_PER_MM = 2.0
_MOST_HALVINGS = 4


def surface_light(surface: Surface, table_mm: tuple[Linear, Linear], px_per_mm: float) -> Linear:
    """Return the surface's albedo, linear, at table_mm (two planes, x and y)."""
    kind, variant = surface.kind, surface.variant % VARIANTS
    level = _level(_PX_PER_MM / surface.scale, px_per_mm)
    seen = _laid(_tile(kind, variant, level), surface, table_mm, _PX_PER_MM / 2**level)
    mean = to_linear(_tile(kind, variant, _MOST_HALVINGS)).mean(axis=(0, 1))
    tint = np.asarray(surface.tint, np.float64)
    gain = np.column_stack([np.diag(tint * surface.contrast), tint * (1 - surface.contrast) * mean])
    light = np.asarray(cv2.transform(to_linear(np.asarray(seen, np.uint8)), gain), np.float32)
    if px_per_mm > _GRAIN_SEEN_PX_PER_MM:
        level = _level(_GRAIN_PX_PER_MM / surface.scale, px_per_mm)
        near = _laid(_grain(kind, level), surface, table_mm, _GRAIN_PX_PER_MM / 2**level)
        cv2.multiply(light, cv2.merge([near, near, near]), light)
    return light


def _level(fine_px_per_mm: float, px_per_mm: float) -> int:
    """Return how often a tile must be halved to be at most twice as fine as the picture."""
    return int(np.clip(np.log2(fine_px_per_mm / px_per_mm), 0, _MOST_HALVINGS))


def _laid(tile: Tile, surface: Surface, table_mm: tuple[Linear, Linear], px_per_mm: float) -> Tile:
    """Return a repeating tile (with its first row and column once more at its end) as it is seen."""
    turn, factor = np.radians(surface.angle_deg), px_per_mm / surface.scale
    along, across = np.float32(np.cos(turn) * factor), np.float32(np.sin(turn) * factor)
    x, y = table_mm[0] - np.float32(surface.origin_mm.x), table_mm[1] - np.float32(surface.origin_mm.y)
    side = np.float32(tile.shape[0] - 1)
    column, row = x * along + y * across, y * along - x * across
    # Wrapped here explicitly: remap's own BORDER_WRAP is several times slower.
    column -= np.floor(column / side) * side
    row -= np.floor(row / side) * side
    return np.asarray(cv2.remap(tile, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


@lru_cache(maxsize=192)
def _tile(kind: str, variant: int, level: int) -> Texture:
    """Return a surface's tile, halved ``level`` times: (side + 1, side + 1, 3)."""
    if level:
        return np.asarray(_halve(_tile(kind, variant, level - 1)), np.uint8)
    rng = np.random.default_rng([KINDS.index(kind), variant])
    return np.asarray(_close(np.asarray(np.clip(MAKERS[kind](rng), 0, 255), np.uint8)), np.uint8)


@lru_cache(maxsize=24)
def _grain(kind: str, level: int) -> Linear:
    """Return a surface's finest grain, a factor about 1, halved ``level`` times; closed like a tile."""
    if level:
        return np.asarray(_halve(_grain(kind, level - 1)), np.float32)
    drawn = grain(np.random.default_rng([KINDS.index(kind), 99]), kind)
    return np.asarray(_close(drawn), np.float32)


def _halve(tile: Tile) -> Tile:
    whole = np.ascontiguousarray(tile[:-1, :-1])
    return _close(np.asarray(cv2.resize(whole, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)))


def _close(tile: Tile) -> Tile:
    """Return a tile with its first row and column once more at its end."""
    return np.asarray(cv2.copyMakeBorder(tile, 0, 1, 0, 1, cv2.BORDER_WRAP))
