"""A turn: what is thrown, what is set aside, what leaves, when it ends."""

import pytest

from companion.errors import BadMove, IllegalMove
from companion.games.carcassonne_dice.rules import GAME
from companion.games.game import Json, Seat
from tests.games.carcassonne_dice.drawing import drawn
from tests.games.carcassonne_dice.play import aside, do, game, idle_turn, knight_turn, stop, throw


def test_the_first_player_throws_all_nine_dice() -> None:
    assert game().dice_to_throw == 9


def test_dice_thrown_are_nine_less_the_knights_kept_by_the_others() -> None:
    """The own kept knight joins the throw."""
    state = knight_turn(knight_turn(game("Ana", "Bob", "Cyril")))
    assert (state.seat, state.dice_to_throw) == (3, 7)
    state = idle_turn(state)
    assert (state.seat, state.doubled, state.dice_to_throw) == (1, True, 8)
    state = idle_turn(state)
    assert (state.seat, state.dice_to_throw) == (2, 9)


def test_every_seat_may_keep_a_knight_so_five_dice_can_be_left() -> None:
    state = game("Ana", "Bob", "Cyril", "Dana", "Eva")
    for dice in (9, 8, 7, 6):
        assert state.dice_to_throw == dice
        state = knight_turn(state)
    assert state.dice_to_throw == 5


def test_catapults_leave_at_once_and_are_never_thrown_again_this_turn() -> None:
    state = throw(game(), "xxcsotkkk")
    assert (state.catapults, state.dice_to_throw) == (2, 7)
    assert "catapult" not in state.loose
    state = throw(state, "xcsotkk")
    assert (state.catapults, state.dice_to_throw) == (3, 6)


def test_catapults_come_back_with_the_next_turn() -> None:
    state = stop(throw(game(), "xxcsotkkk"))
    assert (state.seat, state.catapults, state.dice_to_throw) == (2, 0, 9)


def test_throwing_again_throws_all_dice_not_set_aside() -> None:
    """Decided: if you roll again, you roll all dice not set aside."""
    state = aside(throw(game(), "ccsotkkxx"), knights=1, city=["╶╴"])
    assert state.dice_to_throw == 4
    with pytest.raises(IllegalMove, match="seat 1 cannot throw: 4 dice are thrown now, not 3"):
        throw(state, "sot")


def test_a_knight_not_yet_set_aside_may_be_thrown_again() -> None:
    state = throw(game(), "kkkkkkkkk")
    assert throw(state, "kkkkkkkkk").knights == 0


def test_a_knight_set_aside_is_fixed_for_the_turn() -> None:
    state = aside(throw(game(), "kksssssss"), knights=2)
    assert (state.knights, state.dice_to_throw) == (2, 7)
    assert aside(throw(state, "kssssss"), knights=1).knights == 3


def test_at_most_three_throws() -> None:
    state = throw(throw(throw(game(), "sssssssss"), "sssssssss"), "sssssssss")
    assert state.dice_to_throw == 0
    with pytest.raises(IllegalMove, match="seat 1 cannot throw: all 3 throws are made"):
        throw(state, "sssssssss")


def test_a_throw_of_no_dice_is_illegal() -> None:
    state = throw(game(), "xxxxxxxkk")
    state = aside(state, knights=2)
    with pytest.raises(IllegalMove, match="seat 1 cannot throw: no die is left to throw"):
        throw(state, "")
    assert GAME.outcome(stop(state)) is None


def test_stop_is_legal_after_any_throw_but_never_before_the_first() -> None:
    with pytest.raises(IllegalMove, match="seat 1 cannot stop: nothing has been thrown in this turn"):
        stop(game())
    state = throw(game(), "sssssssss")
    assert stop(state).seat == 2
    assert stop(throw(state, "sssssssss")).seat == 2


def test_nothing_is_set_aside_before_the_first_throw() -> None:
    with pytest.raises(IllegalMove, match="seat 1 cannot set aside: nothing has been thrown"):
        aside(game())


def test_setting_aside_may_be_left_out_be_empty_or_come_more_than_once() -> None:
    state = throw(game(), "ccskkkooo")
    assert aside(state) == state
    twice = aside(aside(state, city=["╶╴"]), knights=1)
    assert twice == aside(state, knights=1, city=["╶╴"])


def test_a_die_not_set_aside_stays_unused_even_if_it_would_fit() -> None:
    """Decided: nothing is built by itself when the turn ends."""
    state = aside(throw(game(), "ccsssssss"), city=["╶"])
    assert stop(state).scores == (0, 0)


def test_a_built_die_is_fixed_it_cannot_be_laid_upon() -> None:
    state = aside(throw(game(), "cccssssss"), city=["╶╴"])
    with pytest.raises(
        IllegalMove, match=r"cannot set aside: the cap on \[0, 0\] would lie on another die"
    ):
        aside(state, city=["╶"])


def test_a_die_may_be_placed_anywhere_touching_nothing() -> None:
    """Decided: anywhere; more than one city may be begun (the seed's example 2c)."""
    state = aside(throw(game(), "ccccsssss"), city=["╶╴", "", "    ╷"])
    assert [city.size for city in state.cities] == [2, 1]


def test_neighbours_must_match() -> None:
    state = throw(game(), "ccsssssss")
    with pytest.raises(
        IllegalMove, match=r"the straight on \[1, 0\] does not match .* at its left edge"
    ):
        aside(state, city=["╶│"])
    with pytest.raises(IllegalMove, match="does not match"):
        aside(aside(state, city=["╶"]), city=[" │"])


