"""A small sample of other hands: games are whole, all mishaps come, a wrong truth is noticed."""

from dataclasses import replace
from itertools import combinations
from math import dist

import pytest

from companion.games.carcassonne_dice.moves import Throw
from companion.games.carcassonne_dice.rules import GAME
from tests.rigs.other_hands.__main__ import PIPS, Account
from tests.rigs.other_hands.pips_runner import contradiction
from tests.rigs.other_hands.turns import Turns, played
from tests.rigs.random_play.fairness import fair
from tests.rigs.random_play.hands import SETUP
from tests.rigs.random_play.plane import Act, Look, PlaneDie
from tests.rigs.random_play.runner import shown
from vision.readings.reading import Guess

SEEDS = range(1, 61)
SEEN_APART = 0.9
"""Nearer than this, in sides, no two dice can lie on the table; their places are seen a little amiss."""


@pytest.fixture(scope="module")
def games() -> list[Turns]:
    return [played(seed) for seed in SEEDS]


def test_what_the_players_meant_is_a_game(games: list[Turns]) -> None:
    for hands in games:
        state = GAME.start(SETUP)
        for move in hands.moves:
            state = GAME.play(state, move)
        made = [event.true_moves for event in hands.events if isinstance(event, Act)]
        assert made == sorted(made)
        assert made[-1] == len(hands.moves)


def test_every_mishap_comes(games: list[Turns]) -> None:
    assert {name for hands in games for _, name in hands.happened} == {
        "a throw too many",
        "all of it slid",
        "built die taken up",
        "built where it fell",
        "built while the other hand holds the next throw",
        "camera bumped",
        "catapults passed on late",
        "child rearranges",
        "child takes a die",
        "city begun anew",
        "city pushed elsewhere",
        "cocked",
        "cocked die straightened",
        "cup put down",
        "die pushed",
        "die under a sleeve",
        "knight put back",
        "knights stacked",
        "lamp dimmed",
        "landed on each other",
        "nobody clears",
        "off the table",
        "sorted",
        "throw knocks what was put aside",
        "thrown against the city",
        "thrown in two halves",
        "thrown into the lid",
        "two players at once",
    }


def test_no_two_dice_lie_in_one_place_unless_one_lies_on_the_other(games: list[Turns]) -> None:
    for look in (event for hands in games for event in hands.events if isinstance(event, Look)):
        seen = [die.at for die in look.dice if not die.hidden]
        assert all(dist(one, other) > SEEN_APART for one, other in combinations(seen, 2))


def test_a_die_that_leans_is_not_surely_read() -> None:
    guesses = Guess("cap", 0.6), Guess("corner", 0.3)
    reading = Look((PlaneDie("corner", (0.0, 0.0), 0.0, likely=guesses),)).reading(0.0)
    assert (reading.sure, reading.doubts) == (False, ("die",))
    assert (reading.dice[0].face, reading.doubtful[0].likely) == ("cap", guesses)


def test_a_wrong_truth_is_noticed(games: list[Turns]) -> None:
    found = []
    for hands in games[:10]:
        first = hands.moves[0]
        assert isinstance(first, Throw)
        wrong = replace(first, faces=("catapult",) * len(first.faces))
        end = next(n for n, event in enumerate(hands.events) if isinstance(event, Look) and event.role)
        found.append(shown(fair(hands.events[: end + 1]), [wrong]).error)
    assert "throw: wrong faces (of the right number)" in found


def test_the_account_tells_what_came_of_each_mishap() -> None:
    account = Account(all_seen=True)
    for seed in SEEDS[:6]:
        account.play(seed)
    assert (account.sums["games"], account.sums["crashes"]) == (6, 0)
    asked = sum(told["asked"] for told in account.mishaps.values())
    assert asked == account.asked.total() > 0


@pytest.mark.parametrize("game", PIPS)
def test_hands_at_games_with_pips_are_shown_too(game: str) -> None:
    account = Account(game=game, all_seen=True)
    for seed in SEEDS[:6]:
        account.play(seed)
    assert (account.sums["games"], account.sums["crashes"]) == (6, 0)
    assert account.sums["turns"] >= 6


def test_throws_with_pips_that_did_not_happen_are_noticed() -> None:
    one, other = ("1", "1", "2", "3", "5"), ("1", "1", "1", "1", "5")
    assert contradiction([[other], []], [[one, other]]) is None
    assert contradiction([[one, other]], [[one]]) == "throw: nobody threw"
    assert contradiction([[other]], [[one, one]]) == "throw: other dice"
    assert contradiction([[one], [one]], [[one]]) == "throw: a turn that has not begun"
