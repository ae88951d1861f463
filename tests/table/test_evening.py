"""Whole games by bots: the table watches, and must come to the same scores."""

from random import Random

import pytest

from companion.games.game import Seat
from companion.games.yacht.moves import Throw
from companion.simulation.evening import Evening
from companion.simulation.games.carcassonne_dice.player import Player
from companion.table.broadcast.views import Views
from companion.table.shapes.values import JsonObject
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
    monkeypatch.setattr(Views, "of", lambda *_, **__: {})
    bench = bench_on(None, 1)
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    player, truth = Player(bench.hands), bench.table.history
    report = Evening(bench.table, player, bench.settle, truth, Random(1)).run()
    assert report.scores == report.truth
    assert max(report.scores.values()) >= 42
    bench.table.close()


class Silent(Player):
    """Says nothing and moves no hand: the test does."""

    def agrees(self, true: JsonObject, seen: JsonObject) -> bool:
        return true == seen


def test_a_table_that_is_behind_is_told_only_what_it_lacks() -> None:
    """Who takes the turn back, to enter it anew, would put the table in doubt of all that it saw."""
    bench = bench_on(None, 1)
    bench.table.start_sitting({"game": "yacht", "seats": ["Ana", "Bob"]})
    evening = Evening(bench.table, Silent(bench.hands), lambda: None, bench.table.history, Random(1))
    evening.play(Throw(Seat(1), ("1", "2", "3", "4", "5")))
    evening.check("throw")
    entries = bench.table.history.entries
    assert [entry.words["move"] for entry in entries] == ["throw"]
    evening.play(Throw(Seat(1), ("6", "6"), kept=("3", "4", "5")))
    evening.check("throw")
    assert [entry.words["move"] for entry in bench.table.history.entries] == ["throw", "throw"]
    bench.table.close()
