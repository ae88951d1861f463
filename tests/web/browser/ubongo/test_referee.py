"""A round that the table referees: nobody taps what the camera sees, and the pages say what to do."""

import pytest

from tests.table.conftest import Bench
from tests.table.paper_table import PaperHands
from tests.table.plays.ubongo.paper_gems import PaperTable, board_of
from tests.web.browser.conftest import TV, OpenPage, Page, until
from tests.web.browser.ubongo.conftest import OpenSeat
from tests.web.browser.ubongo.evening import Evening

pytestmark = pytest.mark.browser

THROUGH_S = 50.0
"""Longer than the glass runs."""
IN_SIGHT = """selector => {
    const { top, bottom, height } = document.querySelector(selector).getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= innerHeight + 1;
}"""
HEIGHT = "selector => document.querySelector(selector).getBoundingClientRect().height"


@pytest.fixture
def dealt() -> dict[str, object]:
    """All four pawns one field from each other."""
    return {"pawns": {"Ana": 0, "Bořivoj": 2, "Cid": 5, "Dana": 5}}


@pytest.fixture
def bench(evening: Evening) -> Bench:
    evening.table.looking.camera_is("running")
    return Bench(evening.table, evening.clock, PaperHands(evening.rng))


@pytest.fixture
def paper(bench: Bench, evening: Evening) -> PaperTable:
    """The board as it was dealt, seen."""
    table = PaperTable(bench, board_of(evening.state.gems), evening.rng)
    table.look()
    return table


def roll(bench: Bench, paper: PaperTable) -> None:
    paper.roll()
    paper.look()
    bench.wait(0.5)


def sand_is_through(bench: Bench, paper: PaperTable) -> None:
    bench.wait(THROUGH_S)
    paper.rest()
    bench.wait(0.5)


def test_a_round_is_played_with_two_calls_as_its_only_taps(
    open_page: OpenPage, open_seat: OpenSeat, evening: Evening, bench: Bench, paper: PaperTable
) -> None:
    tv, ana, bob = open_page("/?lang=en", TV, wait=".gem-board"), open_seat(1), open_seat(2)
    ana.wait_for_selector("text=Roll the die and turn the glass.")
    roll(bench, paper)
    for page in (tv, ana, bob):
        page.wait_for_selector("[role=timer] .seconds")
        page.wait_for_selector("text=Solve, then call “Ubongo!”.")
    for phone, row in ((ana, 1), (bob, 3)):
        phone.get_by_role("button", name="Ubongo!").click()
        phone.wait_for_selector("text=Or just take them: the camera sees it.")
        tv.wait_for_selector(f".gem-row[data-row='{row}'].reached")
        paper.take(row)
        paper.look()
        bench.wait(1.0)
    for page in (tv, ana, bob):
        page.wait_for_selector("text=up to 3 fields")
        assert page.locator("#proposal button, .notice").count() == 0
    sand_is_through(bench, paper)
    tv.wait_for_selector("text=Bořivoj rolls the die and turns the glass.")
    for page in (tv, ana, bob):
        page.wait_for_selector(".calls >> text=row 2")
        taken = page.locator(".calls .caller").all_inner_texts()
        assert [text.split() for text in taken] == [["Ana", "row", "2"], ["Bořivoj", "row", "4"]]
    assert [len(gems) for gems in evening.state.won] == [2, 2, 0, 0]


def test_what_is_open_is_asked_beside_a_running_glass_and_hides_nothing(
    open_page: OpenPage, open_seat: OpenSeat, evening: Evening, bench: Bench, paper: PaperTable
) -> None:
    """Ana and Bořivoj took before the table looked again: either may have been at either row."""
    tv, bob = open_page("/?lang=en", TV, wait=".gem-board"), open_seat(2)
    roll(bench, paper)
    before = tv.evaluate(HEIGHT, ".gem-board")
    for name in ("Ana", "Bořivoj", "Cid"):
        evening.move("call", name)
        bench.wait(1.0)
    for row in (1, 2, 4):
        paper.take(row)
    paper.look()
    sand_is_through(bench, paper)
    for page in (tv, bob):
        page.wait_for_selector("text=Sure, by row: Cid → 5. And who took from rows 2, 3?")
    roll(bench, paper)
    bob.wait_for_selector(".ubongo-button")
    for page in (tv, bob):
        page.wait_for_selector("[role=timer] .seconds")
        page.wait_for_selector("#proposal >> text=And who took")
    assert all(tv.evaluate(IN_SIGHT, part) for part in (".glass", ".gem-board", "#proposal"))
    assert tv.evaluate(HEIGHT, ".gem-board") > before / 2
    assert bob.evaluate(IN_SIGHT, ".ubongo-button")
    assert is_below(bob, "#proposal", ".glass")
    bob.click("text=Rows: Ana → 2, Bořivoj → 3")
    until(bob, lambda: [len(gems) for gems in evening.state.won] == [2, 2, 2, 0])
    assert evening.state.round.number == 2
    tv.wait_for_selector("[role=timer] .seconds")
    until(tv, lambda: tv.locator("#proposal .asks").count() == 0)


def is_below(page: Page, one: str, other: str) -> bool:
    """Tell whether one part stands below another."""
    tops = [page.locator(part).bounding_box()["y"] for part in (one, other)]
    return bool(tops[0] > tops[1])
