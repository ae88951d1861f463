"""Rules one tap away, a greeting for newcomers, and a page that never falls silent."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from tests.web.browser.conftest import PHONE, TV, OpenPage, Page, play
from tests.web.fake_table import FakeTable, end_of
from tests.web.scenes import Moment
from web.pages.language import LANGUAGES, catalogue

pytestmark = pytest.mark.browser

Moments = dict[str, Moment]
PANEL = "#rules[open]"
WIDE = """() => [document.querySelector("#rules"), document.documentElement]
    .some(part => part.scrollWidth > part.clientWidth)"""
BELOW = "document.querySelector('#greeting').getBoundingClientRect().bottom > innerHeight"


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_one_tap_away_while_one_plays(
    open_page: OpenPage, stage: FakeTable, moments: Moments, language: str
) -> None:
    """What closing a city is worth, drawn and in numbers, and what may be done now."""
    play(stage, moments["half_built"])
    for size in (PHONE, TV):
        page = open_page(f"/?lang={language}", size, language, wait=".turn h2")
        open_rules(page)
        page.wait_for_selector(PANEL)
        assert page.locator(f"{PANEL} .worth tbody tr").first.inner_text().split()[-8:] == [
            *("0", "1", "3", "6", "10", "15", "21", "28")
        ]
        # The example of two dice that fit is closed, too, but worth nothing: it is not drawn as one.
        assert page.locator(f"{PANEL} .city-drawing .wall.closed").count() == 1
        assert page.locator(f"{PANEL} .rules-now li").count() == 3
        assert not page.evaluate(WIDE)


def open_rules(page: Page) -> None:
    """Open the panel by its button: on a stage, that comes with the menus."""
    page.mouse.move(300, 300)
    page.click("#open-rules")


@pytest.mark.parametrize(("path", "dice"), [("/host", 2), ("/simulator", 3)])
def test_a_key_opens_and_closes_them(
    host_page: OpenPage, stage: FakeTable, moments: Moments, path: str, dice: int
) -> None:
    """Where simulated hands throw, it is told how many they are about to throw."""
    play(stage, moments["half_built"])
    page = host_page(path)
    page.wait_for_selector(f".turn .wait >> text=throw the other {dice} again")
    page.keyboard.press("?")
    page.wait_for_selector(f"{PANEL} >> text=throw the other {dice} dice again")
    page.keyboard.press("?")
    page.wait_for_selector(PANEL, state="detached")
    page.keyboard.press("?")
    page.keyboard.press("Escape")
    page.wait_for_selector(PANEL, state="detached")


def test_a_question_mark_may_be_typed(host_page: OpenPage, stage: FakeTable, moments: Moments) -> None:
    play(stage, moments["no_sitting"])
    page = host_page()
    page.locator("#start [name=player]").first.press("?")
    assert page.locator("#start [name=player]").first.input_value() == "?"
    assert page.locator(PANEL).count() == 0


def test_what_may_be_done_follows_the_game_while_the_panel_is_open(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["before_throw"])
    page = open_page("/", wait=".turn h2")
    open_rules(page)
    page.wait_for_selector(f"{PANEL} .rules-now >> text=throw all 8 dice")
    play(stage, moments["half_built"])
    page.wait_for_selector(f"{PANEL} .rules-now >> text=stop, without points")


def test_before_a_game_the_rules_of_every_game_offered_are_told(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["no_sitting"])
    page = open_page("/", wait=".turn h2")
    open_rules(page)
    page.wait_for_selector(f"{PANEL} details summary")
    assert page.locator(f"{PANEL} details summary").all_inner_texts() == [
        catalogue("en")[f"game.{game}"] for game in stage.games
    ]
    page.locator(f"{PANEL} summary").first.click()
    page.wait_for_selector(f"{PANEL} >> text=The first to reach 42 points wins at once")


def test_a_game_whose_rules_are_not_told_offers_none(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["generic"])
    page = open_page("/", wait="#game >> text=no page at this table yet")
    page.wait_for_selector("#open-rules", state="hidden")
    page.keyboard.press("?")
    assert page.locator(PANEL).count() == 0


# -- never silent


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_state_the_page_says_what_is_awaited(
    open_page: OpenPage, stage: FakeTable, moments: Moments, language: str
) -> None:
    page = open_page(f"/?lang={language}", language=language, wait=".turn h2")
    for number, moment in enumerate(states(moments)):
        name = f"Player {number}"
        state: Any = moment.state
        state["seats"] = [name, *state["seats"][1:]]
        state["to_move"] = name if state["to_move"] else None
        state["outcome"] = state["outcome"] and {**state["outcome"], "winners": [name]}
        state["end"] = state["outcome"] and end_of(state)
        play(stage, moment)
        if state["to_move"] or state["outcome"]:
            place = "#finale" if state["outcome"] else ".turn"
            page.wait_for_selector(f"{place} h2 >> text='{name}'")
        assert_says_what_is_awaited(page, moment)


def states(moments: Moments) -> Iterator[Moment]:
    """Yield each moment as it is; and some without a picture, in every health, phase and question."""
    yield from map(deepcopy, moments.values())
    proposals = [None, moments["proposed"].state["proposal"], moments["asked"].state["proposal"]]
    watching = [("off", None), ("empty", None), *(("read", proposal) for proposal in proposals)]
    for name in ("before_throw", "half_built", "over", "plain"):
        for health in ("starting", "running", "frozen", "lost", "off"):
            for phase, proposal in watching:
                state: Any = deepcopy(moments[name].state)
                state["camera"]["health"] = health
                state["watch"] = {"phase": phase, "seen": None, "hand": []}
                state["proposal"] = proposal
                yield Moment(state)


def assert_says_what_is_awaited(page: Page, moment: Moment) -> None:
    said = page.inner_text(".turn .wait").strip()
    assert len(said.split()) > 1, (said, moment.state)
    assert said[-1] in ".?!:…", (said, moment.state)
