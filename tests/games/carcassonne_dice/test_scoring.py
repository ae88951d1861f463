"""Scoring: the largest closed city, three knights, doubling, and how the game ends."""

from random import Random

import pytest

from companion.errors import BadSetup, IllegalMove
from companion.games.carcassonne_dice.rules import GAME
from companion.games.carcassonne_dice.state import State
from companion.games.game import Json, Outcome, Seat, Setup
from tests.games.carcassonne_dice.play import (
    aside,
    game,
    idle_turn,
    knight_turn,
    scoring_turn,
    stop,
    throw,
)


@pytest.mark.parametrize(
    ("size", "score"), [(2, 0), (3, 1), (4, 3), (5, 6), (6, 10), (7, 15), (8, 21), (9, 28)]
)
def test_stopping_scores_the_largest_closed_city(size: int, score: int) -> None:
    """The seed's test vector; its largest city of 6 gives 10."""
    assert scoring_turn(game(), size).scores == (score, 0)


@pytest.mark.parametrize(("size", "score"), [(3, 2), (4, 6), (5, 12), (6, 20), (7, 30), (8, 42)])
def test_a_knight_kept_from_the_last_turn_doubles(size: int, score: int) -> None:
    state = idle_turn(knight_turn(game(target=100)))
    assert scoring_turn(state, size).scores == (score, 0)


def test_nine_dice_doubled_score_56_when_nobody_else_keeps_a_knight() -> None:
    """Decided: the seed says it cannot happen; it can, with the own knight among the nine."""
    state = idle_turn(knight_turn(game(target=100)))
    assert state.dice_to_throw == 9
    assert scoring_turn(state, 9).scores == (56, 0)


def test_an_open_city_scores_nothing() -> None:
    assert stop(aside(throw(game(), "cssssssss"), city=["╶──"])).scores == (0, 0)


def test_two_cities_neither_of_which_scores() -> None:
    """The seed's example 2: four dice and a knight; two catapults; then what closes is too small."""
    state = aside(throw(game(), "sotckoooo"), knights=1, city=["╶─┐", "  ├"])
    assert state.dice_to_throw == 4
    state = throw(state, "xxco")
    assert state.dice_to_throw == 2
    state = aside(throw(state, "cc"), city=["", "", "", "", "╶╴"])
    assert sorted((city.size, city.closed) for city in state.cities) == [(2, True), (4, False)]
    assert stop(state).scores == (0, 0)


def test_three_knights_may_be_taken_instead_of_points() -> None:
    state = aside(throw(game(), "kkkccssoo"), knights=3, city=["╶──╴"])
    kept, scored = stop(state, "knight"), stop(state, "city")
    assert (kept.scores, kept.kept) == ((0, 0), (True, False))
    assert (scored.scores, scored.kept) == ((3, 0), (False, False))


@pytest.mark.parametrize("knights", [0, 1, 2])
def test_fewer_than_three_knights_keep_none(knights: int) -> None:
    state = aside(throw(game(), "kkkssssss"), knights=knights)
    with pytest.raises(IllegalMove, match=f"seat 1 cannot stop: 3 knights .* there are {knights}"):
        stop(state, "knight")


def test_more_than_three_knights_still_keep_exactly_one() -> None:
    state = stop(aside(throw(game(), "kkkkkssss"), knights=5), "knight")
    assert sum(state.kept) == 1
    assert state.dice_to_throw == 8


def test_knights_of_several_throws_are_counted_together() -> None:
    state = aside(throw(game(), "kksssssss"), knights=2)
    state = aside(throw(state, "kssssss"), knights=1)
    assert stop(state, "knight").kept == (True, False)


def test_the_knight_that_joined_the_throw_counts_only_when_thrown_again() -> None:
    state = idle_turn(knight_turn(game()))
    assert (state.doubled, state.knights) == (True, 0)


def test_keeping_a_knight_again_in_a_doubled_turn_loses_this_doubling_and_doubles_the_next() -> None:
    """Decided: allowed; it never becomes times four."""
    state = idle_turn(knight_turn(game(target=100)))
    state = knight_turn(state)
    assert (state.scores, state.kept) == ((0, 0), (True, False))
    state = scoring_turn(idle_turn(state), 6)
    assert state.scores == (20, 0)


def test_the_doubling_lasts_one_turn_whether_it_scored_or_not() -> None:
    """Decided."""
    state = idle_turn(knight_turn(game()))
    state = idle_turn(state)
    assert state.kept == (False, False)
    state = scoring_turn(idle_turn(state), 6)
    assert state.scores == (10, 0)


