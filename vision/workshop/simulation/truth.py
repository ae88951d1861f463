"""How much of an outline belongs to something in a picture of owners."""

import cv2
import numpy as np
from numpy.typing import NDArray

_SHIFT = 4


def within(corners_px: NDArray[np.float64], picture: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], ...]:
    """Return the part of a picture (h, w) around a quadrilateral, and a mask of it there; both may be
    empty."""
    left, top = np.maximum(np.floor(corners_px.min(axis=0)).astype(int), 0).tolist()
    right, bottom = (np.ceil(corners_px.max(axis=0)).astype(int) + 1).tolist()
    patch = picture[top : max(bottom, top), left : max(right, left)]
    mask = np.zeros(patch.shape, np.uint8)
    if patch.size:
        outline = np.rint((corners_px - [left, top]) * (1 << _SHIFT)).astype(np.int32)
        cv2.fillConvexPoly(mask, outline, 1, cv2.LINE_8, _SHIFT)
    return patch, mask


def area_of(corners_px: NDArray[np.float64]) -> float:
    """Return the area of a polygon."""
    return float(cv2.contourArea(corners_px.astype(np.float32)))
