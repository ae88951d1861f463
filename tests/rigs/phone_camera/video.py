"""What a browser's fake camera is fed with: pictures of the simulated table, as YUV4MPEG2."""

import os
from pathlib import Path
from threading import Event

import cv2
import numpy as np

from vision.clock import SteppedClock
from vision.frame import ImageBgr
from vision.workshop.simulation.table import SimulatedTable

FPS, LIVE_FPS = 4, 20
EMPTY_S, LIES_S = 3, 7
"""The table is empty, then dice are thrown and lie there."""
DICE = 9


def fed_with(video: Path) -> list[str]:
    """Return what a browser is started with whose camera shows this file, and may be used."""
    return [
        "--no-sandbox",
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={video}",
    ]


def head_of(size_wh: tuple[int, int], fps: int) -> bytes:
    """Return how such a file begins."""
    return f"YUV4MPEG2 W{size_wh[0]} H{size_wh[1]} F{fps}:1 Ip A1:1 C420\n".encode()


def frame_of(image_bgr: ImageBgr) -> bytes:
    """Return one picture of it."""
    return b"FRAME\n" + cv2.cvtColor(image_bgr, cv2.COLOR_BGR2YUV_I420).tobytes()


class FakeVideo:
    """Two frames that a browser shows over and over; they are written over while it does."""

    def __init__(self, path: Path, image_bgr: ImageBgr) -> None:
        height, width = image_bgr.shape[:2]
        self.path, self._size_wh = path, (width, height)
        head = head_of(self._size_wh, LIVE_FPS)
        frame = frame_of(image_bgr)
        path.write_bytes(head + frame + frame)
        self._places = (len(head), len(head) + len(frame))
        self._file = path.open("r+b", buffering=0)

    def show(self, image_bgr: ImageBgr) -> ImageBgr:
        """Show this from now on; return it as large as it is shown."""
        shown = np.asarray(cv2.resize(image_bgr, self._size_wh), np.uint8)
        frame = frame_of(shown)
        for place in self._places:
            os.pwrite(self._file.fileno(), frame, place)
        return shown

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def video_of_throws(path: Path, size_wh: tuple[int, int], seeds: tuple[int, ...]) -> None:
    """Write a throw for each seed; at its end the video begins anew."""
    with path.open("wb") as file:
        file.write(head_of(size_wh, FPS))
        for seed in seeds:
            clock = SteppedClock()
            table = SimulatedTable(clock=clock, seed=seed, size_wh=size_wh)
            for number in range((EMPTY_S + LIES_S) * FPS):
                if number == EMPTY_S * FPS:
                    table.throw(count=DICE)
                file.write(frame_of(table.render(clock.now())))
                clock.wait(Event(), 1 / FPS)