def reach(state: State, *sizes: int) -> State:
    """Both play cities of so many dice in turn; 0 plays for nothing."""
    for size in sizes:
        state = scoring_turn(state, size) if size else idle_turn(state)
    return state


def test_the_first_to_42_wins_at_once_the_round_is_not_finished() -> None:
    state = reach(game(), 8, 9, 8)
    assert state.scores == (42, 28)
    assert GAME.outcome(state) == Outcome((Seat(1),), "42 points reached")
    assert GAME.to_move(state) is None


def test_41_points_do_not_win() -> None:
    state = reach(game(), 9, 0, 6, 0, 4)
    assert state.scores == (41, 0)
    assert GAME.outcome(state) is None


def test_points_beyond_the_target_stay() -> None:
    assert reach(game(), 9, 0, 9).scores == (56, 0)


def test_another_target() -> None:
    state = reach(game(target=10), 6)
    assert GAME.outcome(state) == Outcome((Seat(1),), "10 points reached")


def test_finishing_the_round_lets_every_seat_have_its_turn() -> None:
    state = reach(game("Ana", "Bob", "Cyril", finish_round=True, target=20), 8)
    assert (GAME.outcome(state), state.seat) == (None, 2)
    state = reach(state, 9)
    assert GAME.outcome(state) is None
    state = reach(state, 0)
    assert state.scores == (21, 28, 0)
    assert GAME.outcome(state) == Outcome((Seat(2),), "most points after the last round")


def test_finishing_the_round_shares_ties() -> None:
    state = reach(game("Ana", "Bob", "Cyril", finish_round=True, target=20), 8, 3, 8)
    assert GAME.outcome(state) == Outcome((Seat(1), Seat(3)), "most points after the last round")


def test_finishing_the_round_ends_at_once_when_the_last_seat_reaches_the_target() -> None:
    state = reach(game(finish_round=True, target=20), 0, 8)
    assert GAME.outcome(state) == Outcome((Seat(2),), "most points after the last round")


def test_nine_catapults_in_one_turn_win_at_once_over_its_throws_together() -> None:
    state = throw(throw(throw(game(), "xxxxssoot"), "xxxoo"), "xx")
    assert GAME.outcome(state) == Outcome((Seat(1),), "nine catapults in one turn")


def test_nine_catapults_win_at_once_whatever_the_points_and_also_when_the_round_is_finished() -> None:
    state = reach(game(finish_round=True), 9, 0, 9)
    state = throw(state, "xxxxxxxxx")
    assert (state.scores, GAME.outcome(state)) == (
        (56, 0),
        Outcome((Seat(2),), "nine catapults in one turn"),
    )


def test_nine_catapults_need_all_nine_dice() -> None:
    state = knight_turn(game())
    state = throw(state, "xxxxxxxx")
    assert GAME.outcome(state) is None
    assert GAME.chance(state, Random(1)) is None
    assert stop(state).seat == 1


def test_catapults_of_two_turns_do_not_add_up() -> None:
    state = stop(throw(game(), "xxxxsssss"))
    state = stop(throw(state, "xxxxxssss"))
    assert GAME.outcome(state) is None


def test_after_the_end_nothing_may_be_done() -> None:
    state = reach(game(target=10), 6)
    for seat in (1, 2):
        with pytest.raises(IllegalMove, match=f"seat {seat} cannot throw: the game has ended"):
            throw(state, "sssssssss", seat=seat)


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"target": 0}, "'target' is 0"),
        ({"target": "42"}, "'target' is '42'"),
        ({"target": True}, "'target' is True"),
        ({"target": None}, "'target' is None"),
        ({"finish_round": 1}, "'finish_round' is 1"),
        ({"faces": {"tower": [["top"]]}}, "1 city faces"),
        ({"faces": [1]}, "not an object"),
    ],
)
def test_options_are_checked_on_entry(options: dict[str, Json], fault: str) -> None:
    with pytest.raises(BadSetup, match=fault):
        GAME.start(Setup("carcassonne_dice", ("Ana", "Bob"), options))


@pytest.mark.parametrize("seats", [1, 6])
def test_two_to_five_play(seats: int) -> None:
    with pytest.raises(BadSetup, match="2 to 5"):
        GAME.start(Setup("carcassonne_dice", tuple("ABCDEF"[:seats])))
