"""Hands are left alone while the sand runs; the board is read once it is through."""

import pytest

from companion.games.game import HOST
from companion.table.plays.ubongo.referee import TO
from tests.table.conftest import Bench
from tests.table.plays.ubongo.paper_gems import PaperTable
from tests.table.plays.ubongo.watched_round import (
    answer,
    asked,
    begin_round,
    call,
    moves,
    notice,
    proposal,
)

THROUGH_S = 50.0
"""Longer than the glass runs."""


@pytest.fixture
def table(bench: Bench) -> PaperTable:
    """A running round whose takes are not followed."""
    return begin_round(bench, follow_takes=False)


def takes(bench: Bench) -> list[tuple[str, int]]:
    return [(words["seat"], words["row"]) for words in moves(bench) if words["move"] == "take"]


def is_silent(bench: Bench) -> bool:
    return (proposal(bench), notice(bench)) == (None, None)


def test_nothing_is_asked_said_or_entered_while_the_sand_runs(bench: Bench, table: PaperTable) -> None:
    """Neither one gem of a take, nor one that two may have made, nor one too many."""
    call(bench, 1, 2)
    for row, count in ((1, 2), (5, 1), (2, 3)):
        gems = table.take(row, count)
        table.look()
        bench.wait()
        assert is_silent(bench)
        table.put_back(row, gems)
    table.take(1)
    table.look()
    bench.wait()
    assert is_silent(bench)
    assert takes(bench) == []


def test_once_the_sand_is_through_all_takes_are_entered_before_its_end(
    bench: Bench, table: PaperTable
) -> None:
    call(bench, 1, 3)
    table.take(4)
    table.take(1)
    table.look()
    bench.wait(THROUGH_S)
    table.rest()
    bench.wait()
    assert moves(bench)[-3:] == [
        {"seat": "Ana", "move": "take", "row": 1},
        {"seat": "Cyril", "move": "take", "row": 4},
        {"move": "time_up"},
    ]
    table.look()
    assert is_silent(bench)


def test_a_round_that_the_host_ends_is_looked_at_as_well(bench: Bench, table: PaperTable) -> None:
    call(bench, 1)
    table.take(1)
    table.look()
    bench.wait(1.0)
    bench.table.submit(HOST, "end", {"move": "time_up"})
    bench.wait()
    table.rest()
    bench.wait()
    assert takes(bench) == [("Ana", 1)]


def test_who_took_is_known_by_who_had_called_when_it_was_seen(bench: Bench, table: PaperTable) -> None:
    """Either may reach either row."""
    call(bench, 1)
    table.take(2)
    table.look()
    call(bench, 2)
    table.take(1)
    table.look()
    bench.wait(THROUGH_S)
    table.rest()
    bench.wait()
    assert takes(bench) == [("Ana", 2), ("Bob", 1)]


def test_gems_that_are_put_back_tell_nothing_of_who_took_them(bench: Bench, table: PaperTable) -> None:
    call(bench, 1)
    gems = table.take(2)
    table.look()
    table.put_back(2, gems)
    table.look()
    call(bench, 2)
    table.take(1)
    table.take(2)
    table.look()
    bench.wait(THROUGH_S)
    table.rest()
    assert asked(bench)["text"]["code"] == "ubongo.referee.who_took"


def test_what_is_open_alone_is_asked(bench: Bench, table: PaperTable) -> None:
    call(bench, 1, 2, 3)
    table.take(1)
    table.take(2)
    table.take(4)
    table.look()
    bench.wait(THROUGH_S)
    table.rest()
    text = asked(bench)["text"]
    assert (text["code"], text["params"]["takes"]) == ("ubongo.referee.who_took_others", f"Cyril{TO}5")
    assert text["params"]["rows"] == "2, 3"
    said = [choice["text"]["params"].get("takes") for choice in asked(bench)["choices"]]
    assert said == [f"Ana{TO}3, Bob{TO}2", f"Ana{TO}2, Bob{TO}3", None]
    answer(bench, "take-1")
    assert sorted(takes(bench)) == [("Ana", 1), ("Bob", 2), ("Cyril", 4)]


def test_what_is_seen_survives_a_restart_in_the_round(bench: Bench, table: PaperTable) -> None:
    call(bench, 1)
    table.take(2)
    table.look()
    playing = bench.table._playing
    assert playing.sitting is not None
    words = playing.sitting.memory_words()
    assert words is not None
    assert playing.sitting.play.memory_of(words) == playing.sitting.memory


def test_a_die_that_is_rolled_before_the_board_was_read_starts_the_glass_all_the_same(
    bench: Bench, table: PaperTable
) -> None:
    call(bench, 1)
    table.take(1)
    bench.wait(THROUGH_S)
    table.roll()
    table.look()
    for _ in ("the take", "the roll"):
        bench.wait()
    assert [words["move"] for words in moves(bench)[-3:]] == ["take", "time_up", "start"]
    assert bench.view()["phase"] == "running"
