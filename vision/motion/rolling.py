"""Were dice seen to roll? The movement over the table, without a hand, until everything lay still.

A die that is put back stops where the hand releases it. A die that is seen where none lay before and
none lies afterwards, and that comes to rest while nothing reaches in, has moved by itself: it was
thrown.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.motion.changes import WIDTH, LogBgr, changed_mask, is_shifted, stands_out
from vision.readings.dice import DiceReading

_APART_S = 0.1
"""Seconds between two kept pictures: within that time a rolling die moves on, and no hand comes and
goes."""
_CONTINUOUS_S = 0.3
"""Seconds without a frame in which a hand may have come and gone. Chosen by hand."""
_MOST_KEPT = 12
"""Most pictures kept, the newest: they take 3 MB, and dice roll for about a second."""
_LARGEST, _LARGEST_OF_ONE = 1.5, 4.0
"""Areas, in tops of dice, above which moving things are not dice: for each die that lies there, and for
a single one that hops; a hand and its arm cover 40 and more."""
_LEAST = 0.4
"""Area, in tops of dice, below which a thing is not a die. Chosen on four games: in 250 movements
without a throw, nothing larger than 0.17 appears, nor anything in two pictures."""
_SEEN_IN = 2
"""Number of pictures in which dice must be seen to roll, each time in another place."""
_LIES_SIDES = 0.75
"""A thing within this distance of a lying die's centre, in its sides, is that die."""


@dataclass(frozen=True, eq=False)
class Movement:
    """The pictures between two rests: the table as it was read ``before``, pictures of the movement, the
    oldest first, without longer gaps between them, and the table as it lies ``after``.

    ``threshold`` is the least change that counts (log); ``seconds``: how long something moved.
    """

    before: LogBgr
    pictures: tuple[LogBgr, ...]
    after: LogBgr
    threshold: float
    seconds: float


@dataclass
class MovementWatch:
    """Keeps the pictures of a movement; ``_began``: when it began, s; None if nothing moves."""

    _began: float | None = None
    _kept: deque[tuple[float, LogBgr]] = field(default_factory=lambda: deque(maxlen=_MOST_KEPT))

    def keep(self, small: LogBgr, now: float) -> None:
        """Keep a picture of a movement, unless the last one is nearly as new."""
        self._began = now if self._began is None else self._began
        if not self._kept or now - self._kept[-1][0] >= _APART_S:
            self._kept.append((now, small))

    def passed(self, seconds: float) -> None:
        """Forget everything seen before a gap without frames, if the gap was long."""
        if seconds > _CONTINUOUS_S:
            self._kept.clear()

    def ends(self, at: float, before: LogBgr | None, after: LogBgr, threshold: float) -> Movement | None:
        """Return the movement that ended with this rest, and begin another; None if none was seen."""
        pictures = tuple(small for _, small in self._kept)
        seconds = 0.0 if self._began is None else at - self._began
        self._kept.clear()
        self._began = None
        alike = [small for small in pictures if small.shape == after.shape]
        if before is None or before.shape != after.shape or len(alike) < len(pictures) or not pictures:
            return None
        return Movement(before, pictures, after, threshold, seconds)


def has_rolled(movement: Movement, reading: DiceReading) -> bool:
    """Tell whether dice were seen to roll, without a hand from then on, until they lay as they are
    read."""
    if not reading.dice:
        return False
    scale = WIDTH / reading.size_px[0]
    side_px = float(np.median([die.side_px for die in reading.dice])) * scale
    elsewhere = _elsewhere(movement.after, reading, scale, side_px)
    seen = 0
    later = movement.after
    for picture in _without_hands(movement, len(reading.dice), side_px):
        if is_shifted(movement.after, picture):
            continue
        threshold = movement.threshold
        moving = stands_out(movement.before, picture, threshold) & elsewhere
        for other in (movement.after, later):
            moving &= stands_out(other, picture, threshold)
        seen += _largest(moving.astype(np.uint8)) >= _LEAST * side_px**2
        if seen == _SEEN_IN:
            return True
        later = picture
    return False


def _without_hands(movement: Movement, dice: int, side_px: float) -> Iterator[LogBgr]:
    """Yield the last pictures, the newest first, back to one that shows more than this many dice."""
    largest = max(_LARGEST * dice, _LARGEST_OF_ONE) * side_px**2
    for picture in reversed(movement.pictures):
        changed = changed_mask(movement.after, picture)
        edges = (changed[0], changed[-1], changed[:, 0], changed[:, -1])
        if any(edge.any() for edge in edges) or _largest(changed) > largest:
            return
        yield picture


def _elsewhere(after: LogBgr, reading: DiceReading, scale: float, side_px: float) -> NDArray[np.bool_]:
    """Return where there is no die: (height, width)."""
    lies = np.zeros(after.shape[:2], np.uint8)
    for x, y in reading.places_px:
        at = round(x * scale), round(y * scale)
        cv2.circle(lies, at, int(np.ceil(_LIES_SIDES * side_px)), 1, -1)
    return np.asarray(lies == 0, np.bool_)


def _largest(mask: NDArray[np.uint8]) -> int:
    """Return how many px the largest connected part of a mask has."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    return int(stats[1:, cv2.CC_STAT_AREA].max()) if count > 1 else 0
