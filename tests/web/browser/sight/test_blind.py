"""A picture of which nothing can be told: every page says what is wrong and what to do."""

import pytest

from companion.games.game import EVERYONE
from tests.web.browser.conftest import OpenPage, play
from tests.web.fake_table import FakeTable
from tests.web.scenes import Moment

pytestmark = pytest.mark.browser

SAID = {
    "dark": "Too dark to read",
    "bright": "Too bright to read",
    "not the table": "something other than the table",
}


@pytest.mark.parametrize("why", SAID)
def test_pages_say_why_nothing_is_read(
    open_page: OpenPage, stage: FakeTable, moments: dict[str, Moment], why: str
) -> None:
    from playwright.sync_api import expect

    play(stage, moments["half_built"])
    page = open_page("/")
    blind = {
        "phase": "moving",
        "seen": None,
        "hand": [],
        "unjudged": [{"why": why, "box": [0, 0, 1, 1]}],
    }
    stage.tell(EVERYONE, "seen", blind)
    expect(page.locator("#turn .wait")).to_contain_text(SAID[why])
    expect(page.locator(".caption").first).to_contain_text(SAID[why])
    stage.tell(EVERYONE, "seen", {"phase": "still", "seen": None, "hand": []})
    expect(page.locator("#turn .wait")).not_to_contain_text(SAID[why])
