"""Pages in a real browser: starting games, and phones that come and go."""

import re
from copy import deepcopy
from typing import Any

import pytest

from companion.errors import BadSetup, Reason
from companion.games.game import EVERYONE, HOST
from companion.table.shapes.moves import HistoryLine
from companion.table.shapes.state import StateShape
from tests.web.browser.conftest import LAPTOP, PHONE, TV, OpenPage, play, seat_link, until
from tests.web.fake_table import Anything, FakeTable
from tests.web.scenes import Moment, carcassonne, throw

pytestmark = pytest.mark.browser

Moments = dict[str, Moment]
TURN = [throw(*["cap"] * 8, "straight"), {"move": "stop", "take": "city"}]
FIVE = ("Ana", "Bořivoj", "Cécile", "Dana", "Eva-Marie")
NAMES = "[...document.querySelectorAll('#start [name=player]')].map(field => field.value)"


def long_game() -> Moment:
    """Fifty-eight moves by five players."""
    return Moment(carcassonne(TURN * 29, FIVE))


@pytest.mark.parametrize("path", ["/history", "/host", "/teach"])
def test_pages_are_dark_where_the_player_likes_it_so(open_page: OpenPage, path: str) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    light, dark = (open_page(path, theme=theme).evaluate(ground) for theme in ("light", "dark"))

    def brightness(colour: str) -> int:
        return sum(map(int, re.findall(r"\d+", colour)))

    assert brightness(light) > 600
    assert brightness(dark) < 100


# -- the host's page


def test_a_long_game_is_folded_on_the_hosts_page(host_page: OpenPage, stage: FakeTable) -> None:
    play(stage, long_game())
    page = host_page(size=LAPTOP)
    page.wait_for_selector(".phones")
    assert page.locator("#history .line").count() == 5
    assert page.evaluate("document.documentElement.scrollHeight") <= 1600
    page.click("text=Show all 58 moves")
    assert page.locator("#history .line").count() == 58
    page.click("text=Show fewer")
    assert page.locator("#history .line").count() == 5


def test_who_played_last_is_filled_in(host_page: OpenPage, stage: FakeTable, moments: Moments) -> None:
    stage.known_players = ["Ana", "Bořivoj", "Cécile", "Dana"]
    play(stage, moments["half_built"])
    page = host_page(size=PHONE)
    page.wait_for_selector("#start [name=player]", state="attached")
    assert page.evaluate(NAMES) == ["Ana", "Bořivoj", "Cécile"]
    known = "[...document.querySelectorAll('#known-players option')].map(name => name.value)"
    assert page.evaluate(known) == stage.known_players


