"""Is a picture put together of several? A camera that falls behind delivers the lower rows of another
frame.

Where two frames meet, a row differs from the next all across the picture, and the rows before and
after do not: what a lens draws is never so thin. Each place's step is compared with the steps before and
after it at that place, so that a plain background tells as much as what lies on it. The blocks of JPEG
make such rows, too, but many of them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr

PLACES = 96
"""Into so many places a row is divided; the mean of each is compared with the next row's."""
NO_STEP = 1.0
"""Grey levels that any row has from the next, for its noise."""
MOST = 1.0
"""The logarithm of the ratio of these counts up to so much: a few outlines of things are no seam."""
SEAMS = 6
"""A picture has no more seams than this; rows that stand out like more of them are its own."""
STANDS_OUT = 0.25
"""A seam's mean logarithm is so much above that of the first row after the most that may be seams. Of
519 photographs and drawings two do, of 430 kept as JPEG two; of 201 whose lower half is another's
96 % do, of 195 whose parts were moved by 10 px 74 %."""
AT_THE_EDGE = 0.02
"""Nothing is put together so near to the upper or lower edge, as a share of the height: it would take no
piece's place, and there a tray or a table ends in a straight line."""


BLOCK, BLOCKY = 8, 1.3
"""JPEG's blocks are so many rows high; where their borders stand out by so many times as much as other
rows do, they are compared with each other alone."""
BORDER_STANDS_OUT = STANDS_OUT / 0.8
"""A seam on such a border stands out by so much more than the others."""


def has_seam(image_bgr: ImageBgr) -> bool:
    """Tell whether parts of a picture belong to different ones."""
    height, width = image_bgr.shape[:2]
    if height <= BLOCK * (SEAMS + 1):
        return False
    green = np.ascontiguousarray(image_bgr[:, :: max(1, width // (PLACES * 4)), 1])
    rows = cv2.resize(green.astype(np.float32), (PLACES, height), interpolation=cv2.INTER_AREA)
    edge = max(1, round(AT_THE_EDGE * height))
    stands_out = _stands_out(np.asarray(rows, np.float32))[edge:-edge]
    phases = np.array([stands_out[phase::BLOCK].mean() for phase in range(BLOCK)])
    border = int(phases.argmax())
    if phases[border] <= BLOCKY * np.median(phases):
        return _first_above(stands_out) >= STANDS_OUT
    borders = stands_out[border::BLOCK].copy()
    stands_out[border::BLOCK] = 0.0
    return _first_above(stands_out) >= STANDS_OUT or _first_above(borders) >= BORDER_STANDS_OUT


def _stands_out(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how much each row's step to the next stands out from those around, (height - 5,)."""
    steps = cv2.absdiff(rows[1:], rows[:-1]) + np.float32(NO_STEP)
    before, after = cv2.max(steps[:-4], steps[1:-3]), cv2.max(steps[3:-1], steps[4:])
    ratio = cv2.divide(steps[2:-2], cv2.max(before, after))
    return np.asarray(np.clip(cv2.log(ratio), 0.0, MOST).mean(axis=1), np.float32)


def _first_above(rows: NDArray[np.float32]) -> float:
    """Return by how much the first of some rows stands out more than the first that is no seam."""
    highest = np.sort(rows)
    return float(highest[-1] - highest[-1 - SEAMS])
