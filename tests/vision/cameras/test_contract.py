"""What every camera must do, whatever is behind it.

The real ones run too where they are named: ``COMPANION_CAMERAS="webcam:0 picamera2"``.
"""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.cameras.fakes import FakePicamera2, FakeV4l2
from tests.vision.cameras.manual_clock import ManualClock
from tests.vision.cameras.servers import WRITTEN, Video, grey_of, http_camera, jpeg_of, rtsp_camera
from vision.cameras.camera import Camera
from vision.cameras.open import open_camera
from vision.cameras.phone import PhoneFeed, PhoneHeld
from vision.cameras.picamera import PiCamera
from vision.cameras.v4l2 import WebcamIdentity
from vision.cameras.view import CameraView
from vision.cameras.webcam import Webcam
from vision.clock import Clock, SteppedClock, SystemClock
from vision.errors import CameraLost
from vision.frame import ImageBgr

Maker = Callable[[Clock, Path], Camera]


def photos(folder: Path) -> Path:
    rng = np.random.default_rng(3)
    for number in (1, 2, 10):
        cv2.imwrite(
            str(folder / f"photo{number}.png"), rng.integers(0, 255, (48, 64, 3), dtype=np.uint8)
        )
    return folder


def video(folder: Path) -> Path:
    path = folder / "evening.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    rng = np.random.default_rng(4)
    for _ in range(8):
        writer.write(rng.integers(0, 255, (48, 64, 3), dtype=np.uint8))
    writer.release()
    return path


SERVERS = ExitStack()
"""Cameras in the network that run during one test."""


def network(scheme: str) -> Maker:
    def make(clock: Clock, _folder: Path) -> Camera:
        serve = http_camera if scheme == "http" else rtsp_camera
        place = SERVERS.enter_context(serve(Video()))
        return open_camera(f"url:{scheme}://{WRITTEN}{place}/video", clock=clock)

    return make


@contextmanager
def a_phone(feed: PhoneFeed, clock: Clock) -> Iterator[None]:
    """A phone that sends one picture after the other, and says that it can hold nothing."""
    ends = threading.Event()

    def sends() -> None:
        for number in count():
            wanted = feed.put(jpeg_of(grey_of(number), number), clock.now())
            feed.reports(PhoneHeld(wanted.asked, focus=False, exposure=False))
            if ends.wait(0.005):
                return

    thread = threading.Thread(target=sends)
    thread.start()
    yield
    ends.set()
    thread.join()


def phone(clock: Clock, _folder: Path) -> Camera:
    feed = PhoneFeed()
    SERVERS.enter_context(a_phone(feed, clock))
    return open_camera("phone", clock=clock, feed=feed)


def real(source: str) -> Maker:
    return lambda _clock, _folder: open_camera(source, clock=SystemClock())


MAKERS: dict[str, Maker] = {
    "simulated": lambda clock, _: open_camera("simulated", clock=clock),
    "folder": lambda clock, folder: open_camera(f"recording:{photos(folder)}", clock=clock),
    "video": lambda clock, folder: open_camera(f"recording:{video(folder)}", clock=clock),
    "webcam": lambda clock, _: Webcam(
        WebcamIdentity("0"), clock, connect=lambda _: FakeV4l2(), v4l2=True
    ),
    "url over HTTP": network("http"),
    "url over RTSP": network("rtsp"),
    "picamera2": lambda clock, _: PiCamera(clock, connect=FakePicamera2),
    "phone": phone,
} | {f"real {source}": real(source) for source in os.environ.get("COMPANION_CAMERAS", "").split()}


@pytest.fixture
def clock() -> SteppedClock:
    return SteppedClock(100.0)


@pytest.fixture(params=list(MAKERS))
def camera(request: pytest.FixtureRequest, clock: SteppedClock, tmp_path: Path) -> Iterator[Camera]:
    camera = MAKERS[request.param](clock, tmp_path)
    yield camera
    camera.stop()
    SERVERS.close()


