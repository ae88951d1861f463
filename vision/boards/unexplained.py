"""How far a picture differs from the expected one, apart from small shifts and noise."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
SOFT_PX = 0.7
"""Softness of the compared picture."""


@dataclass(frozen=True)
class DifferenceLimits:
    """Differences in lightness and in colour at which something else lies there, in the pictures' own
    unit; shadows make places darker, but change their colour little."""

    brighter: float
    darker: float
    colour: float


def unexplained(seen: Floats, expected: Floats, by: DifferenceLimits) -> Floats:
    """Return how far each place (rows, columns) of a picture differs from all expected ones up to one px
    away: 1 and more is something else."""
    kernel = np.ones((3, 3), np.uint8)
    high, low = cv2.dilate(expected, kernel), cv2.erode(expected, kernel)
    soft = cv2.GaussianBlur(seen, (0, 0), SOFT_PX)
    away = cv2.subtract(cv2.max(soft, high), high) - cv2.subtract(low, cv2.min(soft, low))
    lighter = cv2.transform(away, np.full((1, 3), 1 / 3, np.float32))
    squares = cv2.transform(away * away, np.ones((1, 3), np.float32))
    coloured = np.sqrt(np.maximum(squares - 3 * lighter * lighter, 0)) / by.colour
    light = np.where(lighter > 0, lighter / by.brighter, lighter / by.darker)
    return np.asarray(np.hypot(light, coloured), np.float32)
