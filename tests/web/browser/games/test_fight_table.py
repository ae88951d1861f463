"""The fight table in a real browser: beside a game of something else, all of it by tap."""

from collections.abc import Iterator

import pytest

from companion.games.game import EVERYONE, Setup
from companion.table.access.access import Access
from companion.table.table import Table
from tests.web.browser.conftest import PHONE, TV, OpenPage, until
from tests.web.browser.real_table import pages_of, table_without_eyes
from tests.web.browser.test_accessible import faults
from tests.web.conftest import PIN
from web.pages.language import LANGUAGES
from web.server import Server

pytestmark = pytest.mark.browser

GAME = "gruftmeister"
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture
def table() -> Iterator[Table]:
    with table_without_eyes(Setup("yacht", ("Ana", "Bob"))) as table:
        yield table


@pytest.fixture
def server(table: Table, access: Access) -> Iterator[Server]:
    with pages_of(table, access) as server:
        yield server


def test_a_fight_by_tap_beside_another_game_and_the_next_in_one_tap(
    table: Table, open_page: OpenPage
) -> None:
    before = table.history
    page = open_page(f"/host?lang=en#pin={PIN}", PHONE, wait="#inside:not([hidden])")
    page.goto(page.url.partition("/host")[0] + f"/beside/{GAME}")
    page.click("[data-key=arm-red-sword]")
    page.wait_for_selector("[data-key=arm-red-sword][aria-pressed=true]")
    page.click("[data-key=arm-blue-axe]")
    page.click("[data-key=fight-red]")
    page.wait_for_selector("[data-key=throw]")
    assert page.locator(".chances dd").count() == 3
    page.click("[data-key=side-monster]")
    page.click("[data-key=throw]")
    page.wait_for_selector("[data-colour=red] .hearts .lost")
    page.click("[data-key=side-sword]")
    page.click("[data-key=throw]")
    page.wait_for_selector("text=The monster is dead")
    page.click("[data-key=fight-blue]")
    page.wait_for_selector("text=The fight of blue")
    page.wait_for_selector("[data-key=throw]")
    assert page.locator("[data-colour=red] .hearts .lost").count() == 1, "kept from fight to fight"
    assert not page.evaluate(TOO_WIDE)
    assert faults(page) == []
    assert table.history is before


def test_a_screen_for_all_follows_and_only_looks(table: Table, open_page: OpenPage) -> None:
    screen = open_page(f"/beside/{GAME}?lang=en", TV, wait=".masters li")
    assert screen.locator("#beside button").count() == 0
    table.beside.do(GAME, "1", {"move": "set", "colour": "red", "carries": ["sword"]})
    table.beside.do(GAME, "2", {"move": "fight", "colour": "red"})
    for number in range(3):
        table.beside.do(GAME, f"throw {number}", {"move": "throw", "faces": ["monster", "back"]})
    screen.wait_for_selector("text=No heart is left: the master dies.")
    screen.wait_for_selector("text=What he carried lies under that coffin")
    assert screen.locator("[data-colour=red] .hearts .full").count() == 3


def test_it_is_the_first_thing_offered_for_its_game(table: Table, open_page: OpenPage) -> None:
    host = open_page(f"/host?lang=en#pin={PIN}", PHONE, wait="#inside:not([hidden])")
    host.click("text=Start another game")
    host.select_option("form select >> nth=0", GAME)
    link = host.locator("[data-key=fights]")
    link.wait_for()
    first_field = host.locator("#start form input").first
    assert link.bounding_box()["y"] < first_field.bounding_box()["y"]
    link.click()
    host.wait_for_selector(".masters li")
    until(host, lambda: host.locator("[data-key=arm-red-sword]").count() == 1)
    assert table.state(EVERYONE)["game"] == "yacht"


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_a_phone_in_every_language(table: Table, open_page: OpenPage, language: str) -> None:
    table.beside.do(GAME, "1", {"move": "set", "colour": "red", "carries": ["sword", "helmet"]})
    table.beside.do(GAME, "2", {"move": "fight", "colour": "red"})
    page = open_page(f"/beside/{GAME}?lang={language}", PHONE, language, wait=".masters li")
    assert not page.evaluate(TOO_WIDE)
    assert page.locator("text=gruftmeister.").count() == 0
