"""How old a phone's picture is when the table has it, and what its pictures cost the table."""

import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.table.access.access import Access
from companion.table.sight.camera_phone import CameraPhone
from tests.rigs.phone_camera.video import fed_with, frame_of, head_of
from tests.web.access.certificates import a_certificate
from tests.web.browser.conftest import PHONE, browser_path
from tests.web.conftest import PIN
from tests.web.fake_table import FakeTable, as_table, nothing_played
from vision.cameras.phone import PhoneCamera, PhoneFeed
from vision.clock import SteppedClock, SystemClock
from vision.errors import CameraLost
from vision.workshop.simulation.table import SimulatedTable
from web.access.phone_door import NoWay
from web.app import create_app
from web.server import Server

pytestmark = pytest.mark.bench

SIZE_WH = (1640, 1232)
PICTURES = 100
FRAMES = 12
SENDS = """
import http.client, ssl, sys, time
port, token, path = int(sys.argv[1]), sys.argv[2], sys.argv[3]
picture = open(path, "rb").read()
line = http.client.HTTPSConnection("127.0.0.1", port, context=ssl._create_unverified_context())
for _ in range(int(sys.argv[4])):
    headers = {"Content-Type": "image/jpeg", "Authorization": "Bearer " + token}
    line.request("POST", "/api/v1/camera/frames", picture, headers)
    reply = line.getresponse()
    assert reply.status == 200, reply.read()
    reply.read()
    time.sleep(0.05)
"""
NOTES_WHEN_TAKEN = """
    window.taken = [];
    const old = CanvasRenderingContext2D.prototype.drawImage;
    CanvasRenderingContext2D.prototype.drawImage = function (...all) {
        window.taken.push(Date.now() / 1000);
        return old.apply(this, all);
    };
"""


class Measured(CameraPhone):
    """Notes which picture came when, by what its bytes sum up to."""

    def __init__(self, feed: PhoneFeed) -> None:
        super().__init__(feed, SystemClock(), lambda _: None, lambda _, __: None)
        self.came: list[float] = []

    def picture(self, jpeg: bytes) -> Any:
        self.came.append(float(zlib.crc32(jpeg)))
        return super().picture(jpeg)


@pytest.fixture
def feed() -> PhoneFeed:
    return PhoneFeed()


@pytest.fixture
def access(tmp_path: Path) -> Access:
    return Access(tmp_path / "access.db", PIN, time.time, time.monotonic)


@pytest.fixture
def phone(feed: PhoneFeed) -> Measured:
    return Measured(feed)


@pytest.fixture
def server(access: Access, phone: Measured) -> Iterator[Server]:
    table = FakeTable(waits=True)
    table.show(nothing_played())
    table.camera_phone = phone  # type: ignore[assignment]
    certificate = a_certificate()
    app = create_app(as_table(table), access, door=NoWay(certificate))
    server = Server(app, "127.0.0.1", 0, certificate.context())
    server.start()
    yield server
    server.stop()


@contextmanager
def read(feed: PhoneFeed) -> Iterator[list[tuple[float, float]]]:
    """Take every picture as the table's eyes do; give which was had when, decoded."""
    had: list[tuple[float, float]] = []
    ends = threading.Event()

    def reads() -> None:
        while not ends.is_set():
            with suppress(CameraLost):
                had.append((camera.capture().stamp or 0.0, time.time()))

    with PhoneCamera(feed, SystemClock()) as camera:
        thread = threading.Thread(target=reads)
        thread.start()
        yield had
        ends.set()
        thread.join()


def test_what_pictures_cost(server: Server, access: Access, feed: PhoneFeed, tmp_path: Path) -> None:
    """Taken in over TLS, checked and decoded: all that the table does before it looks at one."""
    token = access.camera.join(access.camera.invite(), "a phone", "phone")
    picture = tmp_path / "picture.jpg"
    coded = cv2.imencode(".jpg", table_with_dice().render(10.0), (cv2.IMWRITE_JPEG_QUALITY, 90))[1]
    picture.write_bytes(coded.tobytes())
    sends = [sys.executable, "-c", SENDS, str(server.port), token, str(picture), str(PICTURES)]
    with read(feed) as had:
        began = time.process_time()
        subprocess.run(sends, check=True)
        taken_s = (time.process_time() - began) / PICTURES
    print(f"\n{PICTURES} pictures of {picture.stat().st_size} bytes, {len(had)} decoded:")
    print(f"  {1000 * taken_s:.1f} ms of one core each; five a second take {500 * taken_s:.1f} % of it")


def test_how_old_a_picture_is_when_the_table_has_it(
    server: Server, access: Access, phone: Measured, feed: PhoneFeed, tmp_path: Path
) -> None:
    """From the canvas on to which the browser draws it, to the decoded picture at the table."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = fed_chromium(playwright, tmp_path / "dice.y4m")
        ages_ms = ages_of_pictures(chromium, server, access, phone, feed)
        chromium.close()
    median, p95, most = np.percentile(ages_ms, (50, 95, 100))
    print(
        f"\n{len(ages_ms)} pictures of {SIZE_WH}: median {median:.0f} ms, p95 {p95:.0f}, most {most:.0f}"
    )


def ages_of_pictures(
    chromium: Any, server: Server, access: Access, phone: Measured, feed: PhoneFeed
) -> Any:
    page = chromium.new_context(viewport=PHONE, ignore_https_errors=True).new_page()
    page.add_init_script(NOTES_WHEN_TAKEN)
    with read(feed) as had:
        page.goto(f"https://127.0.0.1:{server.port}/camera/phone#code={access.camera.invite()}")
        while len(had) < PICTURES:
            page.wait_for_timeout(200)
    taken = page.evaluate("window.taken")
    ages_s, number = [], 0
    for stamp, at in had:
        number = phone.came.index(stamp, number)  # the video begins anew: the same pictures come again
        ages_s.append(at - taken[number])
        number += 1
    return 1000 * np.array(ages_s[5:])


def table_with_dice() -> SimulatedTable:
    table = SimulatedTable(clock=SteppedClock(), seed=1, size_wh=SIZE_WH)
    table.throw(count=9)
    return table


def fed_chromium(playwright: Any, video: Path) -> Any:
    """Start a chromium whose camera shows dice that lie still, five pictures a second."""
    table = table_with_dice()
    with video.open("wb") as file:
        file.write(head_of(SIZE_WH, 5))
        for number in range(FRAMES):
            file.write(frame_of(table.render(10.0 + number)))
    return playwright.chromium.launch(
        executable_path=browser_path("chromium-headless-shell", "chromium"), args=fed_with(video)
    )
