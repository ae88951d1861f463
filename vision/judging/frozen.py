"""Does a part of the picture stand still while the rest goes on? A decoder that lost slices, or a buffer
that was not filled, shows there what an earlier picture showed.

A sensor's noise is new in every picture, so most places of most cameras never repeat to the byte,
whatever lies there. Others repeat by habit: where a picture is even, JPEG rounds the noise away; video
made of differences, and noise that is removed, leave what rests as it was. So the habit of each place is
learnt first: only a place that went on for long says anything when it repeats. Frozen rows then repeat
from side to side, and hardly any such place beside them does (columns, if the picture is turned); where
the camera takes up a habit, whatever rests repeats, beside whatever moves.

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
"""Pictures in a row in which a place has changed, after which it is known to go on: six seconds at ten a
second, and automatic exposure, which changes all of a picture, has settled after two."""
EVEN = 1
"""Grey levels by which neighbouring px of a place differ at most if it says nothing: a sensor that is
clipped, or gets no light, gives one value without noise."""
LEAST = PLACES
"""So many places must stand still together, as many as one row has: of those known to go on, each
repeats by chance in less than a twentieth of the pictures."""
BY_CHANCE = 0.1
"""Share of the places known to go on in a row that may stand still while the row goes on."""
MOST_MIXED = 1
"""Most rows in which more do: a slice may end within a row of blocks, which is lower than the distance
of two rows that are compared. Where a camera takes up the habit, all rows do that show movement."""

Sample = NDArray[np.uint8]
"""What is compared of a picture: (rows, places, px, 3)."""
Places = NDArray[np.bool_]
"""Some of these places: (rows, places)."""


class FrozenWatch:
    """Compares one camera's pictures, one after the other; not thread-safe."""

    def __init__(self) -> None:
        self._before: Sample | None = None
        self._changed: NDArray[np.int32] = np.zeros((0, 0), np.int32)
        """In how many pictures in a row each place has changed: (rows, places)."""
        self._frozen: BoxPx | None = None

    def follow(self, image_bgr: ImageBgr) -> BoxPx | None:
        """Take in the next picture; return the part that shows an earlier one, if there is one."""
        before, now = self._before, _sample(image_bgr)
        self._before = now
        if before is None or now is None or before.shape != now.shape:
            self._changed = np.zeros((0, 0) if now is None else now.shape[:2], np.int32)
            self._frozen = None
            return None
        repeats = _repeats(before, now)
        if repeats.all():
            return self._frozen
        known = self._changed >= KNOWN_AFTER
        stands = repeats & known
        stands = _with_grain(now, stands) if np.count_nonzero(stands) >= LEAST else stands & False
        part, within = _part(repeats, stands, known, image_bgr)
        self._frozen = part
        self._changed += 1
        self._changed[repeats & ~within] = 0
        return part


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


def _part(
    repeats: Places, stands: Places, known: Places, image_bgr: ImageBgr
) -> tuple[BoxPx | None, Places]:
    """Return the part of a picture that stands still in whole rows, or whole columns, and its places;
    None: in neither."""
    height, width = image_bgr.shape[:2]
    if (rows := _whole_lines(repeats, stands, known)).any():
        top, low = _between(rows, height)
        return BoxPx(0.0, top, float(width), low - top), rows[:, None] & stands
    if (columns := _whole_lines(repeats.T, stands.T, known.T)).any():
        left, right = _between(columns, width)
        return BoxPx(left, 0.0, right - left, float(height)), columns & stands
    return None, stands & False


def _whole_lines(repeats: Places, stands: Places, known: Places) -> Places:
    """Return which lines stand still as a whole; none if parts of lines do."""
    lines = np.asarray(stands.any(axis=1) & repeats.all(axis=1), np.bool_)
    mixed = ~lines & (stands.sum(axis=1) > BY_CHANCE * known.sum(axis=1))
    is_frozen = np.count_nonzero(mixed) <= MOST_MIXED and np.count_nonzero(stands[lines]) >= LEAST
    return lines if is_frozen else lines & False


def _between(lines: Places, size: int) -> tuple[float, float]:
    """Return between which lines that go on the others lie, in px of a picture of this size."""
    numbers = np.flatnonzero(lines).tolist()
    first, last = max(0, numbers[0] - 1), min(len(lines), numbers[-1] + 1)
    return size * first / len(lines), size * last / len(lines)
