"""The player for a missing person: legal, in a person's time, and not stupid."""

from random import Random
from statistics import median

from companion.games.game import Seat
from companion.games.ubongo.bot import BOT, MEDIAN_S, best_row, solving_seconds
from companion.games.ubongo.components import Row
from companion.games.ubongo.moves import Call, Move, Take
from companion.games.ubongo.rules import GAME
from companion.games.ubongo.state import State
from tests.games import bots
from tests.games.ubongo.case import setup
from tests.games.ubongo.table import PLAIN, begin, play, running

ANA, BOB = Seat(1), Seat(2)


def test_half_the_puzzles_are_solved_in_the_median_time_and_none_at_once() -> None:
    rng = Random(1)
    times = [solving_seconds(rng) for _ in range(2000)]
    assert abs(median(times) - MEDIAN_S) < 2
    assert min(times) > 3
    assert 0.6 < sum(time <= 45 for time in times) / len(times) < 0.9


def test_it_waits_for_the_roll() -> None:
    assert BOT.choose(begin(), ANA, Random(1)) is None


def test_more_time_means_more_calls() -> None:
    short, long = running(2, seconds=15), running(2, seconds=90)
    calls = [
        sum(BOT.choose(state, ANA, Random(seed)) == Call(ANA) for seed in range(200))
        for state in (short, long)
    ]
    assert calls[0] < 40 < 160 < calls[1]


def test_having_called_it_takes_and_having_taken_it_rests() -> None:
    state = play(running(), "Ana call")
    move = BOT.choose(state, ANA, Random(1))
    assert isinstance(move, Take)
    assert BOT.choose(GAME.play(state, move), ANA, Random(1)) is None


def test_where_gems_are_taken_late_it_waits_for_its_turn() -> None:
    state = play(running(2, late_takes=True), "Bob call", "Ana call")
    assert BOT.choose(state, ANA, Random(1)) is None
    assert isinstance(BOT.choose(state, BOB, Random(1)), Take)


def test_it_adds_to_its_largest_colour() -> None:
    state = play(
        running(pawns=(3, 0, 0, 0)), "Ana call", "Ana take 3", "time_up", "start hand", "Ana call"
    )
    assert best_row(state, ANA) == Row(3)


def test_it_leaves_an_empty_row() -> None:
    state = begin(2, rounds=9)
    for _ in range(6):
        state = play(state, "start hand", "Ana call", "Ana take 0", "time_up")
    assert best_row(play(state, "start hand", "Ana call"), ANA) != Row(0)


def test_of_rows_worth_the_same_it_takes_the_nearest() -> None:
    assert best_row(play(running(pawns=(2, 0, 0, 0), gems=PLAIN), "Ana call"), ANA) == Row(2)


class Anyhow:
    """Calls like the bot, but takes anywhere."""

    def choose(self, state: State, seat: Seat, rng: Random) -> Move | None:
        move = BOT.choose(state, seat, rng)
        if isinstance(move, Take):
            return Take(seat, rng.choice(list(state.rows_in_reach(seat))))
        return move


class OneAgainstTheRest:
    """The bot in the first seat, takes anywhere in the others."""

    def choose(self, state: State, seat: Seat, rng: Random) -> Move | None:
        return (BOT if seat == ANA else Anyhow()).choose(state, seat, rng)


def test_against_two_who_take_anywhere_it_wins_most_games() -> None:
    won = 0
    for seed in range(40):
        state, rng = GAME.start(setup(3, seed)), Random(seed)
        while (ended := GAME.outcome(state)) is None:
            move = bots.next_move(GAME, OneAgainstTheRest(), state, 3, rng)
            assert isinstance(move, Move)
            state = GAME.play(state, move)
        won += ended.winners == (ANA,)
    assert won >= 30
