"""Strict stand-ins for the two camera libraries: what the real ones refuse, these refuse."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TookTooLong
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

SIZE = (64, 48)
Scene = Callable[[], float]


def noisy_picture(rng: np.random.Generator, level: float, blue: float = 1.0) -> NDArray[np.uint8]:
    """Return a flat picture of that brightness with a sensor's noise on it."""
    picture = rng.normal(level, 3.0, (SIZE[1], SIZE[0], 3))
    picture[..., 0] *= blue
    return np.clip(picture, 0, 255).astype(np.uint8)


class FakeV4l2:
    """A webcam behind ``cv2.VideoCapture``: exposure in 100 µs, an automatic that reached ``reached``.

    ``tells`` is what it answers about its exposure while the automatic runs: many tell a default.
    """

    KNOWN = frozenset(
        {
            cv2.CAP_PROP_FOURCC,
            cv2.CAP_PROP_FRAME_WIDTH,
            cv2.CAP_PROP_FRAME_HEIGHT,
            cv2.CAP_PROP_BUFFERSIZE,
            cv2.CAP_PROP_AUTO_EXPOSURE,
            cv2.CAP_PROP_EXPOSURE,
            cv2.CAP_PROP_AUTO_WB,
            cv2.CAP_PROP_AUTOFOCUS,
            cv2.CAP_PROP_POS_MSEC,
        }
    )

    def __init__(
        self,
        *,
        present: bool = True,
        reached: float = 200.0,
        tells: float = 200.0,
        manual: bool = True,
        lens: bool = False,
    ) -> None:
        self.properties: dict[int, float] = {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
            cv2.CAP_PROP_EXPOSURE: tells,
            cv2.CAP_PROP_AUTO_WB: 1.0,
        }
        self.unplugged = False
        self.drifts_blue = 1.0
        self.released = 0
        self.lens_looked = 0
        self._lens = lens
        self._present = present
        self._reached = reached
        self._manual = manual
        self._rng = np.random.default_rng(5)

    def isOpened(self) -> bool:  # noqa: N802
        return self._present and not self.released

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        assert self.isOpened(), "read from a camera that is not open"
        if self.unplugged:
            return False, None
        moved_on = self.properties.get(cv2.CAP_PROP_POS_MSEC, 5000.0) + 33.0
        self.properties[cv2.CAP_PROP_POS_MSEC] = moved_on
        self.lens_looked += self.properties.get(cv2.CAP_PROP_AUTOFOCUS) == 1.0
        return True, noisy_picture(self._rng, self.level, self._blue)

    @property
    def level(self) -> float:
        """Brightness as a camera with a gamma of 0.45 makes it."""
        automatic = self.properties[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0
        exposure = self._reached if automatic else self.properties[cv2.CAP_PROP_EXPOSURE]
        return float(min(250.0, 120.0 * (exposure / self._reached) ** 0.45))

    @property
    def _blue(self) -> float:
        return 1.0 if self.properties[cv2.CAP_PROP_AUTO_WB] else self.drifts_blue

    def get(self, property_id: int, /) -> float:
        assert property_id in self.KNOWN, f"asked for property {property_id}"
        return self.properties.get(property_id, 0.0)

    def set(self, property_id: int, value: float, /) -> bool:
        assert self.isOpened(), "set on a camera that is not open"
        assert property_id in self.KNOWN, f"set property {property_id}"
        if property_id == cv2.CAP_PROP_AUTO_EXPOSURE:
            assert value in (1.0, 3.0), f"V4L2 knows no automatic {value}"
            if value == 1.0 and not self._manual:
                return False
        if property_id == cv2.CAP_PROP_AUTOFOCUS and not self._lens:
            return False
        if property_id == cv2.CAP_PROP_EXPOSURE:
            assert self.properties[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0, "exposure set while automatic"
            assert value >= 1, f"exposure {value}"
        self.properties[property_id] = value
        return True

    def release(self) -> None:
        self.released += 1


class FakeRequest:
    """One completed request: its picture may be had until it is released, and it must be released."""

    def __init__(self, camera: "FakePicamera2", picture: NDArray[np.uint8]) -> None:
        self._camera = camera
        self._picture = picture
        self._metadata = camera.metadata_now()
        self._released = False
        camera.requests_out += 1

    def get_metadata(self) -> dict[str, Any]:
        assert not self._released
        return self._metadata

    def make_array(self, name: str) -> NDArray[np.uint8]:
        assert not self._released
        assert name == "main"
        if self._camera.format != "RGB888":
            raise RuntimeError(f"Format {self._camera.format} not supported")
        return self._picture.copy()

    def make_buffer(self, name: str) -> NDArray[np.uint8]:
        assert not self._released
        assert name == "main"
        width, height = self._camera.size
        i420 = cv2.cvtColor(self._picture, cv2.COLOR_BGR2YUV_I420)
        luma = i420[:height]
        quarter = width * height // 4
        u, v = i420[height:].reshape(-1)[:quarter], i420[height:].reshape(-1)[quarter:]
        chroma = np.stack([u, v], axis=-1).reshape(height // 2, width)
        rows = np.zeros((height * 3 // 2, self._camera.stride), np.uint8)
        rows[:, :width] = np.vstack([luma, chroma])
        return rows.reshape(-1)

    def release(self) -> None:
        assert not self._released, "released twice"
        self._released = True
        self._camera.requests_out -= 1


class FakePicamera2:
    """``picamera2.Picamera2`` as far as it is used; ``hangs``: no request ever completes.

    What it is told to hold it holds from the third request after that; ``deaf`` to what is not.
    """

    LENS = ("AfMode", "AfTrigger", "LensPosition")
    """Further controls, of a camera whose lens can be moved."""
    SWEEP = 6
    """So many requests it takes to find its place, from the third on."""
    HOLD = {"ExposureTime": "AeEnable", "AnalogueGain": "AeEnable", "ColourGains": "AwbEnable"}  # noqa: RUF012
    TAKES_HOLD_AFTER = 3

    def __init__(
        self,
        *,
        controls: tuple[str, ...] = (
            "AeEnable",
            "AwbEnable",
            "ExposureTime",
            "AnalogueGain",
            "ColourGains",
            "AeFlickerMode",
            "AeFlickerPeriod",
            "FrameDurationLimits",
        ),
        format: str = "RGB888",
        stride: int = 64,
        deaf: tuple[str, ...] = (),
        sharp_at: float | None = 2.2,
    ) -> None:
        """``sharp_at``: where the lens finds its place, in dioptres; None: nowhere."""
        self.sharp_at = sharp_at
        self.swept = 0
        self.camera_controls = dict.fromkeys(controls, (0, 1, 0))
        self.camera_properties = {"Model": "imx708"}
        self.format = format
        self.size = SIZE
        self.stride = stride
        self.metadata: Mapping[str, Any] = {
            "ExposureTime": 24_000,
            "AnalogueGain": 2.0,
            "ColourGains": (1.5, 1.25),
        }
        self.controls_set: dict[str, Any] = {}
        self._deaf = deaf
        self._told_ago = 0
        self._clock_ns = 10**12
        self.hangs = False
        self.started = self.closed = self.configured = False
        self.requests_out = 0
        self._waiting: list[Future[FakeRequest]] = []
        self._rng = np.random.default_rng(6)

    def create_video_configuration(self, *, main: Mapping[str, Any]) -> dict[str, Any]:
        assert main["format"] == "RGB888"
        self.wanted_size = main["size"]
        return {"main": {"format": self.format, "size": self.size, "stride": self.stride}}

    def configure(self, configuration: Mapping[str, Any]) -> None:
        assert not self.started
        self.configured = True
        self._configuration = configuration

    def camera_configuration(self) -> Mapping[str, Any]:
        assert self.configured
        return self._configuration

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        for name, value in controls.items():
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
            self.controls_set[name] = value
        self._told_ago = 0

    def metadata_now(self) -> dict[str, Any]:
        """Return what the next request tells: the automatic's values, or those it was told to hold."""
        self._told_ago += 1
        self._clock_ns += 33_000_000
        held = {
            name: self.controls_set[name]
            for name, automatic in self.HOLD.items()
            if self.controls_set.get(automatic) is False and name not in self._deaf
        }
        told = {**self.metadata, "SensorTimestamp": self._clock_ns, **self._lens_now()}
        return {**told, **(held if self._told_ago >= self.TAKES_HOLD_AFTER else {})}

    def _lens_now(self) -> dict[str, Any]:
        """Return what a request tells of the lens: for a while, what was before it was asked."""
        if "AfMode" not in self.camera_controls:
            return {}
        if self.controls_set.get("AfMode") != 1:
            return {"AfState": 0, "LensPosition": self.controls_set.get("LensPosition", 0.0)}
        if self._told_ago < self.TAKES_HOLD_AFTER:
            return {"AfState": 2, "LensPosition": 0.0}
        if self._told_ago < self.TAKES_HOLD_AFTER + self.SWEEP:
            return {"AfState": 1, "LensPosition": 9.0}
        self.swept += self._told_ago == self.TAKES_HOLD_AFTER + self.SWEEP
        return {"AfState": 3 if self.sharp_at is None else 2, "LensPosition": self.sharp_at or 0.0}

    def start(self) -> None:
        assert self.configured
        assert not self.started
        self.started = True

    def capture_request(self, *, wait: bool) -> "Future[FakeRequest]":
        assert wait is False, "may block for ever"
        assert self.started
        job: Future[FakeRequest] = Future()
        if self.hangs:
            self._waiting.append(job)
        else:
            job.set_result(FakeRequest(self, noisy_picture(self._rng, 120.0)))
        return job

    def wait(self, job: "Future[FakeRequest]", *, timeout: float) -> FakeRequest:
        assert timeout > 0
        if not job.done():
            raise TookTooLong
        return job.result()

    def cancel_all_and_flush(self) -> None:
        self._waiting.clear()

    def close(self) -> None:
        assert not self._waiting, "closing waits for ever behind a capture"
        assert self.requests_out == 0, "a request was not released"
        self.started = False
        self.closed = True
