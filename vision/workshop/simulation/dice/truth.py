"""The ground truth of a rendered picture: what a perfect reader would say of every die."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import atan2, degrees

import numpy as np
from numpy.typing import NDArray

from vision.readings.places import PointMm, PointPx
from vision.workshop.simulation.optics.camera import Projection
from vision.workshop.simulation.optics.solids import Solid
from vision.workshop.simulation.scene import TrueDie
from vision.workshop.simulation.truth import area_of, within

_REST_TILT_COS = 0.9999
_REST_HEIGHT_MM = 0.05
_FAR_PX = 2.0**26
"""Limit on coordinates: farther corners, of faces that extend past the camera, are drawn there, since
32-bit integers hold no more."""


@dataclass(frozen=True)
class TopPixels:
    """How many pixels of a die's top face are its own, and the part of that face in the picture."""

    count: int
    inside: float


def top_pixels(body: Solid, projection: Projection, owner: NDArray[np.uint8], mark: int) -> TopPixels:
    """Count the top face's pixels that belong to the die in ``owner`` (h, w)."""
    seen = projection.world_to_picture(body.face_corners(body.top_slot()))
    corners = np.clip(seen, -_FAR_PX, _FAR_PX)
    patch, mask = within(corners, owner)
    if not patch.size:
        return TopPixels(0, 0.0)
    height, width = owner.shape
    beyond = (np.ceil(corners).astype(int) + 1 > [width, height]).any() or (corners < -0.5).any()
    inside = min(1.0, int(np.count_nonzero(mask)) / max(area_of(corners), 1)) if beyond else 1.0
    return TopPixels(int(np.count_nonzero(mask & (patch == mark))), inside)


def true_dice(
    bodies: list[Solid],
    projection: Projection,
    owner: NDArray[np.uint8],
    whole: Mapping[int, TopPixels],
) -> tuple[TrueDie, ...]:
    """Return the truth of every die of which at least a pixel is visible.

    ``owner`` (h, w) holds index + 1 for each pixel; ``whole``: what was seen of each die before others
    were drawn over it.
    """
    counts = np.bincount(owner.ravel(), minlength=256)
    seen = [n for n in range(len(bodies)) if counts[n + 1]]
    left = {n: top_pixels(bodies[n], projection, owner, n + 1) for n in seen}
    return tuple(
        _true_die(bodies[n], n, projection, left[n].count / max(whole[n].count, 1) * whole[n].inside)
        for n in seen
    )


def _true_die(body: Solid, index: int, projection: Projection, visible: float) -> TrueDie:
    slot = body.top_slot()
    world = body.face_corners(slot)
    corners = projection.world_to_picture(world)
    middle = world.mean(axis=0)
    centre = projection.world_to_picture(middle)
    top = projection.world_to_picture((world[0] + world[1]) / 2) - centre
    width, height = projection.size_wh
    inside = (corners >= -0.5).all() and (corners <= [width - 0.5, height - 0.5]).all()
    a, b, c, d = (PointPx(float(x), float(y)) for x, y in corners)
    return TrueDie(
        face=body.die.style.faces[slot],
        kind=body.die.style.kind,
        corners_px=(a, b, c, d),
        centre_px=PointPx(*centre.tolist()),
        angle_deg=degrees(atan2(top[0], -top[1])),
        centre_mm=PointMm(float(middle[0]), float(middle[1])),
        side_mm=body.die.side_mm,
        cut_off=not inside,
        visible=visible,
        at_rest=_rests(body, slot),
        scene_index=index,
    )


def _rests(body: Solid, slot: int) -> bool:
    level = float(np.abs(body.axes[2]).max())
    return level > _REST_TILT_COS and abs(body.die.height_mm) < _REST_HEIGHT_MM and slot >= 0
