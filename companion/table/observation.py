"""What the eyes have told: the newest picture, what they are doing, and the last finished readings."""

import threading
from dataclasses import dataclass, field, replace

from companion.table.eyes import Sight
from companion.table.plays.play import Readings
from companion.table.seen import seen_shape
from companion.table.service import Picture
from companion.table.shapes import CameraShape, WatchShape
from companion.table.sitting import Sitting
from vision.frame import Frame
from vision.picture import jpeg

EYES_OFF: WatchShape = {"phase": "off", "seen": None, "hand": []}


@dataclass(frozen=True)
class Observation:
    """What is known of the table by sight.

    ``frame`` is the number of the picture that the last finished readings come from, ``seen_at`` when
    it was taken, in seconds of the table's clock.
    """

    camera: CameraShape
    watch: WatchShape = field(default_factory=lambda: EYES_OFF)
    readings: Readings = field(default_factory=dict)
    frame: int = 0
    seen_at: float = 0.0

    def forgotten(self) -> "Observation":
        """Return the same camera before anything was read."""
        return replace(self, watch={**self.watch, "seen": None}, readings={})

    def after(self, sight: Sight) -> "Observation":
        """Return what is known after finished readings."""
        frame = sight.frame
        return replace(self, readings=sight.readings, frame=frame.number, seen_at=frame.taken_at)


def watched(sight: Sight, before: WatchShape, sitting: Sitting | None) -> WatchShape:
    """Return what pages are shown of a frame; without new readings what was drawn stays."""
    hand = [list(outline) for outline in sight.hand.outlines()] if sight.hand else []
    if sight.phase == "moving":
        return {"phase": "moving", "seen": None, "hand": hand}
    if not sight.readings:
        return {"phase": sight.phase, "seen": before["seen"], "hand": hand}
    drawn = sitting.play.drawn(sitting.history.state, sight.readings) if sitting else {}
    seen = seen_shape(sight.readings, sight.frame.number, drawn)
    return {"phase": sight.phase, "seen": seen, "hand": hand}


class Pictures:
    """The newest frame as JPEG: made once for all who ask, and only where somebody asks."""

    def __init__(self) -> None:
        self._making = threading.Lock()
        self._frame: Frame | None = None
        self._picture: Picture | None = None

    def show(self, frame: Frame) -> None:
        """Take in a newer frame."""
        self._frame = frame

    def newest(self) -> Picture | None:
        """Return the newest frame; None before the first."""
        with self._making:
            frame = self._frame
            if frame is None:
                return None
            if self._picture is None or self._picture.frame != frame.number:
                self._picture = Picture(jpeg(frame.image_bgr), frame.number)
            return self._picture
