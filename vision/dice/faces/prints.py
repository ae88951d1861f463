"""Compares a face's print with a set's samples as pictures: for faces that no network has learnt.

The centres are compared by normalised correlation, in their colours and in the directions of their
edges; the sample is tried in its four quarter turns and slightly shifted. The embedding was trained to
give faces with one meaning, from many makers, the same vector; to separate six drawings that it has
never seen, comparing pictures works better. Directions of edges as in Dalal and Triggs, Histograms of
Oriented Gradients (2005).
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr

SMALL_PX = 32
"""Side to which a crop is shrunk before it is compared: fine enough for any print, and fast."""
MIDDLE_PX = 20
"""Side of the compared part: five eighths of the crop, so that no edge of the face is included."""
REACH_PX = 2
"""Greatest shift, in these pixels, with which prints are compared, almost a tenth of a face's side:
corners are misread by less."""
DIRECTIONS = 6
"""Number of directions, 30° each. Chosen by hand."""
STEEPNESS = 3.0
"""Factor for the difference of a correlation from 1: any two drawings correlate a little, and this
spreads the likeness as the embedding's cosines do. Chosen by hand together with ``PRINT_SHARE``."""

Rows = NDArray[np.float32]


class FacePrints:
    """The samples of several faces, a different number for each, perhaps none."""

    def __init__(self, crops_of_faces: list[list[ImageBgr]]) -> None:
        self._crops = [len(crops) for crops in crops_of_faces]
        turned = [
            np.ascontiguousarray(np.rot90(crop, -turns))
            for crops in crops_of_faces
            for crop in crops
            for turns in range(4)
        ]
        self._rows = np.concatenate([_rows(crop, 0) for crop in turned]) if turned else None

    def likeness(self, crop_bgr: ImageBgr) -> NDArray[np.float64]:
        """Return the likeness of each face's best sample in each quarter turn: (faces, 4), or NaN."""
        if self._rows is None:
            return np.full((len(self._crops), 4), np.nan)
        best = (self._rows @ _rows(crop_bgr, REACH_PX).T).max(1).reshape(-1, 4)
        ends = np.cumsum(self._crops)
        rows = [
            best[end - count : end].max(0) if count else np.full(4, np.nan)
            for count, end in zip(self._crops, ends, strict=True)
        ]
        return np.asarray(1 - STEEPNESS * (1 - np.stack(rows).astype(np.float64)))


def _rows(crop_bgr: ImageBgr, reach_px: int) -> Rows:
    """Return a crop's centre in all shifts up to this many px each way: a row for each shift.

    The product of two crops' rows is their correlation.
    """
    resized = cv2.resize(crop_bgr, (SMALL_PX, SMALL_PX), interpolation=cv2.INTER_AREA)
    small = resized.astype(np.float32)
    colours = np.asarray(cv2.GaussianBlur(small, (0, 0), 0.6), np.float32)
    both = [_normalise(_windows(one, reach_px)) for one in (colours, _edges(small))]
    return np.asarray(np.hstack(both) / np.sqrt(2), np.float32)


def _windows(picture: Rows, reach_px: int) -> Rows:
    start = (SMALL_PX - MIDDLE_PX) // 2 - reach_px
    near = picture[start : SMALL_PX - start, start : SMALL_PX - start]
    return np.lib.stride_tricks.sliding_window_view(near, (MIDDLE_PX, MIDDLE_PX), (0, 1)).reshape(
        (2 * reach_px + 1) ** 2, -1
    )


def _edges(small_bgr: Rows) -> Rows:
    """Return the strength of the grey picture's changes in each of six directions: (32, 32, 6)."""
    grey = cv2.GaussianBlur(small_bgr @ np.array([0.114, 0.587, 0.299], np.float32), (0, 0), 0.8)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    angles = np.arctan2(down, across) % np.pi / np.pi * DIRECTIONS
    away = np.abs(angles[..., None] - np.arange(DIRECTIONS))
    near = np.clip(1 - np.minimum(away, DIRECTIONS - away), 0, 1)
    strength = np.sqrt(np.hypot(across, down))[..., None]
    return np.asarray(cv2.GaussianBlur((strength * near).astype(np.float32), (0, 0), 1.0), np.float32)


def _normalise(rows: Rows) -> Rows:
    """Return each row with mean 0 and length 1."""
    rows = rows - rows.mean(1, keepdims=True)
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-3), np.float32)
