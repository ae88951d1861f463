"""An evening in the browser: two taps start a game, its end, past games, players, sharing."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.games.game import Seat
from companion.table.access.access import Access
from companion.table.shapes.evenings import LastGameShape
from companion.table.supervision.supervisor import Supervisor
from companion.table.workers import BroadcastWorker, StoryWorker
from tests.table.evenings.night import Night
from tests.table.running import WallClock
from tests.web.browser.conftest import DOUBLE_TAP_MS, PHONE, OpenPage, Page, until
from tests.web.browser.real_table import pages_of
from tests.web.browser.test_accessible import AXE, faults
from tests.web.conftest import PIN
from tests.web.fake_table import Anything, FakeTable
from tests.web.scenes import Moment
from web.pages.language import LANGUAGES

pytestmark = pytest.mark.browser

Moments = dict[str, Moment]
NAMES = "[...document.querySelectorAll('#start [name=player]:enabled')].map(field => field.value)"
FOUR = ("Ana", "Bob", "Cyril", "Dana")


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Night]:
    """A table at which a game was played to its end last night."""
    night = Night(tmp_path / "data")
    night.start("carcassonne_dice", FOUR[:3], target=15)
    night.play()
    night.tell()
    night.later(hours=20)
    yield night
    night.table.close()


Visit = Callable[[str], Page]


@pytest.fixture
def visit(here: Night, access: Access, chromium: Any) -> Iterator[Visit]:
    """Open pages of the running table on a phone; the host's is logged in."""
    clock = WallClock()
    supervisor = Supervisor(
        [BroadcastWorker(here.table, clock), StoryWorker(here.table, clock)], clock, here.table.report
    )
    supervisor.start()
    here.table.looking.camera_is("off")
    contexts = []
    try:
        with pages_of(here.table, access) as server:

            def open_one(path: str) -> Page:
                context = chromium.new_context(viewport=PHONE, locale="en")
                contexts.append(context)
                page = context.new_page()
                page.goto(f"http://127.0.0.1:{server.port}{path}")
                if path.startswith("/host"):
                    page.fill("#login input", PIN)
                    page.press("#login input", "Enter")
                    page.wait_for_selector("#start summary")
                return page

            yield open_one
    finally:
        for context in contexts:
            context.close()
        supervisor.stop()


def test_two_taps_start_a_game_with_those_of_the_last(here: Night, visit: Visit) -> None:
    page = visit("/host")
    page.wait_for_selector("[data-key=again]")
    page.click("[data-key=again]")
    page.click("#start button.strong")
    until(page, lambda: here.state["sitting"] == "2")
    assert here.state["seats"] == list(FOUR[:3])
    assert here.table.history.setup.options["target"] == 15


def test_one_tap_starts_it_on_another_evening(here: Night, visit: Visit) -> None:
    here.table.evenings.close(1)
    page = visit("/host")
    page.wait_for_selector("#start [name=player]")
    page.click("#start button.strong")
    until(page, lambda: here.state["sitting"] == "2")
    assert here.state["seats"] == list(FOUR[:3])
    assert here.table.history.setup.options["target"] == 15


def test_the_form_forgets_nothing(host_page: OpenPage, stage: FakeTable) -> None:
    bool_: dict[str, Any] = {"type": "bool", "default": False, "min": None, "max": None, "choices": []}
    stage.games["carcassonne_dice"]["options"]["finish_round"] = bool_
    page = host_page(size=PHONE)
    page.wait_for_selector("#start [name=player]")
    fields = page.locator("#start [name=player]")
    fields.nth(0).fill("Ana")
    fields.nth(1).fill("Bob")
    page.fill("#start [data-option=target]", "77")
    page.check("#start [data-option=finish_round]")
    page.click("#start >> text=One more player")
    fields.nth(2).fill("Cyril")
    page.click("#start [aria-label='Remove Ana']")
    page.select_option("#start select", "plain_dice")
    page.select_option("#start select", "carcassonne_dice")
    assert page.evaluate(NAMES) == ["Bob", "Cyril"]
    stage.calls.expect(
        "start_sitting",
        {
            "game": "carcassonne_dice",
            "seats": ["Bob", "Cyril"],
            "options": {"target": 77, "finish_round": True},
        },
    )
    page.click("#start button.strong")
    until(page, lambda: stage.calls.done)


