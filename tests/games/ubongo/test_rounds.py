"""A round: the roll, calls and their order, pawns and gems, the glass."""

import re
from dataclasses import replace

import pytest

from companion.errors import BadMove, IllegalMove
from companion.games.game import EVERYONE, HOST, Seat, seat_role
from companion.games.ubongo.components import Colour
from companion.games.ubongo.rules import GAME
from companion.games.ubongo.state import Phase, State
from tests.games.ubongo.table import NAMES, PLAIN, begin, legal, play, running

ANA, BOB, CYRIL, DANA = (Seat(number) for number in range(1, 5))


def refused(state: State, line: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=re.escape(reason)):
        play(state, line)


# The roll


def test_the_starting_player_rolls_and_turns_the_glass() -> None:
    state = begin()
    assert GAME.to_move(state) == ANA
    after = play(state, "start mask")
    assert after.round.phase is Phase.RUNNING
    assert after.round.symbol == "mask"
    assert GAME.to_move(after) is None


def test_another_player_may_not_roll() -> None:
    play(begin(), "Ana start mask")
    refused(begin(), "Bob start mask", "seat 2 (Bob) may not start mask: Ana begins this round")


def test_nothing_is_called_taken_or_through_before_the_roll() -> None:
    for line in ("Ana call", "Ana false_call", "Ana take 0", "Ana move_pawn 0", "time_up", "turn_glass"):
        refused(begin(), line, "Ana is to roll the die and turn the glass")
    assert legal(begin()) == set()


def test_the_die_is_not_rolled_while_the_glass_runs() -> None:
    refused(running(), "start hand", "start hand is not possible now: the glass is running")


def test_a_key_turns_the_glass_without_knowing_the_symbol() -> None:
    state = play(begin(), "start")
    assert (state.round.phase, state.round.symbol) == (Phase.RUNNING, None)
    assert play(state, "symbol mask").round.symbol == "mask"
    refused(running(), "symbol mask", "the symbol is known already")
    refused(begin(), "symbol mask", "Ana is to roll the die")


def test_a_symbol_that_the_die_has_not_is_no_move() -> None:
    with pytest.raises(BadMove, match=r"start: 'symbol' is 'snak' \(did you mean 'snake'"):
        play(begin(), "start snak")


def test_the_starting_player_passes_to_the_left() -> None:
    state, starters = begin(3, rounds=4), []
    for _ in range(4):
        starters.append(GAME.to_move(state))
        state = play(state, "start snake", "Ana call", "time_up")
    assert starters == [ANA, BOB, CYRIL, ANA]


# Calls


def test_the_order_of_the_calls_counts() -> None:
    assert play(running(), "Dana call", "Ana call", "Bob call").called == (DANA, ANA, BOB)


def test_nobody_calls_twice() -> None:
    refused(play(running(), "Bob call"), "Bob call", "seat 2 (Bob) may not call: has called already")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_callers_move_up_to_3_2_1_and_0_fields_with_fewer_players_too(seats: int) -> None:
    state = running(seats, pawns=(5, 5, 5, 5))
    for name, fields in zip(NAMES[:seats], (3, 2, 1, 0), strict=False):
        state = play(state, f"{name} call")
        within = {f"{name} take {5 - step}" for step in range(fields + 1)}
        assert {line for line in legal(state) if line.startswith(f"{name} take")} == within


@pytest.mark.parametrize(("caller", "place"), [("Ana", 0), ("Bob", 1), ("Cyril", 2), ("Dana", 3)])
def test_a_pawn_is_not_moved_further_than_its_place_allows(caller: str, place: int) -> None:
    allowed = 3 - place
    state = play(running(), *(f"{name} call" for name in NAMES[: place + 1]))
    number = NAMES.index(caller) + 1
    refused(
        state,
        f"{caller} take {allowed + 1}",
        f"seat {number} ({caller}) may not take row {allowed + 1}: "
        f"from row 0 it is {allowed + 1} fields, up to {allowed} allowed",
    )


def test_pawns_move_in_either_direction() -> None:
    state = play(running(pawns=(3, 3, 3, 3)), "Ana call")
    assert {line for line in legal(state) if "take" in line} == {f"Ana take {row}" for row in range(6)}


def test_there_is_no_wrapping_round_decided() -> None:
    refused(play(running(), "Ana call"), "Ana take 5", "from row 0 it is 5 fields, up to 3 allowed")


@pytest.mark.parametrize("row", [6, -1])
def test_there_are_six_rows(row: int) -> None:
    refused(play(running(), "Ana call"), f"Ana take {row}", f"may not take row {row}: rows are 0 to 5")


# Dead heats


