"""Two tiles laid by one hand at once: the second is nobody's lay until somebody says so."""

import pytest

from companion.games.drunter.moves import Lay
from companion.games.drunter.rules import GAME
from companion.games.drunter.turns import legal_lays, outhouses_under, squares_of, to_move
from companion.games.game import HOST
from companion.table.hooks.verdict import BRIEF_S
from tests.table.conftest import Bench
from tests.table.plays.drunter.paper_board import board_of
from tests.table.plays.drunter.test_at_the_table import Sitting, begun


@pytest.fixture
def sitting(bench: Bench) -> Sitting:
    return begun(bench)


def two_lays(sitting: Sitting) -> tuple[Lay, Lay]:
    """Return a lay of the seat to move, and one of the next seat's that begins at another gang."""
    for first in sitting.lays(over_outhouses=False):
        after = GAME.play(sitting.state, first)
        seat = to_move(after)
        assert seat is not None
        for second in legal_lays(after, seat):
            apart = not {*squares_of(after, second)} & {*squares_of(sitting.state, first)}
            if apart and second.kind != first.kind and not outhouses_under(after, second):
                return first, second
    raise AssertionError("no two such lays")


def put_second(sitting: Sitting, first: Lay, second: Lay) -> None:
    """Lay the second tile, its squares being those after the first lay."""
    after = GAME.play(sitting.state, first)
    sitting.board.put(second.kind, squares_of(after, second))


def look(sitting: Sitting, seconds: float = 30.0) -> None:
    """Look at what has lain still for a second, and wait longer than any move on offer does."""
    sitting.bench.wait(1.0)
    sitting.bench.show(sitting.board.reading(), rested_s=1.0)
    sitting.bench.wait(seconds)


def choose(sitting: Sitting, lay: Lay) -> None:
    """Tap the answer that is this lay."""
    squares = squares_of(sitting.state, lay)
    place = next(
        number
        for number, choice in enumerate(sitting.offer["choices"])
        if choice["moves"]
        and choice["moves"][0]["kind"] == lay.kind
        and choice["moves"][0]["length"] == len(squares)
    )
    answer = sitting.offer["choices"][place]["id"]
    sitting.bench.table.answer(HOST, sitting.offer["id"], answer)
    sitting.bench.table.sight.weigh()


def test_after_the_first_was_tapped_the_second_waits_to_be_tapped(sitting: Sitting) -> None:
    first, second = two_lays(sitting)
    put_second(sitting, first, second)
    sitting.put(first)
    look(sitting)
    assert sitting.offer["text"]["code"] == "drunter.referee.ask.several"
    choose(sitting, first)
    sitting.board.pawns = board_of(sitting.state).pawns
    sitting.bench.wait(30.0)
    assert (len(sitting.moves), sitting.offer["kind"]) == (1, "pending")
    assert sitting.notice == "left.together"
    look(sitting)  # the gang was moved, and all is read anew
    assert (len(sitting.moves), sitting.notice) == (1, "left.together")
    choose(sitting, second)
    assert [words["kind"] for words in sitting.moves] == [first.kind, second.kind]


def test_the_second_is_the_next_players_once_it_was_taken_up_and_laid_again(sitting: Sitting) -> None:
    first, second = two_lays(sitting)
    put_second(sitting, first, second)
    sitting.put(first)
    look(sitting)
    choose(sitting, first)
    sitting.board.pawns = board_of(sitting.state).pawns
    sitting.board.take(squares_of(sitting.state, second))
    look(sitting)
    assert sitting.is_quiet
    sitting.put(second)
    look(sitting)
    assert [words["kind"] for words in sitting.moves] == [first.kind, second.kind]


def test_a_second_tile_within_the_firsts_moment_waits_too(sitting: Sitting) -> None:
    first, second = two_lays(sitting)
    sitting.put(first)
    look(sitting, BRIEF_S / 4)
    assert sitting.offer["kind"] == "move"
    put_second(sitting, first, second)
    sitting.move(1.0)
    look(sitting)
    assert [words["kind"] for words in sitting.moves] == [first.kind]
    assert sitting.notice == "left.together"


def test_a_tile_laid_after_the_last_was_accepted_counts_by_itself(sitting: Sitting) -> None:
    first, second = two_lays(sitting)
    sitting.put(first)
    look(sitting)
    assert len(sitting.moves) == 1
    sitting.board.pawns = board_of(sitting.state).pawns
    sitting.put(second)
    look(sitting)
    assert [words["kind"] for words in sitting.moves] == [first.kind, second.kind]
