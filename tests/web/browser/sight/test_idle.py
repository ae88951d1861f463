"""A table on which nothing happens: its pages ask for no picture that they have, or that nobody sees."""

from dataclasses import replace

import pytest

from companion.games.game import EVERYONE
from tests.web.browser.conftest import PHONE, OpenPage, Page, play
from tests.web.fake_table import FakeTable
from tests.web.scenes import Moment

pytestmark = pytest.mark.browser

PICTURE = "/api/v1/picture"
A_WHILE_MS = 5000
"""Longer than pages once waited before they asked again."""
SHOWN = ".frame img[src]"


def asked(page: Page) -> list[str]:
    """Return the addresses that the page asks for from now on, as it asks."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url))
    return found


def pictures(addresses: list[str]) -> int:
    return sum(PICTURE in address for address in addresses)


def test_a_picture_that_the_page_has_is_not_asked_for_again(
    open_page: OpenPage, stage: FakeTable, moments: dict[str, Moment]
) -> None:
    play(stage, moments["half_built"])
    page = open_page("/", wait=SHOWN)
    since = asked(page)
    watch = stage.state(EVERYONE)["watch"]
    for restless in (True, False):
        stage.tell(EVERYONE, "seen", {**watch, "restless": restless})
        page.wait_for_timeout(A_WHILE_MS / 2)
    assert pictures(since) == 0


def test_another_picture_is_asked_for_once(
    open_page: OpenPage, stage: FakeTable, moments: dict[str, Moment]
) -> None:
    play(stage, moments["half_built"])
    page = open_page("/", wait=SHOWN)
    before, since = page.get_attribute(SHOWN, "src"), asked(page)
    moment = moments["closed"]
    assert moment.picture is not None
    stage.looking.shown = replace(moment.picture, frame=99)
    stage.tell(EVERYONE, "seen", {**stage.state(EVERYONE)["watch"], "picture": 99})
    other = "([image, before]) => document.querySelector(image).src !== before"
    page.wait_for_function(other, arg=[SHOWN, before])
    page.wait_for_timeout(A_WHILE_MS)
    assert pictures(since) == 1


def test_a_picture_that_nobody_sees_is_not_asked_for(
    open_page: OpenPage, stage: FakeTable, moments: dict[str, Moment]
) -> None:
    play(stage, moments["half_built"])
    page = open_page("/api/openapi.json", PHONE, wait="html")
    since = asked(page)
    page.set_viewport_size({"width": 360, "height": 200})
    page.goto(page.url.replace("/api/openapi.json", "/?lang=en"))
    page.wait_for_selector(".turn h2")
    page.wait_for_timeout(A_WHILE_MS)
    assert pictures(since) == 0
    page.locator("#picture").scroll_into_view_if_needed()
    page.wait_for_selector(SHOWN)
    assert pictures(since) == 1
