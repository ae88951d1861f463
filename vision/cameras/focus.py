"""Whether a lens that was focused and held has lost its focus since."""

from typing import Final

from vision.frame import Frame
from vision.judging.judge import blur_px

LOOK_EVERY_S: Final = 1.0
"""Seconds between two measurements of a picture's sharpness: each costs some hundredths of a second."""
_LOOKS: Final = 5
"""Consecutive looks in which the picture must be blurred: hands pass in less time."""
_WIDER, _WIDER_PX = 1.7, 1.5
"""Factor, and number of pixels, by which edges must be wider than after focusing to count as blurred.
Chosen by hand: other objects on the table change it less."""
_AGAIN_AFTER_S: Final = 60.0
"""Least seconds between two focusing attempts: no picture is read meanwhile."""


class FocusWatch:
    """Follows one camera's pictures, for one thread. ``is_lost``: the lens should focus again."""

    def __init__(self) -> None:
        self.is_lost = False
        self._could = False
        self._looked_at = self._focused_at = 0.0
        self._best_px: float | None = None
        self._lately: list[float] = []

    def focused(self, *, could: bool) -> None:
        """Record that the lens has been focused, and whether it succeeded."""
        self._could, self.is_lost = could, False
        self._best_px, self._lately = None, []
        self._focused_at = self._looked_at

    def follow(self, frame: Frame) -> None:
        """Take in the next picture."""
        if not self._could or frame.taken_at - self._looked_at < LOOK_EVERY_S:
            self._looked_at = self._looked_at if self._could else frame.taken_at
            return
        self._looked_at = frame.taken_at
        blur = blur_px(frame.image_bgr)
        if blur is None:
            return
        self._lately = [*self._lately[1 - _LOOKS :], blur]
        if len(self._lately) < _LOOKS:
            return
        sharpest = min(self._lately)
        best = self._best_px = sharpest if self._best_px is None else min(self._best_px, sharpest)
        is_blurred = sharpest > _WIDER * best and sharpest > best + _WIDER_PX
        self.is_lost = is_blurred and frame.taken_at - self._focused_at > _AGAIN_AFTER_S
