"""A whole game of each kind, seen by a browser's camera: ``python -m tests.rigs.phone_camera.games``.

The simulated table plays by itself; what its camera sees is written into the file that Chromium's fake
camera shows, comes through the page of the phone that is the camera, and is read as any. Before that the
same game is played with the same pictures from file. Prints both; exit status 1 where scores are not as
meant.
"""

import json
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import cv2
import numpy as np

import vision.cameras.phone
from companion.cli.demo import DemoEvening
from companion.simulation.evening import EveningReport
from companion.simulation.habits import USUAL
from companion.simulation.hands import has_hands
from companion.table.access.access import Access
from companion.table.sight.camera_phone import CameraPhone
from tests.rigs.phone_camera.browser import sends
from tests.rigs.phone_camera.plain import PlainEvening
from tests.rigs.phone_camera.video import FakeVideo
from vision.cameras.phone import PhoneFeed
from vision.clock import Clock, SystemClock
from vision.frame import Frame, ImageBgr
from vision.picture_files import decoded
from vision.workshop.simulation.table import SimulatedTable
from web.app import create_app
from web.server import Server

GAMES = ("plain_dice", "yacht", "ubongo", "gruftmeister", "drunter", "carcassonne_dice")
SEED = 5
FASTER_FPS = 30.0
"""The evening's clock is stepped by pictures: the sooner one comes, the less is waited for."""
SAME_GREY = 14.0
"""Blocks of a picture that came and of what was shown differ by less, after video and JPEG."""
BLOCKS_WH = (80, 60)
MOST_OLD = 40
"""So many pictures of before may still be on their way."""
PATIENCE_S = 60.0


class Through:
    """The camera of an evening: what the table shows goes through a browser, and is waited for."""

    def __init__(self, table: SimulatedTable, clock: Clock, feed: PhoneFeed, video: FakeVideo) -> None:
        self._table, self._clock, self._feed, self._video = table, clock, feed, video
        self.pictures = self.unlike = 0

    def start(self) -> None:
        """Nothing is to be opened."""

    stop = start

    def capture(self) -> Frame:
        """Show what the table shows now; return it as it comes from the browser."""
        shown = self._video.show(self._table.render(self._clock.now()))
        for _ in range(MOST_OLD):
            jpeg = self._feed.take(PATIENCE_S)
            assert jpeg is not None, "the browser sends nothing"
            image_bgr = decoded(jpeg, "a picture")
            if _is_of(image_bgr, shown):
                break
        else:
            self.unlike += 1
        self.pictures += 1
        image_bgr.setflags(write=False)
        return Frame(image_bgr, self._clock.now(), self.pictures - 1, float(self.pictures))


def _is_of(came_bgr: ImageBgr, shown_bgr: ImageBgr) -> bool:
    blocks = [
        cv2.resize(image, BLOCKS_WH, interpolation=cv2.INTER_AREA).astype(np.float32)
        for image in (came_bgr, shown_bgr)
    ]
    return bool(np.abs(blocks[0] - blocks[1]).max() < SAME_GREY)


class Sent:
    """An evening whose pictures come through a browser."""

    def __init__(self, evening: Any, folder: Path) -> None:
        self._evening, self._folder = evening, folder
        self._feed = PhoneFeed()

    def __enter__(self) -> Self:
        """Begin to serve, and let the browser send."""
        table = self._evening.table
        table.camera_phone = CameraPhone(self._feed, SystemClock(), lambda _: None, table.report)
        access = Access(self._folder / "logins", "123456789", time.time, time.monotonic)
        self._server = Server(create_app(table, access), "127.0.0.1", 0)
        self._server.start()
        simulated: SimulatedTable = self._evening._simulated
        self._video = FakeVideo(self._folder / "shown.y4m", simulated.render(0.0))
        self.camera = Through(simulated, self._evening._clock, self._feed, self._video)
        self._evening._camera = self.camera
        path = f"/camera/phone#code={access.camera.invite()}"
        address = f"http://127.0.0.1:{self._server.port}{path}"
        self._browser = sends(address, self._video.path, self._folder / "profile")
        self._browser.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        """End both."""
        self._browser.__exit__(None, None, None)
        self._server.stop()
        self._video.close()


@contextmanager
def evening_of(game: str, folder: Path) -> Iterator[Any]:
    """Give an evening with this game; the same each time."""
    folder.mkdir()
    made = DemoEvening(folder, game, SEED, USUAL) if has_hands(game) else PlainEvening(folder, SEED)
    try:
        yield made
    finally:
        made.close()


def main(games: list[str]) -> int:
    """Play each; return the exit status."""
    vision.cameras.phone.FPS = FASTER_FPS  # type: ignore[misc]
    wrong = 0
    for game in games:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            with evening_of(game, folder / "file") as evening:
                _tell(game, "from file", evening.play(), evening.readings)
            with evening_of(game, folder / "browser") as evening, Sent(evening, folder) as sent:
                began = time.monotonic()
                report = evening.play()
                wrong += report.scores != report.truth
                camera = sent.camera
                more = f"{camera.pictures} pictures, {camera.unlike} of them too late"
                _tell(
                    game,
                    f"by browser, {more}, {time.monotonic() - began:.0f} s",
                    report,
                    evening.readings,
                )
    return 1 if wrong else 0


def _tell(game: str, how: str, report: EveningReport, readings: int) -> None:
    told = {
        "scores": report.scores,
        "as_meant": report.scores == report.truth,
        "readings": readings,
        "questions": report.asked,
        "sure_wrong": report.sure_wrong,
    }
    print(f"== {game}, {how}: {json.dumps(told, ensure_ascii=False)}", flush=True)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(main(sys.argv[1:] or list(GAMES)))
