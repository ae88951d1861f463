"""Each kind of pieces is weighed as soon as it is settled, whatever else is still being read."""

import pytest

from tests.table.conftest import Bench
from tests.table.paper_table import reading_of
from tests.table.plays.ubongo.paper_gems import PaperTable, no_board, tokens_of
from tests.table.plays.ubongo.watched_round import begin, call, moves, notice, proposal
from vision.readings.reading import Reading
from vision.readings.tokens import TokenReading


@pytest.fixture
def table(bench: Bench) -> PaperTable:
    """Before the first roll, the board seen as it was told."""
    table = begin(bench)
    table.look()
    return table


def glance(table: PaperTable, tokens: TokenReading, *settled: str) -> None:
    """Let the eyes settle some kinds of what they read."""
    dice = reading_of([] if table.die is None else [table.die])
    readings: dict[str, Reading] = {"tokens": tokens, "dice": dice}
    table.settle(readings, frozenset(settled))


def test_the_die_turns_the_glass_while_the_gems_are_still_being_read(
    bench: Bench, table: PaperTable
) -> None:
    symbol = table.roll()
    glance(table, table.doubtful(0.1), "dice")
    bench.wait()
    assert moves(bench) == [{"move": "start", "symbol": symbol}]


def test_what_is_seen_of_a_kind_that_is_not_settled_means_nothing(
    bench: Bench, table: PaperTable
) -> None:
    """Neither gems that seem to be gone, nor a die that was seen once."""
    table.roll()
    glance(table, tokens_of(table.board), "tokens")
    bench.wait()
    assert (moves(bench), proposal(bench)) == ([], None)
    table.look()
    bench.wait()
    call(bench, 1)
    gems = table.take(1)
    glance(table, tokens_of(table.board), "dice")
    bench.wait()
    assert [words["move"] for words in moves(bench)] == ["start", "call"]
    table.put_back(1, gems)
    table.look()
    assert (proposal(bench), notice(bench)) == (None, None)


def test_a_die_waits_for_the_place_of_the_board_on_which_none_is_rolled(
    bench: Bench, table: PaperTable
) -> None:
    table.roll()
    glance(table, no_board(), "dice")
    bench.wait()
    assert (moves(bench), proposal(bench)) == ([], None)


def test_what_was_told_stays_until_what_it_was_told_of_is_read_again(
    bench: Bench, table: PaperTable
) -> None:
    table.roll()
    table.look()
    bench.wait()
    gems = table.take(1)
    table.look()
    assert notice(bench) == "ubongo.referee.unexplained_nobody"
    table.put_back(1, gems)
    glance(table, tokens_of(table.board), "dice")
    assert notice(bench) == "ubongo.referee.unexplained_nobody"
    table.look()
    assert notice(bench) is None
