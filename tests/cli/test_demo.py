"""The demo plays whole games through the camera, as a user starts it."""

import json
from functools import cache
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.cli.command import run

GAMES = ("drunter", "ubongo", "gruftmeister")
SEEDS = range(1, 21)
MOST_ASKED = 0.03
"""Of the readings of twenty games, at most so many may be asked about."""


@cache
def end_of(game: str, seed: int) -> dict[str, Any]:
    """Play a game once, whichever test asks first. Return what the demo says of it, and its replay."""
    with TemporaryDirectory() as data:
        status, out, _ = run("demo", "--game", game, "--seed", str(seed), "--data", data)
        end: dict[str, Any] = json.loads(out.splitlines()[-1])
        again, told, _ = run("replay", end["record"])
        return {**end, "status": [status, again], "replayed": json.loads(told.splitlines()[-1])}


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_seen_and_scored_through_the_camera(game: str, seed: int) -> None:
    end = end_of(game, seed)
    assert end["status"] == [0, 0]
    assert end["scores"] == end["truth"]
    assert end["sure_wrong"] == 0
    assert end["replayed"]["scores"] == end["scores"]


@pytest.mark.slow
@pytest.mark.timeout(1800 * len(SEEDS))
@pytest.mark.parametrize("game", GAMES)
def test_few_readings_of_twenty_games_are_asked_about(game: str) -> None:
    ends = [end_of(game, seed) for seed in SEEDS]
    readings, questions = (sum(end[what] for end in ends) for what in ("readings", "questions"))
    assert readings > 0
    assert questions <= MOST_ASKED * readings, f"{questions} of {readings} readings were asked about"


def test_a_seed_below_zero_is_wrong_use() -> None:
    status, _, err = run("demo", "--seed", "-1")
    assert (status, "-1 is not in the range x>=0" in err) == (2, True)


@pytest.mark.parametrize("game", ["chess", "plain_dice"])
def test_a_game_that_no_hands_can_play_is_wrong_use(game: str) -> None:
    status, _, err = run("demo", "--game", game)
    assert status == 2
    assert f"no simulated hands can play '{game}'. They can play: carcassonne_dice, " in err
