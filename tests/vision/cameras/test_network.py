"""Cameras in the network: newest picture, lost and back, secrets kept, and what is said of faults."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.vision.cameras.servers import (
    GREYS,
    WRITTEN,
    Video,
    grey_of,
    http_camera,
    https_camera,
    jpeg_of,
    rtsp_camera,
)
from vision.cameras.camera import Camera
from vision.cameras.network.camera import NetworkCamera
from vision.cameras.watched import WatchedCamera
from vision.clock import SystemClock
from vision.errors import CameraLost
from vision.frame import Frame
from web.access.certificate import made

GARBAGE = b"\xff\xd8\xff\xe0\x00\x04ab\xff\xd9"
"""Begins and ends as a JPEG does, and is none."""
SOON_S = 20.0

Opener = Callable[..., NetworkCamera]


@pytest.fixture
def video() -> Video:
    return Video()


@pytest.fixture
def opened(video: Video) -> Iterator[Opener]:
    """Serve the video; return what makes the camera for it."""
    with ExitStack() as servers:

        def make(before: str = "", path: str = "/video", scheme: str = "http") -> NetworkCamera:
            serve = http_camera if scheme == "http" else rtsp_camera
            place = servers.enter_context(serve(video))
            return NetworkCamera(f"{scheme}://{before}{place}{path}", SystemClock())

        yield make


def grey(frame: Frame) -> float:
    return float(frame.image_bgr.mean())


@pytest.mark.parametrize("scheme", ["http", "rtsp"])
def test_what_nobody_took_does_not_wait_before_the_newest(
    video: Video, opened: Opener, scheme: str
) -> None:
    with opened(scheme=scheme) as camera:
        camera.capture()
        video.goes_on(100)
        newest = grey_of(video.sent)
        # What is on the way is no delay that grows: a few pictures.
        assert any(behind(camera.capture(), newest) <= 10 for _ in range(10))


def behind(frame: Frame, newest: int) -> float:
    """Tell how many pictures a frame comes before the newest one; each is lighter than the last."""
    ahead = GREYS // 4  # so many more may have come since
    return (newest - grey(frame) + ahead) % GREYS - ahead


@pytest.mark.parametrize("scheme", ["http", "rtsp"])
def test_a_camera_that_hangs_up_is_lost_and_comes_back_by_itself(
    video: Video, opened: Opener, scheme: str
) -> None:
    first = opened(scheme=scheme)
    address = f"{scheme}://{first.name.rpartition('/')[2]}/video"
    video.freely = False
    video.steps.put(jpeg_of(50))
    for number in range(30):  # FFmpeg looks at some before it gives the first
        video.steps.put(jpeg_of(50, number))

    def patient() -> NetworkCamera:
        camera = NetworkCamera(address, SystemClock())
        camera.stale_after_s = SOON_S  # on a busy machine the video may stall before it ends
        return camera

    with WatchedCamera(patient, SystemClock()) as watched:
        frame = watched.wait_newer(None, SOON_S)
        assert frame is not None
        video.steps.put(None)
        until_lost(watched)
        assert "url" not in watched.health().hint
        video.freely = True
        back = watched.wait_newer(frame.number + 30, SOON_S)
        assert back is not None
        assert watched.health().state == "running"


def until_lost(watched: WatchedCamera) -> None:
    for _ in range(round(SOON_S / 0.05)):
        if watched.health().state == "lost":
            return
        watched.wait_newer(10**9, 0.05)
    raise AssertionError(f"still {watched.health()}")


def test_a_camera_that_falls_silent_can_be_stopped_at_once(video: Video, opened: Opener) -> None:
    camera = opened()
    video.freely = False
    video.steps.put(jpeg_of(50))
    camera.start()
    assert grey(camera.capture()) == pytest.approx(50, abs=2)
    ended: list[str] = []

    def waits() -> None:
        with pytest.raises(CameraLost, match=r"stopped|not running"):
            camera.capture()
        ended.append("lost")

    thread = threading.Thread(target=waits)
    thread.start()
    camera.stop()
    thread.join(SOON_S)
    assert ended == ["lost"]


def test_over_https_pictures_come_and_a_silent_camera_can_be_stopped(
    video: Video, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = tmp_path / "camera.pem"
    certificate.write_bytes(made(["127.0.0.1"], datetime.now(UTC)))
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    video.freely = False
    video.steps.put(jpeg_of(50))
    with https_camera(video, certificate) as place:
        camera = NetworkCamera(f"https://{place}/video", SystemClock())
        camera.start()
        assert grey(camera.capture()) == pytest.approx(50, abs=2)
        camera.stop()
        with pytest.raises(CameraLost):
            camera.capture()


def test_pictures_that_cannot_be_decoded_are_passed_over(video: Video, opened: Opener) -> None:
    video.freely = False
    broken_off = jpeg_of(90)[:300]
    for part in (GARBAGE, b"no picture", jpeg_of(80), broken_off, jpeg_of(120), jpeg_of(120, 1)):
        video.steps.put(part)
    with opened() as camera:
        greys = [grey(camera.capture())]
        while greys[-1] < 110:
            greys.append(grey(camera.capture()))
    assert greys[-1] == pytest.approx(120, abs=2)
    assert len(greys) <= 3


def test_nothing_but_garbage_is_no_video(video: Video, opened: Opener) -> None:
    video.freely = False
    for _ in range(500):
        video.steps.put(GARBAGE)
    video.steps.put(None)
    with pytest.raises(CameraLost, match=r"no pictures|ended the video"):
        opened().start()


@pytest.mark.parametrize("with_length", [True, False])
@pytest.mark.parametrize("boundary", [b"--frame", b"frame", b"--another", b""])
def test_boundaries_and_lengths_need_not_be_as_they_were_announced(
    video: Video, opened: Opener, with_length: bool, boundary: bytes
) -> None:
    video.with_length, video.boundary = with_length, boundary
    with opened() as camera:
        assert camera.capture().image_bgr.shape == (48, 64, 3)


@pytest.mark.parametrize("wants", ["Basic", "Digest"])
def test_user_and_password_are_given_over_http_as_the_camera_wants_them(
    video: Video, opened: Opener, wants: str
) -> None:
    video.wants = wants
    with opened(WRITTEN, "/video?size=large") as camera:
        camera.capture()
    assert set(video.asked) == {"/video?size=large"}


def test_user_and_password_are_given_over_rtsp(video: Video, opened: Opener) -> None:
    video.wants = "Basic"
    with opened(WRITTEN, scheme="rtsp") as camera:
        camera.capture()


@pytest.mark.parametrize("wants", ["Basic", "Digest"])
def test_a_wrong_password_is_said_and_not_shown(
    video: Video, opened: Opener, wants: str, caplog: pytest.LogCaptureFixture
) -> None:
    video.wants = wants
    camera = opened("ana:geheim@", "/video?pwd=geheim")
    assert failure(camera) == "refuses this user or password (401)"
    assert len(video.asked) == 2, "many a camera shuts out who is wrong several times"
    assert "geheim" not in caplog.text


def test_a_password_that_is_missing_is_said(video: Video, opened: Opener) -> None:
    video.wants = "Basic"
    assert failure(opened()) == "wants a user and a password (401)"
    assert len(video.asked) == 1


def failure(camera: Camera) -> str:
    """Return what is said when a camera does not start, without its name; secrets are looked for."""
    logging.getLogger().setLevel(logging.DEBUG)
    with pytest.raises(CameraLost) as caught:
        camera.start()
    told = f"{caught.value} {caught.value.hint} {caught.value!r} {caught.value.__cause__} {camera!r}"
    assert "geheim" not in told
    assert caught.value.hint
    assert str(caught.value).startswith(camera.name.removeprefix("url:"))
    return str(caught.value).removeprefix(camera.name.removeprefix("url:")).strip()


def test_a_wrong_password_over_rtsp_is_not_shown_by_ffmpeg_either(
    video: Video, opened: Opener, capfd: pytest.CaptureFixture[str]
) -> None:
    video.wants = "Basic"
    assert failure(opened("ana:geheim@", "/geheim", "rtsp")) == "gives no video"
    said = capfd.readouterr()
    assert "geheim" not in said.out + said.err


@pytest.mark.parametrize("scheme", ["http", "rtsp"])
def test_an_address_where_nobody_answers_is_said(opened: Opener, scheme: str) -> None:
    with http_camera(Video()) as place:
        pass  # nobody listens there any more
    camera = NetworkCamera(f"{scheme}://ana:geheim@{place}/video?pwd=geheim", SystemClock())
    assert failure(camera).startswith("does not answer: ")


@pytest.mark.parametrize("scheme", ["http", "rtsp"])
def test_a_host_that_is_not_known_is_said(scheme: str) -> None:
    camera = NetworkCamera(f"{scheme}://ana:geheim@camera.invalid/video?pwd=geheim", SystemClock())
    assert failure(camera).startswith("does not answer")


def test_what_is_there_instead_of_a_video_is_said(video: Video, opened: Opener) -> None:
    assert failure(opened(path="/viedo?pwd=geheim")) == "has nothing at that path (404)"
    for kind in ("text/html; charset=utf-8", "image/jpeg"):
        video.kind = kind
        found = failure(opened(path="/video?pwd=geheim"))
        assert found == f"gives no video there, but {kind.partition(';')[0]}"


def test_rtsp_at_a_port_of_http_is_no_video(video: Video) -> None:
    with http_camera(video) as place:
        camera = NetworkCamera(f"rtsp://ana:geheim@{place}/video", SystemClock())
        assert failure(camera) == "gives no video"
