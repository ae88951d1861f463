"""A seat takes its own last move back, while it told nobody anything."""

from collections.abc import Iterator

import pytest

from companion.errors import NotAllowed
from companion.games.game import EVERYONE, HOST, Role
from companion.games.history import History
from companion.games.record import read_record, write_record
from companion.table.shapes.values import JsonObject
from tests.table.conftest import Bench, bench_on
from tests.table.plays.gruftmeister.peeking import ANA, BOB, WALK, first_line, see, state_of

STEP, PEEK = WALK
ON: JsonObject = {"move": "step", "figure": "master", "to": [0, 0]}
UNDO: JsonObject = {"move": "undo"}


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = bench_on(None, 1)
    made.table.start_sitting(first_line())
    yield made
    made.table.close()


def enter(bench: Bench, role: Role, *moves: JsonObject) -> None:
    for words in moves:
        bench.frames += 1
        bench.table.submit(role, f"{bench.frames}", words)


def may_undo(bench: Bench, role: Role = ANA) -> bool:
    return "undo" in bench.table.state(role)["may"]


def refused(bench: Bench, role: Role) -> None:
    before = bench.table.history
    assert not may_undo(bench, role)
    with pytest.raises(NotAllowed, match="cannot take moves back"):
        enter(bench, role, UNDO)
    assert bench.table.history == before


def test_a_seat_takes_its_own_steps_back_one_by_one(bench: Bench) -> None:
    start = bench.table.history.state
    enter(bench, ANA, STEP, ON)
    for left in (4, 5):
        assert may_undo(bench)
        enter(bench, ANA, UNDO)
        assert bench.table.history.state.turn.master_left == left
    assert bench.table.history.state == start
    refused(bench, ANA)


def test_a_step_taken_back_stays_in_the_list_of_moves(bench: Bench) -> None:
    enter(bench, ANA, STEP, UNDO)
    assert [line["undone"] for line in state_of(bench, BOB)["history"]] == [True]


def test_nobody_else_takes_it_back_but_the_host(bench: Bench) -> None:
    enter(bench, ANA, STEP)
    refused(bench, BOB)
    assert not may_undo(bench, EVERYONE)
    enter(bench, HOST, UNDO)
    assert not bench.table.history.steps()


def test_a_peek_and_what_was_seen_are_taken_back_by_no_seat(bench: Bench) -> None:
    enter(bench, ANA, STEP, PEEK)
    refused(bench, ANA)
    see(bench, "barred")
    refused(bench, ANA)


def test_who_knows_more_since_takes_no_earlier_step_back(bench: Bench) -> None:
    """Neither where the host takes back the peek, nor where the seat goes on after it."""
    enter(bench, ANA, STEP, PEEK)
    see(bench, "barred")
    enter(bench, HOST, UNDO, UNDO)
    refused(bench, ANA)


def test_a_step_after_the_peek_is_taken_back_to_the_peek_and_no_further(bench: Bench) -> None:
    enter(bench, ANA, STEP, PEEK)
    see(bench, "barred")
    enter(bench, ANA, ON, UNDO)
    refused(bench, ANA)


def test_a_chest_that_was_opened_stays_open(bench: Bench) -> None:
    enter(bench, ANA, *({"move": "step", "figure": "master", "to": [x, 0]} for x in (1, 2, 3)))
    refused(bench, ANA)
    enter(bench, ANA, {"move": "found", "thing": "sword"})
    refused(bench, ANA)
    enter(bench, ANA, {"move": "take", "thing": "sword"})
    assert may_undo(bench)
    enter(bench, ANA, UNDO)
    refused(bench, ANA)


def test_a_fight_that_began_is_taken_back_by_no_seat(bench: Bench) -> None:
    enter(bench, ANA, *({"move": "step", "figure": "master", "to": [x, 0]} for x in (1, 2, 3)))
    enter(bench, ANA, {"move": "found", "thing": "sword"}, {"move": "take", "thing": "sword"})
    enter(bench, ANA, {"move": "fight", "coffin": [3, 1]})
    refused(bench, ANA)


def test_the_end_of_a_turn_stands(bench: Bench) -> None:
    enter(bench, ANA, STEP, {"move": "end_turn"})
    refused(bench, ANA)
    refused(bench, BOB)


def test_a_correction_by_the_host_is_not_taken_back_by_a_seat(bench: Bench) -> None:
    enter(bench, ANA, STEP)
    enter(bench, HOST, {"move": "correct", "number": 1, "with": {**ON, "to": [1, 0]}})
    refused(bench, ANA)


def test_a_record_tells_who_took_back(bench: Bench) -> None:
    enter(bench, ANA, STEP, ON, UNDO)
    history = bench.table.history
    setup, lines = read_record(write_record(history.setup, history.entries).split("\n"))
    again = History.begin(history.game, setup)
    for _, entry in lines:
        again = again.add(entry.seat, entry.words)
    assert again.entries[-1].seat == ANA.seat
    assert again.state == history.state
