"""Lessons as people are: they reload, tap twice, tap bare table, and teach on two pages at once."""

from copy import deepcopy

import pytest

from companion.errors import BadLesson, Reason
from companion.table.teaching.shapes import GridShape, PrintedShape, TappedPiece, TeachingShape
from tests.web.browser.conftest import DOUBLE_TAP_MS, LAPTOP, PHONE, OpenPage, until
from tests.web.browser.teaching.lessons import begun, open_lesson, square, tops_of
from tests.web.conftest import PIN
from tests.web.fake_table import Anything, FakeTable, FakeTeaching, nothing_taught

pytestmark = pytest.mark.browser

GRID: GridShape = {
    "columns": 4,
    "rows": 3,
    "corners": [(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)],
    "fixed": True,
    "set": None,
    "changeable": True,
}
UNSAID: PrintedShape = {
    "cells": {"2,1": "bank 3"},
    "labels": ["bank 3", "outhouse"],
    "missing": ["outhouse"],
    "too_often": [],
    "settled": False,
}


def test_a_page_that_comes_to_a_lesson_asks_about_the_first_piece(
    open_page: OpenPage, lesson: TeachingShape
) -> None:
    page = open_lesson(open_page, PHONE)
    page.wait_for_selector("[data-key=top-0].chosen")
    page.wait_for_selector("[data-key='face-1']")


def test_what_was_left_out_is_not_asked_again_after_a_reload(
    open_page: OpenPage, lesson: TeachingShape
) -> None:
    page = open_lesson(open_page, PHONE)
    page.wait_for_selector("[data-key=top-0].chosen")
    page.click("[data-key=skip]")
    page.wait_for_selector("[data-key=top-1].chosen")
    page.reload()
    page.wait_for_selector("[data-key=top-1].chosen")
    page.wait_for_selector("[data-key=top-0].left-out")


def test_who_does_not_say_what_is_printed_is_not_asked_again_after_a_reload(
    open_page: OpenPage, lesson: TeachingShape
) -> None:
    begun(lesson).update({"kind": "board", "grid": GRID, "printed": UNSAID})
    tops_of(lesson)[:] = []
    page = open_page(f"/teach?lang=en#pin={PIN}", PHONE, wait="[data-key=printed-none]")
    page.click("[data-key=printed-none]")
    page.wait_for_selector("[data-key=take]")
    page.reload()
    page.wait_for_selector("[data-key=take]")
    assert page.locator("[data-key=printed-none]").count() == 0


def test_corners_that_were_tapped_are_there_after_a_reload(
    open_page: OpenPage, lesson: TeachingShape
) -> None:
    begun(lesson).update({"kind": "board", "grid": {**GRID, "corners": None, "fixed": False}})
    tops_of(lesson)[:] = []
    page = open_page(f"/teach?lang=en#pin={PIN}", LAPTOP, wait="[data-key=corners-keys]")
    page.wait_for_selector(".die-asked", state="attached")
    box = page.locator("#still .overlay").bounding_box()
    page.mouse.dblclick(box["x"] + 0.3 * box["width"], box["y"] + 0.3 * box["height"])
    page.wait_for_selector("[data-key=corner-0]")
    assert page.locator("[data-key=corner-1]").count() == 0  # a double tap is one
    page.reload()
    page.wait_for_selector("[data-key=corner-0]")


def test_a_double_tap_names_one_die_only(
    open_page: OpenPage, stage: FakeTable, teaching: FakeTeaching, lesson: TeachingShape
) -> None:
    page = open_lesson(open_page, LAPTOP)
    page.wait_for_selector("[data-key=top-0].chosen")
    named = deepcopy(lesson)
    tops_of(named)[0]["face"] = "5"
    teaching.taught = named
    stage.calls.expect("tap", TappedPiece((0.3, 0.4), "5"))
    page.dblclick("[data-key='face-5']")
    page.wait_for_selector("[data-key=top-1].chosen")
    until(page, lambda: stage.calls.done)


