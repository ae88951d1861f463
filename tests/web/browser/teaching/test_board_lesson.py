"""A lesson in a board: its grid, what is printed on it, and a game that begins on it."""

from copy import deepcopy
from typing import Any

import pytest

from companion.table.teaching.shapes import (
    BoardData,
    GridShape,
    OwnBoard,
    PrintedShape,
    TaughtShape,
    TeachingShape,
)
from tests.web.browser.conftest import DOUBLE_TAP_MS, LAPTOP, PHONE, OpenPage, until
from tests.web.browser.teaching.lessons import begun, open_teaching, tops_of
from tests.web.fake_table import Anything, FakeTable, FakeTeaching, nothing_taught

pytestmark = pytest.mark.browser

CORNERS = [(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)]
GRID: GridShape = {
    "columns": 4,
    "rows": 3,
    "corners": CORNERS,
    "fixed": True,
    "set": None,
    "changeable": True,
}


def asked_what_is_printed(
    lesson: TeachingShape, cells: dict[str, str], labels: list[str], missing: list[str]
) -> PrintedShape:
    """Let the lesson show an empty board, and ask what is printed on it."""
    printed: PrintedShape = {
        "cells": cells,
        "labels": labels,
        "missing": missing,
        "too_often": [],
        "settled": False,
    }
    begun(lesson).update({"kind": "board", "grid": GRID, "printed": printed})
    tops_of(lesson)[:] = []
    return printed


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_what_is_printed_on_a_board_is_put_right_by_tap(
    open_page: OpenPage,
    stage: FakeTable,
    teaching: FakeTeaching,
    lesson: TeachingShape,
    size: dict[str, int],
) -> None:
    cells = {"0,0": "start wall", "2,1": "bank 3"}
    labels = ["bank 3", "general store 2", "outhouse", "start wall"]
    printed = asked_what_is_printed(lesson, cells, labels, missing=["general store 2"])
    page = open_teaching(open_page, size, wait="[data-key=printed-yes]")
    page.wait_for_selector(".piece-label")
    assert page.locator(".piece-label").all_text_contents() == ["startwall", "bank3"]
    assert page.is_disabled("[data-key=printed-yes]")
    assert "Still missing: store 2." in page.inner_text("#lesson")
    overlay = page.locator("#still .overlay").bounding_box()
    assert overlay is not None
    x, y = overlay["x"] + 0.4 * overlay["width"], overlay["y"] + 0.5 * overlay["height"]
    page.mouse.click(x, y)
    page.wait_for_selector("[data-key=printed-back]")
    page.wait_for_timeout(DOUBLE_TAP_MS)
    after = deepcopy(lesson)
    now: PrintedShape = {**printed, "cells": {**printed["cells"], "1,1": "general store 2"}}
    begun(after)["printed"] = {**now, "missing": []}
    teaching.taught = after
    stage.calls.expect("mark", now["cells"], False)
    page.click("[data-key='printed-general store 2']")
    until(page, lambda: stage.calls.done)
    stage.calls.expect("mark", now["cells"], True)
    page.wait_for_timeout(DOUBLE_TAP_MS)
    page.click("[data-key=printed-yes]:enabled")
    until(page, lambda: stage.calls.done)


def test_what_is_printed_is_laid_a_square_further_and_named_by_keyboard(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape
) -> None:
    asked_what_is_printed(lesson, {"2,1": "bank 3"}, ["bank 3", "outhouse"], missing=[])
    page = open_teaching(open_page, PHONE, wait="[data-key=nudge-left]")
    stage.calls.expect("nudge", -1, 0)
    page.click("[data-key=nudge-left]")
    until(page, lambda: stage.calls.done)
    stage.calls.expect("nudge", 0, 1)
    late: list[tuple[Any, Any]] = []
    page.route("**/teaching/nudge*", lambda route: late.append((route, route.fetch())))
    page.focus("[data-key=nudge-left]")
    page.keyboard.press("ArrowDown")
    until(page, lambda: stage.calls.done and bool(late))
    page.focus("[data-key=cursor]")
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    cursor = page.locator("[data-key=cursor]")
    assert cursor.get_attribute("aria-label") == "Column 3, row 2: bank 3"
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-key=printed-back]")
    for route, answer in late:  # what was chosen meanwhile stays chosen
        route.fulfill(response=answer)
    page.wait_for_timeout(DOUBLE_TAP_MS)
    assert page.locator("[data-key='printed-bank 3']").get_attribute("aria-pressed") == "true"
    stage.calls.expect("mark", {"2,1": "outhouse"}, False)
    page.focus("[data-key=printed-outhouse]")
    page.keyboard.press("Enter")
    until(page, lambda: stage.calls.done)


