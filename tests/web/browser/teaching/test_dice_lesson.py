"""A lesson in dice: they are tapped and named, by hand or by keyboard."""

from copy import deepcopy

import pytest

from companion.table.teaching.shapes import TappedPiece, TeachingShape
from tests.web.browser.conftest import DOUBLE_TAP_MS, LAPTOP, PHONE, OpenPage, until
from tests.web.browser.teaching.lessons import begun, open_lesson, tops_of
from tests.web.fake_table import Anything, FakeTable, FakeTeaching

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_die_is_tapped_and_named(
    open_page: OpenPage,
    stage: FakeTable,
    teaching: FakeTeaching,
    lesson: TeachingShape,
    size: dict[str, int],
) -> None:
    page = open_lesson(open_page, size)
    page.click("[data-key=top-1]")
    page.wait_for_selector(".die-asked canvas")
    named = deepcopy(lesson)
    tops_of(named)[1]["face"] = "5"
    teaching.taught = named
    stage.calls.expect("tap", TappedPiece((0.6, 0.4), "5"))
    page.click("[data-key='face-5']")
    until(page, lambda: stage.calls.done)
    page.wait_for_selector("[data-key=top-0].chosen")  # the next one is asked about by itself


def test_dice_are_named_by_keyboard(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape
) -> None:
    page = open_lesson(open_page, LAPTOP)
    page.focus("[data-key=top-0]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-key=top-0].chosen")
    stage.calls.expect("tap", TappedPiece((0.3, 0.4), "2"))
    page.focus("[data-key='face-2']")
    page.keyboard.press("Enter")
    until(page, lambda: stage.calls.done)


def test_a_face_of_any_name_is_typed(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape
) -> None:
    page = open_lesson(open_page, LAPTOP)
    page.click("[data-key=top-0]")
    page.click("[data-key=face-other]")
    stage.calls.expect("tap", TappedPiece((0.3, 0.4), "a red sun"))
    page.keyboard.type("a red sun")
    page.keyboard.press("Enter")
    until(page, lambda: stage.calls.done)


def test_a_tap_beside_every_die_is_said_at_once(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape
) -> None:
    page = open_lesson(open_page, LAPTOP)
    box = page.locator("#still .frame").bounding_box()
    page.mouse.click(box["x"] + 20, box["y"] + box["height"] - 20)
    page.wait_for_selector("#toast.open >> text=No die is seen there")


def test_where_the_top_edge_matters_it_is_asked(
    open_page: OpenPage, stage: FakeTable, teaching: FakeTeaching, lesson: TeachingShape
) -> None:
    page = open_lesson(open_page, LAPTOP)
    asks = deepcopy(lesson)
    begun(asks)["asks_top"] = True
    teaching.taught = asks
    page.click("[data-key=top-0]")
    stage.calls.expect("tap", TappedPiece((0.3, 0.4), "2"))
    page.click("[data-key='face-2']")
    stage.calls.expect("tap", Anything())
    page.wait_for_timeout(DOUBLE_TAP_MS)
    page.click("[data-key=edge-right]")
    until(page, lambda: stage.calls.done)
