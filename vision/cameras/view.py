"""A camera's settings, and the rotation of its picture: the same for every backend."""

from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np

from vision.frame import ImageBgr

Rotation = Literal[0, 90, 180, 270]
"""Degrees clockwise."""
Mains = Literal[50, 60]
"""Mains frequency in Hz: lamps pulse twice as often."""

BOARD_SIZE_WH: Final = (2304, 1296)
"""Requested if a board is played: the published figures of boards are for pictures of this size, the
whole sensor of the Pi's Camera Module 3 with 2 × 2 pixels combined."""
LEAST_SIDE_PX, MOST_SIDE_PX = 160, 8192
"""Limits on a requested side of a picture: smaller pictures cannot be read, and no usual camera has
larger ones."""
_ROTATED: Final = {
    90: cv2.ROTATE_90_CLOCKWISE,
    180: cv2.ROTATE_180,
    270: cv2.ROTATE_90_COUNTERCLOCKWISE,
}


@dataclass(frozen=True)
class CameraView:
    """The requested settings of a camera.

    Its picture is mirrored first, then rotated. ``size_wh``: requested width and height, before
    rotation; None: the camera's default, larger ``for_board``.
    """

    rotate: Rotation = 0
    mirror: bool = False
    size_wh: tuple[int, int] | None = None
    mains_hz: Mains = 50
    for_board: bool = False

    def seen(self, image_bgr: ImageBgr) -> ImageBgr:
        """Return the picture mirrored and rotated as requested."""
        if self.mirror:
            image_bgr = np.asarray(cv2.flip(image_bgr, 1), np.uint8)
        return rotated(image_bgr, self.rotate)

    def size_or(self, usual_wh: tuple[int, int]) -> tuple[int, int]:
        """Return width and height to request; ``usual_wh``: that camera's default."""
        return self.size_wh or (BOARD_SIZE_WH if self.for_board else usual_wh)

    @property
    def pulse_ms(self) -> float:
        """Length of one pulse of a lamp, in milliseconds."""
        return 1000 / (2 * self.mains_hz)


def rotated(image_bgr: ImageBgr, degrees: Rotation) -> ImageBgr:
    """Return a picture rotated clockwise."""
    if degrees == 0:
        return image_bgr
    return np.asarray(cv2.rotate(image_bgr, _ROTATED[degrees]), np.uint8)


def combine(first: int, second: int) -> Rotation:
    """Return two rotations, one after the other, as one."""
    degrees: dict[int, Rotation] = {0: 0, 90: 90, 180: 180, 270: 270}
    return degrees[(first + second) % 360]
