"""Cameras in the network that send what is no video: nothing hangs, nothing grows, no thread stays."""

import socket
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import cv2
import numpy as np
import pytest

import vision.cameras.network.camera
import vision.cameras.network.rtsp_video
from tests.vision.cameras.servers import jpeg_of
from vision.cameras.network.address import parse_address
from vision.cameras.network.camera import NetworkCamera
from vision.cameras.network.line import VideoConnection
from vision.cameras.network.rtsp_video import pictures_over_rtsp
from vision.clock import SystemClock
from vision.errors import CameraLost, NotAPicture
from vision.frame import ImageBgr
from vision.picture_files import decoded as decoded_file

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace\r\n\r\n"
BLOCK = b"\x01" * 65536
MB = 1 << 20

Speaker = Callable[[socket.socket, threading.Event], None]


def endless_bytes(connection: socket.socket, ending: threading.Event) -> None:
    connection.sendall(HEAD)
    while not ending.is_set():
        connection.sendall(BLOCK)


def endless_picture(connection: socket.socket, ending: threading.Event) -> None:
    jpeg = jpeg_of(100)
    connection.sendall(HEAD + jpeg[:-2])
    while not ending.is_set():
        connection.sendall(BLOCK)


def endless_beginnings(connection: socket.socket, ending: threading.Event) -> None:
    connection.sendall(HEAD)
    while not ending.is_set():
        connection.sendall(b"\xff\xd8\xff\xe0\x00\x04ab" * 4000)


def endless_heads(connection: socket.socket, ending: threading.Event) -> None:
    while not ending.is_set():
        connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n" * 1000)


def dripping_head(connection: socket.socket, ending: threading.Event) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nX-Drip: ")
    while not ending.wait(0.05):
        connection.sendall(b"x")


def wrong_chunks(connection: socket.socket, ending: threading.Event) -> None:
    head = HEAD[:-2] + b"Transfer-Encoding: chunked\r\n\r\n"
    connection.sendall(head + b"fffffffffffff\r\n")
    while not ending.is_set():
        connection.sendall(BLOCK)


def too_large_pictures(connection: socket.socket, ending: threading.Event) -> None:
    connection.sendall(HEAD)
    while not ending.wait(0.01):
        connection.sendall(huge())


def huge(side: int = 65_000) -> bytes:
    """Return a small JPEG file that says it has so many pixels a side."""
    jpeg = bytearray(jpeg_of(100))
    at = jpeg.index(b"\xff\xc0")
    jpeg[at + 5 : at + 9] = side.to_bytes(2, "big") * 2
    return bytes(jpeg)


@contextmanager
def serving(speak: Speaker) -> Iterator[str]:
    """Let whoever connects hear this; give the address."""
    ending = threading.Event()
    threads: list[threading.Thread] = []

    def answer(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.settimeout(2)
            connection.recv(10_000)
            speak(connection, ending)

    def accept() -> None:
        with suppress(OSError):
            while True:
                threads.append(threading.Thread(target=answer, args=(listener.accept()[0],)))
                threads[-1].start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        accepting = threading.Thread(target=accept)
        accepting.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/video"
        finally:
            ending.set()
            listener.shutdown(socket.SHUT_RDWR)
            accepting.join(10)
            for thread in threads:
                thread.join(10)


@pytest.mark.parametrize(
    "speak",
    [
        *(endless_bytes, endless_picture, endless_beginnings, endless_heads),
        *(dripping_head, wrong_chunks, too_large_pictures),
    ],
)
def test_what_is_no_video_is_given_up_whole(speak: Speaker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vision.cameras.network.camera, "PICTURE_WITHIN_S", 1.0)
    tracemalloc.start()
    try:
        with serving(speak) as address:
            for _ in range(2):
                with pytest.raises(CameraLost), NetworkCamera(address, SystemClock()):
                    pass
            reading = [thread for thread in threading.enumerate() if thread.name.startswith("video ")]
            for thread in reading:
                thread.join(10)
                assert not thread.is_alive()
        assert tracemalloc.get_traced_memory()[1] < 150 * MB
    finally:
        tracemalloc.stop()


def decoded(jpeg: bytes) -> ImageBgr | None:
    try:
        return decoded_file(jpeg, "a picture")
    except NotAPicture:
        return None


def test_a_picture_larger_than_any_camera_makes_is_never_decoded() -> None:
    tracemalloc.start()
    try:
        assert decoded(huge()) is None
        assert tracemalloc.get_traced_memory()[1] < 5 * MB
    finally:
        tracemalloc.stop()


def test_a_picture_of_which_a_part_is_missing_is_none() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (240, 320, 3), np.uint8)
    jpeg = bytes(cv2.imencode(".jpg", noise)[1])
    assert decoded(jpeg) is not None
    assert decoded(jpeg[: len(jpeg) // 2] + jpeg[-2:]) is None


def test_a_picture_that_is_drawn_over_again_and_again_is_none() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (240, 320, 3), np.uint8)
    jpeg = bytes(cv2.imencode(".jpg", noise, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1])
    assert decoded(jpeg) is not None
    last = jpeg.rindex(b"\xff\xda")
    assert decoded(jpeg[:-2] + jpeg[last:-2] * 200 + jpeg[-2:]) is None


def test_pictures_over_rtsp_that_become_too_large_are_never_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """FFmpeg tells of a camera's first size alone: this one says afterwards that it has another."""
    small, large = (np.zeros((side, side, 3), np.uint8) for side in (100, 300))
    pictures = iter([small, small, large, small])

    class Growing:
        def __init__(self, *_: object) -> None: ...
        def isOpened(self) -> bool:  # noqa: N802 - OpenCV's own names
            return True

        def get(self, _: int) -> float:
            return 100.0

        def read(self) -> tuple[bool, np.ndarray]:
            return True, next(pictures)

        def release(self) -> None: ...

    monkeypatch.setattr(vision.cameras.network.rtsp_video, "MOST_PIXELS", 200 * 200)
    monkeypatch.setattr(cv2, "VideoCapture", Growing)
    taken: list[int] = []
    with socket.create_server(("127.0.0.1", 0)) as somebody:
        address = parse_address(f"rtsp://127.0.0.1:{somebody.getsockname()[1]}/video")
        with pytest.raises(CameraLost, match="sends no more pictures"):
            taken.extend(picture.shape[0] for picture in pictures_over_rtsp(address, VideoConnection()))
    assert taken == [100, 100]