def test_a_dead_heat_is_shown_and_the_table_decides_decided() -> None:
    state = play(running(), "Ana call", "Bob call dead_heat")
    assert GAME.view(state, EVERYONE)["calls"] == [["Ana", "Bob"]]
    assert {"call_order Ana Bob", "call_order Bob Ana"} <= legal(state)
    decided = play(state, "call_order Bob Ana")
    assert GAME.view(decided, EVERYONE)["calls"] == [["Bob"], ["Ana"]]
    assert (decided.reach(BOB), decided.reach(ANA)) == (3, 2)


def test_before_the_decision_both_may_move_as_the_later_one() -> None:
    state = play(running(), "Ana call", "Bob call dead_heat")
    assert (state.reach(ANA), state.reach(BOB)) == (2, 2)
    refused(
        state, "Ana take 3", "from row 0 it is 3 fields, up to 2 allowed until the dead heat is decided"
    )
    assert play(state, "Ana take 2", "call_order Bob Ana", "Bob take 3").pawns[:2] == (2, 3)


def test_three_may_share_a_dead_heat_and_one_who_calls_later_comes_after_them() -> None:
    calls = ("Ana call", "Bob call dead_heat", "Cyril call dead_heat", "Dana call")
    state = play(running(), *calls)
    assert [state.reach(seat) for seat in state.all_seats] == [1, 1, 1, 0]
    assert play(state, "call_order Cyril Ana Bob").called == (CYRIL, ANA, BOB, DANA)


@pytest.mark.parametrize("order", ["Ana", "Ana Bob Cyril", "Ana Cyril", "Ana Ana Bob", "Ana Ana"])
def test_a_decision_names_the_seats_of_the_dead_heat_each_once(order: str) -> None:
    state = play(running(), "Ana call", "Bob call dead_heat", "Cyril call")
    refused(state, f"call_order {order}", "not the seats of an undecided dead heat, each once")


def test_what_was_decided_is_not_decided_again() -> None:
    state = play(running(), "Ana call", "Bob call dead_heat", "call_order Bob Ana")
    refused(state, "call_order Ana Bob", "Ana and Bob: not the seats of an undecided dead heat")


def test_a_stranger_has_no_place_in_the_order() -> None:
    state = play(running(), "Ana call", "Bob call dead_heat")
    with pytest.raises(BadMove, match=r"call_order: nobody is called 'Bop' \(did you mean 'Bob'"):
        play(state, "call_order Ana Bop")


def test_the_first_call_is_no_dead_heat() -> None:
    refused(running(), "Ana call dead_heat", "may not call in a dead heat: nobody has called before")


def test_a_call_is_no_dead_heat_with_one_who_has_moved_since() -> None:
    state = play(running(), "Ana call", "Ana take 3")
    refused(state, "Bob call dead_heat", "Ana called before and has moved since")


# False calls


def test_a_call_taken_back_moves_the_later_ones_up_decided() -> None:
    state = play(running(), "Ana call", "Bob call", "Cyril call", "Ana false_call")
    assert state.called == (BOB, CYRIL)
    assert (state.reach(BOB), state.reach(CYRIL)) == (3, 2)


def test_who_called_falsely_goes_on_solving_and_may_call_again() -> None:
    state = play(running(), "Ana call", "Bob call", "Ana false_call", "Ana call")
    assert state.called == (BOB, ANA)


def test_a_false_call_leaves_a_dead_heat() -> None:
    state = play(running(), "Ana call", "Bob call dead_heat", "Cyril call", "Ana false_call")
    assert state.round.calls == ((BOB,), (CYRIL,))


def test_a_false_call_needs_a_call() -> None:
    refused(running(), "Ana false_call", "seat 1 (Ana) may not false call: has not called")


@pytest.mark.parametrize("moved", ["Ana take 1", "Ana move_pawn 1"])
def test_a_call_is_not_taken_back_after_pawn_or_gems_were_moved(moved: str) -> None:
    refused(play(running(), "Ana call", moved), "Ana false_call", "has moved since the call")


# Takes


def test_a_take_moves_the_pawn_and_takes_the_two_nearest_gems() -> None:
    row = ["violet", "brown", "yellow", *["red"] * 9]
    gems = [row, ["red"] * 3 + ["green"] * 9, *PLAIN[2:]]
    gems[5], gems[4] = ["violet"] * 11 + ["green"], ["brown"] * 11 + ["green"]
    gems[3] = ["yellow"] * 11 + ["green"]
    state = play(running(pawns=(2, 0, 0, 0), gems=gems), "Ana call", "Ana take 0")
    assert state.pawn(ANA) == 0
    assert state.won[0] == (Colour.VIOLET, Colour.BROWN)
    assert state.gems[0] == tuple(Colour(gem) for gem in row[2:])
    assert state.gems[1:] == begin(gems=gems).gems[1:]


