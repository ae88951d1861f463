"""The translator's variant: takes when all are done or time is up, in the order of the calls."""

import re

import pytest

from companion.errors import IllegalMove
from companion.games.game import Seat
from companion.games.ubongo.rules import GAME
from companion.games.ubongo.state import Phase, State
from tests.games.ubongo.table import legal, play, running

ANA, BOB = Seat(1), Seat(2)


@pytest.fixture
def state() -> State:
    return running(3, late_takes=True)


def refused(state: State, line: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=re.escape(reason)):
        play(state, line)


def test_nothing_is_taken_while_others_are_still_solving(state: State) -> None:
    refused(
        play(state, "Bob call"),
        "Bob take 0",
        "seat 2 (Bob) may not take row 0: gems are taken when all are done or the time is up",
    )


def test_gems_are_taken_after_time_is_up_in_the_order_of_the_calls_decided(state: State) -> None:
    state = play(state, "Bob call", "Ana call", "time_up")
    assert (state.round.phase, GAME.to_move(state)) == (Phase.TAKING, BOB)
    refused(state, "Ana take 0", "seat 1 (Ana) may not take row 0: Bob called before and takes first")
    state = play(state, "Bob take 3")
    assert GAME.to_move(state) == ANA
    state = play(state, "Ana take 2")
    assert (state.round.phase, state.round.number) == (Phase.TO_ROLL, 2)


def test_a_round_does_not_end_before_every_caller_has_taken(state: State) -> None:
    state = play(state, "Bob call", "time_up")
    for line in ("start snake", "time_up", "Ana call", "turn_glass"):
        refused(state, line, "Bob is to take gems")


def test_when_all_are_done_gems_are_taken_before_time_is_up(state: State) -> None:
    state = play(state, "Bob call", "Ana call", "Cyril call")
    refused(state, "Ana take 0", "Bob called before and takes first")
    state = play(state, "Bob take 0", "Ana take 0", "Cyril take 0")
    assert state.round.phase is Phase.RUNNING
    assert play(state, "time_up").round.number == 2


def test_who_has_not_called_takes_nothing(state: State) -> None:
    refused(play(state, "Bob call", "time_up"), "Ana take 0", "has not called")


def test_the_pawn_moves_with_the_take(state: State) -> None:
    refused(play(state, "Bob call"), "Bob move_pawn 1", "the pawn moves with the take")


def test_a_dead_heat_is_decided_before_its_takes(state: State) -> None:
    state = play(state, "Ana call", "Bob call dead_heat", "time_up")
    assert GAME.to_move(state) is None
    refused(state, "Ana take 0", "the dead heat of Ana and Bob is to be decided first")
    state = play(state, "call_order Bob Ana")
    assert GAME.to_move(state) == BOB
    assert play(state, "Bob take 3", "Ana take 2").round.number == 2


def test_a_false_call_may_come_out_when_the_gems_are_to_be_taken(state: State) -> None:
    state = play(state, "Ana call", "Bob call", "time_up", "Ana false_call")
    assert (GAME.to_move(state), state.reach(BOB)) == (BOB, 3)
    assert play(state, "Bob false_call").round.phase is Phase.TO_TURN


def test_a_false_call_comes_out_in_turn(state: State) -> None:
    state = play(state, "Ana call", "Bob call", "time_up")
    refused(state, "Bob false_call", "Ana called before and takes first")


def test_if_nobody_called_the_glass_is_turned_once_more(state: State) -> None:
    state = play(state, "time_up")
    assert legal(state) == {"turn_glass"}
    assert play(state, "turn_glass", "time_up").round.number == 2


def test_time_of_ones_own_that_is_up_does_not_take_away_the_gems() -> None:
    state = running(2, late_takes=True, extra_seconds={"Bob": 10})
    state = play(state, "Ana call", "Ana time_up", "time_up", "Ana take 2")
    assert len(state.won[0]) == 2


def test_all_are_done_when_those_who_did_not_call_have_no_time_left() -> None:
    state = running(2, late_takes=True, extra_seconds={"Bob": 10})
    state = play(state, "Bob call", "Ana time_up", "Bob take 2")
    assert len(state.won[1]) == 2
