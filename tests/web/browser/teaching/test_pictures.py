"""Where the pictures of a lesson come from: the camera, a file, the lesson before."""

from copy import deepcopy
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games.game import EVERYONE, HOST
from companion.table.access.access import Access
from companion.table.teaching.shapes import TeachingShape
from tests.web.browser.conftest import DOUBLE_TAP_MS, LAPTOP, PHONE, OpenPage, Page, until
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
    page.wait_for_selector("#picture >> text=Something is moving")
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


def test_what_a_phone_photographs_appears_in_the_lesson_by_itself(
    open_page: OpenPage,
    stage: FakeTable,
    teaching: FakeTeaching,
    lesson: TeachingShape,
    tmp_path: Path,
) -> None:
    photographed = deepcopy(lesson)
    begun(lesson)["picture"] = None
    page = open_teaching(open_page, LAPTOP, wait="[data-key=take]")
    page.click("[data-key=phone]")
    page.wait_for_selector(".invitation .qr")
    link = page.get_attribute(".invitation a", "href")

    phone = open_page(link.removeprefix("http://192.168.1.7:8000"), PHONE, wait="[data-key=take]")
    assert "#code" not in phone.url
    assert phone.get_attribute("[data-key=take]", "capture") == "environment"
    tile = tmp_path / "tile.png"
    tile.write_bytes(bytes(cv2.imencode(".png", np.full((60, 80, 3), 90, np.uint8))[1]))
    teaching.taught = photographed
    stage.calls.expect("take_file", Anything())
    phone.set_input_files("[data-key=take]", tile)
    phone.wait_for_selector("text=1 photograph sent")
    page.wait_for_selector(".top")  # though nobody has tapped there
    page.wait_for_selector(".invitation", state="detached")


def test_a_phone_whose_photograph_is_not_wanted_is_told_so(
    open_page: OpenPage, stage: FakeTable, access: Access, tmp_path: Path
) -> None:
    code = access.photographer.invite()
    phone = open_page(f"/teach/phone?lang=en#code={code}", PHONE, wait="[data-key=take]")
    (tmp_path / "broken.jpg").write_bytes(b"\xff\xd8 this is none")
    phone.set_input_files("[data-key=take]", tmp_path / "broken.jpg")
    phone.wait_for_selector("#toast.open >> text=no photograph")
    stage.teaching = None
    tile = tmp_path / "tile.png"
    tile.write_bytes(bytes(cv2.imencode(".png", np.full((60, 80, 3), 90, np.uint8))[1]))
    phone.set_input_files("[data-key=take]", tile)
    phone.wait_for_selector("#toast.open")
    assert "sent" not in phone.inner_text("#photographs")
