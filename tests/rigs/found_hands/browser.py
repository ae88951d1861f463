"""A browser on a table's pages."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.rigs.found import PIN
from tests.rigs.found_hands.at_table import Evening

Page = Any
"""Playwright's page."""

LAPTOP = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}
TV = {"width": 1920, "height": 1080}
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]


class Browser:
    """Opens pages of one table, each as somebody else's device."""

    def __init__(self, chromium: Any, evening: Evening) -> None:
        self._chromium = chromium
        self._address = evening.address

    def open(self, path: str, size: dict[str, int], wait: str = "#main", theme: str = "light") -> Page:
        """Open a page on a new device."""
        context = self._chromium.new_context(
            viewport=size, locale="en", reduced_motion="reduce", color_scheme=theme
        )
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.goto(self._address + path)
        page.wait_for_selector(wait)
        return page

    def open_as_host(self, path: str, size: dict[str, int], language: str = "en") -> Page:
        """Open a page by the link that the table prints."""
        address = f"{path}?lang={language}#pin={PIN}"
        return self.open(address, size, wait="#inside:not([hidden]) .turn h2")


@contextmanager
def browser(evening: Evening) -> Iterator[Browser]:
    """Start Chromium, until all has been looked at. Raises RuntimeError."""
    from playwright.sync_api import Error, sync_playwright

    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if path is None:
        raise RuntimeError("no chromium: install it, or name one in CHROMIUM")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=QUIET)
        try:
            yield Browser(chromium, evening)
        except Error as error:
            raise RuntimeError(" ".join(error.message.split())[:150]) from error
        finally:
            chromium.close()


def box_of(page: Page, selector: str) -> dict[str, float]:
    """Return where a part lies on the screen."""
    box: dict[str, float] = page.locator(selector).first.bounding_box()
    return box
