"""A USB webcam through OpenCV; on Linux through V4L2, where exposure can really be held."""

import logging
import struct
import sys
from collections.abc import Callable
from math import log
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.camera import CameraBackend
from vision.clock import Clock
from vision.errors import CameraLost
from vision.frame import ImageBgr

_log = logging.getLogger(__name__)

SIZE_PX = (1280, 960)
"""Width and height asked for: most webcams have it, and it shows the whole of a 4:3 sensor."""
_MANUAL, _APERTURE_PRIORITY = 1.0, 3.0
"""V4L2's values of exposure_auto: set by hand, and automatic."""
_MAINS_PULSE = 100.0
"""V4L2's exposures are in units of 100 µs; lamps on 50 Hz mains pulse every 10 ms."""
_SETTLING_FRAMES = 4
"""A changed exposure shows only after some frames, for drivers keep a few back. Chosen by hand."""
_LOCK_TRIES = 8
"""So many exposures are tried before the camera is given back to its automatic. Chosen by hand."""
_SAME_LIGHT, _NEAR_LIGHT = 0.15, 0.5
"""Log of brightness within which the light counts as the same, and, where no exposure comes nearer, as
near enough. Chosen by hand: 15 % is hardly seen, with 50 % dice are still read."""
_SAME_TINT = 0.1
"""Log of blue against red within which the colours count as the same. Chosen by hand."""
_BRIGHTER = (0.25, 4.0)
"""Least and greatest ratio between one exposure and the next, so that no single odd frame misleads."""
_STEEPER = 1.5
"""Exponent from brightness to exposure: grey levels grow more slowly than light (gamma), so a little
more is tried than what is missing."""


class Capture(Protocol):
    """What is used of ``cv2.VideoCapture``."""

    def isOpened(self) -> bool:  # noqa: N802
        """Return whether a camera answers."""

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        """Wait for a picture; False when there is none."""

    def get(self, property_id: int, /) -> float:
        """Return a property."""

    def set(self, property_id: int, value: float, /) -> bool:
        """Change a property; return whether the driver took it."""

    def release(self) -> None:
        """Close the camera."""


def connect(index: int) -> Capture:
    """Open the webcam of that number."""
    api = cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY
    return cv2.VideoCapture(index, api)  # type: ignore[return-value]  # OpenCV's own types are wider


class Webcam(CameraBackend):
    """A webcam, counted from 0 as the system does."""

    def __init__(
        self,
        index: int,
        clock: Clock,
        *,
        connect: Callable[[int], Capture] = connect,
        v4l2: bool | None = None,
    ) -> None:
        super().__init__(f"webcam:{index}", clock)
        self._index = index
        self._connect = connect
        self._v4l2 = sys.platform == "linux" if v4l2 is None else v4l2
        self._capture: Capture | None = None

    def _open(self) -> None:
        capture = self._connect(self._index)
        if not capture.isOpened():
            capture.release()
            raise CameraLost(
                f"{self.name} does not answer",
                hint="Is it plugged in, and does no other program use it? The first webcam is webcam:0.",
            )
        # Compressed pictures, or USB 2 cannot carry this size faster than a few a second.
        capture.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, float(SIZE_PX[0]))
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, float(SIZE_PX[1]))
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1.0)
        self._capture = capture
        if self._v4l2:
            _avoid_flicker(Path(f"/dev/video{self._index}"))

    def _grab(self) -> ImageBgr:
        seen, image_bgr = self._opened.read()
        if not seen or image_bgr is None:
            raise CameraLost(
                f"{self.name} gives no picture", hint="Check its cable; it will be tried again."
            )
        return image_bgr

    def _close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    @property
    def _opened(self) -> Capture:
        if self._capture is None:
            raise CameraLost(f"{self.name} is not running", hint="Start the camera first.")
        return self._capture

    def lock_exposure(self) -> bool:
        """Hold exposure and white balance as they are now; return whether it could (V4L2 only)."""
        if not self._v4l2:
            return False
        with self._device:
            if self._hold_light() and self._hold_tint():
                return True
            self._let_go()
            return False

    def unlock_exposure(self) -> bool:
        """Let the camera adapt to the light again; return whether it could (V4L2 only)."""
        if not self._v4l2:
            return False
        with self._device:
            return self._let_go()

    def _let_go(self) -> bool:
        self._opened.set(cv2.CAP_PROP_AUTO_WB, 1.0)
        self._opened.set(cv2.CAP_PROP_AUTO_EXPOSURE, _APERTURE_PRIORITY)
        return self._opened.get(cv2.CAP_PROP_AUTO_EXPOSURE) == _APERTURE_PRIORITY

    def _hold_light(self) -> bool:
        """Set the exposure by hand to what the automatic had reached.

        Many cameras report a default instead of what it had reached, so the exposure is right when the
        picture is as bright as before.
        """
        before = self._brightness()
        self._opened.set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL)
        if self._opened.get(cv2.CAP_PROP_AUTO_EXPOSURE) != _MANUAL:
            return False
        exposure = _without_flicker(max(1.0, self._opened.get(cv2.CAP_PROP_EXPOSURE)))
        for _ in range(_LOCK_TRIES):
            self._opened.set(cv2.CAP_PROP_EXPOSURE, exposure)
            missing = log(before / self._settled_brightness())
            if abs(missing) < _SAME_LIGHT:
                return True
            better = _without_flicker(exposure * float(np.clip(np.exp(_STEEPER * missing), *_BRIGHTER)))
            if better == exposure:
                return abs(missing) < _NEAR_LIGHT
            exposure = better
        return False

    def _hold_tint(self) -> bool:
        """Switch the white balance's automatic off, if the colours then stay what they were."""
        before = self._tint()
        self._opened.set(cv2.CAP_PROP_AUTO_WB, 0.0)
        if self._opened.get(cv2.CAP_PROP_AUTO_WB) != 0.0:
            return False
        self._settled_brightness()
        return abs(self._tint() - before) < _SAME_TINT

    def _brightness(self) -> float:
        return max(1.0, float(np.mean(self._grab()[::8, ::8])))

    def _tint(self) -> float:
        """Return how blue the picture is against red, as a logarithm."""
        blue, _, red = np.mean(self._grab()[::8, ::8], axis=(0, 1))
        return log(max(1.0, float(blue)) / max(1.0, float(red)))

    def _settled_brightness(self) -> float:
        for _ in range(_SETTLING_FRAMES):
            self._grab()
        return self._brightness()


def _without_flicker(exposure: float) -> float:
    """Return the nearest exposure of whole pulses of the lamps; one shorter than a pulse stays."""
    return exposure if exposure < _MAINS_PULSE else round(exposure / _MAINS_PULSE) * _MAINS_PULSE


def _avoid_flicker(device: Path) -> None:
    """Set V4L2's power_line_frequency, which OpenCV has no name for, to 50 Hz."""
    if not device.exists():
        return
    import fcntl

    set_control, power_line_frequency, hz_50 = 0xC008561C, 0x00980918, 1
    try:
        with device.open("rb", buffering=0) as file:
            fcntl.ioctl(file, set_control, struct.pack("Ii", power_line_frequency, hz_50))
    except OSError as error:
        _log.info("%s cannot be set to 50 Hz: %s", device, error)
