"""The bot does what the advice says, and so reaches what a whole game is worth."""

from random import Random

import pytest

from companion.games.game import Seat
from companion.games.yacht.bot import BOT, box, keep
from companion.games.yacht.moves import Score, Throw
from companion.games.yacht.rules import GAME
from companion.games.yacht.state import State
from tests.games.bots import next_move
from tests.games.yacht.play import THIRTEEN, all_but, game, score, throw, turn

ANA, BOB = Seat(1), Seat(2)


def test_it_throws_first() -> None:
    assert BOT.choose(game(), ANA, Random(1)) is None
    assert keep(game(), ANA) == ()


def test_it_says_what_it_keeps_and_throws_the_others() -> None:
    state = throw(all_but("sixes", "fives"), "66123")
    assert keep(state, ANA) == ("6", "6")
    move = BOT.choose(state, ANA, Random(1))
    assert isinstance(move, Throw)
    assert move.kept == ("6", "6")
    assert GAME.play(state, move).throws == 2


def test_it_scores_what_cannot_be_bettered() -> None:
    state = throw(game(**THIRTEEN), "23456")
    assert keep(state, ANA) is None
    assert box(state, ANA) == "large_straight"
    assert BOT.choose(state, ANA, Random(1)) == Score(ANA, "large_straight")


def test_on_the_last_throw_it_scores() -> None:
    state = throw(throw(throw(game(), "11345"), "11345"), "33366")
    assert keep(state, ANA) is None
    assert BOT.choose(state, ANA, Random(1)) == Score(ANA, "full_house")


def test_it_names_the_best_box_even_where_it_would_throw_again() -> None:
    state = throw(all_but("ones", "sixes"), "11111")
    assert box(state, ANA) == "ones"


def test_it_plays_for_the_seat_whose_turn_it_is_alone() -> None:
    state = throw(game(), "11345")
    assert BOT.choose(state, BOB, Random(1)) is None
    with pytest.raises(ValueError, match="seat 2 has nothing to decide"):
        keep(state, BOB)
    with pytest.raises(ValueError, match="seat 2 has nothing to decide"):
        box(state, BOB)
    with pytest.raises(ValueError, match="seat 1 has thrown nothing yet"):
        box(game(), ANA)
    ended = turn(all_but("choice"), "12366", "choice")
    assert BOT.choose(ended, ANA, Random(1)) is None
    with pytest.raises(ValueError, match="nothing to decide"):
        keep(ended, ANA)


def test_the_same_luck_gives_the_same_dice() -> None:
    state = throw(game(), "11345")
    assert BOT.choose(state, ANA, Random(3)) == BOT.choose(state, ANA, Random(3))


def played(state: State, rng: Random) -> int:
    while GAME.outcome(state) is None:
        move = next_move(GAME, BOT, state, 1, rng)
        assert isinstance(move, Throw | Score)
        state = GAME.play(state, move)
    return state.totals[0]


def test_its_games_are_worth_what_the_table_says() -> None:
    """200 games of the sheet yacht; their mean has a standard error of about 2.5 points."""
    rng = Random(11)
    mean = sum(played(game("Ana"), rng) for _ in range(200)) / 200
    assert mean == pytest.approx(166.96, abs=8)


def test_what_it_keeps_and_fills_is_what_a_turn_of_its_own_plays() -> None:
    state, rng = throw(game("Ana", **THIRTEEN), "11345"), Random(2)
    while (kept := keep(state, ANA)) is not None:
        move = BOT.choose(state, ANA, rng)
        assert isinstance(move, Throw)
        assert move.kept == kept
        state = GAME.play(state, move)
    assert BOT.choose(state, ANA, rng) == Score(ANA, box(state, ANA))
    assert score(state, box(state, ANA)).totals[0] == state.options[box(state, ANA)]
