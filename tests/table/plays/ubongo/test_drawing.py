"""Screens without scripts show how far callers may move, and what the first may take."""

from companion.games.game import EVERYONE
from companion.table.hooks.drawing import seated
from companion.table.plays.ubongo.drawing import RING, drawing
from tests.table.conftest import Bench
from tests.table.plays.ubongo.paper_gems import PaperTable
from tests.table.plays.ubongo.watched_round import NAMES, call


def drawn(bench: Bench) -> str:
    marks = bench.table.state(EVERYONE)["marks"]
    return drawing(bench.view(), seated(NAMES, marks), str)


def test_reach_and_next_gems_are_drawn(bench: Bench, table: PaperTable) -> None:
    assert "±" not in drawn(bench)
    assert RING not in drawn(bench)
    call(bench, 1, 3)
    assert [reach for reach in range(4) if f"±{reach}" in drawn(bench)] == [2, 3]
    rows = bench.view()["players"]["Ana"]["rows"]
    assert drawn(bench).count(RING) == 2 * len(rows)


def test_what_was_taken_is_no_longer_offered(bench: Bench, table: PaperTable) -> None:
    call(bench, 1, 3)
    table.take(1)
    table.look()
    bench.wait()
    assert [reach for reach in range(4) if f"±{reach}" in drawn(bench)] == [2]
    assert drawn(bench).count(RING) == 2 * len(bench.view()["players"]["Cyril"]["rows"])
