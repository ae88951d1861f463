"""Whole games in which a hand rests over some of the dice before it goes: no score may suffer."""

from random import Random

import pytest

from companion.games.carcassonne_dice.rules import CarcassonneDice
from companion.simulation.evening import Evening
from companion.simulation.games.carcassonne_dice.player import Player
from tests.table.conftest import Bench, bench_on
from tests.table.paper_table import reading_of

COVERED = 0.4
"""In so many looks of all a hand covers some dice first."""


class CoveringHand:
    """Lets the table look, often with a hand over some dice at first, for half a minute."""

    def __init__(self, bench: Bench, rng: Random) -> None:
        self._bench = bench
        self._rng = rng

    def settle(self) -> None:
        lying = self._bench.hands.dice
        is_new = lying != self._bench.looked_at
        if is_new and len(lying) > 1 and self._rng.random() < COVERED:
            seen = self._rng.sample(lying, self._rng.randrange(1, len(lying)))
            self._bench.show(reading_of(seen))
            self._bench.wait(30.0)
        self._bench.settle()


@pytest.mark.parametrize("seed", range(6))
def test_what_a_hand_covers_costs_nobody_points(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CarcassonneDice, "odds", lambda _game, _state: None)
    bench = bench_on(None, seed)
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    hand, player = CoveringHand(bench, Random(seed)), Player(bench.hands)
    report = Evening(bench.table, player, hand.settle, bench.table.history, Random(seed)).run()
    assert report.sure_wrong == []
    assert report.scores == report.truth
    bench.table.close()
