"""Ubongo's gems in real browsers: entered by tap, seen by the camera, taken, put right."""

import pytest

from companion.games.game import Seat
from companion.games.ubongo.components import Colour
from companion.games.ubongo.gems import deal_gems
from companion.games.ubongo.state import Phase
from tests.table.conftest import Bench
from tests.table.paper_table import PaperHands
from tests.table.plays.ubongo.paper_gems import PaperTable, board_of, tokens_of
from tests.web.browser.conftest import OpenPage, Page, until
from tests.web.browser.real_table import moves_at
from tests.web.browser.test_accessible import AXE, faults
from tests.web.browser.ubongo.conftest import OpenSeat
from tests.web.browser.ubongo.evening import Evening

pytestmark = pytest.mark.browser

TWICE = "button => { button.click(); button.click(); }"


@pytest.mark.parametrize("dealt", [{"gems": "seen"}])
def test_the_gems_are_entered_by_tap_kept_over_a_reload_and_sent_whole(
    open_page: OpenPage, host: Page, evening: Evening
) -> None:
    tv = open_page("/", wait=".gem-board")
    wanted = [colour for _ in range(6) for colour in [*Colour, *Colour]]
    host.click("[data-key=in_order]")
    enter = (
        "colours => colours.forEach(one => document.querySelector(`[data-key=colour-${one}]`).click())"
    )
    host.evaluate(enter, [*map(str, wanted[:30]), "red"])
    host.click("[data-key=back]")
    host.reload()
    host.wait_for_selector("text=42 gems are missing")
    host.click("[data-key=in_order]")
    host.evaluate(enter, [*map(str, wanted[30:60])])
    host.locator("[data-key=paint]").focus()
    for colour in wanted[60:70]:
        host.keyboard.press(str([*Colour].index(colour) + 1))
    assert host.locator("[data-key=gems]").is_disabled()
    host.keyboard.press("6")
    assert host.locator(".colour-key:disabled").count() > 0
    host.keyboard.press("Backspace")
    for colour in wanted[70:]:
        host.keyboard.press(str([*Colour].index(colour) + 1))
    host.locator("[data-key=gems]").evaluate(TWICE)
    until(host, lambda: evening.state.round.phase is Phase.TO_ROLL)
    assert [gem for row in evening.state.gems for gem in row] == wanted
    assert moves_at(evening.table) == 1
    tv.wait_for_selector(".gem-row [aria-label*='violet']")


@pytest.mark.parametrize("dealt", [{"gems": "seen"}])
def test_a_stroke_paints_and_the_rest_is_one_tap(host: Page, evening: Evening) -> None:
    def centre(hole: int) -> tuple[float, float]:
        box = host.locator(f"[data-hole='{hole}'] .touch").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    for row, colour in enumerate([*Colour][:5]):
        host.click(f"[data-key=colour-{colour}]")
        host.mouse.move(*centre(12 * row))
        host.mouse.down()
        host.mouse.move(*centre(12 * row + 11), steps=40)
        host.mouse.up()
    host.wait_for_selector("text=12 gems are missing")
    host.click("[data-key=rest]")
    host.click("[data-key=gems]")
    until(host, lambda: evening.state.round.phase is Phase.TO_ROLL)
    assert [set(row) for row in evening.state.gems] == [{colour} for colour in Colour]


@pytest.mark.parametrize("dealt", [{"gems": "seen"}])
def test_what_the_camera_reads_is_there_and_what_it_doubts_is_asked(
    host: Page, evening: Evening
) -> None:
    """One doubt is answered as the table asks it, the other is told by tap."""
    gems = deal_gems(evening.rng)
    paper = PaperTable(
        Bench(evening.table, evening.clock, PaperHands(evening.rng)), board_of(gems), evening.rng
    )
    evening.table.looking.camera_is("running")
    paper.look(tokens_of(paper.board, unsure={(0, 3): "red", (5, 7): "brown"}))
    host.wait_for_selector("text=2 gems are missing")
    until(host, lambda: host.locator(".doubt").count() == 2)
    host.click(f"[data-key='choice-gem-0-3-{gems[0][3]}']")
    host.wait_for_selector("text=1 gem is missing")
    host.click("[data-hole='67']")
    host.click("[data-key=in_order]")
    host.click(f"[data-key=colour-{gems[5][7]}]")
    host.click("[data-key=gems]")
    until(host, lambda: evening.state.round.phase is Phase.TO_ROLL)
    assert [[*map(str, row)] for row in evening.state.gems] == gems


def test_the_gems_that_were_read_are_drawn_over_the_picture(
    open_page: OpenPage, evening: Evening
) -> None:
    bench = Bench(evening.table, evening.clock, PaperHands(evening.rng))
    paper = PaperTable(bench, board_of(evening.state.gems), evening.rng)
    evening.table.looking.camera_is("running")
    paper.look(tokens_of(paper.board, unsure={(0, 3): "red"}))
    page = open_page("/camera?lang=en", wait=".gem-seen")
    assert page.locator(".gem-seen").count() == 72
    assert page.locator(".gem-seen.unsure").count() == 1
    assert page.locator(".badge .gem").count() == 71
    page.wait_for_selector("#reading >> text=72")


@pytest.mark.parametrize("options", [{"follow_takes": True}])
def test_a_take_that_was_seen_counts_and_is_shown_as_taken(
    open_page: OpenPage, open_seat: OpenSeat, evening: Evening
) -> None:
    tv, phone = open_page("/", wait=".gem-board"), open_seat(2)
    bench = Bench(evening.table, evening.clock, PaperHands(evening.rng))
    paper = PaperTable(bench, board_of(evening.state.gems), evening.rng)
    evening.table.looking.camera_is("running")
    paper.look()
    evening.move("start", symbol="hand")
    phone.click(".ubongo-button")
    phone.wait_for_selector("[data-key=take]")
    row = evening.state.pawn(Seat(2))
    paper.take(row)
    paper.look()
    bench.wait()
    phone.wait_for_selector("text=You have taken your gems.")
    assert len(evening.state.won[1]) == 2
    tv.wait_for_selector("text=has taken")


def test_the_host_puts_a_gem_and_a_take_right_and_takes_back(host: Page, evening: Evening) -> None:
    evening.play_round(callers=(0,))
    was = evening.state.gems[5][-1]
    other = next(colour for colour in Colour if colour != was)
    host.click("[data-key=fix-gems]")
    host.click("[data-key=hole-5-11]")
    host.click(f"[data-key=gem-{other}]")
    until(host, lambda: evening.state.gems[5][-1] == other)
    host.click("[data-key=undo]")
    until(host, lambda: evening.state.gems[5][-1] == was)
    host.click("[data-key=line-3]")
    row = (evening.state.pawn(Seat(1)) + 1) % 6
    taken = evening.state.won[0]
    host.click(f"[data-key=correct-{row}]")
    host.wait_for_selector("#correct", state="detached")
    assert evening.state.pawn(Seat(1)) in (row, evening.table.history.start.pawn(Seat(1)))
    assert evening.state.won[0] != taken or not evening.state.won[0]


# -- before and after


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is missing: npm ci brings it")
@pytest.mark.parametrize("dealt", [{"gems": "seen"}])
def test_nobody_is_shut_out_from_entering_the_gems(host: Page, evening: Evening) -> None:
    del evening
    host.click("[data-key=in_order]")
    host.click("[data-key=colour-red]")
    host.click("#start summary")
    host.wait_for_selector("[data-key=measure]")
    assert faults(host) == []
