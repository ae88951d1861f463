"""Counts of lay sequences, the same from both implementations; the counts are data beside this file."""

import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import commands
from companion.games.drunter.perft import count
from companion.games.drunter.pieces import BOX
from tests.games.drunter import oracle

COUNTS = {
    line["depth"]: line["count"]
    for line in map(json.loads, Path(__file__).with_name("perft.jsonl").read_text("utf-8").splitlines())
}
BRICKS: Counter[oracle.Brick] = Counter({(tile.kind, tile.length): n for tile, n in BOX.items()})


def brute_count(depth: int) -> int:
    return oracle.brute_perft(*oracle.empty_town(oracle.western()), BRICKS, depth)


def test_counts_are_known_to_depth_4() -> None:
    assert sorted(COUNTS) == [1, 2, 3, 4]


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_rules_count_as_the_data_say(depth: int) -> None:
    assert count(depth) == COUNTS[depth]


@pytest.mark.parametrize("depth", [1, 2])
def test_the_second_implementation_counts_the_same(depth: int) -> None:
    assert brute_count(depth) == COUNTS[depth]


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_both_implementations_count_the_same_to_depth_4() -> None:
    assert brute_count(3) == COUNTS[3]
    assert brute_count(4) == count(4) == COUNTS[4]


def test_no_lays_make_one_sequence() -> None:
    assert count(0) == 1


def test_the_command_prints_a_count_for_each_depth_the_last_line_is_the_answer() -> None:
    said = CliRunner().invoke(commands, ["perft", "drunter", "--depth", "3"])
    assert said.exit_code == 0
    lines = [json.loads(line) for line in said.output.splitlines()]
    assert lines == [{"game": "drunter", "depth": depth, "count": COUNTS[depth]} for depth in (1, 2, 3)]


@pytest.mark.parametrize(
    "words",
    [["ubongo", "--depth", "2"], ["drunter"], ["drunter", "--depth", "-1"], ["drunter", "--depth", "x"]],
)
def test_wrong_use_of_the_command_is_said_with_exit_status_2(words: list[str]) -> None:
    said = CliRunner().invoke(commands, ["perft", *words])
    assert said.exit_code == 2
    assert "Error" in said.output
