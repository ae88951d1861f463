"""A crypt of one's own in a real browser: photographed part by part, tapped, laid, and played in."""

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from companion.games.game import Setup
from companion.table.access.access import Access
from companion.table.mosaics.mosaics import Mosaics
from companion.table.table import Table
from tests.table.test_mosaics import Looks, mine, shares
from tests.vision.mosaic.drawn_parts import board, parts, photographed, printed
from tests.web.browser.conftest import PHONE, TV, OpenPage, Page, until
from tests.web.browser.real_table import pages_of, table_without_eyes
from tests.web.browser.test_accessible import faults
from tests.web.conftest import PIN
from web.pages.language import LANGUAGES
from web.server import Server

pytestmark = pytest.mark.browser

LAYOUT = [["e", "c+1", "j", "f+3"], ["i", "a+2", "b", "k"], ["g", "l", "d+1", "h"]]
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture
def looks() -> Looks:
    return Looks(own={})


@pytest.fixture
def table(looks: Looks, tmp_path: Path) -> Iterator[Table]:
    with table_without_eyes(Setup("yacht", ("Ana", "Bob"))) as table:
        table.mosaics = Mosaics(cast(Table, looks), tmp_path / "mosaics")
        yield table


@pytest.fixture
def server(table: Table, access: Access) -> Iterator[Server]:
    with pages_of(table, access) as server:
        yield server


def teach_by_tap(page: Page, looks: Looks, mosaics: Mosaics, name: str) -> int:
    """Photograph one part, put right what is proposed, and keep it; return how many taps that took."""
    photograph, _ = photographed(printed(name), ord(name))
    looks.show(photograph)
    page.click("[data-key=take]")
    page.click("[data-key=cut]")
    page.wait_for_selector("[data-key=keep]")
    picture = mosaics.state()["picture"]
    assert picture is not None
    drawing = picture["drawing"]
    assert drawing is not None
    taps, mark = 3, ""
    for y, line in enumerate(parts()[name]):
        for x, want in enumerate(line):
            if want == drawing[y][x] or (x % 2 == 0 and y % 2 == 0):
                continue
            if x % 2 and y % 2:
                if want != mark:
                    page.click(f"[data-key='mark-{want}']")
                    mark, taps = want, taps + 1
                page.click(f"[data-key=field-{x // 2}-{y // 2}]")
            else:
                page.locator(f"[data-key=side-{x}-{y}]").dispatch_event("click")
            taps += 1
    page.click("[data-key=keep]")
    page.wait_for_selector("[data-key=keep]", state="detached")
    return taps


def opened(open_page: OpenPage, size: dict[str, int], language: str = "en") -> Page:
    page = open_page(f"/host?lang={language}#pin={PIN}", size, language, wait="#inside:not([hidden])")
    page.goto(page.url.partition("/host")[0] + f"/mosaics?lang={language}")
    page.wait_for_selector("[data-key=new-board]")
    return page


def test_two_parts_are_taught_on_a_phone_and_the_second_takes_fewer_taps(
    table: Table, looks: Looks, open_page: OpenPage
) -> None:
    mosaics = table.mosaics
    assert isinstance(mosaics, Mosaics)
    page = opened(open_page, PHONE)
    page.fill("[data-key=new-name]", "Mine")
    page.click("[data-key=new-board]")
    first = teach_by_tap(page, looks, mosaics, "a")
    second = teach_by_tap(page, looks, mosaics, "b")
    told = mine(mosaics.state())
    assert told["parts"] == {name: parts()[name] for name in "ab"}
    assert second < first
    assert not page.evaluate(TOO_WIDE)
    assert faults(page) == []


def test_the_camera_lays_the_crypt_and_a_game_begins_in_it(
    table: Table, looks: Looks, open_page: OpenPage
) -> None:
    mosaics = table.mosaics
    assert isinstance(mosaics, Mosaics)
    mosaics.open("Mine", "gruftmeister")
    for name in sorted(parts()):
        photograph, corners = photographed(printed(name), ord(name))
        looks.show(photograph)
        mosaics.take_picture()
        mosaics.cut(shares(photograph, corners), 5)
        mosaics.keep(parts()[name])
    looks.show(photographed(board(LAYOUT), 3, (1640, 1232), 0.03)[0])
    host = open_page(f"/host?lang=en#pin={PIN}", TV, wait="#inside:not([hidden])")
    host.click("text=Start another game")
    host.select_option("form select >> nth=0", "gruftmeister")
    host.wait_for_selector("[data-key=which-crypt]")
    assert host.locator("[data-option=crypt]").count() == 0, "nobody writes a file by hand"
    host.click(".crypt-setup summary")
    host.click("[data-key=see-layout]")
    until(host, lambda: mine(mosaics.state())["layout"] == LAYOUT)
    host.wait_for_selector("[data-key=see-layout]:not([aria-busy])")
    host.click("button:has-text('Start')")
    host.wait_for_selector(".crypt")
    setup = table.history.setup
    crypt = setup.options["crypt"]
    assert isinstance(crypt, dict)
    assert (crypt["name"], crypt["layout"], crypt["parts"]) == ("Mine", LAYOUT, parts())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_fits_a_phone_in_every_language(
    table: Table, looks: Looks, open_page: OpenPage, language: str
) -> None:
    mosaics = table.mosaics
    assert isinstance(mosaics, Mosaics)
    mosaics.open("Mine", "gruftmeister")
    photograph, corners = photographed(printed("a"), 1)
    looks.show(photograph)
    mosaics.take_picture()
    mosaics.cut(shares(photograph, corners), 5)
    mosaics.keep(parts()["a"])
    mosaics.edit("a")
    page = opened(open_page, PHONE, language)
    page.wait_for_selector(".stone-count")
    assert not page.evaluate(TOO_WIDE)
    assert page.locator("text=mosaic.").count() == 0
    assert page.locator("text=gruftmeister.").count() == 0
