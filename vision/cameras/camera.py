"""The contract of every camera, and what all backends share.

A camera is opened by ``start`` and gives one frame after another. It may be started again after
``stop``; its frames are then counted from 0 anew. ``capture`` may be called from one thread at a time,
``stop`` from any.
"""

import logging
import threading
from abc import ABC, abstractmethod
from types import TracebackType
from typing import Protocol, Self

from vision.clock import Clock
from vision.errors import CameraLost
from vision.frame import Frame, ImageBgr

_log = logging.getLogger(__name__)

STALE_AFTER_S = 1.5
"""Without a new picture for so long a running camera counts as frozen. As its health is asked a few
times a second, that is noticed within 2 s."""
COMPUTED_STALE_AFTER_S = 15.0
"""The same for a camera whose pictures this program makes or reads itself: they are late where the
computer has much else to do, and opening it again would only be more work."""
STOP_WITHIN_S = 2.0
"""So long ``stop`` waits for a capture in progress: more than any camera takes for a picture."""


class Camera(Protocol):
    """Anything that gives pictures of the table."""

    @property
    def name(self) -> str:
        """What ``open_camera`` opens it by, such as ``webcam:0``; of an address nothing secret."""

    @property
    def noisy(self) -> bool:
        """Whether a healthy one never gives the very same picture twice, as a live sensor does not."""

    @property
    def stale_after_s(self) -> float:
        """Without a new picture for so long a running one is frozen, in seconds."""

    def start(self) -> None:
        """Open it. Raises ``CameraLost`` where that fails."""

    def capture(self) -> Frame:
        """Wait for the next frame; its picture is read-only. Raises ``CameraLost``, with a hint."""

    def lock_exposure(self) -> bool:
        """Hold exposure and white balance as they are now; return whether it could."""

    def unlock_exposure(self) -> bool:
        """Let the camera adapt to the light again; return whether it could."""

    def stop(self) -> None:
        """Close it; a capture in progress ends with ``CameraLost``. Stopping twice is no mistake."""

    def __enter__(self) -> Self:
        """Start it."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop it."""


class CameraBackend(ABC):
    """What the backends share: counting and timing frames, and an orderly stop.

    A backend says how to ``_open``, ``_grab`` one picture, and ``_close``. Both ``_grab`` and
    ``_close`` run under one lock, for a driver that is closed while it is read may crash.
    """

    noisy = True
    stale_after_s = STALE_AFTER_S

    def __init__(self, name: str, clock: Clock) -> None:
        self.name = name
        self._clock = clock
        self._stopping = threading.Event()
        self._device = threading.Lock()
        self._started = False
        self._next_number = 0

    @abstractmethod
    def _open(self) -> None:
        """Open the device. Raises ``CameraLost``."""

    @abstractmethod
    def _grab(self) -> ImageBgr:
        """Wait for a picture that nobody else will write to. Raises ``CameraLost``."""

    @abstractmethod
    def _close(self) -> None:
        """Close the device."""

    def start(self) -> None:
        """Open it. Raises ``CameraLost`` where that fails."""
        self._stopping.clear()
        self._next_number = 0
        with self._device:
            self._open()
            self._started = True

    def capture(self) -> Frame:
        """Wait for the next frame; its picture is read-only. Raises ``CameraLost``, with a hint."""
        with self._device:
            if not self._started or self._stopping.is_set():
                raise CameraLost(f"{self.name} is not running", hint="Start the camera first.")
            image_bgr = self._grab()
            taken_at = self._clock.now()
        image_bgr.setflags(write=False)
        number = self._next_number
        self._next_number += 1
        return Frame(image_bgr, taken_at, number)

    def lock_exposure(self) -> bool:
        """Return False: this camera has no exposure to hold."""
        return False

    def unlock_exposure(self) -> bool:
        """Return False: this camera has no exposure to set free."""
        return False

    def stop(self) -> None:
        """Close it; a capture in progress ends with ``CameraLost``. Stopping twice is no mistake."""
        self._stopping.set()
        if not self._device.acquire(timeout=STOP_WITHIN_S):
            _log.warning("%s is blocked in a capture and stays open until that returns", self.name)
            return
        try:
            if self._started:
                self._started = False
                self._close()
        finally:
            self._device.release()

    def __enter__(self) -> Self:
        """Start it."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop it."""
        self.stop()

    def _wait_until(self, due: float) -> None:
        """Wait for the clock. Raises ``CameraLost`` when the camera is stopped meanwhile."""
        if self._clock.wait(self._stopping, due - self._clock.now()):
            raise CameraLost(f"{self.name} was stopped", hint="Start the camera again.")
