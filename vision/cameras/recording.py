"""A recording instead of a camera: a folder of pictures, or a video."""

import logging
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import cv2
import numpy as np

from vision.cameras.camera import COMPUTED_STALE_AFTER_S, Camera
from vision.clock import Clock
from vision.errors import CameraLost, NotAPicture
from vision.frame import ImageBgr
from vision.picture_files import load_picture

_log = logging.getLogger(__name__)

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})
FOLDER_FPS = 5.0
"""Frames a second for a folder of photographs: enough for the table to find them still within a
second."""
HOLD_S = 4.0
"""Seconds for which each photograph of a folder is shown: enough to read it, and for people to see the
reading."""
_FALLBACK_FPS = 25.0
"""Frames a second of a video that does not say its own, or something absurd."""


def natural_order(path: Path) -> list[tuple[int, int, str]]:
    """Return a sorting key by which ``photo10`` comes after ``photo9``."""
    parts = re.findall(r"\d+|\D+", path.name.casefold())
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]


def pictures_in(folder: Path) -> list[Path]:
    """Return a folder's pictures in natural order."""
    return sorted((p for p in folder.iterdir() if p.suffix.lower() in PICTURES), key=natural_order)


def _check_there(name: str, path: Path) -> None:
    """Raise ``CameraLost`` if a recording has disappeared: its last picture does not show a table."""
    if not path.exists():
        raise CameraLost(f"{name} is no longer there", hint="Is its disk or stick still plugged in?")


class RecordedPhotos(Camera):
    """Photographs of a folder, each held for a while; the last one stays.

    So each is found to be still, like a throw on a table, and is read once.
    """

    stale_after_s = COMPUTED_STALE_AFTER_S

    def __init__(self, folder: Path, clock: Clock, *, hold_s: float = HOLD_S) -> None:
        super().__init__(f"recording:{folder}", clock)
        self._folder = folder
        self._hold_s = hold_s
        self._photos: Iterator[ImageBgr] = iter(())
        self._shown: ImageBgr | None = None
        self._due = 0.0
        self._until = 0.0

    def _open(self) -> None:
        photos = self._decode(pictures_in(self._folder) if self._folder.is_dir() else [])
        first = next(photos, None)
        if first is None:
            raise CameraLost(
                f"{self.name} holds no picture that can be shown",
                hint=f"Put photographs ({', '.join(sorted(PICTURES))}) into {self._folder}.",
            )
        self._photos = chain([first], photos)
        self._shown = None
        self._due = self._until = self._clock.now()

    def _decode(self, paths: list[Path]) -> Iterator[ImageBgr]:
        for path in paths:
            try:
                yield load_picture(path)
            except NotAPicture as error:
                _log.warning("left out, %s", error)

    def _grab(self) -> ImageBgr:
        self._wait_until(self._due)
        _check_there(self.name, self._folder)
        now = self._clock.now()
        self._due = max(self._due + 1 / FOLDER_FPS, now)
        if self._shown is None or now >= self._until - 1e-6:
            self._shown = next(self._photos, self._shown)
            self._until = now + self._hold_s
        if self._shown is None:
            raise CameraLost(f"{self.name} shows nothing", hint="Start the recording again.")
        return self._shown

    def _close(self) -> None:
        self._photos = iter(())
        self._shown = None


class RecordedVideo(Camera):
    """A video at its own speed; its last picture stays."""

    stale_after_s = COMPUTED_STALE_AFTER_S

    def __init__(self, path: Path, clock: Clock) -> None:
        super().__init__(f"recording:{path}", clock)
        self._path = path
        self._is_file = True
        """Whether it is a file: OpenCV can also open other sources, such as numbered pictures."""
        self._video: cv2.VideoCapture | None = None
        self._period_s = 1 / _FALLBACK_FPS
        self._last: ImageBgr | None = None
        self._due = 0.0

    def _open(self) -> None:
        video = cv2.VideoCapture(str(self._path))
        if not video.isOpened():
            video.release()
            raise CameraLost(
                f"{self.name} cannot be played",
                hint="Give a folder of photographs, or a video that OpenCV can play (.mp4, .avi, .mkv).",
            )
        fps = video.get(cv2.CAP_PROP_FPS)
        self._period_s = 1 / (fps if 1 <= fps <= 240 else _FALLBACK_FPS)
        self._video = video
        self._is_file = self._path.is_file()
        self._last = None
        self._due = self._clock.now()

    def _grab(self) -> ImageBgr:
        self._wait_until(self._due)
        if self._is_file:
            _check_there(self.name, self._path)
        self._skip_what_is_late()
        self._due += self._period_s
        seen, image_bgr = self._video.read() if self._video is not None else (False, None)
        if seen and image_bgr is not None:
            self._last = np.asarray(image_bgr, dtype=np.uint8)
        if self._last is None:
            raise CameraLost(f"{self.name} holds no picture", hint="Give another video.")
        return self._last

    def _skip_what_is_late(self) -> None:
        """Drop pictures whose time has passed, as a live camera would."""
        while self._video is not None and self._clock.now() - self._due > 0.99 * self._period_s:
            self._due += self._period_s
            if not self._video.grab():
                self._due = self._clock.now()

    def _close(self) -> None:
        if self._video is not None:
            self._video.release()
            self._video = None
