"""The bot builds what closes, stops when that is best, and keeps a knight when it should."""

from random import Random

import pytest

from companion.games.carcassonne_dice.bot import BOT
from companion.games.carcassonne_dice.moves import Move, SetAside, Stop
from companion.games.carcassonne_dice.rules import GAME
from companion.games.carcassonne_dice.state import State
from companion.games.game import Seat
from tests.games.bots import next_move
from tests.games.carcassonne_dice.play import aside, game, throw


def chosen(state: State) -> Move | None:
    return BOT.choose(state, state.seat, Random(1))


def third_throw(faces: str) -> State:
    state = game()
    for _ in range(2):
        state = throw(state, "s" * 9)
    return throw(state, faces)


def test_it_throws_first() -> None:
    assert chosen(game()) is None


def test_on_the_last_throw_it_closes_the_largest_city() -> None:
    state = third_throw("ccsssooot")
    move = chosen(state)
    assert isinstance(move, SetAside)
    after = GAME.play(state, move)
    assert after.points_now == 21
    assert chosen(after) == Stop(Seat(1), "city")


def test_with_a_poor_city_and_three_knights_it_keeps_one() -> None:
    state = third_throw("kkkssssss")
    move = chosen(state)
    assert move == SetAside(Seat(1), 3, ())
    assert chosen(GAME.play(state, move)) == Stop(Seat(1), "knight")


def test_with_nothing_to_gain_it_stops() -> None:
    assert chosen(third_throw("sssssssss")) == Stop(Seat(1), "city")


def test_it_stops_when_that_wins() -> None:
    state = aside(throw(game(target=3), "ccsssssss"), city=["╶──╴"])
    assert chosen(state) == Stop(Seat(1), "city")


def test_it_throws_on_while_nothing_is_closed() -> None:
    state = throw(game(), "sssssssss")
    for _ in range(3):
        move = chosen(state)
        if move is None:
            break
        assert isinstance(move, SetAside)
        state = GAME.play(state, move)
    assert chosen(state) is None


def test_it_closes_a_ring_that_caps_cannot() -> None:
    state = third_throw("ooookkttt")
    move = chosen(state)
    assert isinstance(move, SetAside)
    assert GAME.play(state, move).points_now >= 3


@pytest.mark.parametrize("seats", [2, 5])
def test_a_game_of_bots_ends_within_40_turns_a_seat(seats: int) -> None:
    state, rng, turns = game(*"ABCDE"[:seats]), Random(7), 0
    while GAME.outcome(state) is None:
        move = next_move(GAME, BOT, state, seats, rng)
        assert move is not None
        turns += isinstance(move, Stop)
        state = GAME.play(state, move)  # type: ignore[arg-type]
    assert turns <= 40 * seats
