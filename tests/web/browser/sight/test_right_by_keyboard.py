"""What was read is put right by keyboard alone: arrows go from piece to piece, Enter opens one."""

from pathlib import Path

import pytest

from companion.games.game import HOST
from companion.table.sight.tapped import Tapped
from tests.web.browser.conftest import LAPTOP, PHONE, OpenPage, Page, play, until, until_drawn
from tests.web.browser.games.test_board_seen import ANYWHERE, board_seen
from tests.web.browser.test_accessible import AXE, faults
from tests.web.fake_table import FakeTable
from tests.web.scenes import Moment

pytestmark = pytest.mark.browser

Moments = dict[str, Moment]
PICTURE = "[data-key=picture]"


def opened(camera_page: OpenPage, size: dict[str, int], wait: str) -> Page:
    page = camera_page(wait, size)
    page.wait_for_selector(PICTURE)
    page.focus(PICTURE)
    return page


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def said(page: Page) -> str:
    words: str = page.inner_text(f"{PICTURE} ~ .unseen")
    return words


def until_back(page: Page) -> None:
    """Wait until the picture has the keyboard again, to go on from there."""
    page.wait_for_selector(f"{PICTURE}:focus")


def focused(page: Page) -> str:
    key: str = page.evaluate("document.activeElement.dataset.key ?? ''")
    return key


def test_dice_are_gone_through_and_one_is_put_right(
    camera_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    seen = moments["half_built"].state["watch"]["seen"]
    assert seen is not None
    page = opened(camera_page, PHONE, "[data-key=seen-0]")
    press(page, "Enter")
    assert focused(page) == "picture", "nothing is pointed at yet"
    heard = set()
    for keys in (["ArrowRight"] * 9, ["ArrowDown"] * 9, ["ArrowLeft"] * 9, ["ArrowUp"] * 9):
        for key in keys:
            press(page, key)
            heard.add(said(page))
    assert len(heard) > 2
    assert all(words.startswith("Die ") for words in heard)
    number = int(said(page).split()[1].rstrip(":")) - 1
    press(page, "Enter", "Enter")  # nothing is said by a second press
    page.wait_for_selector(f"[data-key=seen-{number}][aria-pressed=true]")
    assert focused(page) == "choices"
    press(page, "Tab")
    assert focused(page).startswith("right-")
    page.focus("[data-key=right-knight]")
    stage.calls.expect("put_right", HOST, Tapped(seen["frame"], number, "knight"))
    press(page, "Enter")
    until(page, lambda: stage.calls.done)
    until_back(page)


def test_a_die_that_was_missed_is_told_at_any_place(
    camera_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    seen = moments["half_built"].state["watch"]["seen"]
    assert seen is not None
    page = opened(camera_page, LAPTOP, "[data-key=seen-0]")
    press(page, "ArrowDown", *["Shift+ArrowLeft", "Shift+ArrowUp"] * 40)
    assert said(page) == "Nothing was read here."
    press(page, "Enter")
    page.wait_for_selector("[data-key=missed]")
    stage.calls.expect("put_right", HOST, Tapped(seen["frame"], None, "knight", at=ANYWHERE))
    page.focus("[data-key=missed-knight]")
    press(page, "Enter")
    until(page, lambda: stage.calls.done)
    until_back(page)
    press(page, "Escape")
    assert said(page) == ""


def test_every_square_of_a_board_is_reached_also_one_on_which_nothing_was_read(
    camera_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    moment = board_seen(moments)
    seen = moment.state["watch"]["seen"]
    assert seen is not None
    play(stage, moment)
    page = opened(camera_page, LAPTOP, "[data-key=cell-4-3]")
    press(page, "ArrowRight")
    assert said(page).startswith("Column 1, row 1:")
    press(page, "ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown")
    assert said(page) == "Column 4, row 2: nothing"
    press(page, "Enter")
    page.wait_for_selector("[data-key=cell-3-1][aria-pressed=true]")
    stage.calls.expect("put_right", HOST, Tapped(seen["frame"], (3, 1), "street.start", 0))
    page.focus("[data-key=other-street\\.start-0]")
    press(page, "Enter")
    until(page, lambda: stage.calls.done)


def test_who_only_looks_is_led_nowhere(open_page: OpenPage, stage: FakeTable, moments: Moments) -> None:
    play(stage, moments["half_built"])
    page = open_page("/camera", LAPTOP, wait=".seen-dice li")
    until_drawn(page)
    assert page.locator(PICTURE).count() == 0


@pytest.mark.skipif(not Path(AXE).is_file(), reason="axe-core is missing: npm ci brings it")
def test_the_picture_to_be_gone_through_is_accessible(
    camera_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    page = opened(camera_page, LAPTOP, "[data-key=seen-0]")
    press(page, "ArrowRight", "Enter")
    assert faults(page) == []
