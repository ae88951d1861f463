"""Streams and files as cameras and phones give them: read, or told why; never blind in silence.

Each shows the same scene, of which every quarter has a brightness of its own: so it is known which way
up it came. All of it is made here.
"""

import socket
import struct
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from tests.vision.cameras.servers import SIZE_WH, Video, rtsp_camera
from tests.vision.cameras.test_bad_network import serving
from vision.cameras.network.camera import NetworkCamera
from vision.cameras.open import open_camera
from vision.cameras.watched import WatchedCamera
from vision.clock import SteppedClock, SystemClock
from vision.errors import BadCamera, CameraLost, Why
from vision.frame import ImageBgr

SOON_S = 20.0
QUARTERS = (40.0, 100.0, 160.0, 220.0)
"""Gray levels: top left, top right, bottom left, bottom right."""
NEAR = 14.0


def scene(width: int = 160, height: int = 120) -> ImageBgr:
    """The scene; noise makes it as large a file as a photograph is."""
    picture = np.zeros((height, width, 3))
    middle_y, middle_x = height // 2, width // 2
    picture[:middle_y, :middle_x], picture[:middle_y, middle_x:] = QUARTERS[:2]
    picture[middle_y:, :middle_x], picture[middle_y:, middle_x:] = QUARTERS[2:]
    noise = np.random.default_rng(1).normal(0, 6, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def is_scene(image_bgr: ImageBgr) -> bool:
    """Tell whether that is what is seen, the right way up."""
    height, width = image_bgr.shape[:2]
    places = [(y, x) for y in (height // 4, 3 * height // 4) for x in (width // 4, 3 * width // 4)]
    seen = [float(image_bgr[y - 6 : y + 6, x - 6 : x + 6].mean()) for y, x in places]
    return all(abs(level - expected) < NEAR for level, expected in zip(seen, QUARTERS, strict=True))


def jpeg(image_bgr: ImageBgr | None = None, *options: int) -> bytes:
    picture = scene() if image_bgr is None else image_bgr
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90, *options])[1])


def pillow_jpeg(mode: str = "RGB", **words: object) -> bytes:
    file = BytesIO()
    image = Image.fromarray(scene()[..., ::-1])
    image.convert(mode).save(file, "JPEG", quality=90, **words)
    return file.getvalue()


def turned_by_exif(orientation: int) -> bytes:
    """The scene as it lies in the file of a phone that was held another way."""
    lies = {3: 2, 6: 1, 8: 3}[orientation]
    stored = Image.fromarray(np.rot90(scene()[..., ::-1], lies).copy())
    exif = Image.Exif()
    exif[0x0112] = orientation
    file = BytesIO()
    stored.save(file, "JPEG", quality=90, exif=exif)
    return file.getvalue()


def adobe_cmyk() -> bytes:
    """As a picture editor saves for print: inverted, and marked as Adobe's."""
    return pillow_jpeg("CMYK")


def without_tables() -> bytes:
    """As webcams send Motion JPEG: the usual Huffman tables are left out."""
    file, at = bytearray(jpeg()), 2
    kept = bytearray(file[:2])
    while file[at + 1] != 0xDA:
        length = 2 + int.from_bytes(file[at + 2 : at + 4], "big")
        if file[at + 1] != 0xC4:
            kept += file[at : at + length]
        at += length
    return bytes(kept + file[at:])


def with_thumbnail() -> bytes:
    small = jpeg(scene(64, 48))
    whole = jpeg()
    return (
        whole[:2] + b"\xff\xe1" + (len(small) + 8).to_bytes(2, "big") + b"Exif\0\0" + small + whole[2:]
    )


def with_bytes_before_markers() -> bytes:
    """Filled up with FF before its markers, as the standard allows."""
    whole = jpeg()
    at = whole.index(b"\xff\xdb")
    return whole[:at] + b"\xff" * 5 + whole[at:]


# Streams.

Send = Callable[[bytes], None]
Script = Callable[[Send, threading.Event], None]

MULTIPART = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n"


def head(kind: str, *more: str) -> bytes:
    lines = ["HTTP/1.1 200 OK", f"Content-Type: {kind}", *more, "", ""]
    return "\r\n".join(lines).encode()


def parts(
    make: Callable[[], bytes] = jpeg,
    *,
    before: bytes = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n",
    behind: bytes = b"\r\n",
    start: bytes = MULTIPART,
    wrap: Callable[[bytes], bytes] = bytes,
    cut: int = 0,
) -> Script:
    """One part after another, each the same picture; ``cut``: so many bytes left out at its end."""

    def speak(send: Send, ending: threading.Event) -> None:
        picture = make()
        picture = picture[: len(picture) - cut]
        told = before % len(picture) if b"%d" in before else before
        send(start)
        while not ending.wait(0.02):
            send(wrap(told + picture + behind))

    return speak


