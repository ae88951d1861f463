"""A board in the middle of a game is read into a position, and played on from."""

from typing import Any

import pytest

from companion.errors import BadSetup
from companion.games.drunter.pieces import Square
from tests.games.drunter.test_laid import towns
from tests.table.conftest import Bench
from tests.table.plays.drunter.paper_board import PaperBoard, board_of
from tests.table.plays.drunter.test_at_the_table import Sitting, begun

TAKEN_OVER: dict[str, Any] = {"game": "drunter", "seats": ["Ana", "Bob"], "laid": "seen"}


@pytest.fixture
def sitting(bench: Bench) -> Sitting:
    return begun(bench)


def board_with(seed: int, number: int) -> tuple[PaperBoard, set[Square]]:
    town = towns(seed)[number]
    board = PaperBoard()
    for tile in town.tiles:
        board.put(tile.kind, tile.squares, 3)
    board.pawns = {gang.square for gang in town.gangs}
    return board, set(town.covered)


@pytest.mark.parametrize(("seed", "number"), [(0, 1), (1, 3), (2, 5)])
def test_what_lies_there_is_taken_over_and_played_on(sitting: Sitting, seed: int, number: int) -> None:
    sitting.board, covered = board_with(seed, number)
    sitting.look()
    assert sitting.moves == []
    sitting.bench.table.start_sitting(TAKEN_OVER)
    assert sitting.state.town.covered == covered
    sitting.look()
    assert sitting.is_quiet
    lay = sitting.lays(over_outhouses=False)[0]
    sitting.put(lay)
    sitting.look()
    assert [words["move"] for words in sitting.moves] == ["lay"]
    sitting.board = board_of(sitting.state)
    sitting.look()
    assert sitting.is_quiet


@pytest.mark.parametrize("fault", ["hidden", "unsure", "no tile", "stray", "unread"])
def test_a_board_that_is_not_sure_or_not_legal_is_not_taken_over(sitting: Sitting, fault: str) -> None:
    sitting.board, covered = board_with(1, 3)
    match fault:
        case "hidden":
            sitting.board.hidden = {min(covered)}
        case "unsure":
            sitting.board.unsure[min(covered)] = (("wall.single", 0, 0.6), ("river.single", 0, 0.4))
        case "no tile":
            sitting.board.parts[Square(7, 0)] = ("wall.bridge", 0)
        case "stray":
            sitting.board.put("street", [Square(7, 0)])
        case _:
            sitting.board.found = False
    sitting.look()
    with pytest.raises(BadSetup) as refused:
        sitting.bench.table.start_sitting(TAKEN_OVER)
    assert refused.value.reason is not None
    assert len(sitting.bench.table.history.start.town.tiles) == 0


def test_squares_that_are_not_sure_are_named(sitting: Sitting) -> None:
    sitting.board, covered = board_with(1, 3)
    square = min(covered)
    sitting.board.unsure[square] = (("wall.single", 0, 0.6), ("river.single", 0, 0.4))
    sitting.look()
    with pytest.raises(BadSetup) as refused:
        sitting.bench.table.start_sitting(TAKEN_OVER)
    assert refused.value.reason is not None
    assert refused.value.reason.params == {"squares": f"{square.column + 1}/{square.row + 1}"}


def test_the_start_page_is_told_how_a_game_goes_on_from_what_lies_there(bench: Bench) -> None:
    assert bench.table.games["drunter"]["goes_on"] == {"laid": "seen"}
    assert bench.table.games["yacht"]["goes_on"] == {}
