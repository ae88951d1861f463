"""Compares the print of a face with a set's samples, as pictures: for faces that no network has learnt.

Normalised correlation of the grey middles, the sample in its four quarter turns and shifted a little.
The embedding is taught to tell faces of many makes apart by what they mean; which of six drawings
that it never met this one is, plain likeness tells better.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr

SMALL_PX = 32
MIDDLE_PX = 20
"""Side of what is compared: five eighths of the crop, so that no edge of the face comes in."""
REACH_PX = 2
STEEPNESS = 5.0
"""Drawings of all kinds correlate; what is missing to 1 counts so many times."""

Rows = NDArray[np.float32]


class Prints:
    """The samples of several faces, a different number for each, perhaps none."""

    def __init__(self, crops_of_faces: list[list[ImageBgr]]) -> None:
        self._crops = [len(crops) for crops in crops_of_faces]
        start = (SMALL_PX - MIDDLE_PX) // 2
        middles = [
            np.rot90(_small(crop), -turns)[start : start + MIDDLE_PX, start : start + MIDDLE_PX]
            for crops in crops_of_faces
            for crop in crops
            for turns in range(4)
        ]
        self._rows = _normed(np.stack(middles)) if middles else np.zeros((0, MIDDLE_PX**2), np.float32)

    def likeness(self, crop_bgr: ImageBgr) -> NDArray[np.float64]:
        """Return for each face and turn how like its likest sample turned so is: (faces, 4), or NaN."""
        start = (SMALL_PX - MIDDLE_PX) // 2 - REACH_PX
        near = _small(crop_bgr)[start : SMALL_PX - start, start : SMALL_PX - start]
        windows = np.lib.stride_tricks.sliding_window_view(near, (MIDDLE_PX, MIDDLE_PX))
        shifted = _normed(windows.reshape(-1, MIDDLE_PX, MIDDLE_PX))
        best = (self._rows @ shifted.T).max(1).reshape(-1, 4)
        ends = np.cumsum(self._crops)
        rows = [
            best[end - count : end].max(0) if count else np.full(4, np.nan)
            for count, end in zip(self._crops, ends, strict=True)
        ]
        return np.asarray(1 - STEEPNESS * (1 - np.stack(rows).astype(np.float64)))


def _small(crop_bgr: ImageBgr) -> Rows:
    grey = cv2.cvtColor(crop_bgr, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (SMALL_PX, SMALL_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small.astype(np.float32), (0, 0), 0.6))


def _normed(pictures: NDArray[np.float32]) -> Rows:
    """Return each picture (n, h, w) as a row of mean 0 and length 1; the product correlates."""
    rows = pictures.reshape(len(pictures), -1).astype(np.float32)
    rows = rows - rows.mean(1, keepdims=True)
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-3), np.float32)
