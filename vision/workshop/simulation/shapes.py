"""Plane shapes about the origin, and places relative to a thing that lies turned on the table."""

from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray

from vision.readings.places import PointMm

Floats = NDArray[np.float64]


def circle(radius: float, points: int = 40) -> Floats:
    """Return a circle about the origin: (points, 2)."""
    angles = np.linspace(0, 2 * np.pi, points, endpoint=False)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius


def oblong(width: float, height: float) -> Floats:
    """Return an oblong about the origin, clockwise from its top left: (4, 2)."""
    return np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * (width, height)


def turned(points: Floats, angle_deg: float) -> Floats:
    """Return points (n, 2) turned clockwise about the origin."""
    c, s = cos(radians(angle_deg)), sin(radians(angle_deg))
    return np.asarray(points @ np.array([[c, s], [-s, c]]))


def beside(at_mm: PointMm, angle_deg: float, x: float, y: float) -> PointMm:
    """Return the table point this far to the right of, and below, the middle of a thing so turned."""
    c, s = cos(radians(angle_deg)), sin(radians(angle_deg))
    return PointMm(at_mm.x + c * x - s * y, at_mm.y + s * x + c * y)


def upright(outline: Floats, height: float) -> Floats:
    """Return an outline (n, 2) at a height above the table as world points (n, 3)."""
    return np.column_stack([outline, np.full(len(outline), -height)])