def test_seats_are_ordered_by_dragging_and_by_keys(host_page: OpenPage, stage: FakeTable) -> None:
    stage.known_players = list(FOUR)
    stage.evenings.last = [
        {
            "game": "carcassonne_dice",
            "seats": list(FOUR),
            "nameless": ["Dana"],
            "options": {},
            "last": ["Cyril"],
        }
    ]
    page = host_page(size=PHONE)
    page.wait_for_selector("#start [name=player]")
    assert page.evaluate(NAMES) == list(FOUR)
    first = page.locator("#start .grip").nth(0)
    first.focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate(NAMES) == ["Bob", "Ana", "Cyril", "Dana"]
    assert page.inner_text("#start [role=status]") == "Ana sits at place 2"
    page.keyboard.press("ArrowUp")
    grips = [page.locator("#start .grip").nth(place).bounding_box() for place in range(4)]
    assert grips[0] is not None
    assert grips[2] is not None
    page.mouse.move(grips[0]["x"] + 8, grips[0]["y"] + 8)
    page.mouse.down()
    page.mouse.move(grips[2]["x"] + 8, grips[2]["y"] + 20, steps=6)
    page.mouse.up()
    assert page.evaluate(NAMES) == ["Bob", "Cyril", "Ana", "Dana"]
    page.click("#start >> text=Last place begins: Cyril")
    assert page.evaluate(NAMES) == ["Cyril", "Ana", "Dana", "Bob"]
    page.click("#start >> text=The next one begins")
    guests = page.locator("#start [name=guest]")
    assert [one.is_checked() for one in guests.all()] == [False, True, False, False]
    stage.calls.expect("start_sitting", Anything(), "Dana")
    page.click("#start button.strong")
    until(page, lambda: stage.calls.done)
    assert page.evaluate(NAMES) == ["Ana", "Dana", "Bob", "Cyril"]


def test_the_winners_phone_says_it_and_no_other(here: Night, visit: Visit, access: Access) -> None:
    (winner,) = here.results[0].winners
    for seat, name in enumerate(FOUR[:3], 1):
        page = visit("/")
        code = access.invite(Seat(seat), name).code
        body = {"code": code, "name": f"{name}'s phone"}
        assert page.request.post(f"{page.url}api/v1/seats/{seat}/join", data=body).ok
        page.goto(f"{page.url}seat/{seat}")
        page.wait_for_selector("#end h2")
        said = page.inner_text("#end h2")
        assert said == ("You won!" if name == winner else f"{winner} wins!")
        until(page, lambda: page.evaluate("document.querySelector('#end img').naturalWidth > 0"))  # noqa: B023


def test_the_last_place_is_offered_to_begin(here: Night, visit: Visit) -> None:
    last = here.results[0].ranking[-1].name
    page = visit("/host")
    page.wait_for_selector("[data-key=again]")
    page.click("[data-key=again]")
    page.click(f"#start >> text=Last place begins: {last}")
    page.click("#start button.strong")
    until(page, lambda: here.state["sitting"] == "2")
    assert here.state["seats"][0] == last


def test_past_games_are_told_with_their_story(here: Night, visit: Visit) -> None:
    here.start("yacht", FOUR[:2])
    here.play()
    page = visit("/history")
    page.wait_for_selector("#evening .past >> nth=1")
    assert page.locator("#evening .evening").count() == 2
    standing = page.inner_text("#evening .standings >> nth=0")
    assert all(name in standing for name in FOUR[:3])
    page.click("#evening .past summary >> nth=1")
    story = page.inner_text("#evening .past >> nth=1")
    assert "15 points are reached." in story
    assert "moves" in story


def test_a_past_game_is_reopened_by_the_host(here: Night, visit: Visit) -> None:
    here.table.evenings.close(1)
    page = visit("/host")
    shown = visit("/history")
    shown.wait_for_selector("#evening .past .ranking")
    assert shown.locator("text=Take it up again").count() == 0  # that page only shows
    page.click("#manage summary")
    page.click("#manage [data-key=past]")
    page.click("#manage >> text=Take it up again")
    until(page, lambda: here.state["sitting"] == "2")
    assert here.state["outcome"] is not None


