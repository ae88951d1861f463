"""The Pi's camera on the real Picamera2 class: what it tells of a picture, lost, and back again."""

import threading
import time
from collections.abc import Iterator

import pytest

from vision.cameras.picamera import SIZE_PX, PiCamera
from vision.cameras.view import CameraView
from vision.cameras.watched import CameraHealth, WatchedCamera
from vision.clock import SystemClock
from vision.errors import CameraLost

HANGS_S = 2.5
"""Longer than a picture is waited for."""


class Cable:
    """A cable that can be pulled out: pictures then stay away, as they do on a Pi."""

    def __init__(self) -> None:
        self.camera: PiCamera | None = None
        self.is_in = threading.Event()
        self.is_in.set()

    def make(self) -> PiCamera:
        if not self.is_in.is_set():
            raise CameraLost("no camera", hint="Put the cable in again.")
        self.camera = PiCamera(SystemClock())
        return self.camera

    def pull(self) -> None:
        """Let no picture through any more."""
        self.is_in.clear()
        assert self.camera is not None
        self.camera._camera.pre_callback = lambda _: self.is_in.wait(HANGS_S)


@pytest.fixture
def cable() -> Iterator[Cable]:
    made = Cable()
    yield made
    made.is_in.set()


def test_it_gives_whole_pictures_and_tells_when_the_sensor_took_them(cable: Cable) -> None:
    with cable.make() as camera:
        frames = [camera.capture() for _ in range(3)]
        first = dict(camera._metadata)
        camera.capture()
        then = dict(camera._metadata)
    assert {frame.image_bgr.shape for frame in frames} == {(SIZE_PX[1], SIZE_PX[0], 3)}
    assert 100 < frames[0].image_bgr.mean() < 140, "the pictures that were laid before it"
    assert then["SensorTimestamp"] > first["SensorTimestamp"]
    stamps = [frame.stamp for frame in frames]
    assert None not in stamps
    assert len(set(stamps)) == len(stamps), "the sensor's own time of each"


def test_its_picture_is_turned_and_it_has_no_lens_to_move(cable: Cable) -> None:
    camera = cable.make()
    camera.view = CameraView(rotate=90)
    with camera:
        assert camera.capture().image_bgr.shape == (SIZE_PX[0], SIZE_PX[1], 3)
        assert not camera.focus()


def test_what_it_cannot_hold_it_says_it_cannot(cable: Cable) -> None:
    with cable.make() as camera:
        camera.capture()
        assert not camera.lock_exposure()
        assert camera.lock_faults() == []


def test_pictures_that_stay_away_are_told_and_the_camera_can_be_closed_and_opened_again(
    cable: Cable,
) -> None:
    camera = cable.make()
    with camera:
        camera.capture()
        cable.pull()
        with pytest.raises(CameraLost, match="gives no picture"):
            _capture_until_lost(camera)
    cable.is_in.set()
    with camera:
        assert camera.capture().number == 0


def _capture_until_lost(camera: PiCamera) -> None:
    for _ in range(10):  # some are on their way
        camera.capture()


def test_a_watched_camera_that_was_lost_comes_back_by_itself(cable: Cable) -> None:
    seen: list[str] = []

    def until(state: str) -> CameraHealth:
        ends = time.monotonic() + 30.0
        while (health := watched.health()).state != state and time.monotonic() < ends:
            time.sleep(0.05)
        seen.append(health.state)
        return health

    with WatchedCamera(cable.make, SystemClock()) as watched:
        until("running")
        before = watched.wait_newer(None, 10.0)
        cable.pull()
        until("lost")
        cable.is_in.set()
        until("running")
        after = watched.wait_newer(before.number if before else None, 10.0)
    assert seen == ["running", "lost", "running"]
    assert before is not None
    assert after is not None
    assert after.number > before.number
