"""Pictures of a movement, to look back at: a piece may have been seen well before it was hidden."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from vision.frame import Frame
from vision.motion.changes import LogBgr, change_at, shrink
from vision.motion.mask import Mask
from vision.readings.places import PointPx

MOST_KEPT: Final = 8
"""Most pictures kept: at 2304 x 1296 px they take 72 MB."""
APART_S: Final = 0.15
"""Seconds between two kept pictures: a hand that leaves and comes again is away for longer."""
MOST_LOOKED_AT: Final = 3
"""Most pictures looked at: each takes a reading."""
CHANGED: Final = 0.1
"""Difference (log of light, see ``vision.motion.changes``) above which a place shows something else now.
Chosen by hand: a pawn over a tile differs by 0.2 and more; it only saves readings."""


@dataclass
class MovementPictures:
    """The pictures of one movement, each with what a hand hid in it, the newest last."""

    _kept: deque[tuple[Frame, Mask | None]] = field(default_factory=lambda: deque(maxlen=MOST_KEPT))

    def keep(self, frame: Frame, hand: Mask | None) -> None:
        """Keep a picture, unless the last one is nearly as new."""
        if not self._kept or frame.taken_at - self._kept[-1][0].taken_at >= APART_S:
            self._kept.append((frame, hand))

    def forget(self) -> None:
        """Forget every picture: another movement begins."""
        self._kept.clear()

    def before(self, now: Frame, places_px: Iterable[PointPx]) -> Iterator[Frame]:
        """Yield the pictures in which at least one of these places looked different and was not hidden.

        Those without a hand come first, the newest of them leading: in them the last piece had not been
        put down yet.
        """
        size_wh, places = _size_of(now), tuple(places_px)
        small = shrink(now.image_bgr)
        kept = sorted(self._kept, key=lambda each: (each[1] is not None, -each[0].taken_at))
        shown = (
            frame
            for frame, hand in kept
            if _size_of(frame) == size_wh
            and any(_differs(frame, small, place, hand, size_wh) for place in places)
        )
        return islice(shown, MOST_LOOKED_AT)

    def since_the_hand(self) -> Iterator[Frame]:
        """Yield pictures since a hand was last seen, or all if none was: the oldest first."""
        kept = list(self._kept)
        last = max((at for at, (_, hand) in enumerate(kept) if hand is not None), default=-1)
        return islice((frame for frame, _ in kept[last + 1 :]), MOST_LOOKED_AT)


def _differs(
    frame: Frame, now: LogBgr, place: PointPx, hand: Mask | None, size_wh: tuple[int, int]
) -> bool:
    """Tell whether a place was visible in an earlier picture, and differs now."""
    if hand is not None and hand.covers(place, size_wh):
        return False
    at = (place.x / size_wh[0], place.y / size_wh[1])
    return change_at(shrink(frame.image_bgr), now, at) > CHANGED


def _size_of(frame: Frame) -> tuple[int, int]:
    height, width = frame.image_bgr.shape[:2]
    return width, height
