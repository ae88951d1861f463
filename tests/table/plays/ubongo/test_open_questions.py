"""Who took is still asked once the sand is through: the answer is entered before its end."""

import pytest

from companion.devices.device import Press
from tests.table.conftest import Bench
from tests.table.plays.ubongo.paper_gems import PaperTable
from tests.table.plays.ubongo.watched_round import answer, asked, call, moves, notice, proposal

WAITS_S = 50.0
"""Longer than the glass runs."""


@pytest.fixture
def table(bench: Bench, table: PaperTable) -> PaperTable:
    """The first round runs, two have called, and gems are gone that either may have taken."""
    call(bench, 1, 2)
    table.take(1)
    table.look()
    assert asked(bench)["text"]["code"] == "ubongo.referee.who_took"
    return table


def test_the_question_stays_when_the_sand_is_through_and_its_answer_counts(
    bench: Bench, table: PaperTable
) -> None:
    bench.wait(WAITS_S)
    bench.table.sight.weigh()
    assert moves(bench)[-1] == {"move": "time_up"}
    assert [choice["id"] for choice in asked(bench)["choices"]] == ["take-0", "take-1", "not-taken"]
    answer(bench, "take-1")
    assert moves(bench)[-2:] == [{"seat": "Bob", "move": "take", "row": 1}, {"move": "time_up"}]
    table.look()
    assert (proposal(bench), notice(bench)) == (None, None)


def test_a_die_rolled_meanwhile_starts_the_next_round_before_it_is_answered(
    bench: Bench, table: PaperTable
) -> None:
    bench.wait(WAITS_S)
    bench.table.sight.weigh()
    symbol = table.roll()
    table.look()
    bench.wait()
    assert (bench.view()["round"], bench.view()["phase"]) == (2, "running")
    ends = bench.table.due
    answer(bench, "take-0")
    assert moves(bench)[-3:] == [
        {"seat": "Ana", "move": "take", "row": 1},
        {"move": "time_up"},
        {"move": "start", "symbol": symbol},
    ]
    assert bench.table.due == ends


def test_a_round_that_was_started_by_key_meanwhile_runs_on_after_the_answer(
    bench: Bench, table: PaperTable
) -> None:
    bench.wait(WAITS_S)
    bench.table.sight.weigh()
    bench.table.devices.press(Press("ok", bench.clock.now()))
    bench.wait(2.0)
    table.look()
    ends = bench.table.due
    answer(bench, "take-1")
    assert moves(bench)[-3:] == [
        {"seat": "Bob", "move": "take", "row": 1},
        {"move": "time_up"},
        {"move": "start"},
    ]
    assert (bench.view()["round"], bench.view()["phase"]) == (2, "running")
    assert bench.table.due == ends
