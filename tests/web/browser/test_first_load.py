"""How much a page's first load takes, as it is sent: what a phone on a weak signal waits for."""

from typing import Any

import pytest

from tests.web.browser.conftest import PHONE, OpenPage, Page, play
from tests.web.fake_table import FakeTable
from tests.web.scenes import Moment
from web.pages.language import LANGUAGES

pytestmark = pytest.mark.browser

MOST_BYTES, MOST_REQUESTS = 60_000, 12
PICTURE = "/api/v1/picture"
LATE_MS = 500
"""What a page asks for only after it has loaded is asked for within so many milliseconds."""


class Traffic:
    """What a page asks for, and how many bytes of each reply came over the wire so far."""

    def __init__(self, page: Page) -> None:
        self.bytes: dict[str, float] = {}
        self._urls: dict[str, str] = {}
        tools = page.context.new_cdp_session(page)
        tools.on("Network.requestWillBeSent", self._asked)
        tools.on("Network.dataReceived", self._streamed)
        tools.on("Network.loadingFinished", self._finished)
        tools.send("Network.enable")

    def _asked(self, event: Any) -> None:
        url = event["request"]["url"]
        if url.startswith("http") and PICTURE not in url:
            self._urls[event["requestId"]] = url
            self.bytes[event["requestId"]] = 0

    def _streamed(self, event: Any) -> None:
        """Count what has come of a reply that does not end."""
        if event["requestId"] in self._urls:
            self.bytes[event["requestId"]] += event["encodedDataLength"]

    def _finished(self, event: Any) -> None:
        if event["requestId"] in self._urls:
            self.bytes[event["requestId"]] = event["encodedDataLength"]

    def told(self) -> str:
        """Say it line by line."""
        lines = [f"{self.bytes[key]:8.0f} {url}" for key, url in self._urls.items()]
        total = f"{sum(self.bytes.values()):8.0f} bytes in {len(lines)} requests"
        return "\n".join([*lines, total])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moment", ["no_sitting", "half_built"])
def test_the_tables_first_load_is_small(
    open_page: OpenPage, stage: FakeTable, moments: dict[str, Moment], moment: str, language: str
) -> None:
    play(stage, moments[moment])
    page = open_page("/api/openapi.json", PHONE, language, wait="html")
    traffic = Traffic(page)
    page.goto(page.url.replace("/api/openapi.json", f"/?lang={language}"))
    page.wait_for_selector(".turn h2")
    page.wait_for_load_state("load")
    page.wait_for_timeout(LATE_MS)
    print(f"\n{moment}, {language}:\n{traffic.told()}")
    assert sum(traffic.bytes.values()) <= MOST_BYTES
    assert len(traffic.bytes) <= MOST_REQUESTS