def test_the_form_that_starts_a_game_stays_within_its_card(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    """The longest name of a game is wider than the column in which it is chosen."""
    play(stage, moments["before_throw"])
    page = host_page(size=LAPTOP)
    page.click("#start summary")
    past = """() => {
        const edge = document.querySelector("#start").getBoundingClientRect().right;
        return [...document.querySelectorAll("#start :is(input, select, button)")]
            .map((field) => edge - field.getBoundingClientRect().right)
            .filter((left) => left < 8);
    }"""
    assert page.evaluate(past) == []


def test_names_are_kept_for_a_game_with_more_seats(host_page: OpenPage, stage: FakeTable) -> None:
    stage.known_players = ["Ana", "Bob", "Cyril", "Dana"]
    stage.games["plain_dice"] = {"seats": [1], "options": {}, "goes_on": {}}
    page = host_page(size=PHONE)
    page.wait_for_selector("#start [name=player]")
    assert page.evaluate(NAMES) == ["Ana", "Bob"]
    page.select_option("#start select", "plain_dice")
    assert page.evaluate(NAMES) == ["Ana"]
    page.select_option("#start select", "carcassonne_dice")
    assert page.evaluate(NAMES) == ["Ana", "Bob"]


def test_what_was_refused_is_no_longer_said_once_it_is_done(
    host_page: OpenPage, stage: FakeTable
) -> None:
    page = host_page(size=PHONE, language="de")
    fault = BadSetup("two seats named 'Bob'", reason=Reason("error.same_name", {"name": "Bob"}))
    names = page.locator("#start [name=player]")
    names.nth(0).fill("Bob")
    names.nth(1).fill("Bob")
    stage.calls.expect("start_sitting", Anything(), answer=fault)
    page.click("#start button.strong")
    page.wait_for_selector("#toast.open >> text=Zwei heißen Bob.")
    names.nth(0).fill("Ana")
    stage.calls.expect("start_sitting", Anything())
    page.click("#start button.strong")
    page.wait_for_selector("#toast:not(.open)", state="attached")
    until(page, lambda: stage.calls.done)


@pytest.mark.parametrize(("language", "called"), [("en", "Player"), ("cs", "Hráč"), ("de", "Spieler")])
def test_who_gives_no_name_plays_all_the_same_and_is_kept_nowhere(
    host_page: OpenPage, stage: FakeTable, language: str, called: str
) -> None:
    page = host_page(size=PHONE, language=language)
    page.locator("#start [name=player]").nth(1).fill("Bob")
    said = {"game": "carcassonne_dice", "seats": [f"{called} 1", "Bob"], "options": Anything()}
    stage.calls.expect("start_sitting", said, f"{called} 1")
    page.click("#start button.strong")
    until(page, lambda: stage.calls.done)


@pytest.mark.parametrize("language", ["en", "cs", "de", "fr"])
def test_what_is_agreed_before_a_game_fits_a_phone(
    host_page: OpenPage, stage: FakeTable, language: str
) -> None:
    variant: dict[str, Any] = {"type": "choice", "default": "basic", "min": None, "max": None}
    options = {"variant": {**variant, "choices": ["basic", "expert"]}}
    stage.games["drunter"] = {"seats": [2, 3, 4], "options": options, "book": {}, "goes_on": {}}
    page = host_page(size=PHONE, language=language)
    page.wait_for_selector("#start [name=player]")
    page.select_option("#start select", "drunter")
    page.wait_for_selector("[data-key=own-cards]")
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_a_game_that_cannot_be_shown_yet_is_not_offered(host_page: OpenPage, stage: FakeTable) -> None:
    stage.games = {"a_new_game": {"seats": [2], "options": {}, "goes_on": {}}, **stage.games}
    page = host_page(size=PHONE)
    page.wait_for_selector("#start [name=player]")
    assert page.eval_on_selector("#start select", "choice => choice.value") != "a_new_game"
    assert page.is_disabled("#start option[value=a_new_game]")
    assert page.inner_text("#start option[value=a_new_game]") == "a new game – not yet"
    assert "Not yet: a new game." in page.inner_text("#start")


def test_a_game_under_way_is_ended_only_after_asking(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    page = host_page()
    page.click("#start summary")
    page.click("#start button.strong")
    asked = page.inner_text("#sure")
    for words in ("Carcassonne", "7 moves have been played", "Ana", "Bořivoj", "Cécile"):
        assert words in asked
    page.click("#sure >> text=Go on playing")
    page.wait_for_selector("#sure", state="hidden")
    page.click("#start button.strong")
    started = {
        "game": "carcassonne_dice",
        "seats": ["Ana", "Bořivoj", "Cécile"],
        "options": {"target": 42},
    }
    stage.calls.expect("start_sitting", started)
    page.click("#sure [data-key=sure]")
    until(page, lambda: stage.calls.done)


def test_a_game_without_any_move_is_ended_without_asking(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    stage.show({**stage.state(HOST), "history": [], "earlier": 0}, HOST)
    page = host_page()
    page.click("#start summary")
    stage.calls.expect("start_sitting", Anything())
    page.click("#start button.strong")
    until(page, lambda: stage.calls.done)


def test_what_was_refused_is_said_in_the_players_language_alone(
    open_page: OpenPage, stage: FakeTable
) -> None:
    page = open_page("/host?lang=cs", language="cs", wait="#login input")
    page.fill("#login input", "000000")
    page.press("#login input", "Enter")
    page.wait_for_selector("#toast.open")
    assert "PIN" in page.inner_text("#toast")
    assert page.locator("#toast [lang=en]").count() == 0
    assert "host" not in page.inner_text("#toast")


# -- phones


def test_a_phone_joins_by_the_code_on_the_tv_and_both_pages_learn_it(
    host_page: OpenPage, open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    tv, host = open_page("/", TV, wait=".way .qr"), host_page(size=LAPTOP)
    assert tv.inner_text(".way p") == "192.168.1.7:8000"
    assert tv.locator(".seat-codes").count() == 0
    host.click("[data-key=show-codes]")
    tv.wait_for_selector(".seat-codes .qr >> nth=2")
    phone = open_page("/", PHONE, wait=".sit a")
    phone.click(".sit a >> text=Bořivoj")
    phone.wait_for_selector("#own-name >> text=Bořivoj")
    assert "code" not in phone.url
    host.wait_for_selector(".phones li:nth-child(2) >> text=joined")
    until(tv, lambda: tv.locator(".seat-codes .qr").count() == 2)
    phone.goto(phone.url.replace("/seat/2", "/"))
    phone.click("nav >> text=Your seat")
    phone.wait_for_selector("#own-name >> text=Bořivoj")


def test_who_comes_late_finds_the_way_on_the_tv_when_all_have_joined(
    host_page: OpenPage, open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    host = host_page(size=LAPTOP)
    tv = open_page("/", TV, wait=".way p")
    for seat in (1, 2, 3):
        open_page(seat_link(host, seat), PHONE, wait=".own-name .mark")
        host.wait_for_selector(f".phones li:nth-child({seat}) >> text=joined")
        host.wait_for_selector(".invitation", state="detached")
    assert host.locator("[data-key=show-codes]").count() == 0
    tv.wait_for_selector(".way .qr")
    assert tv.is_visible(".way p")


def test_a_game_without_a_page_tells_its_moves_in_words(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    moment = deepcopy(moments["generic"])
    line: Any = {
        "number": 1,
        "seat": "Ana",
        "text": {"code": "move.other", "params": {"kind": "time_up"}},
        "move": {"seat": "Ana", "move": "time_up"},
        "at": "2026-01-06T19:00:00Z",
        "by": "clock",
        "undone": False,
        "corrected": False,
    }
    moment.state["history"] = [line]
    play(stage, moment)
    page = open_page("/?lang=de", PHONE, "de", wait="#history .line")
    assert "die Zeit ist um" in page.inner_text("#history")


def test_a_long_game_is_sent_in_part_and_shown_whole_where_asked(
    open_page: OpenPage, stage: FakeTable
) -> None:
    whole = Moment(carcassonne(TURN * 80, FIVE)).state
    lines = list(whole["history"])
    stage.show(_sent(whole, lines, 159), EVERYONE)
    stage.calls.expect("earlier", EVERYONE, 100, answer=lines[39:99])
    stage.calls.expect("earlier", EVERYONE, 40, answer=lines[:39])
    page = open_page("/history", wait="#history .line")
    until(page, lambda: page.locator("#history .line").count() == 159)
    stage.show(_sent(whole, lines, 160), EVERYONE)
    until(page, lambda: page.locator("#history .line").count() == 160)


def _sent(whole: StateShape, lines: list[HistoryLine], moves: int) -> StateShape:
    """Return the state after so many moves, with the last sixty of them."""
    return {**whole, "history": lines[moves - 60 : moves], "earlier": moves - 60}


# -- the host's phone


def test_the_hosts_phone_leads_to_what_is_needed_each_minute_each_evening_and_once(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    page = host_page(size=PHONE)
    tops = {
        part: page.evaluate(f"document.querySelector('#{part}').getBoundingClientRect().top")
        for part in ("turn", "enter", "game", "seats", "start", "encryption")
    }
    assert list(tops) == sorted(tops, key=tops.__getitem__), "as often as it is needed"
    for part, shown in (("evening", "#seats"), ("once", "#encryption"), ("now", "#turn")):
        page.click(f"[data-key=part-{part}]")
        page.wait_for_timeout(200)
        top = page.evaluate(f"document.querySelector('{shown}').getBoundingClientRect().top")
        assert -1 <= top < PHONE["height"] - 50, part


def test_the_record_is_offered_when_it_may_be_had(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    page = host_page()
    assert page.locator("#enter [download]").count() == 1
    stage.show({**stage.state(HOST), "holds_secrets": True, "version": 9}, HOST)
    page.wait_for_selector("#enter [download]", state="detached")


def test_moves_are_numbered_without_gaps(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    state = stage.state(HOST)
    lines = [{**line, "number": 2 * line["number"]} for line in state["history"]]
    stage.show({**state, "history": lines, "earlier": 3, "version": 9}, HOST)  # type: ignore[typeddict-item]
    page = host_page()
    page.wait_for_selector("#history .lines li:nth-child(5)")
    newest = 3 + len(lines)
    assert page.locator("#history .number").all_inner_texts() == [
        str(number) for number in range(newest, newest - 5, -1)
    ]
    page.click("#history .lines li:first-child button")
    assert str(newest) in page.inner_text("#correct h2")


def test_the_camera_page_says_what_to_do_without_a_log_in(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    page = open_page("/camera?lang=en", wait="#reading a[href='/host']")
    assert "Log in as host" in page.inner_text("#reading a")
