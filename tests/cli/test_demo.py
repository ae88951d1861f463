"""The demo plays whole games through the camera, as a user starts it."""

import json
from pathlib import Path

import pytest

from tests.cli.command import run


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("game", "seed"),
    [
        ("drunter", 1),
        *(("ubongo", seed) for seed in range(1, 21)),
        *(("gruftmeister", seed) for seed in range(1, 21)),
    ],
)
def test_a_whole_game_is_seen_and_scored_through_the_camera(
    tmp_path: Path, game: str, seed: int
) -> None:
    status, out, _ = run("demo", "--game", game, "--seed", str(seed), "--data", str(tmp_path))
    end = json.loads(out.splitlines()[-1])
    assert status == 0
    assert end["scores"] == end["truth"]
    assert end["sure_wrong"] == 0
    status, out, _ = run("replay", end["record"])
    assert status == 0
    assert json.loads(out.splitlines()[-1])["scores"] == end["scores"]


def test_a_seed_below_zero_is_wrong_use() -> None:
    status, _, err = run("demo", "--seed", "-1")
    assert (status, "-1 is not in the range x>=0" in err) == (2, True)


@pytest.mark.parametrize("game", ["chess", "plain_dice"])
def test_a_game_that_no_hands_can_play_is_wrong_use(game: str) -> None:
    status, _, err = run("demo", "--game", game)
    assert status == 2
    assert f"no simulated hands can play '{game}'. They can play: carcassonne_dice, " in err
