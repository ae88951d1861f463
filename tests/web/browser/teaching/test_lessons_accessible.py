"""The page that teaches, looked through by axe."""

import pytest

from companion.table.teaching.shapes import LessonShape, TappedPiece, TaughtShape, TeachingShape
from tests.web.browser.conftest import PHONE, OpenPage, until_drawn
from tests.web.browser.teaching.lessons import begun, lesson_with, open_lesson, open_teaching, square
from tests.web.browser.test_accessible import AXE, faults
from tests.web.fake_table import FakeTable, FakeTeaching

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not AXE.is_file(), reason="axe-core is missing: npm ci brings it"),
]


def a_test() -> TeachingShape:
    """Return a lesson whose picture tests what was taught: one die is sure, the other is not."""
    first = square(0.3, 0.4, read="1", sure=True)
    return lesson_with(first, square(0.6, 0.4, read="2", likely=["2", "3"]), source="test")


def board(lesson: LessonShape) -> None:
    lesson.update({"kind": "board", "family": ["street.single"], "pawns": ["gang"]})
    lesson["grid"] = {
        "columns": 4,
        "rows": 3,
        "corners": [(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)],
        "fixed": True,
        "set": None,
        "changeable": False,
    }


def tokens(lesson: LessonShape, *, named: bool) -> None:
    lesson.update({"kind": "tokens", "family": ["red", "blue"], "radius": 0.03})
    lesson["faces"] = [{"face": "red", "samples": 1}] if named else []


@pytest.mark.parametrize("asked_of", ["die", "test", "board", "tokens"])
def test_a_lesson_with_a_chosen_piece_is_accessible(
    open_page: OpenPage, teaching: FakeTeaching, lesson: TeachingShape, asked_of: str
) -> None:
    if asked_of == "test":
        teaching.taught = a_test()
    if asked_of == "board":
        board(begun(lesson))
    if asked_of == "tokens":
        tokens(begun(lesson), named=True)
    page = open_lesson(open_page, PHONE)
    page.click("[data-key=top-0]")
    page.wait_for_selector("[data-key=top-0].chosen")
    until_drawn(page)
    assert faults(page) == []


def test_a_lesson_that_asks_for_the_top_edge_is_accessible(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape
) -> None:
    begun(lesson)["asks_top"] = True
    page = open_lesson(open_page, PHONE)
    page.click("[data-key=top-0]")
    stage.calls.expect("tap", TappedPiece((0.3, 0.4), "2"))
    page.click("[data-key='face-2']")
    page.wait_for_selector("[data-key=edge-up]")
    until_drawn(page)
    assert faults(page) == []


def test_a_lesson_that_asks_for_a_tokens_size_is_accessible(
    open_page: OpenPage, lesson: TeachingShape
) -> None:
    tokens(begun(lesson), named=False)
    page = open_lesson(open_page, PHONE)
    until_drawn(page)
    assert faults(page) == []


def test_the_list_of_taught_sets_is_accessible(open_page: OpenPage, lesson: TeachingShape) -> None:
    lesson["lesson"] = None
    ours: TaughtShape = {
        "name": "ours",
        "kind": "dice",
        "labels": [{"face": "1", "samples": 3}],
        "printed": None,
        "parts": {},
        "broken": False,
        "message": "",
    }
    lesson["sets"] = [{**ours, "name": "mine", "labels": [], "broken": True}, ours]
    lesson["own"] = {"dice": "ours"}
    page = open_teaching(open_page, PHONE, wait="[data-key=begin]")
    until_drawn(page)
    assert faults(page) == []