def test_names_go_to_another_site_only_after_it_was_said(here: Night, visit: Visit) -> None:
    page = visit("/host")
    page.click("[data-key=share]")
    assert page.locator("#share a[href^='https://']").count() == 0
    page.click("text=Send to BG Stats")
    page.wait_for_selector("#share .asked a")
    asked = page.inner_text("#share .asked")
    assert "app.bgstatsapp.com" in asked
    assert all(name in asked for name in FOUR[:3])
    link = page.get_attribute("#share .asked a", "href")
    told = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    assert {one["name"] for one in told["players"]} == set(FOUR[:3])
    with page.expect_download() as downloading:
        page.click("text=Share the picture")
    assert Path(downloading.value.path()).read_bytes().startswith(b"\x89PNG")


def test_the_host_renames_deletes_and_ends_a_game(here: Night, visit: Visit) -> None:
    here.start("yacht", FOUR[:3])
    here.play(most=1)
    page = visit("/host")
    page.click("#manage summary")
    page.click("#manage .known button:has-text('Bob')")
    page.fill("#manage [aria-label=Name]", "Bořivoj")
    page.click("#manage >> text=Rename")
    until(page, lambda: "Bořivoj" in here.names())
    page.click("#manage .known button:has-text('Cyril')")
    page.click("#manage .acts >> text=Delete")
    page.click("#sure [data-key=sure]")
    until(page, lambda: "Cyril" not in here.names())
    assert here.state["seats"] == ["Ana", "Bořivoj", "Guest"]
    page.click("[aria-label='Guest leaves the game']")
    page.click("#sure [data-key=sure]")
    until(page, lambda: here.state["seats"] == ["Ana", "Bořivoj"])
    page.wait_for_selector("#sure", state="hidden")
    page.click("[data-key=close-game]")
    page.wait_for_timeout(DOUBLE_TAP_MS)  # it stands where the one before stood
    page.click("#sure [data-key=sure]")
    until(page, lambda: here.state["sitting"] is None)
    page.wait_for_selector("#start [name=player]:visible")


def test_whoever_is_named_in_a_guests_place_is_none(host_page: OpenPage, stage: FakeTable) -> None:
    """The simulated table's first game is of two whom nobody named."""
    last: LastGameShape = {
        "game": "carcassonne_dice",
        "seats": ["Ana", "Bob"],
        "nameless": ["Ana", "Bob"],
        "options": {},
        "last": [],
    }
    stage.evenings.last = [last]
    page = host_page(size=PHONE)
    page.fill("#start [name=player] >> nth=0", "Žofie")
    stage.calls.expect("start_sitting", Anything(), "Bob")
    page.click("#start button.strong")
    until(page, lambda: stage.calls.done)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_evening_is_there(here: Night, visit: Visit, language: str) -> None:
    complaints: list[str] = []
    page = visit(f"/host?lang={language}")
    page.on("console", lambda said: complaints.append(said.text) if "no text" in said.text else None)
    page.wait_for_selector("#end h2")
    page.click("#manage summary")
    page.click("#manage .known button >> nth=0")
    page.click("[data-key=share]")
    page.wait_for_selector("#share .card-shown")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert complaints == []


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is missing: npm ci brings it")
def test_axe_finds_nothing_on_the_evenings_parts(here: Night, visit: Visit) -> None:
    page = visit("/host")
    page.wait_for_selector("#end h2")
    page.click("#manage summary")
    page.click("#manage .known button >> nth=0")
    page.click("#manage [data-key=past]")
    page.wait_for_selector("#manage .past .ranking")
    page.click("#start summary")
    assert faults(page) == []
    page.set_viewport_size(PHONE)
    page.click("[data-key=share]")
    page.click("text=Send to BG Stats")
    page.wait_for_selector("#share .asked a")
    assert faults(page) == []
    shown = visit("/history")
    shown.wait_for_selector("#evening .past .ranking")
    assert faults(shown) == []
