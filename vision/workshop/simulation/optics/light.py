"""Between the numbers of a picture file and linear light."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

GAMMA = 2.2
Bgr = tuple[float, float, float]
"""Light or colour, linear, 0…1, blue-green-red."""
Linear = NDArray[np.floating[Any]]
"""Planes or pictures of light: float32 throughout, for speed."""


@lru_cache(maxsize=1)
def _table() -> Linear:
    return np.asarray((np.arange(256) / 255) ** GAMMA, np.float32)


def to_linear(image: NDArray[np.uint8]) -> Linear:
    """Return a picture's light: same shape, float32, 0…1."""
    return np.asarray(cv2.LUT(image, _table()), np.float32)


def colour_to_linear(colour: Sequence[int]) -> Linear:
    """Return a printed colour's light: shape (3,), float32."""
    return np.asarray((np.array(colour) / 255) ** GAMMA, np.float32)


def weighted(planes: Sequence[Linear], colours: Sequence[Bgr]) -> Linear:
    """Return the sum of planes (h, w), each in its own light: (h, w, 3)."""
    channels = []
    for channel in range(3):
        total = planes[0] * np.float32(colours[0][channel])
        for plane, colour in zip(planes[1:], colours[1:], strict=True):
            cv2.scaleAdd(plane, colour[channel], total, total)
        channels.append(total)
    return np.asarray(cv2.merge(channels), np.float32)
