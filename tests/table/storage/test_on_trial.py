"""While an update is being tried nothing is accepted, and every page says so; afterwards all goes on."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.errors import JournalError, OnTrial
from companion.games.game import EVERYONE, HOST, Seat, seat_role
from companion.table.storage.journal import Journal
from tests.table.conftest import Bench, bench_on

FIRST, ROLES = {"game": "plain_dice", "seats": ["Ana"]}, (HOST, EVERYONE, seat_role(Seat(1)))


@dataclass
class Trial:
    is_on: bool = False

    def __call__(self) -> bool:
        return self.is_on


@pytest.fixture
def trial() -> Trial:
    return Trial()


@pytest.fixture
def bench(tmp_path: Path, trial: Trial) -> Iterator[Bench]:
    made = bench_on(tmp_path / "journal.lines", 1)
    made.table._journal._on_trial = trial
    made.table.start_sitting(FIRST)
    throw(made, "first")
    yield made
    made.table.close()


def throw(bench: Bench, move_id: str) -> None:
    bench.table.submit(HOST, move_id, {"move": "throw", "faces": ["3", "5"]})


def told(bench: Bench) -> set[tuple[str, ...]]:
    faults = (bench.table.state(role)["faults"] for role in ROLES)
    return {tuple(one["text"]["code"] for one in some) for some in faults}


def test_no_move_is_accepted_and_every_page_says_why(bench: Bench, trial: Trial, tmp_path: Path) -> None:
    before = (tmp_path / "journal.lines").read_bytes()
    trial.is_on = True
    bench.table.memory.look()
    assert bench.table.on_trial
    assert told(bench) == {("fault.memory_on_trial",)}
    with pytest.raises(OnTrial):
        throw(bench, "second")
    with pytest.raises(OnTrial):
        bench.table.start_sitting(FIRST)
    with pytest.raises(OnTrial):
        bench.table.memory.go_on_in(None)
    assert (tmp_path / "journal.lines").read_bytes() == before
    assert bench.table.memory.shape()["kept"], "no other place is offered"
    assert bench.table.memory.shape()["places"] == []


def test_when_it_is_over_the_game_goes_on_as_if_nothing_had_been(bench: Bench, trial: Trial) -> None:
    trial.is_on = True
    bench.table.memory.look()
    with pytest.raises(JournalError):
        throw(bench, "second")
    trial.is_on = False
    bench.table.memory.look()
    assert told(bench) == {()}
    throw(bench, "second")
    assert [line["number"] for line in bench.table.state(HOST)["history"]] == [1, 2]


def test_a_disk_that_fails_on_trial_is_told_of_first(tmp_path: Path) -> None:
    """By that an update is judged: a journal that cannot be written is no healthy one."""
    (tmp_path / "data").mkdir()
    with Journal(tmp_path / "data/journal.lines", lambda: True) as journal:
        told = []
        for folder in ("data", "elsewhere"):
            (tmp_path / "data").rename(tmp_path / folder)
            journal.look()
            told.append(journal.trouble)
        assert told == ["on_trial", "gone"]
