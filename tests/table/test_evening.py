"""Whole games by bots: the table watches, and must come to the same scores."""

from random import Random

import pytest

from companion.simulation.evening import Evening
from companion.table.plays.carcassonne_dice.hands.player import Player
from tests.table.conftest import bench_on


@pytest.mark.parametrize("seed", range(6))
def test_a_table_that_sees_well_comes_to_the_true_scores(seed: int) -> None:
    bench = bench_on(None, seed)
    bench.table.start_sitting(
        {"game": "carcassonne_dice", "seats": ["Ana", "Bob", "Cyril"][: 2 + seed % 2]}
    )
    player, truth = Player(bench.hands), bench.table.history
    report = Evening(bench.table, player, bench.settle, truth, Random(seed)).run()
    assert report.sure_wrong == []
    assert report.scores == report.truth
    assert max(report.scores.values()) >= 42
    bench.table.close()
