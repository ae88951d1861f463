"""Is a picture put together of two? A camera that falls behind delivers the lower rows of another frame.

Where two frames meet, a row differs from the next across the picture, and the rows before and after do
not: what a lens draws is never so thin. The blocks of JPEG make such rows, too, but many of them.
"""

import cv2
import numpy as np

from vision.frame import ImageBgr

PLACES = 48
"""Into so many places a row is divided; the mean of each is compared with the next row's."""
TIMES_ITS_NEIGHBOURS, LEAST_LEVELS = 2.5, 1.0
"""A place breaks where it differs from the next row by so many times as much as the rows beside do,
and by so many grey levels."""
BREAKS = 0.45
"""A row at which so many of its places break, as a share, is a seam: 0.65 and more where halves of two
photographs meet, 0.54 at most on 583 photographs and drawings but for ten of a board with printed
lines."""
ALONE = 0.6
"""No other row may have more than so many times as many."""


def seam_of(image_bgr: ImageBgr) -> int | None:
    """Return the first row, from the top, of the lower of two pictures; None if it is one."""
    height, width = image_bgr.shape[:2]
    if height < 4:
        return None
    green = image_bgr[:, :: max(1, width // (PLACES * 4)), 1].astype(np.float32)
    rows = cv2.resize(green, (PLACES, height), interpolation=cv2.INTER_AREA)
    steps = np.abs(np.diff(rows, axis=0))
    beside = np.pad(steps, ((1, 1), (0, 0)), mode="edge")
    breaks = steps > TIMES_ITS_NEIGHBOURS * np.maximum(beside[:-2], beside[2:]) + LEAST_LEVELS
    shares = breaks.mean(axis=1)
    first = int(shares.argmax())
    others = np.delete(shares, first)
    return first + 1 if shares[first] >= BREAKS and others.max() <= ALONE * shares[first] else None