def test_only_callers_take() -> None:
    refused(running(), "Ana take 0", "seat 1 (Ana) may not take row 0: has not called")


def test_each_caller_takes_once() -> None:
    state = play(running(), "Ana call", "Ana take 1")
    refused(state, "Ana take 1", "may not take row 1: has taken already")


def test_callers_take_in_any_order() -> None:
    state = play(running(), "Ana call", "Bob call", "Bob take 2", "Ana take 2")
    assert state.round.taken == (BOB, ANA)


def test_a_take_may_come_before_the_next_call() -> None:
    assert play(running(), "Ana call", "Ana take 2", "Bob call").reach(BOB) == 2


def test_two_pawns_on_one_field_whoever_grabs_first() -> None:
    gems = [["red"] * 2 + ["green"] * 10, ["green"] * 2 + ["red"] * 10, *PLAIN[2:]]
    state = running(gems=gems)
    state = play(state, "Ana call", "Ana move_pawn 0", "Bob call", "Bob take 0", "Ana take 0")
    assert state.won[:2] == ((Colour.GREEN,) * 2, (Colour.RED,) * 2)


def emptied(takes: int) -> State:
    """Nobody but Ana plays, and she takes so often from row 0."""
    state = begin(2, rounds=9)
    for _ in range(takes):
        state = play(state, "start hand", "Ana call", "Ana take 0", "time_up")
    return play(state, "start hand", "Ana call")


def test_a_take_in_an_empty_row_is_legal_and_gains_nothing_decided() -> None:
    state = emptied(6)
    assert state.gems[0] == ()
    assert "Ana take 0" in legal(state)
    after = play(play(state, "Bob call"), "Bob take 0")
    assert after.won[1] == ()
    refused(after, "Bob take 1", "has taken already")


def test_a_pawn_moves_to_an_empty_row_and_stays_there() -> None:
    state = play(emptied(6), "Ana take 2", "time_up", "start hand", "Ana call", "Ana take 0")
    assert state.pawn(ANA) == 0
    assert len(state.won[0]) == 14


def test_a_row_with_one_gem_left_gives_one_decided() -> None:
    # Twos alone leave no single gem; a board whose row has lost one is reached by a position.
    state = running()
    one = replace(state, gems=((Colour.VIOLET,), *state.gems[1:]))
    after = play(one, "Ana call", "Ana take 0")
    assert after.won[0] == (Colour.VIOLET,)
    assert after.gems[0] == ()


# A pawn moved without a take


def test_a_pawn_moved_without_a_take_stays_and_gains_nothing_decided() -> None:
    state = play(running(), "Ana call", "Ana move_pawn 3", "time_up")
    assert state.pawn(ANA) == 3
    assert state.won[0] == ()


def test_a_pawn_once_moved_is_taken_for_where_it_stands() -> None:
    state = play(running(), "Ana call", "Ana move_pawn 2")
    assert {line for line in legal(state) if line.startswith("Ana")} == {"Ana take 2"}
    refused(state, "Ana take 3", "has moved the pawn to row 2 already")
    refused(state, "Ana move_pawn 3", "has moved the pawn already")


def test_a_pawn_moved_obeys_its_place_too() -> None:
    refused(running(), "Ana move_pawn 0", "seat 1 (Ana) may not move pawn to row 0: has not called")
    refused(play(running(), "Ana call"), "Ana move_pawn 4", "it is 4 fields, up to 3 allowed")
    refused(play(running(), "Ana call", "Ana take 0"), "Ana move_pawn 1", "has taken already")


# The glass


def test_after_time_up_nothing_is_called_moved_or_taken() -> None:
    state = play(running(), "Ana call", "Bob call", "Bob take 2", "time_up")
    for line in ("Ana take 0", "Ana move_pawn 0", "Cyril call", "Ana false_call"):
        refused(state, line, "Bob is to roll the die")


def test_having_solved_alone_earns_nothing() -> None:
    assert play(running(), "Ana call", "time_up").won == ((), (), (), ())


def test_a_round_ends_only_at_time_up_even_when_all_have_called_and_taken_decided() -> None:
    lines = [line for name in ("Ana", "Bob") for line in (f"{name} call", f"{name} take 0")]
    state = play(running(2), *lines)
    assert state.round.phase is Phase.RUNNING
    refused(state, "start snake", "the glass is running")
    assert legal(state) == {"time_up"}
    assert play(state, "time_up").round.number == 2


def test_if_nobody_called_the_glass_is_turned_once_more_for_the_same_puzzle() -> None:
    state = play(running(), "time_up")
    assert state.round.phase is Phase.TO_TURN
    assert legal(state) == {"turn_glass"}
    refused(state, "start snake", "nobody has called, the glass is to be turned once more")
    refused(state, "Ana call", "nobody has called, the glass is to be turned once more")
    turned = play(state, "turn_glass")
    assert turned.round.phase is Phase.RUNNING
    assert turned.round.symbol == "snake"
    assert play(turned, "Bob call", "Bob take 3").won[1] == (Colour.YELLOW,) * 2


