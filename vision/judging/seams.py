"""Is a picture put together of several? A camera that falls behind delivers the lower rows of another
frame.

Where two frames meet, a row differs from the next all across the picture, while the rows before and
after do not: an image from a lens never has such a thin structure. Each place's step is compared with
the steps before and after it at that place, so that a plain background counts as much as the things on
it. The blocks of JPEG also make such rows, but many of them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr

PLACES = 96
"""Places into which a row is divided; the mean of each is compared with the next row's."""
NO_STEP = 1.0
"""Step, in grey levels, that noise gives any row."""
MOST = 1.0
"""Greatest logarithm of the ratio that counts: a few outlines of things are no seam."""
SEAMS = 6
"""Most seams of a picture; if more rows stand out, they belong to its content."""
STANDS_OUT = 0.25
"""Distance of a seam's mean logarithm above that of the first row after the most possible seams. Of 519
photographs and drawings two reach it, of 430 stored as JPEG two; of 201 whose lower half is another's
96 % do, of 195 whose parts were moved by 10 px 74 %."""
AT_THE_EDGE = 0.02
"""Distance from the upper or lower edge, as a share of the height, below which no seam is looked for: it
would take no piece's place, and a tray or a table ends there in a straight line."""


BLOCK, BLOCKY = 8, 1.3
"""Height of JPEG's blocks in rows; ratio of steps from which their borders are compared only with each
other."""
BORDER_STANDS_OUT = STANDS_OUT / 0.8
"""The same distance for a seam on such a border."""


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
    """Return how much more the first of some rows stands out than the first that is not a seam."""
    highest = np.sort(rows)
    return float(highest[-1] - highest[-1 - SEAMS])
