"""Whether a camera over a known plane is tilted so much that distant dice are missed."""

from math import atan, degrees, dist

import numpy as np

from vision.markers.plane import TablePlane
from vision.readings.dice import Doubt
from vision.readings.places import PointMm, PointPx

MOST_TILT_DEG = 40.0
"""Angle off the vertical, at the centre of its picture, from which a camera may miss dice. Chosen by
hand: of 94 simulated dice 37 of the 39 seen at less than 50° were read correctly, 18 of the 55 at more;
half of the visible table lies beyond the picture's centre."""
CHANCE = 0.3
"""Rough probability of a missed die there; it is not fitted, since such readings are never sure."""


def doubts_of_tilt(plane: TablePlane, size_wh: tuple[int, int], side_mm: float) -> list[Doubt]:
    """Return a doubt where the view is most oblique, if the camera is tilted too much; otherwise
    none."""
    width, height = size_wh
    if off_vertical_deg(plane, PointPx(width / 2, height / 2), side_mm) < MOST_TILT_DEG:
        return []
    quarters = [PointPx(width * x, height * y) for x in (0.25, 0.75) for y in (0.25, 0.75)]
    place = max(quarters, key=lambda point: off_vertical_deg(plane, point, side_mm))
    on_table = _mm(plane, place, side_mm)
    beside = np.array([on_table, (on_table.x + side_mm, on_table.y)])
    side_px = dist(*plane.to_px(beside, side_mm).tolist())
    return [Doubt("may_be_missed", place, side_px, chance=CHANCE, centre_mm=on_table, is_anywhere=True)]


def off_vertical_deg(plane: TablePlane, point_px: PointPx, height_mm: float) -> float:
    """Return the camera's angle off the vertical for a place at this height, degrees."""
    away = dist(_mm(plane, point_px, 0.0), _mm(plane, point_px, height_mm))
    return degrees(atan(away / height_mm))


def _mm(plane: TablePlane, point_px: PointPx, height_mm: float) -> PointMm:
    return PointMm(*plane.to_mm(np.array([point_px]), height_mm)[0].tolist())
