"""Simulated hands play Gruftmeister; fights are seen by an eye that is told the truth."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import BadHandling
from companion.games.drunter.rules import GAME as RULES
from companion.games.gruftmeister.moves import MONSTER
from companion.games.gruftmeister.state import Fighting
from companion.simulation.games.drunter import HANDS as DRUNTER
from companion.simulation.games.gruftmeister import HANDS
from companion.simulation.habits import CLUMSY, Habits, Mishap
from companion.simulation.simulator import Simulator
from tests.games.drunter.case import dealt
from tests.table.plays.simulated_evening import TrueEvening


@pytest.fixture
def fight(tmp_path: Path) -> Iterator[TrueEvening]:
    words = {
        "game": "gruftmeister",
        "seats": ["Ana"],
        "options": {"fight_only": True},
        "fighter": {"carries": ["sword", "shield"]},
    }
    evening = TrueEvening(tmp_path, words, HANDS, 4)
    yield evening
    evening.close()


def test_a_fight_says_which_stones_are_thrown(fight: TrueEvening) -> None:
    state = fight.evening.state
    assert isinstance(state.waiting, Fighting)
    assert HANDS.stones(state) == ((MONSTER, "logo"), ("shield", "back"), ("sword", "back"))


def test_a_fight_is_thrown_until_it_is_decided_and_every_throw_is_seen(fight: TrueEvening) -> None:
    report = fight.evening.run()
    assert report.asked == []
    assert report.sure_wrong == []
    assert report.scores == report.truth
    assert fight.simulated.tokens is not None
    assert fight.simulated.tokens.truth(fight.simulated.busy_until) == ()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whole_games_come_to_the_true_scores(tmp_path: Path, seed: int) -> None:
    words = {"game": "gruftmeister", "seats": ["Ana", "Bob"]}
    evening = TrueEvening(tmp_path, words, HANDS, seed)
    try:
        report = evening.evening.run()
    finally:
        evening.close()
    assert report.asked == []
    assert report.sure_wrong == []
    assert report.scores == report.truth
    assert max(report.truth.values()) >= 3


def test_the_simulator_throws_the_stones_of_the_fight_moves_them_and_takes_them_away(
    fight: TrueEvening,
) -> None:
    simulator = Simulator(fight.simulated)
    simulator.follow(fight.table)
    shape = simulator.table()["tokens"]
    assert shape["to_throw"] == [["monster", "logo"], ["shield", "back"], ["sword", "back"]]
    simulator.throw_stones()
    tokens = fight.simulated.tokens
    assert tokens is not None
    first = tokens.truth(fight.simulated.busy_until)
    assert [each.label in faces for each, faces in zip(first, shape["to_throw"], strict=True)]
    simulator.throw_stones()
    again = tokens.truth(fight.simulated.busy_until)
    assert len(again) == 3
    assert {each.id for each in again}.isdisjoint(each.id for each in first)
    simulator.move_token(again[0].id, (0.2, 0.2))
    moved = next(t for t in tokens.truth(fight.simulated.busy_until) if t.id == again[0].id)
    assert abs(moved.centre[0] - 0.2) < 0.02
    simulator.take_tokens([each.id for each in again], None)
    assert tokens.truth(fight.simulated.busy_until) == ()
    with pytest.raises(BadHandling):
        simulator.take_tokens([again[0].id], 1)


def test_what_another_game_left_is_no_inner_error_until_the_stones_are_laid_out(
    fight: TrueEvening,
) -> None:
    """A game has begun, and its pieces are brought with the first look of the eyes."""
    simulator = Simulator(fight.simulated)
    simulator.follow(fight.table)
    fight.simulated.lay_board(DRUNTER.board(RULES.start(dealt(2, seed=1))), "wacky_wacky_west")
    with pytest.raises(BadHandling, match="no tokens"):
        simulator.clear()


EVERY_MISHAP = (
    Mishap.TOO_MANY,
    Mishap.LEFT_OVER,
    Mishap.STACKED,
    Mishap.PICKED_UP,
    Mishap.LATE,
    Mishap.ONE_BY_ONE,
    Mishap.SLEEVE,
    Mishap.ANYWHERE,
)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_mishaps_that_happen_all_the_time_change_no_fight(tmp_path: Path, seed: int) -> None:
    words = {
        "game": "gruftmeister",
        "seats": ["Ana"],
        "options": {"fight_only": True},
        "fighter": {"carries": ["sword", "shield"]},
    }
    habits = Habits("always", dict.fromkeys(EVERY_MISHAP, 0.5), slip=CLUMSY.slip)
    evening = TrueEvening(tmp_path, words, HANDS, seed, habits)
    try:
        report = evening.evening.run()
    finally:
        evening.close()
    assert report.sure_wrong == []
    assert report.scores == report.truth
