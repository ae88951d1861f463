"""The board is data, checked when it is read; every fault is named."""

import json
from collections import Counter
from typing import Any

import pytest

from companion.errors import BadSetup
from companion.games.drunter.board import (
    Building,
    board_words,
    list_shipped_boards,
    load_shipped_board,
    make_board,
    read_board,
)
from companion.games.drunter.pieces import Gang, Square
from companion.games.drunter.rules import GAME
from companion.games.game import EVERYONE
from tests.games.drunter.case import dealt

WEST = load_shipped_board("wacky_wacky_west")


def western() -> dict[str, Any]:
    return json.loads(json.dumps(board_words(WEST)))  # type: ignore[no-any-return]


def test_the_western_board_has_30_buildings_17_outhouses_and_99_plain_squares() -> None:
    assert (WEST.columns, WEST.rows) == (15, 10)
    assert len(WEST.buildings) == 30
    assert len(WEST.outhouses) == 17
    marked = {each.square for each in WEST.buildings} | WEST.outhouses
    assert 150 - len(marked) - len(WEST.starts) == 99


def test_the_western_board_has_six_types_with_each_value_once() -> None:
    assert WEST.types == ("bank", "general store", "jail", "saloon", "school", "stable")
    for type_ in WEST.types:
        assert sorted(each.value for each in WEST.buildings if each.type == type_) == [1, 2, 3, 4, 5]


def test_the_western_lines_start_in_the_corners() -> None:
    assert set(WEST.starts) == {
        Gang("wall", Square(0, 0)),
        Gang("wall", Square(14, 9)),
        Gang("street", Square(14, 0)),
        Gang("river", Square(0, 9)),
    }


def test_the_dearest_western_buildings_stand_in_the_middle() -> None:
    fives = {each for each in WEST.buildings if each.value == 5}
    assert fives == {
        Building(Square(9, 5), "saloon", 5),
        Building(Square(7, 6), "bank", 5),
        Building(Square(5, 4), "school", 5),
        Building(Square(8, 4), "general store", 5),
        Building(Square(7, 3), "jail", 5),
        Building(Square(6, 5), "stable", 5),
    }


def test_a_board_survives_being_written_and_read() -> None:
    assert read_board(json.dumps(board_words(WEST))) == WEST


def test_a_labelled_photograph_of_the_empty_board_is_a_board() -> None:
    photo: dict[str, Any] = {
        "image": "board.jpg",
        "corners": [[10, 10], [900, 12], [905, 600], [8, 598]],
    }
    assert make_board({**western(), **photo}) == WEST


def test_an_own_board_with_the_original_types_can_be_played() -> None:
    marks = western()
    original = ("museum", "tavern", "school", "town hall", "fire tower", "church")
    names = dict(zip(WEST.types, original, strict=True))
    for cell, label in marks["cells"].items():
        type_, _, value = label.rpartition(" ")
        if type_ in names:
            marks["cells"][cell] = f"{names[type_]} {value}"
    setup = dealt(2, cards=False, board=marks)
    board = GAME.view(GAME.start(setup), EVERYONE)["board"]
    assert board == marks
    assert make_board(marks).types == tuple(sorted(original))


def change(marks: dict[str, Any], **cells: str | None) -> dict[str, Any]:
    """Mark squares named like ``x6_0`` otherwise, or (None) not at all."""
    for name, label in cells.items():
        cell = name[1:].replace("_", ",")
        marks["cells"].pop(cell, None)
        if label is not None:
            marks["cells"][cell] = label
    return marks


FAULTS = {
    "a building is missing": ({"x6_0": None}, "no saloon 1"),
    "a building stands twice": ({"x1_1": "saloon 1"}, "saloon 1 stands on 2 squares"),
    "a value too high": ({"x6_0": "saloon 6"}, r"no saloon 1.*saloon 6: values go from 1 to 5"),
    "a seventh type": ({"x1_1": "barber 1"}, "6 types of buildings are needed, not 7: .*barber"),
    "no street": ({"x14_0": None}, "0 squares where a street starts, not 1"),
    "two rivers": ({"x1_1": "start river"}, "2 squares where a river starts, not 1"),
    "one wall only": ({"x0_0": None}, "1 squares where a wall starts, not 2"),
    "off the grid": ({"x15_0": "outhouse"}, "15,0 is off the grid of 15 columns and 10 rows"),
    "below the grid": ({"x0_10": "outhouse"}, "0,10 is off the grid"),
    "endless value": ({"x5_3": f"bank {'9' * 5000}"}, "which is no outhouse"),
    "no square": ({"xb_3": "outhouse"}, "'b,3' is no 'column,row'"),
    "an unknown mark": ({"x1_1": "well"}, "1,1 is marked 'well', which is no outhouse"),
    "an unknown line": ({"x1_1": "start canal"}, "1,1 is marked 'start canal'"),
}


@pytest.mark.parametrize(("cells", "fault"), FAULTS.values(), ids=FAULTS)
def test_a_faulty_board_is_refused_by_the_fault(cells: dict[str, str | None], fault: str) -> None:
    with pytest.raises(BadSetup, match=fault):
        make_board(change(western(), **cells))


def test_a_board_without_an_outhouse_is_refused() -> None:
    marks = western()
    marks["cells"] = {cell: label for cell, label in marks["cells"].items() if label != "outhouse"}
    with pytest.raises(BadSetup, match="no outhouse"):
        make_board(marks)


@pytest.mark.parametrize(
    "grid", [None, [15], [0, 10], [15, -1], [15.0, 10], [15, 1000], "15x10", [True, 10]]
)
def test_a_board_needs_a_grid(grid: Any) -> None:
    with pytest.raises(BadSetup, match="'grid' must be columns and rows"):
        make_board({**western(), "grid": grid})


@pytest.mark.parametrize("cells", [None, [], "outhouse"])
def test_a_board_needs_cells(cells: Any) -> None:
    with pytest.raises(BadSetup, match="'cells' must say what is on which square"):
        make_board({**western(), "cells": cells})


def test_a_square_marked_twice_is_named() -> None:
    text = json.dumps(western()).replace('"10,1":', '"6,0": "outhouse", "10,1":')
    with pytest.raises(BadSetup, match="6,0 is marked twice"):
        read_board(text)


@pytest.mark.parametrize("text", ["", "{", "[]", "7"])
def test_a_file_that_holds_no_board_is_refused(text: str) -> None:
    with pytest.raises(BadSetup, match="the board file is not"):
        read_board(text)


def test_every_fault_is_named_at_once() -> None:
    marks = change(western(), x6_0=None, x14_0=None, x99_0="outhouse")
    with pytest.raises(BadSetup) as refused:
        make_board({**marks, "colour": "red"})
    for fault in ("no saloon 1", "street starts", "99,0 is off the grid", "unknown key 'colour'"):
        assert fault in str(refused.value)


def test_a_board_that_does_not_exist_is_refused_by_name() -> None:
    with pytest.raises(BadSetup, match=r"no board 'schilda'; there is wacky_wacky_west"):
        GAME.start(dealt(2, board="schilda"))


@pytest.mark.parametrize("board", [7, None, []])
def test_the_option_board_is_a_name_or_the_data(board: object) -> None:
    with pytest.raises(BadSetup, match="'board' must be a board's name or its data"):
        GAME.start(dealt(2, board=board))  # type: ignore[arg-type]


def test_every_shipped_board_can_be_read() -> None:
    for name in list_shipped_boards():
        assert Counter(gang.kind for gang in load_shipped_board(name).starts)["wall"] == 2
