"""Is a picture put together of several? A camera that falls behind delivers the lower rows of another
frame.

Where two frames meet, a row differs from the next all across the picture, while the rows before and
after do not: an image from a lens never has such a thin structure. The blocks of JPEG also make such
rows, but many of them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr

PLACES = 48
"""Places into which a row is divided; the mean of each is compared with the next row's."""
MOST_STEP, NO_STEP = 12.0, 0.5
"""Greatest grey-level step of one place that counts, so that no outline of a thing is a seam; and the
step that noise gives any row."""
BESIDE = 2
"""Rows before and after with whose steps a row's is compared."""
SEAMS = 6
"""Most seams of a picture; if more rows stand out, they belong to it."""
STANDS_OUT = 1.6
"""Ratio by which a seam stands out more than the first row that is not one. Of 571 photographs with
parts moved by 10 to 160 px 84 % do; of 590 whole photographs and drawings one does."""


BLOCK, BLOCKY = 8, 1.2
"""Height of JPEG's blocks in rows; ratio of steps from which their borders are compared only with each
other."""
BORDER_STANDS_OUT = 2.0
"""Ratio by which a seam on such a border stands out more than the others: of 102 photographs stored as
JPEG of quality 30 and more none has more than 1.9."""


def has_seam(image_bgr: ImageBgr) -> bool:
    """Tell whether parts of a picture belong to different ones."""
    height, width = image_bgr.shape[:2]
    if height <= BLOCK * (SEAMS + 1):
        return False
    green = image_bgr[:, :: max(1, width // (PLACES * 4)), 1].astype(np.float32)
    rows = cv2.resize(green, (PLACES, height), interpolation=cv2.INTER_AREA)
    steps = np.minimum(np.abs(np.diff(rows, axis=0)), MOST_STEP).mean(axis=1) + NO_STEP
    around = np.pad(steps, BESIDE, mode="edge")
    shifts = [around[by : by + len(steps)] for by in range(2 * BESIDE + 1) if by != BESIDE]
    stands_out = steps / np.max(shifts, axis=0)
    phases = np.array([steps[phase::BLOCK].mean() for phase in range(BLOCK)])
    border = int(phases.argmax())
    if phases[border] <= BLOCKY * np.median(phases):
        return _stand_out(stands_out) >= STANDS_OUT
    borders = stands_out[border::BLOCK].copy()
    stands_out[border::BLOCK] = 0.0
    return _stand_out(stands_out) >= STANDS_OUT or _stand_out(borders) >= BORDER_STANDS_OUT


def _stand_out(rows: NDArray[np.float32]) -> float:
    """Return the ratio by which the first of some rows stands out more than the first that is not a
    seam."""
    highest = np.sort(rows)
    return float(highest[-1] / highest[-1 - SEAMS])
