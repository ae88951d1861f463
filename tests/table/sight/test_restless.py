"""A table that cannot be read because something goes on moving says so, by the frames' own time."""

from companion.games.game import EVERYONE, HOST
from companion.table.sight.eyes import Phase
from companion.table.sight.observation import RESTLESS_S
from tests.table.conftest import Bench
from tests.table.paper_table import reading_of

FRAME_S = 0.2
MOST_S = 10.0
"""Nobody waits longer than this without progress or a sentence."""


def moves_for(bench: Bench, seconds: float, phase: Phase = "moving") -> None:
    for _ in range(round(seconds / FRAME_S)):
        bench.wait(FRAME_S)
        bench.show(reading_of([]), phase)


def is_restless(bench: Bench) -> bool:
    told = [bench.table.state(role)["watch"].get("restless", False) for role in (EVERYONE, HOST)]
    assert told[0] == told[1]
    return told[0]


def test_hands_that_stay_are_asked_away_within_ten_seconds(bench: Bench) -> None:
    bench.show(reading_of([]))
    moves_for(bench, RESTLESS_S - 1.0)
    assert not is_restless(bench)
    moves_for(bench, 2.0)
    assert is_restless(bench)
    assert RESTLESS_S + 1.0 < MOST_S


def test_a_moment_too_short_to_read_in_does_not_begin_the_wait_anew(bench: Bench) -> None:
    bench.show(reading_of([]))
    moves_for(bench, 4.0)
    moves_for(bench, 0.4, "still")
    moves_for(bench, 3.0)
    assert is_restless(bench)


def test_once_the_table_was_read_nothing_is_asked_any_more(bench: Bench) -> None:
    bench.show(reading_of([]))
    moves_for(bench, RESTLESS_S + 1.0)
    bench.show(reading_of([]))
    assert not is_restless(bench)
    moves_for(bench, 2.0)
    assert not is_restless(bench)
