"""Accounts of what was laid: doubts elsewhere spoil no lay, and what is there beside it is not lost."""

from collections.abc import Iterator
from random import Random

import pytest

from companion.games.drunter.pieces import Square
from companion.games.drunter.state import Laying
from companion.table.plays.drunter.accounts import Accounts
from companion.table.plays.drunter.as_played import lying_in
from companion.table.plays.drunter.explaining import Difference
from companion.table.plays.drunter.judging import TileJudge
from companion.table.plays.drunter.picture import BoardPicture
from tests.table.plays.drunter.paper_board import PaperBoard
from tests.table.plays.drunter.random_games import Moment, moments
from tests.table.plays.drunter.test_referee import alike, every_square, moved, offered, weighed

SEEDS = range(3)


def plain_lays(seed: int) -> Iterator[tuple[Moment, PaperBoard, list[Square]]]:
    """Yield lays that can be told from others, the board after each, and the squares far from it."""
    rng = Random(seed)
    for moment in moments(seed):
        board = moment.board(rng)
        near = {(c + x, r + y) for c, r in moment.squares for x in (-1, 0, 1) for y in (-1, 0, 1)}
        far = [one for one in every_square() if one not in near and one not in board.parts]
        if len(alike(moment)) == 1:
            yield moment, board, rng.sample(far, len(far))


def accounts_of(moment: Moment, board: PaperBoard) -> Accounts:
    state, picture = moment.before, BoardPicture(board.reading())
    assert isinstance(state.phase, Laying)
    differs = Difference(picture, lying_in(state), {}, board.grid)
    return Accounts(state, TileJudge(state, state.phase.seat), differs)


@pytest.mark.parametrize("seed", SEEDS)
def test_something_unknown_elsewhere_spoils_no_lay(seed: int) -> None:
    for moment, board, far in plain_lays(seed):
        board.unsure[far[0]] = (("empty", 0, 0.6),)
        assert moved(weighed(moment, board)) == moment.words


@pytest.mark.parametrize("seed", SEEDS)
def test_a_lay_beside_which_another_tile_may_lie_is_no_move_by_itself(seed: int) -> None:
    rng = Random(seed)
    for moment, board, far in plain_lays(seed):
        kind = rng.choice(("street", "river", "wall"))
        board.unsure[far[0]] = ((f"{kind}.single", 0, 0.5), ("empty", 0, 0.5))
        verdict = weighed(moment, board)
        assert moved(verdict) is None
        assert moment.words in offered(verdict)


@pytest.mark.parametrize("seed", SEEDS)
def test_accounts_stay_probabilities_however_much_is_doubtful(seed: int) -> None:
    for moment, board, far in plain_lays(seed):
        for square in far:
            board.unsure[square] = (("empty", 0, 0.3), ("street.single", 0, 0.2))
        accounts = accounts_of(moment, board)
        assert sum(one.chance for one in accounts.every) == pytest.approx(1.0)
        assert moved(weighed(moment, board)) in (None, moment.words)