def chunked(data: bytes) -> bytes:
    """As one chunk is sent, in two pieces that end anywhere."""
    middle = len(data) // 3
    return b"".join(b"%x\r\n%s\r\n" % (len(one), one) for one in (data[:middle], data[middle:]))


def answer(said: bytes) -> Script:
    """One answer, and then nothing any more."""

    def speak(send: Send, ending: threading.Event) -> None:
        del ending
        send(said)

    return speak


def silent_after_head(send: Send, ending: threading.Event) -> None:
    send(MULTIPART)
    ending.wait(30)


def alternating(send: Send, ending: threading.Event) -> None:
    """Every other picture is broken off, as on a bad Wi-Fi."""
    whole = jpeg()
    send(MULTIPART)
    while not ending.wait(0.02):
        send(b"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + whole[: len(whole) // 2])
        send(b"\r\n--frame\r\nContent-Type: image/jpeg\r\n\r\n" + whole + b"\r\n")


def byte_by_byte(send: Send, ending: threading.Event) -> None:
    picture = jpeg(scene(64, 48))
    send(MULTIPART)
    while not ending.is_set():
        for at in range(0, len(picture), 7):
            send(picture[at : at + 7])


NO_LENGTH = b"--frame\r\nContent-Type: image/jpeg\r\n\r\n"
CHUNKS = head("multipart/x-mixed-replace; boundary=frame", "Transfer-Encoding: chunked")

READ: dict[str, Script] = {
    "with lengths": parts(),
    "without lengths": parts(before=NO_LENGTH),
    "chunked": parts(start=CHUNKS, wrap=chunked),
    "chunked, without lengths": parts(start=CHUNKS, wrap=chunked, before=NO_LENGTH),
    "no end marks, with lengths": parts(cut=2),
    "no end marks, without lengths": parts(cut=2, before=NO_LENGTH),
    "a length that is wrong": parts(before=b"--frame\r\nContent-Length: 7\r\n\r\n"),
    "a boundary other than the one announced": parts(
        before=b"--other\r\nContent-Type: image/jpeg\r\n\r\n"
    ),
    "a boundary with dashes announced": parts(
        start=head('multipart/x-mixed-replace; boundary="--frame"'), before=b"----frame\r\n\r\n"
    ),
    "pictures alone, as application/octet-stream": parts(
        start=head("application/octet-stream"), before=b"", behind=b""
    ),
    "as video/x-motion-jpeg": parts(start=head("video/x-motion-jpeg"), before=b"", behind=b""),
    "times of the camera's clock in the headers": parts(
        before=b"--frame\r\nX-Timestamp: 12.5\r\nContent-Length: %d\r\n\r\n"
    ),
    "HTTP/1.0 without any headers but the kind": parts(
        start=b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace\r\n\r\n"
    ),
    "as it comes, some bytes at a time": byte_by_byte,
    "every other picture broken off": alternating,
    "turned a quarter by EXIF": parts(lambda: turned_by_exif(6)),
    "turned upside down by EXIF": parts(lambda: turned_by_exif(3)),
    "turned three quarters by EXIF": parts(lambda: turned_by_exif(8)),
    "CMYK": parts(adobe_cmyk),
    "gray": parts(lambda: pillow_jpeg("L")),
    "progressive": parts(lambda: jpeg(None, cv2.IMWRITE_JPEG_PROGRESSIVE, 1)),
    "with restarts": parts(lambda: jpeg(None, cv2.IMWRITE_JPEG_RST_INTERVAL, 3)),
    "without Huffman tables": parts(without_tables),
    "with a thumbnail that has an end of its own": parts(with_thumbnail),
    "filled up before its markers": parts(with_bytes_before_markers),
    "4:2:0 of odd sizes": parts(
        lambda: jpeg(scene(161, 121), cv2.IMWRITE_JPEG_SAMPLING_FACTOR, 0x221111)
    ),
    "4:1:1": parts(lambda: jpeg(scene(163, 123), cv2.IMWRITE_JPEG_SAMPLING_FACTOR, 0x411111)),
    "4:4:0": parts(lambda: jpeg(scene(159, 119), cv2.IMWRITE_JPEG_SAMPLING_FACTOR, 0x121111)),
}
"""Streams that are read."""

TOLD: dict[str, tuple[Script, Why | None]] = {
    "a page": (answer(head("text/html", "Content-Length: 2") + b"ok"), "no_video"),
    "one picture": (answer(head("image/jpeg") + jpeg()), "no_video"),
    "a video of a format that is none of JPEGs": (
        answer(head("video/mp4") + b"\0\0\0\x18ftypmp42" + bytes(4000)),
        None,
    ),
    "nothing but cut pictures": (parts(cut=1500), "no_video"),
    "pictures far too large": (parts(lambda: huge()), "no_video"),
    "an end at once": (answer(MULTIPART), None),
    "silence": (silent_after_head, None),
    "not found": (answer(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"), "no_video"),
    "busy": (answer(b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"), "no_video"),
    "a password wanted": (
        answer(b'HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n'),
        "password",
    ),
    "forbidden": (answer(b"HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n"), "password"),
    "no HTTP": (answer(b"SSH-2.0-OpenSSH_9.2\r\n"), None),
}
"""Streams that are none that can be read, and why."""


def huge() -> bytes:
    data = bytearray(jpeg())
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", 60_000, 60_000)
    return bytes(data)


def spoken(script: Script) -> Callable[[socket.socket, threading.Event], None]:
    return lambda connection, ending: script(connection.sendall, ending)


@pytest.mark.parametrize("script", READ.values(), ids=READ)
def test_a_stream_is_read(script: Script) -> None:
    with serving(spoken(script)) as address, NetworkCamera(address, SystemClock()) as camera:
        for _ in range(2):
            assert is_scene(camera.capture().image_bgr)


@pytest.mark.parametrize(("script", "why"), TOLD.values(), ids=TOLD)
def test_a_stream_that_cannot_be_read_is_told_why(
    script: Script, why: Why | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.cameras.network.camera.PICTURE_WITHIN_S", 1.0)
    monkeypatch.setattr("vision.cameras.network.http_video.READ_WITHIN_S", 0.5)
    with serving(spoken(script)) as address:
        camera = NetworkCamera(address, SystemClock())
        with pytest.raises(CameraLost) as caught:
            camera.start()
        camera.stop()
    assert caught.value.hint
    if why is not None:
        assert caught.value.why == why


def test_a_video_of_differences_that_stands_still_is_not_frozen() -> None:
    """H.264 that an app makes JPEGs of: where nothing moves each is the same, byte by byte."""
    with (
        serving(spoken(parts())) as address,
        WatchedCamera(lambda: NetworkCamera(address, SystemClock()), SystemClock()) as watched,
    ):
        frame = watched.wait_newer(None, SOON_S)
        for _ in range(30):
            assert frame is not None
            frame = watched.wait_newer(frame.number, SOON_S)
            assert watched.health().state == "running"


@pytest.fixture
def rtsp_video() -> Iterator[Video]:
    video = Video()
    video.freely = False
    yield video
    video.ending.set()


def test_rtsp_that_is_lost_comes_back(rtsp_video: Video) -> None:
    for _ in range(40):
        rtsp_video.steps.put(jpeg(scene(*SIZE_WH)))
    with rtsp_camera(rtsp_video) as place:
        make = lambda: NetworkCamera(f"rtsp://{place}/video", SystemClock())  # noqa: E731
        with WatchedCamera(make, SystemClock()) as watched:
            frame = watched.wait_newer(None, SOON_S)
            assert frame is not None
            assert is_scene(frame.image_bgr)
            rtsp_video.steps.put(None)
            for _ in range(400):
                if watched.health().state in ("lost", "frozen"):
                    break
                watched.wait_newer(10**9, 0.05)
            assert watched.health().state in ("lost", "frozen")
            assert watched.health().hint
            for _ in range(200):
                rtsp_video.steps.put(jpeg(scene(*SIZE_WH)))
            before = watched.latest()
            assert before is not None
            back = watched.wait_newer(before.number, SOON_S)
            assert back is not None
            assert is_scene(back.image_bgr)


# Files.


@dataclass(frozen=True)
class File:
    """A file as it comes from a camera: its name, what is in it, whether it is read."""

    name: str
    make: Callable[[Path], None]
    is_read: bool = True


def holding(data: Callable[[], bytes]) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_bytes(data())

    return write


def coded(end: str, image: Callable[[], np.ndarray] = scene) -> Callable[[Path], None]:
    return holding(lambda: bytes(cv2.imencode(end, image())[1]))


def pillow_file(kind: str, mode: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        Image.fromarray(scene()[..., ::-1]).convert(mode).save(path, kind)

    return write


def video(four: str, size: tuple[int, int] = (160, 120), count: int = 12) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*four), 10.0, size)
        assert writer.isOpened()
        for _ in range(count):
            writer.write(scene(*size))
        writer.release()

    return write


def cut_off(make: Callable[[Path], None], part: float) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        make(path)
        data = path.read_bytes()
        path.write_bytes(data[: round(part * len(data))])

    return write


def with_alpha() -> np.ndarray:
    return np.dstack([scene(), np.full(scene().shape[:2], 255, np.uint8)])


FILES = {
    "JPEG": File("a.jpg", holding(jpeg)),
    "JPEG named as phones of Windows do": File("IMG_0001.JPEG", holding(jpeg)),
    "turned by EXIF": File("a.jpg", holding(lambda: turned_by_exif(6))),
    "CMYK": File("a.jpg", holding(adobe_cmyk)),
    "4:2:0 of odd sizes": File(
        "a.jpg", holding(lambda: jpeg(scene(161, 121), cv2.IMWRITE_JPEG_SAMPLING_FACTOR, 0x221111))
    ),
    "progressive": File("a.jpg", holding(lambda: jpeg(None, cv2.IMWRITE_JPEG_PROGRESSIVE, 1))),
    "PNG": File("a.png", coded(".png")),
    "PNG that may be seen through": File("a.png", coded(".png", with_alpha)),
    "PNG of 16 bits": File("a.png", coded(".png", lambda: scene().astype(np.uint16) * 257)),
    "PNG with a palette": File("a.png", pillow_file("PNG", "P")),
    "gray PNG": File("a.png", pillow_file("PNG", "L")),
    "BMP": File("a.bmp", coded(".bmp")),
    "WebP": File("a.webp", coded(".webp")),
    "JPEG with another's name": File("a.png", holding(jpeg)),
    "truncated JPEG": File("a.jpg", holding(lambda: jpeg()[:-1500]), is_read=False),
    "truncated PNG": File("a.png", cut_off(coded(".png"), 0.7), is_read=False),
    "empty": File("a.jpg", holding(bytes), is_read=False),
    "text": File("a.jpg", holding(lambda: b"no picture at all\n" * 20), is_read=False),
    "HEIC with another's name": File(
        "a.jpg", holding(lambda: b"\0\0\0\x18ftypheic" + bytes(4000)), is_read=False
    ),
}

VIDEOS = {
    "Motion JPEG in AVI": File("a.avi", video("MJPG")),
    "MPEG-4": File("a.mp4", video("mp4v")),
    "MPEG-4 in MKV": File("a.mkv", video("mp4v")),
    "MPEG-4 of sizes that are no multiples of 16": File("a.mp4", video("mp4v", (162, 122))),
    "Motion JPEG of odd sizes": File("a.avi", video("MJPG", (161, 121))),
    "one picture": File("a.avi", video("MJPG", count=1)),
    "AVI that was cut off": File("a.avi", cut_off(video("MJPG", count=40), 0.6)),
    "MP4 that was cut off": File("a.mp4", cut_off(video("mp4v", count=40), 0.6), is_read=False),
    "no video": File("a.mp4", holding(lambda: bytes(4000)), is_read=False),
    "empty video": File("a.avi", holding(bytes), is_read=False),
}


@pytest.mark.parametrize("file", FILES.values(), ids=FILES)
def test_a_photograph_is_read_or_it_is_told_why(
    file: File, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file.make(tmp_path / file.name)
    if file.is_read:
        with open_camera(f"recording:{tmp_path}", clock=SteppedClock()) as camera:
            assert is_scene(camera.capture().image_bgr)
        return
    with pytest.raises(CameraLost, match="no picture that can be shown") as caught:
        open_camera(f"recording:{tmp_path}", clock=SteppedClock()).start()
    assert caught.value.hint
    assert "not a picture" in caplog.text


@pytest.mark.parametrize("file", VIDEOS.values(), ids=VIDEOS)
def test_a_video_is_played_or_it_is_told_why(file: File, tmp_path: Path) -> None:
    path = tmp_path / file.name
    file.make(path)
    camera = open_camera(f"recording:{path}", clock=SteppedClock())
    if file.is_read:
        with camera:
            assert all(is_scene(camera.capture().image_bgr) for _ in range(4))
        return
    with pytest.raises(CameraLost) as caught, camera:
        camera.capture()
    assert caught.value.hint


def test_files_that_no_camera_gives_are_refused_by_name(tmp_path: Path) -> None:
    Image.fromarray(scene()[..., ::-1]).save(tmp_path / "a.tif")
    with pytest.raises(BadCamera, match="no pictures in that folder") as caught:
        open_camera(f"recording:{tmp_path}", clock=SteppedClock())
    assert ".jpg" in caught.value.hint
