"""Does a part of the picture stand still while the rest goes on? A decoder that lost slices, or a buffer
that was not filled, shows there what an earlier picture showed.

A sensor's noise is new in every picture, so at most cameras no place repeats to the byte, whatever lies
there. Others repeat by habit: video made of differences, and noise that is removed, leave what rests as
it was. So a camera is watched first: only where it never repeated a place before, a part that does is
frozen. Frozen rows repeat from side to side, and beside them nothing does (columns, if the picture is
turned); the habit leaves whatever rests, beside whatever moves.

Where every place repeats, the same picture was delivered twice: the camera's own clock tells whether
that is a fault.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.readings.places import BoxPx

ROWS, PLACES = 30, 24
"""About so many rows of a picture are compared with those of the one before, each in so many places."""
WORD_PX = 8
"""Px of a place are a multiple of this: they are compared as words of eight bytes."""
KNOWN_AFTER = 60
"""Pictures without any repeated place after which a camera is known to have no such habit: six seconds
at ten a second, and automatic exposure, which changes all of a picture, has settled after two."""
EVEN = 1
"""Grey levels by which neighbouring px of a place differ at most if it says nothing: a sensor that is
clipped, or gets no light, gives one value without noise."""
MOST_MIXED = 1
"""Most rows that repeat in a part of their places: a slice may end within a row of blocks, which is
lower than the distance of two rows that are compared."""

Sample = NDArray[np.uint8]
"""What is compared of a picture: (rows, places, px, 3)."""
Places = NDArray[np.bool_]
"""Some of these places: (rows, places)."""


class FrozenWatch:
    """Compares one camera's pictures, one after the other; not thread-safe."""

    def __init__(self) -> None:
        self._before: Sample | None = None
        self._going_on = 0
        self._frozen: BoxPx | None = None

    def follow(self, image_bgr: ImageBgr) -> BoxPx | None:
        """Take in the next picture; return the part that shows an earlier one, if there is one."""
        before, now = self._before, _sample(image_bgr)
        self._before = now
        if before is None or now is None or before.shape != now.shape:
            self._going_on, self._frozen = 0, None
            return None
        repeats = _repeats(before, now)
        if repeats.all():
            return self._frozen
        stands = _with_grain(now, repeats) if repeats.any() else repeats
        self._frozen = None
        if not stands.any():
            self._going_on += 1
        elif (part := _part(repeats, stands, image_bgr)) is None or self._going_on < KNOWN_AFTER:
            self._going_on = 0
        else:
            self._frozen = part
        return self._frozen


def _sample(image_bgr: ImageBgr) -> Sample | None:
    """Return what is compared of a picture; None of the smallest."""
    height, width = image_bgr.shape[:2]
    each = max(1, width // (PLACES * WORD_PX)) * WORD_PX
    if width < each:
        return None
    rows = np.ascontiguousarray(image_bgr[:: max(1, height // ROWS), : width // each * each])
    return rows.reshape(len(rows), width // each, each, 3)


def _repeats(before: Sample, now: Sample) -> Places:
    """Return which places show the same to the byte: (rows, places)."""
    shape = (*now.shape[:2], -1)
    same = before.reshape(shape).view(np.uint64) == now.reshape(shape).view(np.uint64)
    return np.asarray(same.all(axis=2), np.bool_)


def _with_grain(sample: Sample, places: Places) -> Places:
    """Return these places without those that have no noise: they could not have changed."""
    px = sample.reshape(*sample.shape[:2], -1)[places]
    grain = places.copy()
    grain[places] = cv2.absdiff(px[:, 3:], px[:, :-3]).max(axis=1) > EVEN
    return grain


def _part(repeats: Places, stands: Places, image_bgr: ImageBgr) -> BoxPx | None:
    """Return the part of a picture that stands still in whole rows, or whole columns; None: in
    neither."""
    height, width = image_bgr.shape[:2]
    if (rows := _whole_lines(repeats, stands)) is not None:
        return BoxPx(0.0, rows[0] * height, float(width), (rows[1] - rows[0]) * height)
    if (columns := _whole_lines(repeats.T, stands.T)) is not None:
        return BoxPx(columns[0] * width, 0.0, (columns[1] - columns[0]) * width, float(height))
    return None


def _whole_lines(repeats: Places, stands: Places) -> tuple[float, float] | None:
    """Return between which lines that go on others stand still, as parts of all; None if only parts of
    lines do."""
    still, goes_on = stands.any(axis=1), ~repeats.all(axis=1)
    lines = np.flatnonzero(still & ~goes_on)
    if len(lines) == 0 or (still & goes_on).sum() > MOST_MIXED:
        return None
    first, last, many = int(lines[0]), int(lines[-1]), len(stands)
    return max(0, first - 1) / many, min(1.0, (last + 1) / many)
