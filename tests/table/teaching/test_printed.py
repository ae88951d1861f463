"""What is printed on an owner's board: laid over the picture as the game's own, changed by tap, kept."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.errors import BadLesson
from companion.games.drunter.board import DEFAULT, board_of, board_words, load_shipped_board
from companion.table.plays.drunter.play import PLAY
from companion.table.teaching.board_lesson import BoardLesson
from companion.table.teaching.families import find_expected
from companion.table.teaching.printed import FILE, PrintedSquares, own_board, read_print
from companion.table.teaching.shapes import PrintedShape, TappedPiece

CORNERS = [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)]
PICTURE = np.random.default_rng(1).integers(0, 255, (600, 900, 3), np.uint8)
OUTHOUSE, SALOON = "10,1", "6,0"


@pytest.fixture
def printed() -> PrintedSquares:
    return read_print("drunter", "board", PLAY.printed())


def cells_of(printed: PrintedSquares) -> dict[str, str]:
    return dict(printed.shape()["cells"])


def test_the_games_own_board_is_whole(printed: PrintedSquares) -> None:
    assert (printed.missing(), printed.too_often()) == ([], [])
    assert len(cells_of(printed)) == 30 + 17 + 4


def test_what_is_missing_or_marked_twice_is_named_and_never_settled(printed: PrintedSquares) -> None:
    cells = cells_of(printed)
    del cells[SALOON]
    cells["5,5"] = "bank 1"
    marked = printed.marked(cells, is_settled=True)
    assert (marked.missing(), marked.too_often()) == (["saloon 1"], ["bank 1"])
    assert not marked.is_settled


def test_outhouses_may_be_fewer_or_more_but_one_there_must_be(printed: PrintedSquares) -> None:
    none = {cell: label for cell, label in cells_of(printed).items() if label != "outhouse"}
    assert printed.marked(none, is_settled=False).missing() == ["outhouse"]
    one = {**none, OUTHOUSE: "outhouse"}
    assert printed.marked(one, is_settled=True).is_settled


@pytest.mark.parametrize("square", ["15,0", "a,b", f"{'9' * 5000},1"])
def test_what_is_no_square_is_refused(printed: PrintedSquares, square: str) -> None:
    with pytest.raises(BadLesson):
        printed.marked({square: "outhouse"}, is_settled=False)


def test_what_cannot_be_printed_there_is_refused(printed: PrintedSquares) -> None:
    with pytest.raises(BadLesson):
        printed.marked({"0,0": "castle"}, is_settled=False)


def test_a_lesson_keeps_what_is_printed_and_a_game_begins_on_that_board(tmp_path: Path) -> None:
    lesson = BoardLesson("grandfather's", find_expected("board", "drunter"))
    lesson.show(PICTURE, "file")
    lesson.place(15, 10, CORNERS)
    shape = lesson.shape()
    assert shape["picture"] is not None  # The empty board is shown on, to be tapped.
    assert shape["printed"] is not None
    cells = dict(shape["printed"]["cells"])
    assert cells.pop(OUTHOUSE) == "outhouse"
    lesson.mark(cells, settled=True)
    lesson.write(tmp_path / "grandfather's")
    kept = own_board(tmp_path / "grandfather's")
    assert kept is not None
    assert (kept["game"], kept["option"]) == ("drunter", "board")
    own, shipped = board_of(json.loads(json.dumps(kept["data"]))), load_shipped_board(DEFAULT)
    assert own == replace(shipped, edition="grandfather's", outhouses=own.outhouses)
    assert len(own.outhouses) == len(shipped.outhouses) - 1
    on = BoardLesson("grandfather's", find_expected("board", "drunter"), tmp_path / "grandfather's")
    again = on.shape()["printed"]
    assert again is not None
    assert again["settled"]
    assert again["cells"] == cells


def shape_of(lesson: BoardLesson) -> PrintedShape:
    shape = lesson.shape()["printed"]
    assert shape is not None
    return shape


@pytest.fixture
def lesson() -> BoardLesson:
    made = BoardLesson("mine", find_expected("board", "drunter"))
    made.show(PICTURE, "file")
    return made


def test_squares_of_a_board_of_another_size_are_named_too(lesson: BoardLesson, tmp_path: Path) -> None:
    lesson.place(17, 12, CORNERS)
    lesson.nudge(1, 1)
    shape = shape_of(lesson)
    assert shape["cells"]["11,2"] == "outhouse"
    assert shape["missing"] == []
    lesson.mark(shape["cells"], settled=True)
    lesson.write(tmp_path / "mine")
    kept = own_board(tmp_path / "mine")
    assert kept is not None
    own = board_of(json.loads(json.dumps(kept["data"])))
    assert (own.columns, own.rows) == (17, 12)
    on = BoardLesson("mine", find_expected("board", "drunter"), tmp_path / "mine")
    assert shape_of(on)["cells"] == shape["cells"]
    assert shape_of(on)["settled"]


def test_what_is_nudged_beside_the_board_comes_back_with_it(lesson: BoardLesson) -> None:
    lesson.place(15, 10, CORNERS)
    before = shape_of(lesson)
    for _ in range(3):
        lesson.nudge(1, 0)
        lesson.nudge(0, -1)
    assert len(shape_of(lesson)["missing"]) > 3
    for _ in range(3):
        lesson.nudge(-1, 1)
    assert shape_of(lesson)["cells"] == before["cells"]


def test_it_is_never_nudged_off_the_board_altogether(lesson: BoardLesson) -> None:
    lesson.place(15, 10, CORNERS)
    for _ in range(40):
        lesson.nudge(1, 0)
    assert shape_of(lesson)["cells"]


def test_what_was_marked_by_hand_does_not_come_in_once_more(lesson: BoardLesson) -> None:
    lesson.place(14, 10, CORNERS)
    missing = shape_of(lesson)["missing"]
    assert missing, "what lies in the last column is beside this board"
    free = [f"{column},8" for column in range(14) if f"{column},8" not in shape_of(lesson)["cells"]]
    lesson.mark({**shape_of(lesson)["cells"], free[0]: missing[0]}, settled=False)
    lesson.nudge(-1, 0)
    assert missing[0] not in shape_of(lesson)["too_often"]


def test_a_nudged_layout_must_be_settled_anew(lesson: BoardLesson) -> None:
    lesson.place(17, 10, CORNERS)
    lesson.mark(shape_of(lesson)["cells"], settled=True)
    assert shape_of(lesson)["settled"]
    lesson.nudge(1, 0)
    assert not shape_of(lesson)["settled"]


def test_a_board_that_was_emptied_is_laid_over_anew_with_its_grid(lesson: BoardLesson) -> None:
    lesson.place(14, 9, CORNERS)
    lesson.mark({}, settled=False)
    lesson.nudge(-1, -1)
    assert shape_of(lesson)["cells"] == {}
    lesson.unplace()
    lesson.place(15, 10, CORNERS)
    assert shape_of(lesson)["missing"] == []


def test_columns_and_rows_are_changed_while_no_piece_was_taught(lesson: BoardLesson) -> None:
    lesson.place(14, 9, CORNERS)
    grid = lesson.shape()["grid"]
    assert grid is not None
    assert grid["changeable"]
    for _ in range(2):  # a double tap
        lesson.unplace()
    grid = lesson.shape()["grid"]
    assert grid is not None
    assert (grid["corners"], grid["set"], grid["fixed"]) == (None, CORNERS, False)
    assert lesson.shape()["picture"] is not None
    lesson.place(15, 10, CORNERS)
    assert (shape_of(lesson)["missing"], shape_of(lesson)["too_often"]) == ([], [])


def test_the_grid_can_be_said_anew_after_a_piece_was_named_on_it(lesson: BoardLesson) -> None:
    lesson.place(15, 10, CORNERS)
    lesson.tap(TappedPiece((0.5, 0.5), "street.single"))
    grid = lesson.shape()["grid"]
    assert grid is not None
    assert grid["changeable"]
    lesson.unplace()
    lesson.place(15, 10, CORNERS)
    assert {"face": "street.single", "samples": 1} in lesson.shape()["faces"]


def test_a_board_without_a_game_is_changed_too() -> None:
    lesson = BoardLesson("letters", find_expected("board", ""))
    lesson.show(PICTURE, "file")
    lesson.place(8, 8, CORNERS)
    assert lesson.shape()["picture"] is None
    with pytest.raises(BadLesson):
        lesson.nudge(1, 0)
    lesson.unplace()
    picture = lesson.shape()["picture"]
    assert picture is not None
    lesson.place(9, 9, CORNERS)
    grid = lesson.shape()["grid"]
    assert grid is not None
    assert (grid["columns"], grid["rows"]) == (9, 9)


def test_what_nobody_settled_is_not_kept(tmp_path: Path) -> None:
    lesson = BoardLesson("mine", find_expected("board", "drunter"))
    lesson.show(PICTURE, "file")
    lesson.place(15, 10, CORNERS)
    lesson.write(tmp_path / "mine")
    assert not (tmp_path / "mine" / FILE).exists()


@pytest.mark.parametrize("text", ["", "[]", '{"data": 1}', '{"game": "g", "option": "o", "data": {}}'])
def test_a_broken_file_is_no_board(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert own_board(tmp_path) is None


def test_the_games_own_words_are_a_board() -> None:
    assert board_words(load_shipped_board(DEFAULT)) == PLAY.printed()
