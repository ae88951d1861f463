"""Holding exposure and white balance on cameras that answer differently."""

from typing import Any

import cv2
import pytest

from tests.vision.cameras.fakes import FakePicamera2, FakeV4l2
from vision.cameras.picamera import PiCamera
from vision.cameras.v4l2 import WebcamIdentity
from vision.cameras.webcam import Webcam
from vision.clock import SteppedClock
from vision.errors import CameraLost


def webcam(device: FakeV4l2) -> Webcam:
    return Webcam(WebcamIdentity("0"), SteppedClock(), connect=lambda _: device, v4l2=True)


@pytest.mark.parametrize("tells", [200.0, 156.0, 500.0, 20.0, 1.0])
@pytest.mark.parametrize("reached", [200.0, 40.0, 600.0])
def test_the_picture_stays_as_bright_whatever_the_camera_says_of_itself(
    reached: float, tells: float
) -> None:
    device = FakeV4l2(reached=reached, tells=tells)
    with webcam(device) as camera:
        before = device.level
        assert camera.lock_exposure()
        assert device.properties[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
        assert device.properties[cv2.CAP_PROP_AUTO_WB] == 0.0
        assert 0.6 < device.level / before < 1.6


@pytest.mark.parametrize("tells", [130.0, 350.0, 1000.0])
def test_a_held_exposure_takes_in_whole_pulses_of_lamps_on_50_hz(tells: float) -> None:
    device = FakeV4l2(reached=310.0, tells=tells)
    with webcam(device) as camera:
        assert camera.lock_exposure()
    assert device.properties[cv2.CAP_PROP_EXPOSURE] % 100 == 0


def test_a_camera_without_manual_exposure_says_so_and_stays_automatic() -> None:
    device = FakeV4l2(manual=False)
    with webcam(device) as camera:
        assert not camera.lock_exposure()
    assert device.properties[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0


def test_colours_that_jump_when_the_white_balance_is_held_are_let_go_again() -> None:
    device = FakeV4l2()
    device.drifts_blue = 0.7
    with webcam(device) as camera:
        assert not camera.lock_exposure()
    assert device.properties[cv2.CAP_PROP_AUTO_WB] == 1.0
    assert device.properties[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0


def test_letting_go_brings_the_automatic_back() -> None:
    device = FakeV4l2()
    with webcam(device) as camera:
        assert camera.lock_exposure()
        assert camera.unlock_exposure()
    assert device.properties[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0
    assert device.properties[cv2.CAP_PROP_AUTO_WB] == 1.0


def test_elsewhere_than_on_linux_nothing_is_promised() -> None:
    device = FakeV4l2()
    camera = Webcam(WebcamIdentity("0"), SteppedClock(), connect=lambda _: device, v4l2=False)
    with camera:
        assert not camera.lock_exposure()
        assert not camera.unlock_exposure()


def picamera(device: FakePicamera2) -> PiCamera:
    return PiCamera(SteppedClock(), connect=lambda: device)


def test_the_pi_camera_begins_with_flicker_dealt_with() -> None:
    device = FakePicamera2()
    with picamera(device):
        assert device.controls_set["AeFlickerMode"] == 1
        assert device.controls_set["AeFlickerPeriod"] == 10_000
    assert device.closed


def test_the_pi_camera_holds_light_and_tint_in_whole_pulses() -> None:
    device = FakePicamera2()
    with picamera(device) as camera:
        camera.capture()
        assert camera.lock_exposure()
    held: dict[str, Any] = device.controls_set
    assert held["AeEnable"] is False
    assert held["AwbEnable"] is False
    assert held["ExposureTime"] == 20_000
    assert held["AnalogueGain"] == pytest.approx(2.4)
    assert held["ColourGains"] == (1.5, 1.25)


def test_the_pi_camera_reads_back_that_it_holds() -> None:
    with picamera(FakePicamera2()) as camera:
        camera.capture()
        assert camera.lock_exposure()
        camera.capture()
        assert len(camera.lock_faults()) == 2, "the next pictures are still the automatic's"
        for _ in range(3):
            camera.capture()
        assert camera.lock_faults() == []
        assert camera.unlock_exposure()
        assert camera.lock_faults() == [], "nothing is asked to be held"


@pytest.mark.parametrize("name", ["ExposureTime", "AnalogueGain"])
def test_what_the_pi_camera_does_not_hold_is_named(name: str) -> None:
    with picamera(FakePicamera2(deaf=(name,))) as camera:
        camera.capture()
        assert camera.lock_exposure()
        for _ in range(4):
            camera.capture()
        (fault,) = camera.lock_faults()
        assert fault.startswith(f"{name} is ")


def test_a_pi_camera_that_does_not_tell_is_not_taken_for_one_that_holds() -> None:
    device = FakePicamera2()
    with picamera(device) as camera:
        camera.capture()
        assert camera.lock_exposure()
        device.metadata, device.HOLD = {}, {}
        camera.capture()
        assert camera.lock_faults() == [
            "ExposureTime is not told",
            "AnalogueGain is not told",
            "ColourGains is not told",
        ]


def test_a_short_exposure_in_daylight_is_held_as_it_is() -> None:
    device = FakePicamera2()
    device.metadata = {"ExposureTime": 3_000, "AnalogueGain": 1.0}
    with picamera(device) as camera:
        camera.capture()
        assert camera.lock_exposure()
    assert device.controls_set["ExposureTime"] == 3_000
    assert device.controls_set["AnalogueGain"] == 1.0


def test_before_its_first_picture_the_pi_camera_has_nothing_to_hold() -> None:
    with picamera(FakePicamera2()) as camera:
        assert not camera.lock_exposure()


def test_a_pi_camera_without_controls_is_told_nothing_and_says_so() -> None:
    device = FakePicamera2(controls=())
    with picamera(device) as camera:
        camera.capture()
        assert not camera.lock_exposure()
        assert not camera.unlock_exposure()
    assert device.controls_set == {}


def test_a_capture_that_never_completes_is_lost_and_the_camera_can_still_be_closed() -> None:
    device = FakePicamera2()
    with picamera(device) as camera:
        device.hangs = True
        with pytest.raises(CameraLost, match="gives no picture"):
            camera.capture()
    assert device.closed


@pytest.mark.parametrize("stride", [64, 96])
def test_pictures_in_nv12_are_understood_whatever_their_rows_are_padded_to(stride: int) -> None:
    with picamera(FakePicamera2(format="NV12", stride=stride)) as camera:
        image_bgr = camera.capture().image_bgr
    assert image_bgr.shape == (48, 64, 3)
    assert float(image_bgr.mean()) == pytest.approx(120, abs=2)


def test_pictures_of_a_kind_never_heard_of_are_refused_by_name() -> None:
    with picamera(FakePicamera2(format="MJPEG")) as camera, pytest.raises(CameraLost, match="as MJPEG"):
        camera.capture()


def test_without_picamera2_the_hint_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "picamera2", None)
    with pytest.raises(CameraLost, match="cannot be loaded") as caught:
        PiCamera(SteppedClock()).start()
    assert "python3-picamera2" in caught.value.hint