def test_what_was_taught_is_given_up_by_saying_it_twice(
    open_page: OpenPage, stage: FakeTable, teaching: FakeTeaching, lesson: TeachingShape
) -> None:
    page = open_lesson(open_page, PHONE)
    page.dblclick("[data-key=give-up]")
    page.wait_for_selector("text=what was taught is lost")
    page.wait_for_timeout(DOUBLE_TAP_MS)
    teaching.taught = nothing_taught()
    stage.calls.expect("give_up")
    page.click("[data-key=give-up]")
    page.wait_for_selector("[data-key=begin]")


def test_bare_table_is_refused_with_words_and_the_size_can_be_taken_back(
    open_page: OpenPage, stage: FakeTable, teaching: FakeTeaching, lesson: TeachingShape
) -> None:
    begun(lesson).update({"kind": "tokens", "family": [], "faces": [], "can_undo": False})
    tops_of(lesson)[:] = []
    page = open_page(f"/teach?lang=en#pin={PIN}", PHONE, wait="text=Tap the middle of one token")
    bare = BadLesson("bare", reason=Reason("error.teaching.bare_ground"))
    stage.calls.expect("measure", Anything(), None, answer=bare)
    page.wait_for_selector("#still .overlay")
    page.click("#still .overlay")
    page.wait_for_selector("#toast.open >> text=Nothing stands out")
    page.wait_for_timeout(DOUBLE_TAP_MS)
    measured = deepcopy(lesson)
    begun(measured).update({"radius": 0.03, "can_undo": True})
    tops_of(measured)[:] = [square(0.5, 0.5)]
    teaching.taught = measured
    stage.calls.expect("measure", Anything(), None)
    page.click("#still .overlay")
    page.wait_for_selector("[data-key=ring-yes]")
    page.wait_for_selector("#toast.open", state="detached")  # it is no longer so
    page.wait_for_timeout(DOUBLE_TAP_MS)
    stage.calls.expect("measure", Anything(), None)
    page.click("#still .overlay")  # on a ring: another token is measured
    until(page, lambda: stage.calls.done)
    teaching.taught = lesson
    stage.calls.expect("undo")
    page.click("[data-key=undo]:enabled")
    page.wait_for_selector("text=Tap the middle of one token")
    stage.calls.expect("take_picture")
    page.click("[data-key=take-again]")
    until(page, lambda: stage.calls.done)


def test_a_page_that_is_looked_at_again_shows_how_the_lesson_stands(
    open_page: OpenPage, teaching: FakeTeaching, lesson: TeachingShape
) -> None:
    page = open_lesson(open_page, LAPTOP)
    teaching.taught = nothing_taught()
    page.evaluate("() => void document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_selector("[data-key=begin]")


def test_a_lesson_that_another_page_began_is_shown_not_replaced(
    open_page: OpenPage, stage: FakeTable, teaching: FakeTeaching, lesson: TeachingShape
) -> None:
    teaching.taught = nothing_taught()
    page = open_page(f"/teach?lang=en#pin={PIN}", LAPTOP, wait="[data-key=begin]")
    teaching.taught = lesson
    under_way = BadLesson("under way", reason=Reason("error.teaching.under_way"))
    stage.calls.expect("begin", "dice", "My dice", "pips", False, answer=under_way)
    page.click("[data-key=begin]")
    page.wait_for_selector("#toast.open >> text=A lesson is under way")
    page.wait_for_selector("[data-key=top-0].chosen")


def test_a_photograph_that_was_sent_can_be_sent_anew(open_page: OpenPage, lesson: TeachingShape) -> None:
    picture = begun(lesson)["picture"]
    assert picture is not None
    picture["source"] = "file"
    page = open_lesson(open_page, PHONE)
    page.wait_for_selector("[data-key=top-0].chosen")
    page.wait_for_selector(".ends >> text=Send a photograph")
    assert page.locator("[data-key=take-again]").count() == 0
