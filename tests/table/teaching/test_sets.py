"""Other sets at a running table: changed, broken, never taught."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.game import EVERYONE
from companion.table.storage.journal import Journal
from companion.table.supervision.supervisor import WorkerLease
from companion.table.table import Table
from companion.table.workers import EyesWorker
from tests.table.conftest import BACKENDS, wall
from vision.clock import SteppedClock
from vision.errors import BadSet, UnknownSet, VisionError

CARCASSONNE = {"game": "carcassonne_dice", "seats": ["Ana", "Bob"]}
PLAIN = {"game": "plain_dice", "seats": ["Ana"]}


@pytest.fixture
def clock() -> SteppedClock:
    return SteppedClock()


@pytest.fixture
def table(clock: SteppedClock) -> Iterator[Table]:
    made = Table(Journal(":memory:"), clock, wall, BACKENDS)
    yield made
    made.close()


class Loader:
    """Loads readers: each is the set's name, or the error that it raises."""

    def __init__(self, table: Table, clock: SteppedClock) -> None:
        self.errors: dict[str, VisionError] = {}
        self._worker = EyesWorker(table, None, self._load)  # type: ignore[arg-type]
        self._lease = WorkerLease(clock, "eyes", 3.0)

    def _load(self, kind: str, name: str) -> Any:
        del kind
        if name in self.errors:
            raise self.errors[name]
        return name

    def readers(self, sets: dict[str, str]) -> Any:
        return self._worker._readers_for(sets, self._lease)


@pytest.fixture
def loader(table: Table, clock: SteppedClock) -> Loader:
    return Loader(table, clock)


def faults(table: Table) -> list[tuple[str, str]]:
    shown = table.state(EVERYONE)["faults"]
    return [(fault["text"]["code"], fault["part"]) for fault in shown]


def test_a_set_is_changed_at_the_running_table(table: Table) -> None:
    table.start_sitting(CARCASSONNE)
    assert table.sets.in_use == {"dice": "carcassonne"}
    before = table.sets.serial
    table.sets.use("dice", "/data/sets/mine", frozenset({"carcassonne"}))
    assert table.sets.in_use == {"dice": "/data/sets/mine"}
    assert table.sets.serial > before
    table.sets.use("dice", None)
    assert table.sets.in_use == {"dice": "carcassonne"}


def test_a_set_that_was_taught_anew_is_loaded_anew(table: Table) -> None:
    table.sets.use("dice", "/data/sets/mine")
    before = table.sets.serial
    table.sets.use("dice", "/data/sets/mine")
    assert table.sets.serial > before


def test_a_set_serves_only_games_that_are_played_with_such_pieces(table: Table) -> None:
    table.sets.use("dice", "/data/sets/mine", frozenset({"carcassonne"}))
    table.start_sitting(PLAIN)
    assert table.sets.in_use == {"dice": "pips"}
    table.start_sitting(CARCASSONNE)
    assert table.sets.in_use == {"dice": "/data/sets/mine"}


def test_in_the_place_of_a_broken_set_the_built_in_one_is_used_and_that_is_said(
    table: Table, loader: Loader
) -> None:
    table.start_sitting(CARCASSONNE)
    table.sets.use("dice", "/data/sets/mine")
    loader.errors["/data/sets/mine"] = BadSet("half of it is gone")
    assert loader.readers(table.sets.in_use) is None
    assert table.sets.in_use == {"dice": "carcassonne"}
    assert loader.readers(table.sets.in_use) == {"dice": "carcassonne"}
    assert faults(table) == [("fault.broken_set", "mine")]
    table.sets.use("dice", "/data/sets/ours")
    assert faults(table) == []


def test_a_built_in_set_that_is_broken_is_a_fault_of_the_eyes(loader: Loader) -> None:
    loader.errors["carcassonne"] = BadSet("half of it is gone")
    with pytest.raises(BadSet):
        loader.readers({"dice": "carcassonne"})


def test_what_was_never_taught_is_not_read_and_that_is_said(table: Table, loader: Loader) -> None:
    loader.errors["a board"] = UnknownSet("no set")
    assert loader.readers({"dice": "pips", "board": "a board"}) == {"dice": "pips"}
    assert faults(table) == [("fault.no_set", "board")]
    assert loader.readers({"dice": "pips"}) == {"dice": "pips"}
    assert faults(table) == []
