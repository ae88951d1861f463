"""A board that was read is drawn over the camera's picture, cell by cell."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from companion.games.drunter.rules import GAME
from companion.games.game import EVERYONE, HOST, Setup
from companion.table.sight.tapped import Tapped
from companion.table.teaching.shapes import TappedPiece
from tests.web.browser.conftest import PHONE, OpenPage, play, until
from tests.web.fake_table import Anything, FakeTable
from tests.web.scenes import Moment

pytestmark = pytest.mark.browser

SIDE = 0.08
ANYWHERE: Any = Anything()


def corners(column: int, row: int) -> list[list[float]]:
    """Return a cell's corners in the picture, of a board turned a little."""
    ways = ((0, 0), (1, 0), (1, 1), (0, 1))
    squares = ((column + x, row + y) for x, y in ways)
    return [[0.1 + SIDE * x - 0.01 * y, 0.1 + SIDE * y + 0.01 * x] for x, y in squares]


def cell(column: int, row: int, label: str, **more: Any) -> dict[str, Any]:
    known: dict[str, Any] = {"turns": 0, "on": None, "confidence": 0.99, "sure": True, "likely": []}
    place = {"cell": [column, row], "label": label, "corners": corners(column, row)}
    return {**known, **place, **more}


def board_seen(moments: dict[str, Moment]) -> Moment:
    moment = deepcopy(moments["half_built"])
    setup = GAME.deal(Setup("drunter", ("Ana", "Bob")), Random(1))
    state: Any = moment.state
    state.update(game="drunter", seats=list(setup.seats), to_move="Ana", scores=None, odds=None)
    state.update(view=GAME.view(GAME.start(setup), EVERYONE), building=None, proposal=None, history=[])
    cells = [
        cell(1, 1, "street.start", turns=1),
        cell(2, 1, "street.end", turns=1, on="gang"),
        cell(4, 3, "wall.bridge", sure=False),
    ]
    hidden = [{"cell": [6, 2], "corners": corners(6, 2)}]
    outer = [corners(*cell)[at] for at, cell in enumerate(((0, 0), (14, 0), (14, 9), (0, 9)))]
    board = {"grid": [15, 10], "corners": outer, "cells": cells, "hidden": hidden}
    state["watch"]["seen"].update(dice=[], drawn={}, board=board)
    return moment


@pytest.mark.parametrize("path", ["/", "/camera"])
def test_cells_that_were_read_bear_their_symbols(
    open_page: OpenPage, stage: FakeTable, moments: dict[str, Moment], path: str
) -> None:
    """A gang's cell has a second ring; what is not sure has a question mark and a dashed rim."""
    play(stage, board_seen(moments))
    page = open_page(path, wait=".seen-part")
    assert page.locator(".seen-part").count() == 3
    assert page.locator(".seen-part .seen-gang").count() == 1
    assert page.locator(".seen-part text").inner_html() == "?"
    assert page.locator(".seen.sure").count() == 2
    assert page.locator(".seen.unsure").count() == 2
    assert "3 squares with something on them" in page.inner_text(".caption")
    titles = page.locator(".seen title").all_inner_texts()
    assert "Street, end with a gang" in titles or "Street, end with a gang" in page.inner_html(
        ".overlay"
    )


def test_squares_in_doubt_are_answered_in_two_taps_before_a_board_is_taken_over(
    host_page: OpenPage, stage: FakeTable, moments: dict[str, Moment]
) -> None:
    moment = board_seen(moments)
    state: Any = moment.state
    guesses = [{"label": label, "turns": 1} for label in ("wall.bridge", "wall.start")]
    state["watch"]["seen"]["board"]["cells"][2]["likely"] = guesses
    stage.games = {"drunter": {"seats": [2, 3], "options": {}, "goes_on": {"laid": "seen"}}}
    play(stage, moment)
    page = host_page(size=PHONE)
    page.click("#start summary")
    page.check("[data-key=goes-on]")
    assert page.locator("#start .seen-die").count() == 1
    assert "One square cannot be seen" in page.inner_text("#start .doubts")
    page.click("[data-key=cell-4-3]")
    answered = Tapped(state["watch"]["seen"]["frame"], (4, 3), "wall.start", 1)
    stage.calls.expect("put_right", HOST, answered)
    page.click("[data-key=right-wall\\.start-1]")
    until(page, lambda: stage.calls.done)
    line = {"game": "drunter", "seats": ["Ana", "Bob"], "options": {}, "laid": "seen"}
    stage.calls.expect("start_sitting", line)
    page.click("#start button.strong")
    until(page, lambda: stage.calls.done)


def test_a_tile_that_was_not_seen_is_told_in_two_taps_and_a_gang_put_right(
    camera_page: OpenPage, stage: FakeTable, moments: dict[str, Moment]
) -> None:
    """A square beside a read one is the square that was tapped; who tells the tile may keep it."""
    moment = board_seen(moments)
    frame = moment.state["watch"]["seen"]["frame"]  # type: ignore[index]
    play(stage, moment)
    page = camera_page("[data-key=cell-4-3]")

    def tap(column: int, row: int) -> None:
        page.evaluate("scrollTo(0, 0)")
        box = page.locator(".frame .overlay").first.bounding_box()
        first, _, last, _ = corners(column, row)
        x, y = (first[0] + last[0]) / 2, (first[1] + last[1]) / 2
        page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])

    tap(3, 1)
    page.wait_for_selector("[data-key=cell-3-1][aria-pressed=true]")
    page.check("[data-key=keep-cell]")
    stage.calls.expect("put_right", HOST, Tapped(frame, (3, 1), "street.start", 0))
    stage.calls.expect(
        "keep", "board", TappedPiece(ANYWHERE, "street.start", None, 0, "empty"), "My board"
    )
    page.click("[data-key=other-street\\.start-0]")
    until(page, lambda: stage.calls.done)
    tap(2, 1)
    page.wait_for_selector("[data-key=cell-2-1][aria-pressed=true]")
    page.uncheck("[data-key=keep-cell]")
    stage.calls.expect("put_right", HOST, Tapped(frame, (2, 1), "street.end", 1, on="empty"))
    page.click("[data-key=stands-empty]")
    until(page, lambda: stage.calls.done)
    tap(6, 2)
    page.wait_for_selector("#toast.open")
    assert "covered" in page.inner_text("#toast")