def test_if_nobody_calls_again_the_next_round_comes() -> None:
    state = play(running(), "time_up", "turn_glass", "time_up")
    assert (state.round.number, state.round.phase) == (2, Phase.TO_ROLL)
    assert GAME.to_move(state) == BOB


def test_the_glass_is_turned_once_more_when_the_only_call_was_false() -> None:
    state = play(running(), "Ana call", "Ana false_call", "time_up")
    assert state.round.phase is Phase.TO_TURN


def test_the_glass_is_not_turned_while_it_runs_or_after_a_call() -> None:
    refused(running(), "turn_glass", "turn glass is not possible now: the glass is running")
    refused(play(running(), "Ana call", "time_up"), "turn_glass", "Bob is to roll the die")


def test_anyone_turns_the_glass_but_a_take_is_somebodys() -> None:
    turned = play(play(running(), "time_up"), "Dana turn_glass")
    assert turned == play(play(running(), "time_up"), "turn_glass")
    with pytest.raises(BadMove, match="take: 'seat' is missing"):
        play(running(), "take 0")


# More time for a child


def test_a_child_with_more_time_calls_and_takes_when_the_others_no_longer_may() -> None:
    state = running(3, extra_seconds={"Cyril": 15})
    state = play(state, "Ana call", "Ana time_up", "Bob time_up")
    refused(state, "Ana take 0", "seat 1 (Ana) may not take row 0: the time is up")
    refused(state, "Bob call", "seat 2 (Bob) may not call: the time is up")
    state = play(state, "Cyril call", "Cyril take 1", "time_up")
    assert [len(won) for won in state.won] == [0, 0, 2]
    assert state.round.number == 2


def test_only_who_has_less_time_than_another_runs_out_alone() -> None:
    refused(
        running(), "Ana time_up", "seat 1 (Ana) may not time up: nobody has more time, it is up for all"
    )
    state = running(3, extra_seconds={"Cyril": 15})
    refused(state, "Cyril time_up", "nobody has more time")
    refused(play(state, "Bob time_up"), "Bob time_up", "the time is up already")


def test_when_the_glass_is_turned_again_all_have_their_whole_time() -> None:
    state = running(3, extra_seconds={"Cyril": 15})
    state = play(state, "Ana time_up", "Bob time_up", "time_up", "turn_glass", "Ana call", "Ana time_up")
    assert state.round.out_of_time == {ANA}


# The end


def whole(rounds: int) -> State:
    state = begin(2, rounds=rounds)
    for _ in range(rounds):
        state = play(state, "start mask", "Ana call", "Ana take 0", "time_up")
    return state


def test_there_are_nine_rounds_unless_told_otherwise() -> None:
    state = begin()
    for _ in range(9):
        assert GAME.outcome(state) is None
        state = play(state, "start mask", "Ana call", "time_up")
    assert GAME.outcome(state) is not None
    assert GAME.outcome(whole(2)) is not None


def test_when_the_game_has_ended_nothing_more_is_played() -> None:
    state = whole(1)
    for line in ("start mask", "Ana call", "Ana take 0", "time_up", "turn_glass", "Ana false_call"):
        refused(state, line, "the game has ended")


def test_a_score_is_the_size_of_the_largest_colour() -> None:
    state = play(running(), "Ana call", "Ana take 1", "Bob call", "Bob take 0", "time_up")
    state = play(state, "start hand", "Ana call", "Ana take 1", "Bob call", "Bob take 1", "time_up")
    assert GAME.scores(state) == (4, 2, 0, 0)
    assert GAME.scores(begin()) == (0, 0, 0, 0)


def test_gems_and_everything_else_are_visible_to_all() -> None:
    state = play(running(), "Ana call", "Ana take 1", "Bob call")
    views = [GAME.view(state, role) for role in (HOST, EVERYONE, *map(seat_role, state.all_seats))]
    assert all(view == views[0] for view in views)
    players = views[0]["players"]
    assert isinstance(players, dict)
    assert players["Ana"] == {
        "pawn": 1,
        "gems": {"red": 0, "green": 2, "blue": 0, "yellow": 0, "brown": 0, "violet": 0},
        "seconds": 45,
        "out_of_time": False,
        "taken": True,
        "reach": None,
        "rows": [],
        "may": [],
        "strength": [2, 0, 0, 0, 0, 0],
        "leading": ["green"],
    }
    bob = players["Bob"]
    assert isinstance(bob, dict)
    assert (bob["reach"], bob["rows"]) == (2, [0, 1, 2])
