"""Pages in a real browser: each game by its own page; and what is shown when a part is at fault."""

import json
from copy import deepcopy
from typing import Any

import pytest

from companion.games.game import EVERYONE, Seat
from companion.table.access.access import Access
from tests.web.browser.conftest import PHONE, OpenPage, Page, play, until
from tests.web.fake_table import Anything, FakeTable
from tests.web.scenes import Moment

pytestmark = pytest.mark.browser

Moments = dict[str, Moment]
FREE = ["/", "/camera", "/history"]
HOSTS = ["/host", "/simulator"]
STYLES_OFF = """Object.fromEntries([...document.querySelectorAll("link[data-game]")]
    .map(link => [link.dataset.game, link.disabled]))"""
BAR = "document.querySelector('.timer .countdown-fill').getBoundingClientRect().width"
STANDS_STILL_MS = 400
"""A bar that ran would be shorter after so many milliseconds."""


# -- each game by its own page


def test_a_game_without_a_page_says_so_and_shows_no_raw_view(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["generic"])
    asked: list[str] = []
    page = open_page("/camera", PHONE)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(page.url.replace("/camera", "/"))
    page.wait_for_selector("#game >> text=no page at this table yet")
    assert not page.locator("#game table").count()
    assert "blue" not in page.inner_text("main")
    page.wait_for_selector(".turn h2 >> text=Ana")
    fetched = {url.rpartition("/")[2] for url in asked if "/bundled/" in url}
    assert fetched == {"all.css", "first.js", "table.js"}
    assert all(page.evaluate(STYLES_OFF).values())


def test_the_page_and_the_style_change_with_the_game(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["plain"])
    page = open_page("/", wait="#game .bars")
    assert [game for game, off in page.evaluate(STYLES_OFF).items() if not off] == ["plain_dice"]
    play(stage, moments["half_built"])
    page.wait_for_selector("#game .city-drawing")
    assert [game for game, off in page.evaluate(STYLES_OFF).items() if not off] == ["carcassonne_dice"]
    play(stage, moments["generic"])
    page.wait_for_selector("#game >> text=no page at this table yet")


