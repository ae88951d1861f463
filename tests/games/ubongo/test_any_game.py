"""What holds in every position of every game, however it is played."""

from collections import Counter
from itertools import chain
from random import Random

import pytest

from companion.games.game import Setup
from companion.games.ubongo.components import GEMS_OF_A_COLOUR, HOLES, Colour
from companion.games.ubongo.moves import MovePawn, Take
from companion.games.ubongo.rules import GAME
from companion.games.ubongo.state import Phase, State
from tests.games.contract import Moment, played
from tests.games.ubongo.case import CASE


@pytest.mark.parametrize("wild", [0.0, 0.3, 1.0], ids=["well", "half well", "anyhow"])
@pytest.mark.parametrize("first", CASE.setups, ids=range(len(CASE.setups)))
def test_no_position_is_impossible(first: Setup, wild: float) -> None:
    start = GAME.start(first)
    for moment in played(GAME, first, Random(7), wild=wild, most=150):
        no_gem_is_lost_and_none_is_new(start, moment.after)
        each_caller_is_in_one_place_and_takes_at_most_once(moment.after)
        nothing_waits_for_nobody(moment.after)
        a_pawn_moves_as_far_as_its_place_allows_and_no_other_moves(moment)
        rows_are_emptied_from_the_red_field(moment)


def no_gem_is_lost_and_none_is_new(start: State, state: State) -> None:
    gems = Counter(chain.from_iterable(state.gems + state.won))
    assert gems == dict.fromkeys(Colour, GEMS_OF_A_COLOUR)
    lengths = zip(start.gems, state.gems, strict=True)
    assert all(left == full[HOLES - len(left) :] for full, left in lengths)


def each_caller_is_in_one_place_and_takes_at_most_once(state: State) -> None:
    now = state.round
    assert len(set(state.called)) == len(state.called)
    assert len(set(now.taken)) == len(now.taken)
    assert {*now.taken, *now.moved} <= set(state.called)
    assert all(now.calls)


def nothing_waits_for_nobody(state: State) -> None:
    moves = [*GAME.legal_moves(state)]
    luck = GAME.chance(state, Random(0))
    ended = state.round.phase is Phase.ENDED
    assert ended == (not moves and luck is None)
    assert ended == (GAME.outcome(state) is not None)


def a_pawn_moves_as_far_as_its_place_allows_and_no_other_moves(moment: Moment) -> None:
    pawns = list(zip(moment.before.pawns, moment.after.pawns, strict=True))
    if isinstance(moment.move, Take | MovePawn):
        before, after = pawns.pop(moment.move.seat - 1)
        order = list(moment.before.called)
        assert abs(after - before) <= 3 - order.index(moment.move.seat)
        assert after == moment.move.row
    assert all(before == after for before, after in pawns)


def rows_are_emptied_from_the_red_field(moment: Moment) -> None:
    taken = [
        row[: len(row) - len(left)]
        for row, left in zip(moment.before.gems, moment.after.gems, strict=True)
        if row != left
    ]
    gained = [
        after[len(before) :]
        for before, after in zip(moment.before.won, moment.after.won, strict=True)
        if before != after
    ]
    assert taken == gained
    assert len(taken) <= 1
    assert all(len(gems) in (1, 2) for gems in taken)
