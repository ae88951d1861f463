"""What every camera is.

A camera is opened by ``start`` and gives one frame after another. It may be started again after
``stop``; its frames are then counted from 0 again. ``capture`` may be called from one thread at a time,
``stop`` from any.
"""

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import ClassVar, Self

from vision.cameras.reasons import lost_by
from vision.cameras.view import CameraView
from vision.clock import Clock
from vision.errors import CameraLost, Why
from vision.frame import Frame, ImageBgr

_log = logging.getLogger(__name__)

STALE_AFTER_S = 1.5
"""Seconds without a new picture after which a running camera counts as frozen. Since its health is asked
a few times a second, that is noticed within 2 s."""
COMPUTED_STALE_AFTER_S = 15.0
"""The same for a camera whose pictures this program makes or reads itself: they are late if the computer
is busy, and reopening it would only add work."""
OPENING_TAKES_S = 10.0
"""Seconds that a camera may take to open, unless it announces more."""
STOP_WITHIN_S = 2.0
"""Seconds for which ``stop`` waits for a capture in progress: more than any camera takes for a
picture."""


class Camera(ABC):
    """Anything that gives pictures of the table: counts, times and turns frames, reports errors, and
    stops in order.

    Each kind says how to ``_open``, ``_grab`` one picture, and ``_close``. Both ``_grab`` and ``_close``
    run under one lock, since a driver that is closed while it is being read may crash. Any error in them
    becomes ``CameraLost``.
    """

    stale_after_s = STALE_AFTER_S
    """Seconds without a new picture after which a running camera counts as frozen."""
    opens_within_s = OPENING_TAKES_S
    """Seconds that its driver may take to open it."""
    opens_at_once = False
    """Whether opening it costs nothing: then it is reopened whenever it is lost."""
    hints: ClassVar[Mapping[Why, str]] = {}
    """The hint for an error, if it is not the same for all cameras."""

    def __init__(self, name: str, clock: Clock) -> None:
        self.name = name
        """The name by which ``open_camera`` opens it, such as ``webcam:0``; without the secret parts of
        an address."""
        self.view = CameraView()
        """Its settings, and the rotation of its pictures; size and mains take effect at the next
        start."""
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

    def _stamp(self) -> float | None:
        """Return the camera's own time, or count, of the last grabbed picture; None if it has none."""
        return None

    @abstractmethod
    def _close(self) -> None:
        """Close the device."""

    def start(self) -> None:
        """Open it. Raises ``CameraLost`` if that fails."""
        self._stopping.clear()
        self._next_number = 0
        with self._using():
            self._open()
            self._started = True

    def capture(self) -> Frame:
        """Wait for the next frame; its picture is read-only. Raises ``CameraLost``, with a hint."""
        with self._using():
            if not self._started or self._stopping.is_set():
                raise CameraLost(f"{self.name} is not running", hint="Start the camera first.")
            grabbed_bgr = self._grab()
            taken_at, stamp = self._clock.now(), self._stamp()
        image_bgr = self.view.seen(grabbed_bgr)
        image_bgr.setflags(write=False)
        number = self._next_number
        self._next_number += 1
        return Frame(image_bgr, taken_at, number, stamp)

    @contextmanager
    def _using(self) -> Iterator[None]:
        """Use the device; any error becomes ``CameraLost``."""
        with self._device:
            try:
                yield
            except Exception as error:
                lost = lost_by(self.name, error, self.hints)
                if lost is error:
                    raise
                raise lost from error

    def lock_exposure(self) -> bool:
        """Hold exposure and white balance as they are now; return whether that worked."""
        return False

    def unlock_exposure(self) -> bool:
        """Let the camera adapt to the light again; return whether that worked."""
        return False

    def focus(self) -> bool:
        """Focus on the present scene, and hold that; return whether that worked. Raises
        ``CameraLost``."""
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
        except Exception:  # noqa: BLE001 - it is given up, whatever its driver says to that
            _log.warning("%s could not be closed in order", self.name, exc_info=True)
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
