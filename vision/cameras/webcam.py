"""A USB webcam through OpenCV; on Linux through V4L2, where exposure can really be held."""

import sys
from collections.abc import Callable, Mapping
from math import log
from pathlib import Path
from typing import ClassVar, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.camera import Camera
from vision.cameras.reasons import lost_by
from vision.cameras.v4l2 import WebcamIdentity, avoid_flicker, refusal_of
from vision.clock import Clock
from vision.errors import CameraLost, Why
from vision.frame import ImageBgr

OPENS_WITHIN_S = 180.0
"""Seconds that a driver may take to open a webcam: on Windows up to 130 have been seen."""
SIZE_PX = (1280, 960)
"""Requested width and height: most webcams have it, and it shows the whole of a 4:3 sensor."""
_MANUAL, _APERTURE_PRIORITY = 1.0, 3.0
"""V4L2's values of exposure_auto: manual, and automatic."""
_A_MS = 10.0
"""V4L2's exposures are in units of 100 µs."""
_SETTLING_FRAMES = 4
"""Frames after which a changed exposure becomes visible, since drivers keep a few back. Chosen by
hand."""
_FOCUS_FRAMES = 60
"""Frames that the lens gets for focusing: no webcam tells when it has finished. At 30 a second 2 s."""
_LOCK_TRIES = 8
"""Exposures that are tried before the camera returns to automatic. Chosen by hand."""
_SAME_LIGHT, _NEAR_LIGHT = 0.15, 0.5
"""Logarithm of brightness within which the light counts as the same or, if no exposure comes nearer, as
near enough. Chosen by hand: 15 % is hardly visible, with 50 % dice are still read."""
_SAME_TINT = 0.1
"""Log of blue against red within which the colours count as the same. Chosen by hand."""
_BRIGHTER = (0.25, 4.0)
"""Least and greatest ratio between one exposure and the next, so that no single odd frame misleads."""
_STEEPER = 1.5
"""Exponent from brightness to exposure: grey levels grow more slowly than light (gamma), so the
correction is a little larger than the gap."""


class Capture(Protocol):
    """The used part of ``cv2.VideoCapture``."""

    def isOpened(self) -> bool:  # noqa: N802
        """Return whether a camera answers."""

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        """Wait for a picture; return False if there is none."""

    def get(self, property_id: int, /) -> float:
        """Return a property."""

    def set(self, property_id: int, value: float, /) -> bool:
        """Change a property; return whether the driver took it."""

    def release(self) -> None:
        """Close the camera."""


def connect(where: int | Path) -> Capture:
    """Open a webcam by its number or its device."""
    if isinstance(where, Path):
        return cv2.VideoCapture(str(where), cv2.CAP_V4L2)  # type: ignore[return-value]  # wider types
    return cv2.VideoCapture(where, cv2.CAP_ANY)  # type: ignore[return-value]


