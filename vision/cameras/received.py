"""Shared by cameras whose pictures come as files: wait for one that can be decoded."""

from collections.abc import Callable

from vision.cameras.camera import Camera
from vision.errors import CameraLost, NotAPicture
from vision.frame import ImageBgr
from vision.picture_files import decoded

LOOK_EVERY_S = 0.1
"""Seconds after which a waiting capture checks whether it is to stop."""

Picture = ImageBgr | bytes
"""A picture, or a JPEG file that is decoded only if somebody wants it."""


class ReceivingCamera(Camera):
    """A camera that is sent its pictures."""

    def _next(self, take: Callable[[], Picture | None], within_s: float) -> tuple[ImageBgr | None, str]:
        """Wait for a picture that can be decoded, for this many real seconds.

        ``take`` waits for ``LOOK_EVERY_S``. If none comes, return why the files that came were not
        pictures. Raises ``CameraLost`` when the camera is stopped meanwhile.
        """
        refused = ""
        for _ in range(round(within_s / LOOK_EVERY_S)):
            picture = take()
            if self._stopping.is_set():
                raise CameraLost(f"{self.name} was stopped", hint="Start the camera again.")
            if picture is None:
                continue
            try:
                found = decoded(picture, "a picture") if isinstance(picture, bytes) else picture
            except NotAPicture as error:
                refused = f" that can be read ({error})"
            else:
                return found, ""
        return None, refused
