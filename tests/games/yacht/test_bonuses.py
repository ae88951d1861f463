"""The 35 of the upper boxes, five alike once more, and how the game ends."""

import pytest

from companion.errors import IllegalMove
from companion.games.yacht.rules import GAME
from companion.games.yacht.state import State
from tests.games.yacht.play import THIRTEEN, WITH_EXTRA, all_but, alone, game, score, throw, turn

LOWER = (
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "chance",
)
SUM_60 = {"threes": 9, "fours": 16, "fives": 15, "sixes": 20}
"""60 points in four upper boxes (how they came about does not matter here)."""


def test_the_35_count_as_soon_as_63_is_reached() -> None:
    before = alone(SUM_60, **THIRTEEN)
    assert before.totals == (60,)
    assert turn(before, "11234", "ones").totals == (62,)
    assert turn(before, "11134", "ones").totals == (63 + 35,)
    assert turn(turn(before, "11134", "ones"), "22345", "twos").totals == (67 + 35,)


def test_lower_boxes_do_not_count_for_the_35() -> None:
    assert turn(alone(SUM_60, **THIRTEEN), "66666", "chance").totals == (90,)


def test_the_sheet_yacht_has_no_35() -> None:
    assert turn(alone(SUM_60), "11134", "ones").totals == (63,)


def test_five_alike_without_the_extra_bonus_are_no_joker() -> None:
    state = throw(alone({"five_of_a_kind": 50, "fours": 8}, **THIRTEEN), "44444")
    assert state.options["full_house"] == 0
    assert state.options["large_straight"] == 0
    assert len(state.options) == 11
    assert score(state, "chance").totals == (78,)


def test_the_first_five_alike_are_no_joker_either() -> None:
    state = throw(game("Ana", **WITH_EXTRA), "44444")
    assert state.options["full_house"] == 0
    assert len(state.options) == 13
    assert score(state, "five_of_a_kind").totals == (50,)


def joker(filled: dict[str, int], faces: str = "44444") -> State:
    return throw(alone(filled, **WITH_EXTRA), faces)


def test_a_joker_takes_the_box_of_its_face_if_that_is_empty() -> None:
    state = joker({"five_of_a_kind": 50})
    assert state.options == {"fours": 20}
    with pytest.raises(
        IllegalMove, match="seat 1 cannot score: five alike are a joker now, it goes to fours"
    ):
        score(state, "chance")
    assert score(state, "fours").totals == (50 + 20 + 100,)


def test_else_any_lower_box_where_it_counts_as_full_house_or_straight_too() -> None:
    state = joker({"five_of_a_kind": 50, "fours": 8})
    assert state.options == {
        "three_of_a_kind": 20,
        "four_of_a_kind": 20,
        "full_house": 25,
        "small_straight": 30,
        "large_straight": 40,
        "chance": 20,
    }
    with pytest.raises(IllegalMove, match="it goes to three_of_a_kind or four_of_a_kind or full_house"):
        score(state, "ones")


def test_else_an_upper_box_with_0() -> None:
    state = joker({"five_of_a_kind": 50, "fours": 8, **dict.fromkeys(LOWER, 0), "ones": 1, "twos": 2})
    assert state.options == {"threes": 0, "fives": 0, "sixes": 0}
    assert score(state, "threes").totals == (50 + 11 + 100,)


def test_it_is_a_joker_without_the_100_where_five_of_a_kind_holds_0() -> None:
    state = joker({"five_of_a_kind": 0, "fours": 8})
    assert state.options["large_straight"] == 40
    assert score(state, "large_straight").totals == (48,)
    assert joker({"five_of_a_kind": 0}).options == {"fours": 20}


def test_each_further_five_alike_gains_100() -> None:
    state = game("Ana", **WITH_EXTRA)
    for face, box in zip("4415", ("five_of_a_kind", "fours", "ones", "fives"), strict=True):
        state = turn(state, face * 5, box)
    assert state.extra == (300,)
    assert state.totals == (50 + 20 + 5 + 25 + 300,)


def test_five_alike_thrown_but_not_scored_gain_nothing() -> None:
    state = throw(joker({"five_of_a_kind": 50}), "1", kept="4444")
    assert score(state, "fours").totals == (66,)


def test_the_100_are_for_the_seat_that_scores() -> None:
    state = turn(game(**WITH_EXTRA), "44444", "five_of_a_kind")
    state = turn(state, "44444", "fours")
    assert state.totals == (50, 20)
    assert turn(state, "44444", "fours").totals == (170, 20)


def test_the_game_ends_when_every_seat_has_filled_every_box() -> None:
    state = game()
    for box in state.sheet.names:
        assert GAME.outcome(state) is None
        state = turn(turn(state, "33333", box), "22222", box)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.why == f"most points: {state.totals[0]}"
    assert GAME.to_move(state) is None
    with pytest.raises(IllegalMove, match="seat 2 cannot throw: the game has ended"):
        throw(state, "12345")


def test_a_tie_is_shared() -> None:
    state = game("Ana", "Bob", "Cyril")
    for box in state.sheet.names:
        state = turn(turn(turn(state, "33333", box), "22222", box), "33333", box)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (1, 3)
    assert outcome.why == f"shared at {state.totals[0]} points"


def test_the_last_turn_stays_to_be_seen() -> None:
    state = turn(all_but("choice"), "12366", "choice")
    assert state.outcome is not None
    assert (state.lying, state.throws) == (tuple("12366"), 1)
    assert (state.options, state.may_throw, state.extra_now) == ({}, False, 0)