def test_photographs_whose_squares_are_others_now_are_gone_through_again(
    open_page: OpenPage, stage: FakeTable, teaching: FakeTeaching, lesson: TeachingShape
) -> None:
    picture = {"number": 4, "source": "again", "tops": []}
    begun(lesson).update({"kind": "board", "grid": GRID, "picture": picture, "again": 2})  # type: ignore[typeddict-item]
    page = open_teaching(open_page, LAPTOP, wait="[data-key=again]")
    assert "The squares are others now" in page.inner_text("#lesson")
    assert page.inner_text("[data-key=again]") == "Go on with the next of 2 photographs"
    assert page.locator("[data-key=take]").count() == 0
    after = deepcopy(lesson)
    begun(after).update({"picture": {"number": 5, "source": "again", "tops": []}, "again": 0})
    teaching.taught = after
    stage.calls.expect("again")
    page.click("[data-key=again]")
    page.wait_for_selector("[data-key=take]")


def test_columns_and_rows_are_changed_from_where_the_corners_were_and_these_by_keyboard(
    open_page: OpenPage, stage: FakeTable, teaching: FakeTeaching, lesson: TeachingShape
) -> None:
    begun(lesson).update({"kind": "board", "grid": {**GRID, "corners": None}, "picture": None})
    page = open_teaching(open_page, LAPTOP, wait="[data-key=change-grid]")
    after = deepcopy(lesson)
    unset = {**GRID, "corners": None, "fixed": False, "set": CORNERS, "changeable": False}
    picture = {"number": 1, "source": "file", "tops": []}
    begun(after).update({"grid": unset, "picture": picture})  # type: ignore[typeddict-item]
    teaching.taught = after
    stage.calls.expect("unplace")
    page.click("[data-key=change-grid]")
    until(page, lambda: stage.calls.done)
    page.wait_for_selector("[data-key=corner-3]")
    page.click("[data-key=columns-more]")
    page.reload()  # by mistake: corners and columns are still there
    page.wait_for_selector("[data-key=corner-3]")
    page.click("[data-key=corners-again]")
    page.focus("[data-key=corners-keys]")
    page.keyboard.press("Enter")
    for key in ("Shift+ArrowRight", "ArrowLeft", "ArrowDown"):
        page.keyboard.press(key)
    page.click("[data-key=columns-more]")
    page.click("[data-key=rows-fewer]")
    stage.calls.expect("place", 6, 2, [Anything(), *CORNERS[1:]])
    page.click("[data-key=grid-yes]")
    until(page, lambda: stage.calls.done)


def test_a_game_begins_on_a_taught_board_with_its_own_squares(
    host_page: OpenPage, stage: FakeTable, teaching: FakeTeaching
) -> None:
    data: BoardData = {"edition": "ours", "grid": [4, 3], "cells": {"0,0": "start wall"}}
    own: OwnBoard = {"game": "drunter", "option": "board", "data": data}
    taught = nothing_taught()
    told: TaughtShape = {
        "name": "ours",
        "kind": "board",
        "labels": [],
        "printed": own,
        "parts": {},
        "broken": False,
        "message": "",
    }
    taught["sets"] = [told]
    teaching.taught = taught
    board = {"type": "data", "default": "a", "min": None, "max": None, "choices": ["a"]}
    stage.games = {"drunter": {"seats": [2], "options": {"board": board}, "goes_on": {}}}
    page = host_page(size=PHONE)
    page.select_option("#start [data-option=board]", label="ours")
    line = {"game": "drunter", "seats": ["Ana", "Bob"], "options": {"board": data}}
    page.locator("#start [name=player]").nth(0).fill("Ana")
    page.locator("#start [name=player]").nth(1).fill("Bob")
    stage.calls.expect("start_sitting", line)
    page.click("#start button.strong")
    until(page, lambda: stage.calls.done)
