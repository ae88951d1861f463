"""Sizes and places of tokens on a table whose plane the marker cards tell."""

import numpy as np
from numpy.typing import NDArray

from vision.markers.plane import TablePlane
from vision.pyramid import Pyramid
from vision.readings.places import PointMm

Values = NDArray[np.float64]


def radius_in_px(plane: TablePlane, picture: Pyramid, radius_mm: float) -> float:
    """Return how large a token is in the middle of the picture."""
    width, height = picture.size_wh(0)
    middle = plane.to_mm(np.array([[width / 2, height / 2]]), 0.0)
    around = np.array([[0.0, 0.0], [radius_mm, 0.0], [0.0, radius_mm]])
    ends = plane.to_px(middle + around, 0.0)
    return float(np.linalg.norm(ends[1:] - ends[0], axis=1).mean())


def in_mm(plane: TablePlane | None, centre: Values) -> PointMm | None:
    """Return where a point (2) of the picture, px, lies on the table; None if its plane is unknown."""
    if plane is None:
        return None
    x, y = plane.to_mm(centre[None], 0.0)[0].tolist()
    return PointMm(x, y)
