"""Is a picture put together of several? A camera that falls behind delivers the lower rows of another
frame.

Where two frames meet, a row differs from the next all across the picture, while the rows before and
after do not: an image from a lens never has such a thin structure. The light of the two frames differs
there and, if they show the same table in the same light, their grain: it continues from row to row
within a frame only. Each place's step is compared with the steps before and after it at that place, so
that a plain background counts as much as the things on it. The blocks of JPEG also make such rows, but
many of them."""

from typing import TypeVar, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr

RowsT = TypeVar("RowsT", NDArray[np.uint8], NDArray[np.float32])
PLACES = 96
"""Least number of places into which a row is divided; each is compared with the next row's."""
LOOKED_AT = 4
"""Px of each place that are looked at, at least."""
NO_STEP, NO_GRAIN = 1.0, 0.25
"""Steps, in grey levels, that noise gives any row: of the mean of a place, and the mean of its px'."""
MOST = 1.0
"""Greatest logarithm of the ratio that counts: a few outlines of things are no seam."""
SEAMS = 6
"""Most seams of a picture; if more rows stand out, they belong to its content."""
STANDS_OUT = 0.25
"""Distance of a seam's mean logarithm above that of the first row after the most possible seams. Of 399
photographs and drawings three reach it, and of those whose parts were moved by 10 px 90 %."""
AT_THE_EDGE = 0.02
"""Distance from the upper or lower edge, as a share of the height, below which no seam is looked for: it
would take no piece's place, and a tray or a table ends there in a straight line."""
BLOCK, BLOCKY = 8, 1.3
"""Height of JPEG's blocks in rows; ratio of steps from which their borders are compared only with each
other."""
BORDER_STANDS_OUT = 0.2
"""The same distance for a seam on such a border, of which there are fewer: of 49 photographs in a tray
one reaches it; of those whose lower half is another throw 47, and with 0.3 only 41."""
OUT_OF_USUAL = 1.5
"""Least ratio of that distance to the usual one between such rows: the coarser the JPEG, the more its
borders differ. Without it 15 of the 49, stored with quality 30, have a seam; with it two."""
LEAST_USUAL = 0.02
"""Distance that is usual at least."""


def has_seam(image_bgr: ImageBgr) -> bool:
    """Tell whether parts of a picture belong to different ones."""
    height, width = image_bgr.shape[:2]
    if height <= BLOCK * (SEAMS + 1):
        return False
    green = np.ascontiguousarray(image_bgr[:, :: max(1, width // (PLACES * LOOKED_AT)), 1])
    light = _in_places(green)
    return _is_seam_in(_steps(light), NO_STEP) or _is_seam_in(_in_places(_steps(green)), NO_GRAIN)


def _steps(rows: RowsT) -> RowsT:
    """Return the step from each row to the next."""
    return cast(RowsT, cv2.absdiff(rows[1:], rows[:-1]))


def _in_places(rows: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the mean of each place of each row, places of as many whole px as fit."""
    each = max(1, rows.shape[1] // PLACES)
    size = (rows.shape[1] // each, len(rows))
    rows = rows[:, : each * size[0]]
    return np.asarray(
        cv2.resize(rows.astype(np.float32), size, interpolation=cv2.INTER_AREA), np.float32
    )


def _is_seam_in(steps: NDArray[np.float32], no_step: float) -> bool:
    """Tell whether one of some steps from row to row, (height - 1, places), is a seam."""
    edge = max(1, round(AT_THE_EDGE * (len(steps) + 1)))
    stands_out = _stands_out(steps + np.float32(no_step))[edge:-edge]
    phases = np.array([stands_out[phase::BLOCK].mean() for phase in range(BLOCK)])
    border = int(phases.argmax())
    if phases[border] <= BLOCKY * np.median(phases):
        return _has_one_above(stands_out, STANDS_OUT)
    borders = stands_out[border::BLOCK].copy()
    stands_out[border::BLOCK] = 0.0
    return _has_one_above(stands_out, STANDS_OUT) or _has_one_above(borders, BORDER_STANDS_OUT)


def _stands_out(steps: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how much each row's step to the next stands out from those around, (height - 5,)."""
    before, after = cv2.max(steps[:-4], steps[1:-3]), cv2.max(steps[3:-1], steps[4:])
    ratio = cv2.divide(steps[2:-2], cv2.max(before, after))
    return np.asarray(np.clip(cv2.log(ratio), 0.0, MOST).mean(axis=1), np.float32)


def _has_one_above(rows: NDArray[np.float32], least: float) -> bool:
    """Tell whether the first of some rows stands out by so much more than the first that is no seam."""
    highest = np.sort(rows)
    no_seam = highest[-1 - SEAMS]
    usual = float(no_seam - np.median(highest)) + LEAST_USUAL
    return float(highest[-1] - no_seam) >= max(least, OUT_OF_USUAL * usual)
