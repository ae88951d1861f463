"""A network camera: a phone's app, an IP camera. Always its newest picture."""

import logging
import threading
from collections.abc import Callable, Iterator
from functools import partial

from vision.cameras.network.address import parse_address
from vision.cameras.network.http_video import pictures_over_http
from vision.cameras.network.line import VideoConnection
from vision.cameras.network.rtsp_video import pictures_over_rtsp
from vision.cameras.reasons import lost_by
from vision.cameras.received import LOOK_EVERY_S, Picture, ReceivingCamera
from vision.clock import Clock
from vision.errors import CameraLost
from vision.frame import ImageBgr

_log = logging.getLogger(__name__)

PICTURE_WITHIN_S = 8.0
"""Longest wait for a picture, in real seconds: connecting, and a key frame."""
_JOIN_WITHIN_S = 0.5
"""Longest wait for the reading thread when closing; it ends by itself within a few seconds more."""


class _Newest:
    """The newest picture of a video, which a thread of its own reads as fast as it comes.

    If pictures were read only on demand, unread ones would queue up before them.
    """

    def __init__(self, name: str, pictures: Callable[[VideoConnection], Iterator[Picture]]) -> None:
        self._name, self._pictures = name, pictures
        self._line = VideoConnection()
        self._news = threading.Condition()
        self._picture: Picture | None = None
        self._error: CameraLost | None = None
        self._wanted = True
        self._thread = threading.Thread(target=self._run, name=f"video {name}", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            for picture in self._pictures(self._line):
                with self._news:
                    if not self._wanted:
                        return
                    self._picture = picture
                    self._news.notify_all()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told to who waits
            with self._news:
                self._error = lost_by(self._name, error)
                self._news.notify_all()

    def take(self, within_s: float) -> Picture | None:
        """Return the newest picture, each only once; None if none comes. Raises ``CameraLost``."""
        with self._news:
            self._news.wait_for(lambda: self._picture is not None or self._error, within_s)
            picture, self._picture = self._picture, None
            if picture is None and self._error is not None:
                raise self._error
            return picture

    def end(self) -> None:
        """Tell the thread to end, and wait for it a little."""
        with self._news:
            self._wanted = False
        self._line.hang_up()
        self._thread.join(_JOIN_WITHIN_S)


class NetworkCamera(ReceivingCamera):
    """A camera that gives its video at an address. Raises ``BadCamera`` if that is not an address.

    Its name has scheme, host and port only: everything else in an address may be secret.
    """

    def __init__(self, address: str, clock: Clock) -> None:
        self._address = parse_address(address)
        super().__init__(f"url:{self._address.shown}", clock)
        is_http = self._address.scheme.startswith("http")
        self._pictures = partial(pictures_over_http if is_http else pictures_over_rtsp, self._address)
        self._newest: _Newest | None = None
        self._first: ImageBgr | None = None

    def _open(self) -> None:
        self._newest = _Newest(self.name, self._pictures)
        try:
            self._first = self._decode()
        except BaseException:
            self._close()
            raise

    def _grab(self) -> ImageBgr:
        first, self._first = self._first, None
        return self._decode() if first is None else first

    def _decode(self) -> ImageBgr:
        """Wait for a picture that can be decoded."""
        assert self._newest is not None
        found, refused = self._next(partial(self._newest.take, LOOK_EVERY_S), PICTURE_WITHIN_S)
        if found is not None:
            return found
        raise CameraLost(
            f"{self._address.shown} answers, but sends no pictures{refused}",
            hint="Does the address open a video in a browser? RTSP, and JPEGs over HTTP, can be read.",
            why="no_video",
        )

    def _close(self) -> None:
        if self._newest is not None:
            self._newest.end()
            self._newest = None
