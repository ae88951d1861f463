"""What a page shows before its script has drawn: the same as afterwards, so that nothing jumps."""

from typing import Any

import pytest

from tests.web.browser.conftest import INSIDE, PHONE, OpenPage, Page, play
from tests.web.fake_table import FakeTable
from tests.web.scenes import MOMENTS, Moment
from web.pages.language import LANGUAGES

pytestmark = pytest.mark.browser

SCRIPT = "**/bundled/*/*.js"
SHOWN = """() => ({
    mine: document.querySelectorAll("#scores .mine").length,
    turn: document.querySelector("#turn h2").textContent.trim(),
    waits: document.querySelector("#turn .wait").textContent.trim(),
    scores: [...document.querySelectorAll("#scores .name, #scores .points")].map(
        (one) => one.textContent),
    marks: [...document.querySelectorAll("#scores .mark, #turn .mark")].map(
        (one) => getComputedStyle(one).fill),
})"""
BOXES = """() => [...document.querySelectorAll("main .card")]
    .filter((card) => card.getClientRects().length && !card.textContent.trim())
    .map(({ id }) => id)"""


def shown(page: Page) -> Any:
    return page.evaluate(SHOWN)


def without_scripts(page: Page) -> None:
    """Load the page anew, as it is before its script comes."""
    page.route(SCRIPT, lambda route: route.abort())
    page.reload(wait_until="domcontentloaded")


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_table_is_shown_before_its_script_comes_as_it_is_afterwards(
    open_page: OpenPage, stage: FakeTable, moments: dict[str, Moment], moment: str
) -> None:
    play(stage, moments[moment])
    page = open_page("/", PHONE, wait="#status .chip")
    after = shown(page)
    without_scripts(page)
    before = shown(page)
    assert page.evaluate(BOXES) == [], "an empty box says nothing"
    asks, waits = before.pop("waits") == "The table asks something.", shown(page)["waits"]
    assert asks or after.pop("waits").startswith(waits), "more may be told afterwards, nothing else"
    after.pop("waits", None)
    assert before == after


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mine", [True, False])
def test_a_players_phone_says_at_once_whose_turn_it_is(
    invited_phone: OpenPage, stage: FakeTable, moments: dict[str, Moment], mine: bool, language: str
) -> None:
    moment = moments["half_built"]
    play(stage, moment)
    seats = moment.state["seats"]
    mover = moment.state["to_move"]
    assert mover is not None
    seat = seats.index(mover) + 1 if mine else 1
    page = invited_phone(seat, language)
    after = shown(page)
    without_scripts(page)
    before = shown(page)
    assert page.is_visible(INSIDE)
    assert page.inner_text("#own-name") == seats[seat - 1]
    assert before == after
    page.unroute(SCRIPT)
    page.reload()
    page.wait_for_selector("#tabs button")


def test_a_stranger_is_shown_no_seats_page(
    open_page: OpenPage, stage: FakeTable, moments: dict[str, Moment]
) -> None:
    play(stage, moments["half_built"])
    page = open_page("/seat/1", PHONE, wait="#login form")
    without_scripts(page)
    assert not page.is_visible("#inside")
    assert page.query_selector("#turn h2") is None
