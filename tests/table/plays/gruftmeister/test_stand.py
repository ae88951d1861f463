"""The host ends a game that stands still: no seat does, it is in the journal, and it stays."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.replay import replay
from companion.errors import IllegalMove, NotAllowed
from companion.games.game import EVERYONE, HOST, Role
from companion.table.shapes.values import JsonObject
from tests.table.conftest import Bench, bench_on
from tests.table.plays.gruftmeister.peeking import ANA, BOB, first_line

END: JsonObject = {"move": "end_game"}
PASS: JsonObject = {"move": "end_turn"}
SEATS = len(first_line()["seats"])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def bench(path: Path) -> Iterator[Bench]:
    made = bench_on(path, 1)
    made.table.start_sitting(first_line())
    yield made
    made.table.close()


def enter(bench: Bench, role: Role, words: JsonObject) -> None:
    bench.frames += 1
    bench.table.submit(role, f"{bench.frames}", words)


def stand_still(bench: Bench) -> None:
    for _ in range(2 * SEATS):
        enter(bench, HOST, PASS)


def is_offered(bench: Bench) -> bool:
    shown = [bench.table.state(role)["view"] or {} for role in (HOST, ANA, EVERYONE)]
    assert len({view["seems_at_a_stand"] for view in shown}) == 1
    return bool(shown[0]["seems_at_a_stand"])


def test_the_host_ends_it_where_it_stands_still_and_nowhere_else(bench: Bench) -> None:
    assert not is_offered(bench)
    with pytest.raises(IllegalMove, match="play has not come to a stand"):
        enter(bench, HOST, END)
    stand_still(bench)
    assert is_offered(bench)
    assert not bench.table.state(HOST)["for_good"]
    enter(bench, HOST, END)
    assert all(bench.table.state(role)["for_good"] for role in (HOST, ANA, EVERYONE))
    state = bench.table.state(EVERYONE)
    assert state["outcome"] is not None
    assert (state["view"] or {})["ended"] == "stood_still"
    line = state["history"][-1]
    assert (line["seat"], line["text"]["code"]) == (None, "gruftmeister.move.end_game")
    assert not is_offered(bench)


@pytest.mark.parametrize("role", [ANA, BOB, EVERYONE])
def test_no_seat_ends_it_for_all(bench: Bench, role: Role) -> None:
    stand_still(bench)
    with pytest.raises(NotAllowed):
        enter(bench, role, END)
    assert bench.table.state(EVERYONE)["outcome"] is None


@pytest.mark.parametrize("role", [HOST, ANA, BOB])
def test_the_end_stays_for_with_it_what_lies_under_the_doors_was_told(bench: Bench, role: Role) -> None:
    """Else the host would end the game, read what a seat saw in secret, and play on."""
    stand_still(bench)
    enter(bench, HOST, END)
    ways: list[JsonObject] = [
        {"move": "undo"},
        {"move": "undo", "number": 1},
        {"move": "correct", "number": 1, "with": PASS},
    ]
    for way in ways:
        with pytest.raises(IllegalMove, match="all secrets were told"):
            enter(bench, role, way)
    assert bench.table.state(EVERYONE)["outcome"] is not None


def test_a_table_that_was_switched_off_knows_of_the_end_and_its_record_is_replayed(
    bench: Bench, path: Path
) -> None:
    stand_still(bench)
    enter(bench, HOST, END)
    before = bench.table.state(EVERYONE)
    *moves, end = replay(bench.table.record().splitlines())
    assert moves == [{"ok": True}] * (2 * SEATS + 1)
    bench.table.close()
    again = bench_on(path, 1)
    try:
        state = again.table.state(EVERYONE)
        assert state["outcome"] == before["outcome"] == end["outcome"]
    finally:
        again.table.close()
