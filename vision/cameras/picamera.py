"""The Raspberry Pi's own camera, through picamera2 (installed with apt, imported only when opened)."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import TimeoutError as TookTooLong
from typing import Any, ClassVar

import cv2
import numpy as np

from vision.cameras.camera import Camera
from vision.clock import Clock
from vision.errors import CameraLost, Why
from vision.frame import ImageBgr

SIZE_PX = (1640, 1232)
"""Width and height: the whole sensor of the Pi camera 2, with 2 × 2 pixels combined."""
_PICTURE_WITHIN_S = 1.5
"""Longest wait for a picture: many times the longest frame."""
_FOCUS_FRAMES = 90
"""Most frames for which the lens may search: a sweep takes a second or two, of 10 to 30 frames."""
_FRAME_US = (33_333, 100_000)
"""Shortest and longest frame, 30 to 10 a second: in dim light an exposure may last a whole frame."""
_FLICKER_MANUAL = 1
"""libcamera's value of ``AeFlickerMode`` for a manual period."""
_AF_MANUAL, _AF_ONCE, _AF_START = 0, 1, 0
"""libcamera's values of ``AfMode``: the lens stays where it is put, or focuses once on ``AfTrigger``."""
_SCANNING, _FOCUSED, _NOT_FOCUSED = 1, 2, 3
"""libcamera's values of ``AfState``: the lens is searching, and has succeeded or not."""
_ON_THEIR_WAY = 8
"""Most pictures that may be under way when a control is changed."""
_AS_HELD = 0.03
"""Difference, as a share, that a value read back may have from the requested one: sensors count in
lines."""


def connect() -> Any:
    """Open the first camera. Raises any error of picamera2 if it, or a camera, is missing."""
    from picamera2 import Picamera2

    return Picamera2()


