"""Whole games by bots: the table watches, and must come to the same scores."""

from random import Random

import pytest

from companion.simulation.evening import Evening
from companion.table.plays.carcassonne_dice.hands.player import Player
from companion.table.views import Views
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


def test_a_view_that_comes_too_late_costs_nobody_a_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a busy machine: nothing of the game is shown, and it is scored all the same."""
    monkeypatch.setattr(Views, "of", lambda *_: {})
    bench = bench_on(None, 1)
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    player, truth = Player(bench.hands), bench.table.history
    report = Evening(bench.table, player, bench.settle, truth, Random(1)).run()
    assert report.scores == report.truth
    assert max(report.scores.values()) >= 42
    bench.table.close()