def test_a_games_page_that_could_not_be_fetched_is_fetched_again(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    page = open_page("/camera", wait=".chip.good")
    page.route("**/plain_dice.js", lambda route: route.abort())
    play(stage, moments["plain"])
    page.goto(page.url.replace("/camera", "/"))
    page.wait_for_selector("#game >> text=no page at this table yet")
    page.unroute("**/plain_dice.js")
    play(stage, moments["plain"])
    page.wait_for_selector("#game .bars")


def test_a_game_is_shown_even_if_its_style_cannot_be_fetched(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    page = open_page("/", wait=".chip.good")
    page.route("**/plain_dice.css", lambda route: route.abort())
    play(stage, moments["plain"])
    page.wait_for_selector("#game .bars")


def test_dice_are_drawn_with_their_prints_before_any_game_is_played(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    moment = deepcopy(moments["half_built"])
    moment.state.update(moments["no_sitting"].state | {"watch": moment.state["watch"]})
    play(stage, moment)
    page = open_page("/camera", wait=".seen-dice")
    assert page.locator(".seen-dice text").count() == 0


def test_dice_are_turned_by_the_edges_that_the_set_was_taught(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    """A cap whose city lies at its left edge is turned so that this edge touches the city below."""
    moment = deepcopy(moments["without_camera"])
    assert moment.state["view"] is not None
    faces: Any = moment.state["view"]["faces"]
    moment.state["view"]["faces"] = {**faces, "cap": [["left"]]}
    play(stage, moment)
    page = host_page(size=PHONE)
    city = [
        {"face": "straight", "cell": [0, 0], "turns": 0},
        {"face": "cap", "cell": [0, -1], "turns": 3},
    ]
    words = {"move": "set_aside", "knights": 0, "city": city}
    for face, cell in (("straight", "0,0"), ("cap", "0,-1")):
        page.click(f"[data-key^=hold-{face}]")
        page.click(f"[data-key='cell-{cell}']")
    stage.calls.expect("submit", Anything(), Anything(), words, answer=9)
    page.click("[data-key=aside]")
    until(page, lambda: stage.calls.done)


def test_what_was_chosen_stays_while_dice_are_built_on_the_table(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    moment = deepcopy(moments["half_built"])
    play(stage, moment)
    page = host_page(size=PHONE)
    page.click("#enter summary")
    page.click("[data-key=add-cap]")
    moment.state["building"] = None
    play(stage, moment)
    page.wait_for_selector("text=throw the other 8 again")
    assert page.locator("[data-key=chosen-0]").count() == 1


# -- parts at fault


@pytest.mark.parametrize("path", [*FREE, *HOSTS])
def test_every_page_says_which_part_is_at_fault_until_it_works_again(
    open_page: OpenPage, host_page: OpenPage, stage: FakeTable, moments: Moments, path: str
) -> None:
    play(stage, moments["at_fault"])
    page = host_page(path) if path in HOSTS else open_page(path, wait=".chip.good")
    page.wait_for_selector("[role=status] >> text=Not working just now: showing how the game stands.")
    assert "call button 2" in page.inner_text("[role=status]")
    assert page.locator(".fault .sign").count() == 2
    play(stage, moments["half_built"])
    page.wait_for_selector(".fault", state="detached")


@pytest.mark.parametrize("path", ["/", "/history", "/host", "/simulator"])
def test_a_page_goes_on_without_a_view(
    open_page: OpenPage, host_page: OpenPage, stage: FakeTable, moments: Moments, path: str
) -> None:
    play(stage, moments["at_fault"])
    page = host_page(path) if path in HOSTS else open_page(path, wait=".chip.good")
    page.wait_for_selector("#history .line", state="attached")
    if path != "/history":
        assert "cannot be shown just now" in page.inner_text("#game")
        assert "Cécile" in page.inner_text("#turn")
        page.wait_for_selector(".seen")
    play(stage, moments["half_built"])
    if path != "/history":
        page.wait_for_selector(".city-drawing")


def test_what_covers_the_table_is_hatched_and_said(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["covered"])
    page = open_page("/", wait=".cover polygon")
    page.wait_for_selector(".seen")  # the reading waits for its own picture
    assert page.locator(".seen").count() == 8
    assert "covers part of the table" in page.inner_text(".caption")
    stage.tell(EVERYONE, "seen", dict(moments["moving"].state["watch"]))
    page.wait_for_selector(".cover", state="detached")


# -- the time that runs in the game


def test_the_time_counts_down_between_two_changes(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["timed"])
    page = open_page("/", wait="#timer >> text=30 seconds left")
    before = page.evaluate(BAR)
    stage.tell(EVERYONE, "seen", dict(moments["timed"].state["watch"]))
    page.wait_for_selector("text=28 seconds left")
    assert page.evaluate(BAR) < before
    assert page.locator("#timer button").count() == 0
    play(stage, moments["generic"])
    page.wait_for_selector("#timer", state="hidden")


def test_the_time_is_up(open_page: OpenPage, stage: FakeTable, moments: Moments) -> None:
    moment = deepcopy(moments["timed"])
    moment.state["timer"] = {"left_s": 0.2, "of_s": 45.0, "running": True}
    play(stage, moment)
    open_page("/", wait="#timer >> text=Time is up")


def test_the_time_is_paused_and_goes_on(host_page: OpenPage, stage: FakeTable, moments: Moments) -> None:
    play(stage, moments["timed"])
    page = host_page()
    sent = catch(page, "**/api/v1/timer?*")
    page.click("#timer button >> text=Pause the time")
    until(page, lambda: sent == [{"running": False}])
    play(stage, moments["paused"])
    page.wait_for_selector("#timer >> text=13 seconds left · paused")
    width = page.evaluate(BAR)
    page.wait_for_timeout(STANDS_STILL_MS)
    assert page.evaluate(BAR) == width
    page.click("#timer button >> text=Let the time run on")
    until(page, lambda: sent[1:] == [{"running": True}])


def catch(page: Page, address: str) -> list[Any]:
    """Keep what the page posts there, and answer that it is done."""
    sent: list[Any] = []

    def answer(route: Any) -> None:
        sent.append(json.loads(route.request.post_data))
        route.fulfill(json={"version": 1})

    page.route(address, answer)
    return sent


@pytest.mark.parametrize("code", ["fault.marker_hidden", "fault.markers_few"])
@pytest.mark.parametrize("path", ["/", "/camera", "/seat/1"])
def test_markers_that_do_not_serve_are_said_and_players_hear_only_what_matters(
    open_page: OpenPage,
    stage: FakeTable,
    moments: Moments,
    access: Access,
    path: str,
    code: str,
) -> None:
    moment = deepcopy(moments["half_built"])
    params: dict[str, str | int | float] = {"corner_term": "marker.top_left", "seen": 2}
    moment.state["faults"] = [{"part": "markers", "text": {"code": code, "params": params}}]
    play(stage, moment)
    player = access.invite(Seat(1), "Ana").code
    page = open_page(f"{path}?lang=en#code={player}", PHONE, wait=".turn h2, .reading h2, #reading h2")
    if (path, code) == ("/seat/1", "fault.marker_hidden"):
        assert page.locator(".fault").count() == 0
        return
    words = "at the top left cannot be read" if code == "fault.marker_hidden" else "Only 2 of the four"
    page.wait_for_selector(f".fault >> text={words}")
    assert page.locator(".fault.mild").count() == (code == "fault.marker_hidden")
