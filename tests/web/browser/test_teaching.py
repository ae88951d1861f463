"""Teaching by tap in a real browser: what a lesson shows, and what taps there mean."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from companion.games.game import EVERYONE, HOST
from companion.table.teaching.shapes import (
    BoardData,
    LessonTop,
    OwnBoard,
    PrintedShape,
    Said,
    TeachingShape,
)
from tests.web.browser.conftest import PHONE, OpenPage, Page, until
from tests.web.browser.test_accessible import AXE, faults
from tests.web.conftest import PIN
from tests.web.fake_table import Anything, FakeTable, nothing_taught
from tests.web.scenes import Moment

pytestmark = pytest.mark.browser
ANYWHERE: Any = Anything()

Moments = dict[str, Moment]


def square(x: float, y: float, **more: Any) -> LessonTop:
    """Return a die whose middle is there, in fractions of the picture."""
    half = 0.03
    top: LessonTop = {
        "centre": (x, y),
        "corners": [
            (x - half, y - half),
            (x + half, y - half),
            (x + half, y + half),
            (x - half, y + half),
        ],
        "face": None,
        "upright": False,
        "read": None,
        "sure": False,
        "likely": [],
        "cell": None,
        "turns": 0,
        "on": None,
    }
    return {**top, **more}  # type: ignore[typeddict-item]


def lesson_with(*tops: LessonTop, source: str = "camera") -> TeachingShape:
    """Return a lesson in ordinary dice whose picture shows these."""
    state = nothing_taught()
    state["lesson"] = {
        "kind": "dice",
        "name": "mine",
        "earlier": False,
        "family": ["1", "2", "3", "4", "5", "6"],
        "pawns": [],
        "enough": 3,
        "grid": None,
        "printed": None,
        "radius": None,
        "asks_top": False,
        "faces": [{"face": "1", "samples": 1}],
        "notes": [{"kind": "never_shown", "serious": False, "faces": ["2", "3"]}],
        "picture": {"number": 1, "source": source, "tops": list(tops)},  # type: ignore[typeddict-item]
        "again": 0,
        "can_undo": True,
        "tested": (0, 0),
    }
    return state


@pytest.fixture
def lesson(stage: FakeTable, moments: Moments) -> TeachingShape:
    """A lesson in which two dice lie there without names."""
    assert stage.teaching is not None
    picture = moments["before_throw"].picture
    assert picture is not None
    stage.teaching.shown = picture.jpeg
    stage.teaching.taught = lesson_with(square(0.3, 0.4), square(0.6, 0.4))
    return stage.teaching.taught


def open_lesson(open_page: OpenPage, size: dict[str, int], theme: str = "light") -> Page:
    page = open_page(f"/teach?lang=en#pin={PIN}", size, wait="#lesson:not([hidden])", theme=theme)
    page.wait_for_selector(".top")
    return page


LAPTOP = {"width": 1366, "height": 768}


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_die_is_tapped_and_named(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape, size: dict[str, int]
) -> None:
    page = open_lesson(open_page, size)
    page.click("[data-key=top-1]")
    page.wait_for_selector(".die-asked canvas")
    assert stage.teaching is not None
    named = deepcopy(lesson)
    assert named["lesson"] is not None
    assert named["lesson"]["picture"] is not None
    named["lesson"]["picture"]["tops"][1]["face"] = "5"
    stage.teaching.taught = named
    stage.calls.expect("tap", Said((0.6, 0.4), "5"))
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
    stage.calls.expect("tap", Said((0.3, 0.4), "2"))
    page.focus("[data-key='face-2']")
    page.keyboard.press("Enter")
    until(page, lambda: stage.calls.done)


def test_a_face_of_any_name_is_typed(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape
) -> None:
    page = open_lesson(open_page, LAPTOP)
    page.click("[data-key=top-0]")
    page.click("[data-key=face-other]")
    stage.calls.expect("tap", Said((0.3, 0.4), "a red sun"))
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
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape
) -> None:
    page = open_lesson(open_page, LAPTOP)
    assert stage.teaching is not None
    asks = deepcopy(lesson)
    assert asks["lesson"] is not None
    asks["lesson"]["asks_top"] = True
    stage.teaching.taught = asks
    page.click("[data-key=top-0]")
    stage.calls.expect("tap", Said((0.3, 0.4), "2"))
    page.click("[data-key='face-2']")
    stage.calls.expect("tap", Anything())
    page.click("[data-key=edge-right]")
    until(page, lambda: stage.calls.done)


def test_tokens_are_measured_by_a_tap_and_named_one_after_the_other(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape
) -> None:
    assert lesson["lesson"] is not None
    assert lesson["lesson"]["picture"] is not None
    tops = lesson["lesson"]["picture"]["tops"]
    lesson["lesson"] |= {"kind": "tokens", "family": ["red", "blue"], "faces": []}
    lesson["lesson"]["picture"]["tops"] = []
    page = open_page(f"/teach?lang=en#pin={PIN}", PHONE, wait="#lesson:not([hidden])")
    page.wait_for_selector("text=Tap the middle of one token")
    stage.calls.expect("measure", Anything(), None)
    page.click("#still .overlay", position={"x": 60, "y": 60})
    until(page, lambda: stage.calls.done)
    assert stage.teaching is not None
    measured = deepcopy(lesson)
    assert measured["lesson"] is not None
    assert measured["lesson"]["picture"] is not None
    measured["lesson"]["radius"] = 0.03
    measured["lesson"]["picture"]["tops"] = tops
    stage.teaching.taught = measured
    page.reload()
    page.wait_for_selector("[data-key=ring-yes]")
    stage.calls.expect("measure", (0.5, 0.5), Anything())
    page.click("[data-key=ring-larger]")
    until(page, lambda: stage.calls.done)
    page.click("[data-key=ring-yes]")
    stage.calls.expect("tap", Said((0.3, 0.4), "blue"))
    page.click("[data-key='face-blue']")
    until(page, lambda: stage.calls.done)


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_what_is_printed_on_a_board_is_put_right_by_tap(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape, size: dict[str, int]
) -> None:
    assert stage.teaching is not None
    assert lesson["lesson"] is not None
    assert lesson["lesson"]["picture"] is not None
    corners = [(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)]
    grid = {"columns": 4, "rows": 3, "corners": corners, "fixed": True, "set": None, "changeable": True}
    printed: PrintedShape = {
        "cells": {"0,0": "start wall", "2,1": "bank 3"},
        "labels": ["bank 3", "general store 2", "outhouse", "start wall"],
        "missing": ["general store 2"],
        "too_often": [],
        "settled": False,
    }
    lesson["lesson"] |= {"kind": "board", "grid": grid, "printed": printed}  # type: ignore[typeddict-item]
    lesson["lesson"]["picture"]["tops"] = []
    page = open_page(f"/teach?lang=en#pin={PIN}", size, wait="[data-key=printed-yes]")
    page.wait_for_selector(".piece-label")
    assert page.locator(".piece-label").all_text_contents() == ["startwall", "bank3"]
    assert page.is_disabled("[data-key=printed-yes]")
    assert "Still missing: store 2." in page.inner_text("#lesson")
    overlay = page.locator("#still .overlay").bounding_box()
    assert overlay is not None
    x, y = overlay["x"] + 0.4 * overlay["width"], overlay["y"] + 0.5 * overlay["height"]
    page.mouse.click(x, y)
    page.wait_for_selector("[data-key=printed-back]")
    after = deepcopy(lesson)
    assert after["lesson"] is not None
    now: PrintedShape = {**printed, "cells": {**printed["cells"], "1,1": "general store 2"}}
    after["lesson"]["printed"] = {**now, "missing": []}
    stage.teaching.taught = after
    stage.calls.expect("mark", now["cells"], False)
    page.click("[data-key='printed-general store 2']")
    until(page, lambda: stage.calls.done)
    stage.calls.expect("mark", now["cells"], True)
    page.click("[data-key=printed-yes]:enabled")
    until(page, lambda: stage.calls.done)


def test_photographs_whose_squares_are_others_now_are_gone_through_again(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape
) -> None:
    assert stage.teaching is not None
    assert lesson["lesson"] is not None
    assert lesson["lesson"]["picture"] is not None
    corners = [(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)]
    grid = {"columns": 4, "rows": 3, "corners": corners, "fixed": True, "set": None, "changeable": True}
    picture = {"number": 4, "source": "again", "tops": []}
    lesson["lesson"] |= {"kind": "board", "grid": grid, "picture": picture, "again": 2}  # type: ignore[typeddict-item]
    page = open_page(f"/teach?lang=en#pin={PIN}", LAPTOP, wait="[data-key=again]")
    assert "The squares are others now" in page.inner_text("#lesson")
    assert page.inner_text("[data-key=again]") == "Go on with the next of 2 photographs"
    assert page.locator("[data-key=take]").count() == 0
    after = deepcopy(lesson)
    assert after["lesson"] is not None
    after["lesson"] |= {"picture": {"number": 5, "source": "again", "tops": []}, "again": 0}
    stage.teaching.taught = after
    stage.calls.expect("again")
    page.click("[data-key=again]")
    page.wait_for_selector("[data-key=take]")


def test_what_is_printed_is_laid_a_square_further_and_named_by_keyboard(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape
) -> None:
    assert stage.teaching is not None
    assert lesson["lesson"] is not None
    assert lesson["lesson"]["picture"] is not None
    corners = [(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)]
    grid = {"columns": 4, "rows": 3, "corners": corners, "fixed": True, "set": None, "changeable": True}
    printed: PrintedShape = {
        "cells": {"2,1": "bank 3"},
        "labels": ["bank 3", "outhouse"],
        "missing": [],
        "too_often": [],
        "settled": False,
    }
    lesson["lesson"] |= {"kind": "board", "grid": grid, "printed": printed}  # type: ignore[typeddict-item]
    lesson["lesson"]["picture"]["tops"] = []
    page = open_page(f"/teach?lang=en#pin={PIN}", PHONE, wait="[data-key=nudge-left]")
    stage.calls.expect("nudge", -1, 0)
    page.click("[data-key=nudge-left]")
    until(page, lambda: stage.calls.done)
    stage.calls.expect("nudge", 0, 1)
    page.focus("[data-key=nudge-left]")
    page.keyboard.press("ArrowDown")
    until(page, lambda: stage.calls.done)
    page.focus("[data-key=cursor]")
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    cursor = page.locator("[data-key=cursor]")
    assert cursor.get_attribute("aria-label") == "Column 3, row 2: bank 3"
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-key=printed-back]")
    assert page.locator("[data-key='printed-bank 3']").get_attribute("aria-pressed") == "true"
    stage.calls.expect("mark", {"2,1": "outhouse"}, False)
    page.focus("[data-key=printed-outhouse]")
    page.keyboard.press("Enter")
    until(page, lambda: stage.calls.done)


def test_columns_and_rows_are_changed_from_where_the_corners_were_and_these_by_keyboard(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape
) -> None:
    assert stage.teaching is not None
    assert lesson["lesson"] is not None
    assert lesson["lesson"]["picture"] is not None
    corners = [(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)]
    grid = {"columns": 4, "rows": 3, "corners": None, "fixed": True, "set": None, "changeable": True}
    lesson["lesson"] |= {"kind": "board", "grid": grid, "picture": None}  # type: ignore[typeddict-item]
    page = open_page(f"/teach?lang=en#pin={PIN}", LAPTOP, wait="[data-key=change-grid]")
    after = deepcopy(lesson)
    assert after["lesson"] is not None
    unset = {**grid, "fixed": False, "set": corners, "changeable": False}
    picture = {"number": 1, "source": "file", "tops": []}
    after["lesson"] |= {"grid": unset, "picture": picture}  # type: ignore[typeddict-item]
    stage.teaching.taught = after
    stage.calls.expect("unplace")
    page.click("[data-key=change-grid]")
    until(page, lambda: stage.calls.done)
    page.wait_for_selector("[data-key=corner-3]")
    page.click("[data-key=columns-more]")
    page.reload()  # by mistake: the corners are still there
    page.wait_for_selector("[data-key=corner-3]")
    page.click("[data-key=corners-again]")
    page.focus("[data-key=corners-keys]")
    page.keyboard.press("Enter")
    for key in ("Shift+ArrowRight", "ArrowLeft", "ArrowDown"):
        page.keyboard.press(key)
    page.click("[data-key=columns-more]")
    page.click("[data-key=rows-fewer]")
    stage.calls.expect("place", 5, 2, [ANYWHERE, *corners[1:]])
    page.click("[data-key=grid-yes]")
    until(page, lambda: stage.calls.done)


def test_a_file_that_is_no_picture_is_refused_with_words(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape, tmp_path: Path
) -> None:
    assert lesson["lesson"] is not None
    lesson["lesson"]["picture"] = None
    page = open_page(f"/teach?lang=en#pin={PIN}", LAPTOP, wait="[data-key=take]")
    (tmp_path / "broken.jpg").write_bytes(b"\xff\xd8 this is none")
    page.set_input_files("[data-key=photograph]", tmp_path / "broken.jpg")
    page.wait_for_selector("#toast.open >> text=no photograph")


def moving(stage: FakeTable, phase: str) -> None:
    """Let something move on the table, or nothing any more."""
    for role in (EVERYONE, HOST):
        state = stage.state(role)
        state["watch"] = {"phase": phase, "seen": None, "hand": []}  # type: ignore[typeddict-item]
        stage.show(state, role)


def test_a_picture_is_taken_as_soon_as_no_hand_is_in_it(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape
) -> None:
    assert lesson["lesson"] is not None
    lesson["lesson"]["picture"] = None
    page = open_page(f"/teach?lang=en#pin={PIN}", LAPTOP, wait="[data-key=take]")
    moving(stage, "moving")
    page.wait_for_selector("#picture >> text=Something moves")
    page.click("[data-key=take]")
    page.wait_for_selector("text=taken as soon as nothing moves")
    stage.calls.expect("take_picture")
    moving(stage, "still")
    until(page, lambda: stage.calls.done)
    page.wait_for_selector("text=taken as soon as nothing moves", state="detached")


def test_who_cannot_wait_for_stillness_taps_twice(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape
) -> None:
    assert lesson["lesson"] is not None
    lesson["lesson"]["picture"] = None
    page = open_page(f"/teach?lang=en#pin={PIN}", LAPTOP, wait="[data-key=take]")
    moving(stage, "moving")
    page.wait_for_selector("#picture >> text=Something moves")
    page.click("[data-key=take]")
    page.wait_for_selector("text=taken as soon as nothing moves")
    stage.calls.expect("take_picture")
    page.click("[data-key=take]")
    until(page, lambda: stage.calls.done)


def test_a_spoiled_picture_is_taken_again(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape
) -> None:
    assert lesson["lesson"] is not None
    lesson["lesson"]["can_undo"] = False
    page = open_lesson(open_page, LAPTOP)
    page.click("[data-key=top-0]")
    stage.calls.expect("take_picture")
    page.click("[data-key=take-again]")
    until(page, lambda: stage.calls.done)


def test_the_next_lesson_shows_its_own_first_picture(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape
) -> None:
    """Both lessons count their pictures from 1."""
    assert stage.teaching is not None
    page = open_lesson(open_page, LAPTOP)
    fetched: list[str] = []
    page.on("request", lambda asked: fetched.append(asked.url))
    stage.teaching.taught = nothing_taught()
    stage.calls.expect("give_up")
    page.click("[data-key=give-up]")
    page.wait_for_selector("[data-key=begin]")
    stage.teaching.taught = lesson
    stage.calls.expect("begin", "dice", Anything(), Anything(), Anything())
    page.fill("[data-key=set-name]", "mine")
    page.click("[data-key=begin]")
    page.wait_for_selector(".top")
    until(page, lambda: any("teaching/picture" in url for url in fetched))


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is missing: npm ci brings it")
@pytest.mark.parametrize("asked_of", ["die", "edge", "test", "board", "tokens", "ring", "begin"])
def test_lessons_are_accessible(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape, asked_of: str
) -> None:
    assert stage.teaching is not None
    assert lesson["lesson"] is not None
    if asked_of == "test":
        read = [square(0.3, 0.4, read="1", sure=True), square(0.6, 0.4, read="2", likely=["2", "3"])]
        stage.teaching.taught = lesson_with(*read, source="test")
    if asked_of == "edge":
        lesson["lesson"]["asks_top"] = True
    if asked_of == "board":
        lesson["lesson"] |= {
            "kind": "board",
            "family": ["street.single"],
            "pawns": ["gang"],
            "grid": {
                "columns": 4,
                "rows": 3,
                "corners": [(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)],
                "fixed": True,
                "set": None,
                "changeable": False,
            },
        }
    if asked_of in ("tokens", "ring"):
        lesson["lesson"] |= {"kind": "tokens", "family": ["red", "blue"], "radius": 0.03}
        lesson["lesson"]["faces"] = [] if asked_of == "ring" else [{"face": "red", "samples": 1}]
    if asked_of == "begin":
        lesson["lesson"] = None
        lesson["sets"] = [
            {
                "name": "mine",
                "kind": "dice",
                "labels": [],
                "printed": None,
                "broken": True,
                "message": "",
            },
            {
                "name": "ours",
                "kind": "dice",
                "labels": [{"face": "1", "samples": 3}],
                "printed": None,
                "broken": False,
                "message": "",
            },
        ]
        lesson["own"] = {"dice": "ours"}
        page = open_page(f"/teach?lang=en#pin={PIN}", PHONE, wait="[data-key=begin]")
    else:
        page = open_lesson(open_page, PHONE)
    if asked_of not in ("begin", "ring"):
        page.click("[data-key=top-0]")
    if asked_of == "edge":
        stage.calls.expect("tap", Said((0.3, 0.4), "2"))
        page.click("[data-key='face-2']")
        page.wait_for_selector("[data-key=edge-up]")
    page.wait_for_timeout(300)
    assert faults(page) == []


# -- a newcomer at the simulated table


# -- the camera's page


def test_a_game_begins_on_a_taught_board_with_its_own_squares(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    assert stage.teaching is not None
    data: BoardData = {"edition": "ours", "grid": [4, 3], "cells": {"0,0": "start wall"}}
    own: OwnBoard = {"game": "drunter", "option": "board", "data": data}
    taught = nothing_taught()
    taught["sets"] = [
        {"name": "ours", "kind": "board", "labels": [], "printed": own, "broken": False, "message": ""}
    ]
    stage.teaching.taught = taught
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