def test_two_dice_on_one_cell_are_refused() -> None:
    twice: Json = [{"face": "cap", "cell": [0, 0], "turns": turns} for turns in (0, 2)]
    with pytest.raises(IllegalMove, match="would lie on another die"):
        do(throw(game(), "ccsssssss"), "set_aside", city=twice)


def test_only_dice_of_the_throw_can_be_set_aside() -> None:
    state = throw(game(), "cssssssxk")
    with pytest.raises(IllegalMove, match="2 × cap built, but 1 lie there"):
        aside(state, city=["╶╴"])
    with pytest.raises(IllegalMove, match="2 × knight set aside, but 1 lie there"):
        aside(state, knights=2)


@pytest.mark.parametrize("face", ["knight", "catapult"])
def test_knights_and_catapults_build_no_city(face: str) -> None:
    placed: Json = [{"face": face, "cell": [0, 0], "turns": 0}]
    with pytest.raises(IllegalMove, match=f"a {face} builds no city"):
        do(throw(game(), "csssssskk"), "set_aside", city=placed)


def test_play_goes_to_the_left_and_round() -> None:
    state, seats = game("Ana", "Bob", "Cyril"), []
    for _ in range(4):
        seats.append(state.seat)
        state = idle_turn(state)
    assert seats == [1, 2, 3, 1]


def test_nobody_moves_out_of_turn() -> None:
    state = game()
    with pytest.raises(IllegalMove, match="seat 2 cannot throw: it is the turn of seat 1"):
        throw(state, "sssssssss", seat=2)
    with pytest.raises(IllegalMove, match="seat 2 cannot stop: it is the turn of seat 1"):
        stop(throw(state, "sssssssss"), seat=2)


def test_cells_are_any_whole_numbers() -> None:
    far: Json = [
        {"face": "cap", "cell": [-(10**12), 10**12], "turns": 1},
        {"face": "cap", "cell": [1 - 10**12, 10**12], "turns": 3},
    ]
    state = do(throw(game(), "ccsssssss"), "set_aside", city=far)
    assert state.cities[0].closed
    assert GAME.odds(state) is not None


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ({"move": "throw"}, "'faces' is missing"),
        ({"move": "throw", "faces": "cap"}, "not a list"),
        ({"move": "throw", "faces": ["capp"]}, r"'capp' \(did you mean 'cap'\?\)"),
        ({"move": "throw", "faces": [1]}, "texts"),
        ({"move": "stop"}, "'take' is missing"),
        ({"move": "stop", "take": "catapult"}, "'catapult'"),
        ({"move": "set_aside", "knights": -1}, "at least 0"),
        ({"move": "set_aside", "knights": True}, "not a whole number"),
        ({"move": "set_aside", "knigths": 1}, r"'knigths' \(did you mean 'knights'\?\)"),
        ({"move": "set_aside", "city": {}}, "not a list"),
        ({"move": "set_aside", "city": [3]}, "not a face"),
        ({"move": "set_aside", "city": [{"face": "cap", "turns": 0}]}, "'cell' is missing"),
        (
            {"move": "set_aside", "city": [{"face": "cap", "cell": [0], "turns": 0}]},
            r"not \[column, row\]",
        ),
        (
            {"move": "set_aside", "city": [{"face": "cap", "cell": [0, 0.5], "turns": 0}]},
            r"not \[column, row\]",
        ),
        ({"move": "set_aside", "city": [{"face": "cap", "cell": [0, 0], "turns": 4}]}, "from 0 to 3"),
        ({"move": "set_aside", "city": [{"face": "cap", "cell": [0, 0]}]}, "'turns' is missing"),
        ({"move": "set_aside", "city": [{"face": "cup", "cell": [0, 0], "turns": 0}]}, "'cup'"),
        ({"move": "trow", "faces": []}, r"'trow' \(did you mean 'throw'\?\)"),
    ],
)
def test_words_that_cannot_be_understood_are_named(words: dict[str, Json], fault: str) -> None:
    with pytest.raises(BadMove, match=fault):
        GAME.parse(game(), Seat(1), words)


def test_a_move_says_whose_it_is() -> None:
    with pytest.raises(BadMove, match="'seat' is missing"):
        GAME.parse(game(), None, {"move": "stop", "take": "city"})


def test_the_city_of_a_state_is_its_built_dice() -> None:
    state = aside(throw(game(), "ccsssssss"), city=["╶╴"])
    assert state.city == drawn("╶╴")
    assert isinstance(hash(state), int)


def test_a_first_die_has_one_place_that_makes_a_difference() -> None:
    state = throw(game(), "ccsssssxx")
    moves = [GAME.words(state, move) for move in GAME.legal_moves(state)]
    assert [move["city"] for move in moves if move["move"] == "set_aside"] == [
        [{"face": "cap", "cell": [0, 0], "turns": 0}],
        [{"face": "straight", "cell": [0, 0], "turns": 0}],
    ]


def test_beside_a_city_every_cell_and_turn_that_matches_counts() -> None:
    state = aside(throw(game(), "cxxxxxxxt"), city=["╷"])
    beside = [
        (placed.face, cell, placed.turns)
        for move in GAME.legal_moves(state)
        for cell, placed in getattr(move, "city", ())
        if abs(cell.column) + abs(cell.row) == 1
    ]
    assert sorted(turns for _, cell, turns in beside if cell == (0, 1)) == [0, 2, 3]
    assert sorted(turns for _, cell, turns in beside if cell == (1, 0)) == [0]


def test_where_nothing_can_reach_any_more_one_place_stands_for_all() -> None:
    state = aside(throw(game(), "cxxxxxxxt"), city=["╷"])
    far = [
        cell
        for move in GAME.legal_moves(state)
        for cell, _ in getattr(move, "city", ())
        if abs(cell.column) + abs(cell.row) > 1
    ]
    assert len(far) == 1
