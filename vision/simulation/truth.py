"""The truth about a rendered picture: what a perfect reader would say of every die."""

from math import atan2, degrees

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import PointMm, PointPx
from vision.simulation.camera import Projection
from vision.simulation.scene import TrueDie
from vision.simulation.solids import Solid

_REST_TILT_COS = 0.9999
_REST_HEIGHT_MM = 0.05
_SUBPIXEL = 4


def true_dice(
    bodies: list[Solid], projection: Projection, owner: NDArray[np.uint8]
) -> tuple[TrueDie, ...]:
    """Return the truth of every die of which a pixel is seen; ``owner`` holds index + 1 a pixel."""
    counts = np.bincount(owner.ravel(), minlength=256)
    seen = [n for n in range(len(bodies)) if counts[n + 1]]
    return tuple(_true_die(bodies[n], n, projection, owner) for n in seen)


def _true_die(body: Solid, index: int, projection: Projection, owner: NDArray[np.uint8]) -> TrueDie:
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
        corners_px=(a, b, c, d),
        centre_px=PointPx(*centre.tolist()),
        angle_deg=degrees(atan2(top[0], -top[1])),
        centre_mm=PointMm(float(middle[0]), float(middle[1])),
        side_mm=body.die.side_mm,
        cut_off=not inside,
        visible=_visible(corners, owner, index + 1),
        at_rest=_rests(body, slot),
        scene_index=index,
    )


def _rests(body: Solid, slot: int) -> bool:
    level = float(np.abs(body.axes[2]).max())
    return level > _REST_TILT_COS and abs(body.die.height_mm) < _REST_HEIGHT_MM and slot >= 0


def _visible(corners: NDArray[np.float64], owner: NDArray[np.uint8], mark: int) -> float:
    """Return the part of the top face whose pixels are this die's, against its whole area."""
    area = float(cv2.contourArea(corners.astype(np.float32)))
    left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 1
    patch = owner[top : max(bottom, top), left : max(right, left)]
    if not patch.size or area < 1:
        return 0.0
    mask = np.zeros(patch.shape, np.uint8)
    outline = np.rint((corners - [left, top]) * (1 << _SUBPIXEL)).astype(np.int32)
    cv2.fillConvexPoly(mask, outline, 1, cv2.LINE_8, _SUBPIXEL)
    whole = max(float(mask.sum()), area)
    return min(1.0, float(np.count_nonzero(mask & (patch == mark))) / whole)