class Webcam(Camera):
    """A webcam, counted from 0 as the system does, or called by its link."""

    opens_within_s = OPENS_WITHIN_S
    hints: ClassVar[Mapping[Why, str]] = {
        "gone": "Check its cable; the first webcam is webcam:0, and ls /dev/v4l/by-id names those that "
        "are there. It is tried again.",
    }

    def __init__(
        self,
        place: WebcamIdentity,
        clock: Clock,
        *,
        connect: Callable[[int | Path], Capture] = connect,
        v4l2: bool | None = None,
    ) -> None:
        super().__init__(f"webcam:{place.said}", clock)
        self._place = place
        self._connect = connect
        self._v4l2 = sys.platform == "linux" if v4l2 is None else v4l2
        self._capture: Capture | None = None

    def _open(self) -> None:
        device = self._place.device if self._v4l2 else None
        capture = self._connect(device or self._place.number or 0)
        if not capture.isOpened():
            capture.release()
            raise self._lost("does not answer")
        width, height = self.view.size_or(SIZE_PX)
        # Compressed pictures: otherwise USB 2 carries this size only a few times a second.
        capture.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, float(width))
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, float(height))
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1.0)
        self._capture = capture
        if device is not None:
            self._place.learn()
            avoid_flicker(device, self.view.mains_hz)

    def _grab(self) -> ImageBgr:
        seen, image_bgr = self._opened.read()
        if not seen or image_bgr is None:
            raise self._lost("gives no picture")
        return image_bgr

    def _lost(self, what: str) -> CameraLost:
        """Return the error for a failure: OpenCV does not say why, but Linux knows."""
        if self._v4l2:
            refusal = refusal_of(self._place.device)
            if refusal is not None:
                return lost_by(self.name, refusal, self.hints)
        return CameraLost(
            f"{self.name} {what}",
            hint="Is it plugged in, does no other program use it, and may this one (privacy settings)? "
            "The first webcam is webcam:0. It is tried again.",
        )

    def _stamp(self) -> float | None:
        """Return the driver's time of the picture, which V4L2 gives with each."""
        return (self._opened.get(cv2.CAP_PROP_POS_MSEC) or None) if self._v4l2 else None

    def _close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    @property
    def _opened(self) -> Capture:
        if self._capture is None:
            raise CameraLost(f"{self.name} is not running", hint="Start the camera first.")
        return self._capture

    def focus(self) -> bool:
        """Let the lens focus, then hold it; return whether that worked (V4L2 only)."""
        if not self._v4l2:
            return False
        with self._using():
            if not self._opened.set(cv2.CAP_PROP_AUTOFOCUS, 1.0):
                return False
            for _ in range(_FOCUS_FRAMES):
                self._grab()
            return self._opened.set(cv2.CAP_PROP_AUTOFOCUS, 0.0)

    def lock_exposure(self) -> bool:
        """Hold exposure and white balance as they are now; return whether that worked (V4L2 only)."""
        if not self._v4l2:
            return False
        with self._using():
            if self._hold_light() and self._hold_tint():
                return True
            self._let_go()
            return False

    def unlock_exposure(self) -> bool:
        """Let the camera adapt to the light again; return whether that worked (V4L2 only)."""
        if not self._v4l2:
            return False
        with self._using():
            return self._let_go()

    def _let_go(self) -> bool:
        self._opened.set(cv2.CAP_PROP_AUTO_WB, 1.0)
        self._opened.set(cv2.CAP_PROP_AUTO_EXPOSURE, _APERTURE_PRIORITY)
        return self._opened.get(cv2.CAP_PROP_AUTO_EXPOSURE) == _APERTURE_PRIORITY

    def _hold_light(self) -> bool:
        """Set the exposure manually to what the automatic had reached.

        Many cameras report a default instead of that value, so the exposure is right when the picture is
        as bright as before.
        """
        before = self._brightness()
        self._opened.set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL)
        if self._opened.get(cv2.CAP_PROP_AUTO_EXPOSURE) != _MANUAL:
            return False
        exposure = self._without_flicker(max(1.0, self._opened.get(cv2.CAP_PROP_EXPOSURE)))
        for _ in range(_LOCK_TRIES):
            self._opened.set(cv2.CAP_PROP_EXPOSURE, exposure)
            missing = log(before / self._settled_brightness())
            if abs(missing) < _SAME_LIGHT:
                return True
            brighter = float(np.clip(np.exp(_STEEPER * missing), *_BRIGHTER))
            better = self._without_flicker(exposure * brighter)
            if better == exposure:
                return abs(missing) < _NEAR_LIGHT
            exposure = better
        return False

    def _hold_tint(self) -> bool:
        """Switch automatic white balance off, if the colours then stay the same."""
        before = self._tint()
        self._opened.set(cv2.CAP_PROP_AUTO_WB, 0.0)
        if self._opened.get(cv2.CAP_PROP_AUTO_WB) != 0.0:
            return False
        self._settled_brightness()
        return abs(self._tint() - before) < _SAME_TINT

    def _brightness(self) -> float:
        return max(1.0, float(np.mean(self._grab()[::8, ::8])))

    def _tint(self) -> float:
        """Return how blue the picture is relative to red, as a logarithm."""
        blue, _, red = np.mean(self._grab()[::8, ::8], axis=(0, 1))
        return log(max(1.0, float(blue)) / max(1.0, float(red)))

    def _settled_brightness(self) -> float:
        for _ in range(_SETTLING_FRAMES):
            self._grab()
        return self._brightness()

    def _without_flicker(self, exposure: float) -> float:
        """Return the nearest exposure of whole lamp pulses; one shorter than a pulse stays."""
        pulse = self.view.pulse_ms * _A_MS
        return exposure if exposure < pulse else round(exposure / pulse) * pulse
