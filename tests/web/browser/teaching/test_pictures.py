"""Where the pictures of a lesson come from: the camera, a file, the lesson before."""

from pathlib import Path

import pytest

from companion.games.game import EVERYONE, HOST
from companion.table.teaching.shapes import TeachingShape
from tests.web.browser.conftest import DOUBLE_TAP_MS, LAPTOP, OpenPage, Page, until
from tests.web.browser.teaching.lessons import begun, open_lesson, open_teaching
from tests.web.fake_table import Anything, FakeTable, FakeTeaching, nothing_taught

pytestmark = pytest.mark.browser


def test_a_file_that_is_no_picture_is_refused_with_words(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape, tmp_path: Path
) -> None:
    begun(lesson)["picture"] = None
    page = open_teaching(open_page, LAPTOP, wait="[data-key=take]")
    (tmp_path / "broken.jpg").write_bytes(b"\xff\xd8 this is none")
    page.set_input_files("[data-key=photograph]", tmp_path / "broken.jpg")
    page.wait_for_selector("#toast.open >> text=no photograph")


def moving(stage: FakeTable, phase: str) -> None:
    """Let something move on the table, or nothing any more."""
    for role in (EVERYONE, HOST):
        state = stage.state(role)
        state["watch"] = {"phase": phase, "seen": None, "hand": []}  # type: ignore[typeddict-item]
        stage.show(state, role)


def taken_while_something_moves(open_page: OpenPage, stage: FakeTable, lesson: TeachingShape) -> Page:
    """Ask for the lesson's first picture while something moves; return the page that waits."""
    begun(lesson)["picture"] = None
    page = open_teaching(open_page, LAPTOP, wait="[data-key=take]")
    moving(stage, "moving")
    page.wait_for_selector("#picture >> text=Something moves")
    page.click("[data-key=take]")
    page.wait_for_selector("text=taken as soon as nothing moves")
    return page


def test_a_picture_is_taken_as_soon_as_no_hand_is_in_it(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape
) -> None:
    page = taken_while_something_moves(open_page, stage, lesson)
    stage.calls.expect("take_picture")
    moving(stage, "still")
    until(page, lambda: stage.calls.done)
    page.wait_for_selector("text=taken as soon as nothing moves", state="detached")


def test_who_cannot_wait_for_stillness_taps_twice(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape
) -> None:
    page = taken_while_something_moves(open_page, stage, lesson)
    page.wait_for_timeout(DOUBLE_TAP_MS)
    stage.calls.expect("take_picture")
    page.click("[data-key=take]")
    until(page, lambda: stage.calls.done)


def test_a_spoiled_picture_is_taken_again(
    open_page: OpenPage, stage: FakeTable, lesson: TeachingShape
) -> None:
    page = open_lesson(open_page, LAPTOP)
    page.wait_for_selector("[data-key=top-0].chosen")
    stage.calls.expect("take_picture")
    page.click("[data-key=take-again]")
    until(page, lambda: stage.calls.done)


def test_the_next_lesson_shows_its_own_first_picture(
    open_page: OpenPage, stage: FakeTable, teaching: FakeTeaching, lesson: TeachingShape
) -> None:
    """Both lessons count their pictures from 1."""
    page = open_lesson(open_page, LAPTOP)
    fetched: list[str] = []
    page.on("request", lambda asked: fetched.append(asked.url))
    teaching.taught = nothing_taught()
    stage.calls.expect("give_up")
    page.click("[data-key=give-up]")
    page.wait_for_timeout(DOUBLE_TAP_MS)
    page.click("[data-key=give-up]")
    page.wait_for_selector("[data-key=begin]")
    teaching.taught = lesson
    stage.calls.expect("begin", "dice", Anything(), Anything(), Anything())
    page.fill("[data-key=set-name]", "mine")
    page.click("[data-key=begin]")
    page.wait_for_selector(".top")
    until(page, lambda: any("teaching/picture" in url for url in fetched))
