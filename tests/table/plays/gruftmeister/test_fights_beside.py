"""The fight table beside a game: stones read at once where they may be, and the game left as it is."""

from pathlib import Path

import pytest

from companion.errors import JournalError, NoSuchGame
from companion.games.game import EVERYONE
from companion.games.gruftmeister.moves import BACK, LOGO, MONSTER
from companion.table.beside import BESIDE
from companion.table.shapes.values import JsonObject
from companion.table.table import Table
from tests.table.conftest import Bench, bench_on
from tests.table.plays.gruftmeister.paper_stones import reading_of, seen, token_of, unsure
from tests.table.plays.gruftmeister.test_referee import lying

GAME = "gruftmeister"
ARM = {"move": "set", "colour": "red", "carries": ["sword", "shield"]}
FIGHT = {"move": "fight", "colour": "red"}
YACHT: JsonObject = {"game": "yacht", "seats": ["Ana", "Bob"]}
WHOLE: JsonObject = {"game": GAME, "seats": ["Ana", "Bob"]}


def do(table: Table, *all_words: JsonObject) -> None:
    for words in all_words:
        table.beside.do(GAME, f"{len(str(told(table)))} {words}", words)


def told(table: Table) -> JsonObject:
    return table.state(EVERYONE).get("beside", {}).get(GAME, {})


def hearts(table: Table) -> int:
    return int(next(one["hearts"] for one in told(table)["masters"] if one["colour"] == "red"))


def lift(bench: Bench) -> None:
    bench.show(reading_of([]))


def test_stones_are_read_at_once_and_one_tap_takes_them_back() -> None:
    bench = bench_on(None, 1)
    do(bench.table, ARM, FIGHT)
    assert bench.table.sets.in_use == {"tokens": "gruftmeister_stones"}
    lift(bench)
    bench.show(seen(lying(MONSTER, BACK, BACK)))
    assert (told(bench.table)["fight"]["throws"], hearts(bench.table)) == (1, 2)
    lift(bench)
    bench.show(seen(lying(LOGO, "sword", BACK, row=6.0)))
    assert told(bench.table)["fight"]["ended"] == "killed"
    assert bench.table.sets.in_use == {"dice": "pips"}  # nothing is thrown now
    do(bench.table, {"move": "undo"})
    assert told(bench.table)["fight"]["on"]
    bench.show(seen(lying(LOGO, "sword", BACK, row=6.0)))
    assert told(bench.table)["fight"]["throws"] == 1, "what was taken back is not read again"
    bench.table.close()


def test_what_is_not_surely_read_is_asked_and_answered_by_tap() -> None:
    bench = bench_on(None, 1)
    do(bench.table, ARM, FIGHT)
    lift(bench)
    monster, *others = [token_of(stone) for stone in lying(LOGO, "sword", BACK)]
    bench.show(reading_of([unsure(monster, MONSTER, wrong=True), *others]))
    question = told(bench.table)["question"]
    assert told(bench.table)["fight"]["throws"] == 0
    meant = next(one for one in question["choices"] if one["moves"][0]["faces"].count(LOGO))
    do(bench.table, {"move": "answer", "choice": meant["id"]})
    assert (told(bench.table)["fight"]["ended"], told(bench.table)["question"]) == ("killed", None)
    bench.table.close()


def test_beside_another_game_nothing_is_read_and_nothing_in_it_changes() -> None:
    """What lies under the camera belongs to the game: a tap says what was thrown."""
    bench = bench_on(None, 1)
    bench.table.start_sitting(YACHT)
    before, sets = bench.table.history, bench.table.sets.in_use
    do(bench.table, ARM, FIGHT)
    assert bench.table.sets.in_use == sets
    assert not told(bench.table)["reads"]
    do(bench.table, {"move": "throw", "faces": [LOGO, "sword", BACK]})
    assert told(bench.table)["fight"]["ended"] == "killed"
    assert bench.table.history is before
    assert bench.table.state(EVERYONE)["history"] == []
    bench.table.close()


def test_beside_its_own_game_stones_are_read_too() -> None:
    bench = bench_on(None, 1)
    bench.table.start_sitting(WHOLE)
    before = bench.table.history
    assert bench.table.sets.in_use == {}
    do(bench.table, ARM, FIGHT)
    assert bench.table.sets.in_use == {"tokens": "gruftmeister_stones"}
    lift(bench)
    bench.show(seen(lying(MONSTER, BACK, BACK)))
    assert hearts(bench.table) == 2
    assert bench.table.history is before
    bench.table.close()


def test_it_is_kept_over_a_restart_and_in_another_folder(tmp_path: Path) -> None:
    bench = bench_on(None, 1, folder=tmp_path)
    throw = {"move": "throw", "faces": [MONSTER, BACK, BACK]}
    do(bench.table, ARM, FIGHT)
    bench.table.beside.do(GAME, "sent twice", throw)
    bench.table.close()
    again = bench_on(None, 1, folder=tmp_path).table
    assert (told(again)["fight"]["on"], hearts(again)) == (True, 2)
    again.beside.do(GAME, "sent twice", throw)
    assert hearts(again) == 2
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    again.beside.move(elsewhere / BESIDE)
    do(again, throw)
    again.close()
    third = bench_on(None, 1, folder=elsewhere).table
    assert hearts(third) == 1
    third.close()


def test_what_cannot_be_kept_is_refused_and_a_damaged_file_is_begun_anew(tmp_path: Path) -> None:
    kept = tmp_path / "gone" / BESIDE
    table = bench_on(None, 1, folder=kept.parent).table
    with pytest.raises(JournalError, match="side tables"):
        do(table, ARM)
    assert told(table) == {}
    table.close()
    kept.parent.mkdir()
    empty = '{"gruftmeister": {"kept": {}, "ids": []}}'
    for damaged in ('{"gruftmeister": 3}', '{"chess": {}}', "[", empty):
        kept.write_text(damaged, encoding="utf-8")
        table = bench_on(None, 1, folder=kept.parent).table
        assert told(table) == {}
        table.close()


def test_a_game_without_one_says_so() -> None:
    table = bench_on(None, 1).table
    with pytest.raises(NoSuchGame, match="yacht"):
        table.beside.view("yacht")
    assert len(table.beside.view(GAME)["masters"]) == 4
    table.close()
