"""The simulator's hands where a board is played on, in a real browser: by mouse and by keyboard."""

import pytest

from tests.web.browser.conftest import LAPTOP, PHONE, OpenPage, Page, play, until
from tests.web.fake_table import FakeTable
from tests.web.scenes import Moment

pytestmark = pytest.mark.browser

LEFT, TOP, CELL_X, CELL_Y = 0.2, 0.2, 0.1, 0.1
"""Where the first cell's centre lies, and from one cell to the next, in fractions of the picture."""


def place(column: float, row: float) -> tuple[float, float]:
    return LEFT + CELL_X * column, TOP + CELL_Y * row


def around(column: float, row: float) -> list[tuple[float, float]]:
    return [place(column + x, row + y) for x, y in ((-0.4, -0.4), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4))]


BOARD = {
    "grid": [6, 5],
    "corners": [place(0, 0), place(5, 0), place(5, 4), place(0, 4)],
    "pieces": [
        {
            "id": 3,
            "labels": ["lane.single"],
            "turns": 0,
            "cell": [1, 1],
            "corners": around(1, 1),
            "at_rest": True,
        }
    ],
    "pawns": [
        {
            "id": 8,
            "label": "pawn",
            "colour": [9, 9, 9],
            "cell": [5, 4],
            "centre": place(5, 4),
            "at_rest": True,
        }
    ],
    "to_lay": [{"labels": ["lane.start", "lane.end"], "count": 2}],
    "box": [],
}
STOCK = ".stock button"


@pytest.fixture
def page(host_page: OpenPage, stage: FakeTable, moments: dict[str, Moment]) -> Page:
    """The simulator's page while a board lies on the table."""
    play(stage, moments["half_built"])
    assert stage.simulator is not None
    stage.simulator.lying |= {"dice": [], "board": BOARD, "can_throw": False}
    page = host_page("/simulator", LAPTOP)
    page.wait_for_selector(STOCK)
    return page


def on_screen(page: Page, column: float, row: float) -> tuple[float, float]:
    box = page.locator(".ground").locator("xpath=..").bounding_box()
    x, y = place(column, row)
    return box["x"] + x * box["width"], box["y"] + y * box["height"]


def test_a_piece_is_chosen_turned_and_laid_by_keyboard(page: Page, stage: FakeTable) -> None:
    stage.calls.expect("lay", ["lane.start", "lane.end"], pytest.approx(place(4.5, 2)), 1, True)
    page.focus(STOCK)
    for key in ("Enter", "ArrowRight", "r", "Enter"):
        page.keyboard.press(key)
    until(page, lambda: stage.calls.done)


def test_a_piece_is_dragged_from_those_to_be_laid_onto_the_board(page: Page, stage: FakeTable) -> None:
    stage.calls.expect("lay", ["lane.start", "lane.end"], pytest.approx(place(2, 2.5)), 0, True)
    page.hover(STOCK)
    page.mouse.down()
    for column in (4, 3, 2):
        page.mouse.move(*on_screen(page, column, 2.45))
    page.mouse.up()
    until(page, lambda: stage.calls.done)


def test_what_lies_there_is_moved_and_taken_away(page: Page, stage: FakeTable) -> None:
    stage.calls.expect("shift", 3, pytest.approx(place(3, 2)), 0, True)
    page.mouse.click(*on_screen(page, 1, 1))
    page.mouse.click(*on_screen(page, 3.2, 1.9))
    until(page, lambda: stage.calls.done)
    stage.calls.expect("stand", 8, pytest.approx(place(4, 4)))
    page.mouse.click(*on_screen(page, 5, 4))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    until(page, lambda: stage.calls.done)
    stage.calls.expect("take_away", [3], [])
    page.mouse.click(*on_screen(page, 1, 1))
    page.keyboard.press("Delete")
    until(page, lambda: stage.calls.done)


def test_many_pieces_leave_room_for_the_turn_and_the_box(page: Page, stage: FakeTable) -> None:
    assert stage.simulator is not None
    many = [{"labels": [f"lane{number}.single"], "count": 0} for number in range(30)]
    stage.simulator.lying["board"] = {**BOARD, "box": many}
    page.reload()
    page.click("[data-key=more]")
    page.wait_for_selector("details[open] .stock button")
    turn = page.locator("#turn").bounding_box()
    assert turn["height"] > 0
    assert turn["y"] + turn["height"] < LAPTOP["height"]


def test_nine_kinds_of_tile_fit_a_phone(page: Page, stage: FakeTable) -> None:
    assert stage.simulator is not None
    nine = [{"labels": [f"lane{number}.start", f"lane{number}.end"], "count": 11} for number in range(9)]
    stage.simulator.lying["board"] = {**BOARD, "to_lay": nine}
    page.set_viewport_size(PHONE)
    page.reload()
    page.wait_for_selector(STOCK)
    assert page.locator(STOCK).count() == len(nine)
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_dice_get_their_hands_back_when_the_board_is_put_away(page: Page, stage: FakeTable) -> None:
    assert stage.simulator is not None
    stage.simulator.lying |= {"board": None, "can_throw": True}
    stage.calls.expect("hand", True)
    page.click("[data-key=more]")
    page.click("[data-key=hand]")
    page.wait_for_selector("[data-key=throw]")