class PiCamera(Camera):
    """The camera on the ribbon cable.

    Cameras differ in their controls, so each one is looked up in ``camera_controls`` first.
    """

    hints: ClassVar[Mapping[Why, str]] = {
        "missing": "sudo apt install python3-picamera2 --no-install-recommends, "
        "and make the venv with --system-site-packages.",
        "gone": "Check the ribbon cable, then: rpicam-hello --list-cameras.",
        "driver": "Check the ribbon cable, then: rpicam-hello --list-cameras.",
        "library": "The system's picamera2 is built for the system's numpy: run deploy/install.sh "
        "again, or, in the venv, pip install 'numpy<2' where the system's is 1.x.",
        "memory": "Give the camera more memory (cma in /boot/firmware/config.txt), or take a smaller "
        "picture: --size 1280x960.",
    }

    def __init__(self, clock: Clock, *, connect: Callable[[], Any] = connect) -> None:
        super().__init__("picamera2", clock)
        self._connect = connect
        self._camera: Any = None
        self._metadata: Mapping[str, Any] = {}
        self._held: Mapping[str, Any] = {}

    def _open(self) -> None:
        camera = self._connect()
        try:
            # picamera2's RGB888 is stored as blue, green, red, as OpenCV wants it.
            wanted = {"size": self.view.size_or(SIZE_PX), "format": "RGB888"}
            camera.configure(camera.create_video_configuration(main=wanted))
            camera.set_controls(self._known(camera, _first_controls(self._pulse_us)))
            camera.start()
        except BaseException:
            camera.close()
            raise
        self._camera = camera
        self._metadata, self._held = {}, {}

    @property
    def _pulse_us(self) -> int:
        return round(1000 * self.view.pulse_ms)

    def _stamp(self) -> float | None:
        """Return the time at which the sensor was read, by the sensor's own clock."""
        return self._metadata.get("SensorTimestamp")

    def _grab(self) -> ImageBgr:
        # Waiting without a limit can last for ever if the cable is loose.
        job = self._camera.capture_request(wait=False)
        try:
            request = self._camera.wait(job, timeout=_PICTURE_WITHIN_S)
        except (TookTooLong, RuntimeError) as error:
            raise CameraLost(
                f"{self.name} gives no picture",
                hint="Check the ribbon cable; it will be tried again.",
                why="gone",
            ) from error
        try:
            self._metadata = request.get_metadata()
            return self._picture(request)
        finally:
            request.release()

    def _picture(self, request: Any) -> ImageBgr:
        stream = self._camera.camera_configuration()["main"]
        if stream["format"] == "RGB888":
            return np.asarray(request.make_array("main"), dtype=np.uint8)
        if stream["format"] == "NV12":
            width, height = stream["size"]
            rows = np.asarray(request.make_buffer("main"))[: height * 3 // 2 * stream["stride"]]
            nv12 = np.ascontiguousarray(rows.reshape(-1, stream["stride"])[:, :width])
            return np.asarray(cv2.cvtColor(nv12, cv2.COLOR_YUV2BGR_NV12), dtype=np.uint8)
        raise CameraLost(
            f"{self.name} gives pictures as {stream['format']}",
            hint="Use it as webcam:N instead, if it is USB.",
        )

    def _close(self) -> None:
        camera, self._camera = self._camera, None
        if hasattr(camera, "cancel_all_and_flush"):
            # Closing waits for a capture that never finishes, unless that is cancelled first.
            camera.cancel_all_and_flush()
        camera.close()

    def focus(self) -> bool:
        """Let the lens focus once, and stay there; return whether it succeeded."""
        with self._using():
            once = {"AfMode": _AF_ONCE, "AfTrigger": _AF_START}
            if self._known(self._camera, once) != once:
                return False
            self._camera.set_controls(once)
            if not self._finds_focus() or "LensPosition" not in self._metadata:
                return False
            place = {"AfMode": _AF_MANUAL, "LensPosition": self._metadata["LensPosition"]}
            self._camera.set_controls(self._known(self._camera, place))
            return True

    def _finds_focus(self) -> bool:
        """Wait until the lens has focused; return whether it succeeded."""
        is_new = False
        for number in range(_FOCUS_FRAMES):
            self._grab()
            state = self._metadata.get("AfState")
            # Pictures that were under way at the request still show the earlier state.
            is_new = is_new or state == _SCANNING or number >= _ON_THEIR_WAY
            if is_new and state in (_FOCUSED, _NOT_FOCUSED):
                return bool(state == _FOCUSED)
        return False

    def lock_exposure(self) -> bool:
        """Hold exposure, gain and white balance as they are now; return whether that worked."""
        with self._using():
            held = self._known(self._camera, _held_controls(self._metadata, self._pulse_us))
            if "ExposureTime" not in held or "AeEnable" not in held:
                return False
            self._camera.set_controls(held)
            self._held = held
            return True

    def about(self) -> str:
        """Return which sensor it is, and at which distance its lens stands."""
        with self._using():
            sensor = self._camera.camera_properties.get("Model", "unknown") if self._camera else "none"
        dioptres = self._metadata.get("LensPosition")
        if dioptres is None:
            return f"{sensor}; its lens is turned by hand"
        return f"{sensor}; its lens stands at {f'{100 / dioptres:.0f} cm' if dioptres else 'infinity'}"

    def lock_faults(self) -> list[str]:
        """Say in which respects the newest picture, by its metadata, differs from what was to be
        held."""
        with self._using():
            return list(_differing(self._held, self._metadata))

    def unlock_exposure(self) -> bool:
        """Let the camera adapt to the light again; return whether that worked."""
        with self._using():
            free = self._known(self._camera, {"AeEnable": True, "AwbEnable": True})
            self._camera.set_controls(free)
            self._held = {}
            return "AeEnable" in free

    def _known(self, camera: Any, controls: Mapping[str, Any]) -> dict[str, Any]:
        """Return those controls that this camera has."""
        if camera is None:
            raise CameraLost(f"{self.name} is not running", hint="Start the camera first.")
        return {name: value for name, value in controls.items() if name in camera.camera_controls}


def _first_controls(pulse_us: int) -> dict[str, Any]:
    """Return the controls set at the start: exposures last whole pulses of mains lamps."""
    return {
        "AeFlickerMode": _FLICKER_MANUAL,
        "AeFlickerPeriod": pulse_us,
        "FrameDurationLimits": _FRAME_US,
    }


def _held_controls(metadata: Mapping[str, Any], pulse_us: int) -> dict[str, Any]:
    """Return the controls with which pictures stay as the one with this metadata was."""
    if "ExposureTime" not in metadata:
        return {}
    exposure_us = int(metadata["ExposureTime"])
    whole_us = max(1, round(exposure_us / pulse_us)) * pulse_us
    held_us = whole_us if exposure_us >= pulse_us else exposure_us
    controls: dict[str, Any] = {"AeEnable": False, "ExposureTime": held_us}
    if "AnalogueGain" in metadata:
        controls["AnalogueGain"] = max(1.0, float(metadata["AnalogueGain"]) * exposure_us / held_us)
    if "ColourGains" in metadata:
        controls |= {"AwbEnable": False, "ColourGains": tuple(metadata["ColourGains"])}
    return controls


def _differing(held: Mapping[str, Any], metadata: Mapping[str, Any]) -> Iterator[str]:
    for name in ("ExposureTime", "AnalogueGain", "ColourGains"):
        if name not in held:
            continue
        if name not in metadata:
            yield f"{name} is not told"
        elif not np.allclose(metadata[name], held[name], rtol=_AS_HELD):
            yield f"{name} is {metadata[name]}, asked for was {held[name]}"
