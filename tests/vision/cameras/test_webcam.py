"""Webcams that are missing, busy, forbidden, pulled out, and found again under another number."""

import errno
import struct
import sys
from pathlib import Path

import pytest

from tests.vision.cameras.fakes import FakePicamera2, FakeV4l2
from vision.cameras import webcam as module
from vision.cameras.open import camera_maker, open_camera
from vision.cameras.picamera import PiCamera
from vision.cameras.reasons import lost_by
from vision.cameras.v4l2 import LINKS, WebcamIdentity, refusal_of
from vision.cameras.view import BOARD_SIZE_WH, CameraView
from vision.cameras.webcam import Webcam
from vision.clock import SteppedClock
from vision.errors import BadCamera, CameraLost

NAME = "usb-046d_HD_Pro_Webcam_C920_8A1B-video-index0"  # pragma: allowlist secret


class Devices:
    """A folder as Linux's ``/dev``, and the webcams in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.opened: list[Path | int] = []
        self.there: dict[Path, FakeV4l2] = {}

    def plug(self, number: int, name: str, links: str = LINKS[0]) -> FakeV4l2:
        device = self.folder / f"video{number}"
        device.touch()
        link = self.folder / links / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(device)
        self.there[device] = FakeV4l2()
        return self.there[device]

    def pull(self, number: int, name: str, links: str = LINKS[0]) -> None:
        device = self.folder / f"video{number}"
        self.there.pop(device).unplugged = True
        device.unlink()
        (self.folder / links / name).unlink()

    def connect(self, where: int | Path) -> FakeV4l2:
        self.opened.append(where)
        return self.there.get(where) or FakeV4l2(present=False)  # type: ignore[arg-type]

    def webcam(self, place: WebcamIdentity) -> Webcam:
        return Webcam(place, SteppedClock(), connect=self.connect, v4l2=True)


@pytest.fixture
def devices(tmp_path: Path) -> Devices:
    return Devices(tmp_path.resolve())


@pytest.mark.parametrize("links", LINKS)
def test_a_webcam_is_found_again_under_another_number(devices: Devices, links: str) -> None:
    """As after a reset of the USB bus: another camera may have the number by then."""
    place = WebcamIdentity("0", devices.folder)
    devices.plug(0, NAME, links)
    with devices.webcam(place) as camera:
        camera.capture()
        devices.pull(0, NAME, links)
        with pytest.raises(CameraLost) as caught:
            camera.capture()
        assert caught.value.why == "gone"
    devices.plug(0, "usb-of_another-video-index0", links)
    with pytest.raises(CameraLost) as caught:
        devices.webcam(place).start()
    assert caught.value.why == "gone"
    devices.plug(1, NAME, links)
    with devices.webcam(place) as camera:
        assert camera.capture().image_bgr.shape
    assert devices.opened == [devices.folder / "video0", devices.folder / "video1"]


def test_a_webcam_can_be_called_by_its_name(devices: Devices) -> None:
    devices.plug(3, NAME)
    with devices.webcam(WebcamIdentity(NAME, devices.folder)) as camera:
        camera.capture()
        assert camera.name == f"webcam:{NAME}"
    assert open_camera(f"webcam:/dev/v4l/by-id/{NAME}", clock=SteppedClock()).name.endswith(NAME)
    with pytest.raises(BadCamera, match="which webcam"):
        open_camera("webcam:front", clock=SteppedClock())


def test_every_opening_of_one_camera_knows_where_it_was(devices: Devices) -> None:
    make = camera_maker("webcam:0", clock=SteppedClock())
    first, second = make(), make()
    assert isinstance(first, Webcam)
    assert isinstance(second, Webcam)
    assert first is not second
    assert first._place is second._place


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (errno.EBUSY, "busy"),
        (errno.EACCES, "denied"),
        (errno.ENOENT, "gone"),
        (errno.ENOSPC, "usb_full"),
    ],
)
def test_why_a_webcam_does_not_open_is_asked_of_the_system(
    devices: Devices, number: int, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = FakeV4l2(present=False)
    monkeypatch.setattr(module, "refusal_of", lambda _: OSError(number, "refused"))
    camera = Webcam(
        WebcamIdentity("0", devices.folder), SteppedClock(), connect=lambda _: device, v4l2=True
    )
    with pytest.raises(CameraLost) as caught:
        camera.start()
    assert (caught.value.why, bool(caught.value.hint)) == (why, True)
    assert device.released == 1


def test_where_the_system_knows_nothing_the_usual_reasons_are_named(
    devices: Devices, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "refusal_of", lambda _: None)
    for v4l2 in (True, False):
        camera = Webcam(
            WebcamIdentity("0", devices.folder),
            SteppedClock(),
            connect=lambda _: FakeV4l2(present=False),
            v4l2=v4l2,
        )
        with pytest.raises(CameraLost, match="webcam:0 does not answer") as caught:
            camera.start()
        assert "plugged in" in caught.value.hint


def test_a_webcams_lens_looks_for_its_place_and_stays_there(devices: Devices) -> None:
    device = FakeV4l2(lens=True)
    with Webcam(WebcamIdentity("0"), SteppedClock(), connect=lambda _: device, v4l2=True) as camera:
        assert camera.focus()
        looked = device.lens_looked
        assert looked > 0
        camera.capture()
        assert device.lens_looked == looked
    device = FakeV4l2(lens=False)
    with Webcam(WebcamIdentity("0"), SteppedClock(), connect=lambda _: device, v4l2=True) as camera:
        assert not camera.focus()


def test_a_pi_cameras_lens_looks_for_its_place_and_stays_there() -> None:
    device = FakePicamera2(controls=FakePicamera2.LENS)
    with PiCamera(SteppedClock(), connect=lambda: device) as camera:
        for _ in range(2):
            camera.capture()
            assert camera.focus()
            assert device.controls_set["AfMode"] == 0
            assert device.controls_set["LensPosition"] == 2.2, "not where it was on its way"
    assert device.swept == 2


def test_a_lens_that_finds_no_place_and_one_that_cannot_be_moved_say_so() -> None:
    for device in (FakePicamera2(controls=FakePicamera2.LENS, sharp_at=None), FakePicamera2()):
        with PiCamera(SteppedClock(), connect=lambda: device) as camera:  # noqa: B023
            camera.capture()
            assert not camera.focus()


@pytest.mark.parametrize(
    ("view", "size"),
    [
        (CameraView(), (1640, 1232)),
        (CameraView(for_board=True), BOARD_SIZE_WH),
        (CameraView(size_wh=(800, 600)), (800, 600)),
    ],
)
def test_the_size_is_the_one_asked_for_or_larger_for_a_board(
    view: CameraView, size: tuple[int, int]
) -> None:
    device = FakePicamera2()
    camera = PiCamera(SteppedClock(), connect=lambda: device)
    camera.view = view
    with camera:
        assert device.wanted_size == size


@pytest.mark.parametrize(("mains_hz", "pulse_us"), [(50, 10_000), (60, 8_333)])
def test_exposures_last_whole_pulses_of_the_lamps_on_either_mains(mains_hz: int, pulse_us: int) -> None:
    device = FakePicamera2()
    camera = PiCamera(SteppedClock(), connect=lambda: device)
    camera.view = CameraView(mains_hz=60 if mains_hz == 60 else 50)
    with camera:
        camera.capture()
        assert device.controls_set["AeFlickerPeriod"] == pulse_us
        assert camera.lock_exposure()
        assert device.controls_set["ExposureTime"] % pulse_us == 0


@pytest.mark.skipif(sys.platform != "linux", reason="V4L2 is Linux's")
def test_what_the_system_says_of_a_device_that_is_no_camera(tmp_path: Path) -> None:
    missing = refusal_of(tmp_path / "video0")
    assert missing is not None
    assert missing.errno == errno.ENOENT
    assert refusal_of(Path("/dev/null")) is None


@pytest.mark.skipif(sys.platform != "linux", reason="V4L2 is Linux's")
def test_a_device_whose_buffers_another_program_has_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def refuses(file: int, number: int, asked: bytes) -> bytes:
        assert (number, len(asked)) == (0xC0145608, 20), "VIDIOC_REQBUFS and its argument"
        assert struct.unpack("5I", asked)[:2] == (0, 1), "no buffers, for capturing"
        raise OSError(errno.EBUSY, "Device or resource busy")

    monkeypatch.setattr(fcntl, "ioctl", refuses)
    refusal = refusal_of(Path("/dev/null"))
    assert refusal is not None
    assert lost_by("webcam:0", refusal).why == "busy"