def test_frames_are_colour_pictures_counted_from_0_in_the_order_of_time(camera: Camera) -> None:
    with camera:
        frames = [camera.capture() for _ in range(4)]
    assert [frame.number for frame in frames] == [0, 1, 2, 3]
    times = [frame.taken_at for frame in frames]
    assert times == sorted(times)
    for frame in frames:
        assert frame.image_bgr.dtype == np.uint8
        assert frame.image_bgr.ndim == 3
        assert frame.image_bgr.shape[2] == 3


def test_nobody_can_write_to_a_picture_that_others_look_at(camera: Camera) -> None:
    with camera:
        frame = camera.capture()
    with pytest.raises(ValueError, match="read-only"):
        frame.image_bgr[0, 0, 0] = 1


def test_an_earlier_picture_stays_as_it_was(camera: Camera) -> None:
    with camera:
        first = camera.capture()
        copy = first.image_bgr.copy()
        for _ in range(3):
            camera.capture()
    assert np.array_equal(first.image_bgr, copy)


def test_each_picture_has_a_stamp_of_its_own_or_none_has(camera: Camera) -> None:
    with camera:
        stamps = [camera.capture().stamp for _ in range(3)]
    assert len(set(stamps)) == (1 if stamps[0] is None else 3)


VIEWS = [
    CameraView(),
    CameraView(rotate=90),
    CameraView(rotate=180),
    CameraView(rotate=270),
    CameraView(mirror=True),
]


@pytest.mark.parametrize("kind", ["folder", "video", "webcam", "picamera2"])
@pytest.mark.parametrize("view", [*VIEWS, CameraView(rotate=90, mirror=True)])
def test_pictures_are_turned_and_mirrored_whatever_the_camera(
    kind: str, view: CameraView, clock: SteppedClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = MAKERS[kind](clock, tmp_path)
    grab, grabbed = camera._grab, list[ImageBgr]()

    def grabs() -> ImageBgr:
        grabbed.append(grab())
        return grabbed[-1]

    monkeypatch.setattr(camera, "_grab", grabs)
    camera.view = view
    with camera:
        seen = camera.capture().image_bgr
    expected = grabbed[0][:, ::-1] if view.mirror else grabbed[0]
    assert np.array_equal(seen, np.rot90(expected, -view.rotate // 90))


def test_capture_without_start_is_refused_with_a_hint(camera: Camera) -> None:
    with pytest.raises(CameraLost, match="not running") as caught:
        camera.capture()
    assert caught.value.hint


def test_it_can_be_stopped_twice_and_started_again(camera: Camera) -> None:
    with camera:
        camera.capture()
    camera.stop()
    with camera:
        assert camera.capture().number == 0


def test_the_lens_is_focused_or_it_is_said_not_to_be(camera: Camera) -> None:
    with camera:
        camera.capture()
        assert camera.focus() in (True, False)
        camera.capture()


@pytest.mark.parametrize("method", ["_open", "_grab"])
def test_whatever_a_backend_raises_the_camera_is_lost_with_what_to_do(
    camera: Camera, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> None:
        raise KeyError("SensorTimestamp")

    monkeypatch.setattr(camera, method, fails)
    with pytest.raises(CameraLost, match="KeyError: 'SensorTimestamp'") as caught, camera:
        camera.capture()
    assert (caught.value.why, bool(caught.value.hint)) == ("library", True)


def test_exposure_is_held_or_said_not_to_be(camera: Camera) -> None:
    with camera:
        camera.capture()
        assert camera.lock_exposure() in (True, False)
        assert camera.unlock_exposure() in (True, False)
        camera.capture()


@pytest.mark.parametrize("kind", ["simulated", "folder", "video"])
def test_stopping_wakes_a_capture_that_waits_for_its_time(kind: str, tmp_path: Path) -> None:
    clock = ManualClock()
    camera = MAKERS[kind](clock, tmp_path)
    camera.start()
    camera.capture()
    ended: list[str] = []

    def waits() -> None:
        with pytest.raises(CameraLost, match=r"stopped|not running"):
            camera.capture()
        ended.append("lost")

    thread = threading.Thread(target=waits)
    thread.start()
    camera.stop()
    thread.join(20)
    assert ended == ["lost"]


def test_the_name_opens_the_same_camera_again(camera: Camera) -> None:
    assert open_camera(camera.name, clock=SteppedClock()).name == camera.name
