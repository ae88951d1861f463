"""How each game is set up: on every page, skipped in one tap, and shown again only if asked."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from companion.games.game import HOST, Setup
from companion.table.access.access import Access
from companion.table.table import Table
from tests.web.browser.conftest import PHONE, TV, Page, until
from tests.web.browser.real_table import pages_of, table_without_eyes
from tests.web.conftest import PIN
from web.pages.language import LANGUAGES

pytestmark = pytest.mark.browser

FOUR = ["Ana", "Bořivoj", "Cyril", "Dana"]
GAMES: dict[str, dict[str, Any]] = {
    "carcassonne_dice": {"seats": FOUR},
    "yacht": {"seats": FOUR},
    "plain_dice": {"seats": ["Ana"]},
    "drunter": {"seats": FOUR},
    "drunter, own tiles": {"seats": FOUR[:3], "tiles": None},
    "ubongo": {"seats": FOUR[:2]},
    "gruftmeister": {"seats": FOUR},
}
STEPS = {"carcassonne_dice": 2, "yacht": 2, "plain_dice": 1}
"""Parts that are told; four of all other games."""
CLIPPED = """() => [...document.querySelectorAll(".set-up, .set-up div, .set-up section")]
    .filter(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
        scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1)
    .map((part) => `${part.className} ${part.textContent.slice(0, 40)}`)"""

Visit = Callable[..., Page]


@pytest.fixture
def table() -> Iterator[Table]:
    with table_without_eyes(Setup("yacht", ("Zoe",))) as table:
        yield table


@contextmanager
def visits(chromium: Any, table: Table, access: Access) -> Iterator[Visit]:
    contexts, complaints = [], list[str]()
    with pages_of(table, access) as server:

        def open_one(path: str, size: dict[str, int] = PHONE, language: str = "en") -> Page:
            context = chromium.new_context(viewport=size, locale=language, reduced_motion="reduce")
            contexts.append(context)
            page = context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(f"http://127.0.0.1:{server.port}{path}")
            return page

        try:
            yield open_one
        finally:
            for context in contexts:
                context.close()
    assert not complaints


@pytest.fixture
def visit(chromium: Any, table: Table, access: Access) -> Iterator[Visit]:
    with visits(chromium, table, access) as open_one:
        yield open_one


def begin(table: Table, game: str) -> None:
    table.start_sitting({"game": game.partition(",")[0], **GAMES[game]}, set_up=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screen_for_all_tells_it_whole(table: Table, visit: Visit, language: str) -> None:
    page = visit(f"/?lang={language}", TV, language)
    for game in GAMES:
        begin(table, game)
        page.wait_for_selector(".set-up svg")
        steps = STEPS.get(game, 4)
        until(page, lambda: page.locator(".set-up section").count() == steps)  # noqa: B023
        assert page.evaluate(CLIPPED) == [], game
        assert page.locator(".set-up button").count() == 0  # nobody taps on it
        assert not page.is_visible("#game")
        table.set_up.show(HOST, shown=False)
        page.wait_for_selector("#game", state="visible")


def test_two_players_put_eighteen_cards_back_and_three_nine(table: Table, visit: Visit) -> None:
    page = visit("/?lang=en", TV)
    for seats, back in ((FOUR[:2], 18), (FOUR[:3], 9)):
        table.start_sitting({"game": "ubongo", "seats": seats}, set_up=True)
        page.wait_for_selector(f".set-up >> text={back} go back into the box")
        assert page.text_content(".card-pile.back") == str(back)


def host_of(visit: Visit) -> Page:
    page = visit(f"/host?lang=en#pin={PIN}")
    page.wait_for_selector("#start summary")
    return page


def open_form(page: Page) -> None:
    page.eval_on_selector("#start details", "(form) => (form.open = true)")


def start(page: Page, game: str) -> None:
    open_form(page)
    page.select_option("#start select >> nth=0", game)
    page.locator("#start [name=player]").nth(0).fill("Ana")
    page.locator("#start [name=player]").nth(1).fill("Bob")
    page.click("#start button.strong")


def test_it_is_skipped_in_one_tap_and_shown_again_only_if_asked(table: Table, visit: Visit) -> None:
    host = host_of(visit)
    start(host, "drunter")
    host.wait_for_selector(".set-up >> text=Set up: Drunter")
    host.click("[data-key=set-up-skip]")
    host.wait_for_selector(".set-up", state="detached")
    assert table.history.entries == ()

    other = host_of(visit)  # another browser knows no more than the table
    open_form(other)
    assert not other.is_checked("[data-key=show-set-up]")
    number = table.state(HOST)["sitting"]
    other.click("#start button.strong")
    until(other, lambda: table.state(HOST)["sitting"] != number)
    assert not table.set_up.is_shown
    until(other, lambda: not other.is_visible("#start button.strong"))
    open_form(other)
    other.select_option("#start select >> nth=0", "ubongo")
    assert other.is_checked("[data-key=show-set-up]")  # that one was never shown

    other.click("[data-key=manage]")
    other.click("[data-key=how-set-up]")
    other.wait_for_selector(".set-up >> text=Set up: Drunter")


def test_a_player_says_ready_and_playing_on_says_so_too(
    table: Table, visit: Visit, access: Access
) -> None:
    begin(table, "drunter")
    code = access.invite(1, "Ana").code  # type: ignore[arg-type]
    phone = visit(f"/seat/1?lang=en#code={code}")
    phone.click("[data-key=set-up-ready]")
    until(phone, lambda: not table.set_up.is_shown)
    phone.wait_for_selector(".set-up", state="detached")
    begin(table, "carcassonne_dice")
    phone.wait_for_selector(".set-up >> text=Set up: Carcassonne")
    table.submit(HOST, "thrown", {"seat": "Ana", "move": "throw", "faces": ["cap"] * 9})
    phone.wait_for_selector(".set-up", state="detached")
