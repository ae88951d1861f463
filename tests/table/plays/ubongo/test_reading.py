"""What the pages are told of a reading of gems."""

from dataclasses import replace
from random import Random
from typing import Any

from companion.games.game import EVERYONE, HOST
from companion.games.ubongo.gems import deal_gems
from tests.table.conftest import Bench
from tests.table.plays.ubongo.paper_gems import LEFT, STEP, TOP, PaperTable, board_of, tokens_of
from tests.table.plays.ubongo.watched_round import begin, notice
from vision.readings.dice import DiceReading, Die, Doubt
from vision.readings.places import PointPx
from vision.readings.tokens import Token


def seen(bench: Bench) -> Any:
    return bench.table.state(EVERYONE)["watch"]["seen"]


def doubtful_die(x: float, y: float) -> DiceReading:
    """Return a reading of what may be a die there."""
    corners = tuple(PointPx(x + dx, y + dy) for dx, dy in ((-20, -20), (20, -20), (20, 20), (-20, 20)))
    assert len(corners) == 4
    die = Die("snake", PointPx(x, y), corners, 0.0, 0.5, sure=False)
    doubt = Doubt("may_be_a_die", die.centre_px, 40, (0,), 0.6)
    return DiceReading((die,), (), False, ("maybe_extra",), (1280, 960), False, doubtful=(doubt,))


def test_the_pages_are_told_how_many_gems_are_seen(bench: Bench) -> None:
    rng = Random(4)
    gems = deal_gems(rng)
    bench.table.start_sitting({"game": "ubongo", "seats": ["Ana", "Bob"], "gems": gems})
    PaperTable(bench, board_of(gems), rng).look()
    assert seen(bench)["drawn"]["text"] == {"code": "ubongo.reading", "params": {"count": 72}}


def test_no_die_is_shown_on_the_gem_board(bench: Bench) -> None:
    table = begin(bench)
    table.look(die=doubtful_die(LEFT + 5 * STEP, TOP + 2 * STEP))
    assert seen(bench)["dice"] == []
    assert seen(bench)["drawn"]["sure"]
    table.look(die=doubtful_die(LEFT + 5 * STEP, TOP + 9 * STEP))
    assert len(seen(bench)["dice"]) == 1


def test_gems_before_the_players_raise_no_doubt_until_they_count(bench: Bench) -> None:
    table = begin(bench, rounds=1)
    gem = Token("red", PointPx(640.0, 800.0), 40.0, 0.5, sure=False)
    board = tokens_of(table.board, doubts=["maybe_extra"])
    beside = replace(board, tokens=(*board.tokens, gem))
    table.look(beside)
    assert (len(seen(bench)["drawn"]["found"]), seen(bench)["drawn"]["sure"]) == (72, True)
    table.roll()
    table.look(beside)
    bench.wait(200)
    bench.table.submit(HOST, "turned", {"move": "turn_glass"})
    bench.wait(200)
    table.look(beside)
    assert (len(seen(bench)["drawn"]["found"]), seen(bench)["drawn"]["sure"]) == (73, False)


def test_the_history_says_who_rolled_the_die_that_the_camera_saw(
    bench: Bench, table: PaperTable
) -> None:
    assert table.die is not None
    (line,) = bench.table.state(EVERYONE)["history"]
    assert line["text"] == {
        "code": "ubongo.referee.rolled",
        "params": {"seat": "Ana", "term": f"ubongo.symbol.{table.die.face}"},
    }


def test_one_row_is_told_as_one(bench: Bench, table: PaperTable) -> None:
    table.take(1)
    table.look()
    assert notice(bench) == "ubongo.referee.unexplained_nobody"
    assert rows_told(bench) == ("2", 1)
    table.take(3)
    table.look()
    assert rows_told(bench) == ("2, 4", 2)


def rows_told(bench: Bench) -> tuple[str, int]:
    said: Any = bench.table.state(EVERYONE)["notice"]
    return said["params"]["rows"], said["params"]["row_count"]
