"""Whether a camera's picture turns while it runs, as with a phone that rotates its picture
automatically."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.view import Rotation
from vision.frame import ImageBgr

_SIDE_PX: Final = 32
"""Size at which pictures are compared: their middle squares, which stay comparable after a turn."""
_THE_SAME = 0.9
"""Correlation with the previous picture from which a picture counts as the same, turned or not. Chosen
by hand: a little more or less light, or a moving die, does not lower it below that."""
_CLEARER = 4.0
"""Factor by which its correlation as it came must be further from 1 than when turned: a mat looks
similar upside down."""
_FLAT: Final = 2.0
"""Grey levels of spread below which a picture, black or blurred, cannot be compared."""
_TURNS: Final[tuple[Rotation, ...]] = (0, 90, 180, 270)

Small = NDArray[np.float32]


class TurnWatch:
    """Follows pictures, one after the other, and says how each is to be turned back.

    Only a sudden turn from one picture to the next counts: turning by hand takes longer.
    """

    def __init__(self) -> None:
        self.turned_back: Rotation = 0
        self._before: Small | None = None

    def forget(self) -> None:
        """Start again: the picture is turned on purpose."""
        self.turned_back, self._before = 0, None

    def follow(self, image_bgr: ImageBgr) -> Rotation:
        """Take the next picture; return the clockwise degrees by which it is to be turned."""
        small = _small(image_bgr)
        if small is None:
            return self.turned_back
        if self._before is not None:
            self.turned_back = self._nearest(small)
        self._before = _turn(small, self.turned_back)
        return self.turned_back

    def _nearest(self, small: Small) -> Rotation:
        """Return the turn that makes a picture most like the one before; in doubt the present one."""
        now = self._likeness(small, self.turned_back)
        if now >= _THE_SAME:
            return self.turned_back
        turn = max(_TURNS, key=lambda one: self._likeness(small, one))
        nearest = self._likeness(small, turn)
        is_clear = nearest >= _THE_SAME and 1 - now > _CLEARER * (1 - nearest)
        return turn if is_clear else self.turned_back

    def _likeness(self, small: Small, turn: Rotation) -> float:
        assert self._before is not None
        return float((self._before * _turn(small, turn)).mean())


def _turn(small: Small, turn: Rotation) -> Small:
    return np.rot90(small, -turn // 90)


def _small(image_bgr: ImageBgr) -> Small | None:
    """Return the middle square, small, gray, of mean 0 and spread 1; None if it shows nothing."""
    height, width = image_bgr.shape[:2]
    side = min(height, width)
    top, left, step = (height - side) // 2, (width - side) // 2, max(1, side // (4 * _SIDE_PX))
    square = image_bgr[top : top + side : step, left : left + side : step]
    grey = cv2.cvtColor(np.ascontiguousarray(square), cv2.COLOR_BGR2GRAY).astype(np.float32)
    small = cv2.resize(grey, (_SIDE_PX, _SIDE_PX), interpolation=cv2.INTER_AREA)
    spread = float(small.std())
    return None if spread < _FLAT else np.asarray((small - small.mean()) / spread, np.float32)
