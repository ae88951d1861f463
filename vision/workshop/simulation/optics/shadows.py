"""Soft shadows on the table: the obstacles between it and every part of every lamp.

A lamp is a disc of points; an obstacle throws a sharp shadow for each point, and their mean is soft if
the lamp is large or the obstacle high, as in reality.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.simulation.optics.camera import Projection
from vision.workshop.simulation.optics.light import Linear
from vision.workshop.simulation.scene import Lamp

Floats = NDArray[np.float64]
_SUBPIXEL = 3
_POINTS_PER_LAMP = 8
_KEPT = 512
"""Most shadows that are kept: those of a table's 72 gems under a few lamps, while they lie."""


@dataclass(frozen=True, eq=False)
class Blocker:
    """An obstacle that throws a shadow: world points (n, 3), their hull or their outline.

    A ``flat`` one is lit on top: no shadow is drawn where it is itself visible.
    """

    world: Floats
    hull: bool = True
    dark: float = 1.0
    flat: bool = False


@dataclass(frozen=True)
class LowView:
    """The picture at ``1 / shrink`` of its size, where light is computed.

    Shadows fall on the plane at ``plane_mm`` above the table.
    """

    projection: Projection
    shrink: int
    plane_mm: float = 0.0

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height of the small picture."""
        width, height = self.projection.size_wh
        return -(-width // self.shrink), -(-height // self.shrink)

    def pixels(self, world: Floats) -> Floats:
        """Return small-picture pixels (..., 2) of world points (..., 3)."""
        return (self.projection.world_to_picture(world) + 0.5) / self.shrink - 0.5

    def empty(self) -> NDArray[np.uint8]:
        """Return an all-zero mask."""
        return np.zeros(self.size_wh[::-1], np.uint8)


def shadow(view: LowView, lamp: Lamp, blockers: Sequence[Blocker]) -> Linear | None:
    """Return how much of the lamp is hidden at each small pixel, 0…1, or None if nowhere.

    Obstacles that lie on the table come first, then those standing on it or above it.
    """
    if not blockers:
        return None
    dark = np.zeros(view.size_wh[::-1], np.float32)
    falls = [_falls(view, lamp, blocker) for blocker in blockers]
    for fall in zip(*falls, strict=True):
        mask = view.empty()
        for blocker, outline in zip(blockers, fall, strict=True):
            _fill(mask, outline, hull=blocker.hull, value=blocker.dark)
            if blocker.flat:
                _fill(mask, _outline(view, blocker.world, blocker.hull), hull=blocker.hull, value=0.0)
        cv2.accumulate(mask, dark)
    dark = cv2.GaussianBlur(dark, (0, 0), 0.7)
    return np.asarray(dark / (255 * len(falls[0])), np.float32)


def closeness(view: LowView, footprints: Sequence[Floats], side_px: float) -> Linear | None:
    """Return how much of the sky is hidden around things that stand on the table, 0…1, or None."""
    if not footprints:
        return None
    mask = view.empty()
    for footprint in footprints:
        _fill(mask, _outline(view, footprint, hull=True), hull=True, value=1.0)
    wide = max(0.6, 0.28 * side_px / view.shrink)
    # A wide blur of a small picture is the same and far cheaper.
    half = max(1, int(wide / 3))
    small = cv2.resize(mask, None, fx=1 / half, fy=1 / half, interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(small.astype(np.float32), (0, 0), wide / half)
    return np.asarray(
        cv2.resize(blurred, view.size_wh, interpolation=cv2.INTER_LINEAR) / np.float32(255)
    )


def _lamp_points(lamp: Lamp) -> Floats:
    """Spread points evenly over the lamp's disc (a sunflower's seeds): (n, 3)."""
    count = _POINTS_PER_LAMP if lamp.radius_mm > 4 else 1
    seeds = np.arange(count) + 0.5
    radius, angle = lamp.radius_mm * np.sqrt(seeds / count), seeds * np.pi * (3 - np.sqrt(5))
    x, y = lamp.above_mm.x + radius * np.cos(angle), lamp.above_mm.y + radius * np.sin(angle)
    return np.stack([x, y, np.full(count, -lamp.height_mm)], axis=1)


def _fallen(lamp_points: Floats, world: Floats, plane_mm: float) -> Floats:
    """Return the shadows of world points (n, 3) at that height: (lamp points, n, 3)."""
    source = lamp_points[:, None, :]
    drop = np.maximum(world[None, :, 2:] - source[..., 2:], 1.0)
    return np.asarray(source + (world[None] - source) * ((-plane_mm - source[..., 2:]) / drop))


@lru_cache(_KEPT)
def _falls(view: LowView, lamp: Lamp, blocker: Blocker) -> tuple[NDArray[np.int32], ...]:
    """Return the outline of an obstacle's shadow from each of the lamp's points."""
    fallen = _fallen(_lamp_points(lamp), blocker.world, view.plane_mm)
    return tuple(_ring(pixels, blocker.hull) for pixels in view.pixels(fallen))


def _outline(view: LowView, world: Floats, hull: bool) -> NDArray[np.int32]:
    return _ring(view.pixels(world), hull)


def _ring(pixels: Floats, hull: bool) -> NDArray[np.int32]:
    """Return the corners between these small pixels (n, 2), in parts of a pixel."""
    corners = (np.clip(pixels, -4000, 8000) * (1 << _SUBPIXEL)).astype(np.int32)
    return np.asarray(cv2.convexHull(corners) if hull else corners, np.int32)


def _fill(mask: NDArray[np.uint8], outline: NDArray[np.int32], *, hull: bool, value: float) -> None:
    if hull:
        cv2.fillConvexPoly(mask, outline, 255 * value, cv2.LINE_AA, _SUBPIXEL)
    else:
        cv2.fillPoly(mask, [outline], 255 * value, cv2.LINE_AA, _SUBPIXEL)
