"""Between the numbers of a picture file and linear light."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

GAMMA = 2.2
Linear = NDArray[np.float32]


@lru_cache(maxsize=1)
def _table() -> Linear:
    return np.asarray((np.arange(256) / 255) ** GAMMA, np.float32)


def to_linear(image: NDArray[np.uint8]) -> Linear:
    """Return a picture's light: same shape, float32, 0…1."""
    return np.asarray(cv2.LUT(image, _table()), np.float32)


def colour_to_linear(colour: tuple[int, int, int]) -> Linear:
    """Return a printed colour's light: shape (3,), float32."""
    return np.asarray((np.array(colour) / 255) ** GAMMA, np.float32)
