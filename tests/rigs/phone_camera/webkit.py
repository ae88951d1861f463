"""WebKitGTK as the table's camera: ``python -m tests.rigs.phone_camera.webkit``.

Without a camera it must say so, with WebKit's own mock camera it must send pictures; and photographs for
a lesson are asked for. An iPhone's browser is WebKit, too; what only a real one shows is not seen here.
Prints what the pages say; exit status 1 where they do not.
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.table.access.access import Access
from companion.table.sight.camera_phone import CameraPhone
from tests.rigs.browsers.engines import FOLDER, Browser, screen, webkit
from tests.web.fake_table import FakeTable, as_table, nothing_played
from vision.cameras.phone import PhoneFeed
from vision.clock import SystemClock
from vision.picture_files import size_of
from web.app import create_app
from web.server import Server

MOCK = ("--enable-media-stream=true", "--enable-mock-capture-devices=true")
PICTURES = 10
PATIENCE_S = 30.0


class Counted(CameraPhone):
    """Notes every picture."""

    def __init__(self) -> None:
        super().__init__(PhoneFeed(), SystemClock(), lambda _: None, lambda *_: None)
        self.sizes: list[tuple[int, int]] = []

    def picture(self, jpeg: bytes) -> Any:
        """Take it in, too."""
        self.sizes.append(size_of(jpeg))
        return super().picture(jpeg)


@contextmanager
def table(folder: Path) -> Iterator[tuple[Counted, Access, str]]:
    """Give the phone, who may be it, and the address of a table that stands still."""
    access = Access(folder / "logins", "246813579", time.time, time.monotonic)
    shown, phone = FakeTable(waits=True), Counted()
    shown.show(nothing_played())
    shown.camera_phone = phone  # type: ignore[assignment]
    server = Server(create_app(as_table(shown), access), "127.0.0.1", 0)
    server.start()
    try:
        yield phone, access, f"http://127.0.0.1:{server.port}"
    finally:
        server.stop()


def says(browser: Browser, place: str, words: str, pictures: list[Any], enough: int) -> bool:
    """Wait until a page says this, and so many pictures have come; print what it says."""
    said = ""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and (words not in said or len(pictures) < enough):
        time.sleep(0.5)
        said = str(browser.run(f"document.getElementById('{place}').innerText"))
    print(f"{len(pictures)} pictures {set(pictures)}: {said!r}", flush=True)
    return words in said and len(pictures) >= enough


def main() -> int:
    """Look at the pages; return the exit status."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    good = True
    with screen(), tempfile.TemporaryDirectory() as folder:
        for more, words, enough in (((), "no camera that", 0), (MOCK, "The table sees", PICTURES)):
            with table(Path(folder)) as (phone, access, address), webkit(*more) as browser:
                browser.open(f"{address}/camera/phone?lang=en#code={access.camera.invite()}")
                good &= says(browser, "lens", words, phone.sizes, enough)
        with table(Path(folder)) as (phone, access, address), webkit() as browser:
            browser.open(f"{address}/teach/phone?lang=en#code={access.photographer.invite()}")
            good &= says(browser, "photographs", "Take a photograph", [], 0)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
