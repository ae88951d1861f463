"""A table that plays the dice game, without the odds."""

import pytest

from companion.games.carcassonne_dice.rules import CarcassonneDice
from tests.table.conftest import Bench


@pytest.fixture(autouse=True)
def no_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the odds out: they take a second of work, and tell nothing about what was seen."""
    monkeypatch.setattr(CarcassonneDice, "odds", lambda _game, _state: None)


@pytest.fixture
def table(bench: Bench) -> Bench:
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    return bench
