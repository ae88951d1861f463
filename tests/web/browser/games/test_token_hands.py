"""The simulator's hands where gems or stones are played with, in a real browser."""

from typing import Any

import pytest

from companion.games.game import HOST
from tests.web.browser.conftest import LAPTOP, OpenPage, Page, play, until
from tests.web.fake_table import FakeTable
from tests.web.scenes import Moment

pytestmark = pytest.mark.browser


def token(number: int, kind: str, label: str, at: tuple[float, float]) -> dict[str, Any]:
    return {
        "id": number,
        "kind": kind,
        "label": label,
        "colour": [9, 9, 9],
        "cell": [0, 1] if kind == "gem" else None,
        "row": 2 if kind == "pawn" else None,
        "owner": None,
        "centre": at,
        "size": 0.03,
        "at_rest": True,
    }


DOUBLE_MS = 500
"""Two presses this far apart are two."""

GEMS = {
    "things": [
        token(4, "gem", "red", (0.3, 0.3)),
        token(5, "gem", "blue", (0.4, 0.3)),
        token(9, "pawn", "pawn", (0.2, 0.5)),
    ],
    "to_throw": [],
}
STONES = {
    "things": [token(7, "stone", "sword", (0.5, 0.5))],
    "to_throw": [["monster", "logo"], ["sword", "back"]],
}


def opened(
    host_page: OpenPage, stage: FakeTable, moments: dict[str, Moment], tokens: dict[str, Any]
) -> Page:
    play(stage, moments["half_built"])
    assert stage.simulator is not None
    stage.simulator.lying |= {"dice": [], "board": None, "tokens": tokens, "can_throw": True}
    page = host_page("/simulator", LAPTOP)
    page.wait_for_selector("[data-key=token-7], [data-key=token-4]", state="attached")
    return page


def on_screen(page: Page, at: tuple[float, float]) -> tuple[float, float]:
    box = page.locator("[data-key^=token]").first.locator("xpath=..").bounding_box()
    return box["x"] + at[0] * box["width"], box["y"] + at[1] * box["height"]


def test_gems_are_chosen_and_laid_before_a_player_and_a_pawn_is_dragged(
    host_page: OpenPage, stage: FakeTable, moments: dict[str, Moment]
) -> None:
    page = opened(host_page, stage, moments, GEMS)
    stage.calls.expect("take_tokens", [4, 5], 2)
    page.mouse.click(*on_screen(page, (0.3, 0.3)))
    page.focus("[data-key=token-5]")
    page.keyboard.press("Space")
    page.click("[data-key=give-2]")
    until(page, lambda: stage.calls.done)
    stage.calls.expect("move_token", 9, pytest.approx((0.2, 0.7), abs=0.01))
    page.mouse.move(*on_screen(page, (0.2, 0.5)))
    page.mouse.down()
    page.mouse.move(*on_screen(page, (0.2, 0.6)))
    page.mouse.move(*on_screen(page, (0.2, 0.7)))
    page.mouse.up()
    until(page, lambda: stage.calls.done)
    stage.calls.expect("throw", 1)
    page.click("[data-key=roll]")
    until(page, lambda: stage.calls.done)


def test_stones_are_thrown_and_taken_off(
    host_page: OpenPage, stage: FakeTable, moments: dict[str, Moment]
) -> None:
    page = opened(host_page, stage, moments, STONES)
    stage.calls.expect("throw_stones")
    page.click("[data-key=stones]")
    until(page, lambda: stage.calls.done)
    stage.calls.expect("take_tokens", [7], None)
    page.focus("[data-key=token-7]")
    page.keyboard.press("Delete")
    until(page, lambda: stage.calls.done)


def test_what_somebody_opened_or_closed_stays_so_when_it_is_drawn_anew(
    host_page: OpenPage, stage: FakeTable, moments: dict[str, Moment]
) -> None:
    page = opened(host_page, stage, moments, GEMS)
    assert stage.simulator is not None
    for surface, is_open in (("felt_blue", True), ("felt_red", False), ("felt_grey", False)):
        if page.locator("#hands details").evaluate("fold => fold.open") != is_open:
            page.click("[data-key=more]")
        stage.simulator.lying["surfaces"] = ["wood_pale", surface]
        stage.show(stage.state(HOST) | {"version": stage.state(HOST)["version"] + 1}, HOST)
        page.wait_for_selector(f"#hands option[value={surface}]", state="attached")
        assert page.locator("#hands details").evaluate("fold => fold.open") == is_open


def test_a_double_press_rolls_the_die_and_throws_stones_once(
    host_page: OpenPage, stage: FakeTable, moments: dict[str, Moment]
) -> None:
    page = opened(host_page, stage, moments, GEMS)
    assert stage.simulator is not None
    stage.calls.expect("throw", 1)
    page.dblclick("[data-key=roll]")
    until(page, lambda: stage.calls.done)
    stage.simulator.lying |= {"tokens": STONES}
    stage.show(stage.state(HOST) | {"version": stage.state(HOST)["version"] + 1}, HOST)
    page.wait_for_selector("[data-key=stones]")
    page.wait_for_timeout(DOUBLE_MS)  # else its first press were the third of the roll
    stage.calls.expect("throw_stones")
    page.dblclick("[data-key=stones]")
    until(page, lambda: stage.calls.done)
    assert page.locator("#toast.open").count() == 0
