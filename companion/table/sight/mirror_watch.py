"""Whether the camera's picture is mirrored: then no marker card can be read, and hands are not where
they seem.

It costs as much as looking for markers, so it is done seldom, and only if no marker is read. For one
thread at a time.
"""

from collections.abc import Callable
from typing import Final

from companion.table.sight.eyes import FrameSight
from companion.table.supervision.supervisor import Fault
from vision.markers.finder import has_mirrored_markers

LOOK_EVERY_S: Final = 30.0
"""Least time, in seconds, between two searches of the mirrored picture at a table without readable
markers."""
PART: Final = "picture"


class MirrorWatch:
    """Follows the finished readings of one camera."""

    def __init__(self, tell: Callable[[str, Fault | None], None]) -> None:
        """``tell`` is called whenever the warning changes; None: no warning."""
        self._tell = tell
        self._looked_at: float | None = None
        self._is_mirrored = False

    def follow(self, sight: FrameSight) -> None:
        """Take the result of a frame."""
        if not sight.finished or any(one.covered for one in sight.readings.values()):
            return
        if any(one.markers.seen for one in sight.readings.values()):
            self._say(is_mirrored=False)
        elif self._looked_at is None or sight.frame.taken_at - self._looked_at >= LOOK_EVERY_S:
            self._looked_at = sight.frame.taken_at
            self._say(is_mirrored=has_mirrored_markers(sight.frame.image_bgr))

    def _say(self, *, is_mirrored: bool) -> None:
        if is_mirrored != self._is_mirrored:
            self._is_mirrored = is_mirrored
            self._tell(f"{PART} mirrored", Fault(PART, "picture_mirrored") if is_mirrored else None)
