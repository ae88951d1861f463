"""Whole games as records, and records with a wrong move."""

import json
import re
from pathlib import Path

import pytest

from companion.cli.replay import replay
from companion.errors import BadRecord, BadSetup
from companion.games.game import Json
from tests.games.ubongo.table import setup

RECORDS = Path(__file__).parent.parent / "records"


def end_of(lines: list[str]) -> dict[str, Json]:
    *moves, end = replay(lines)
    assert all(said == {"ok": True} for said in moves)
    return end


def end_of_file(name: str) -> dict[str, Json]:
    return end_of((RECORDS / name).read_text(encoding="utf-8").splitlines())


def test_the_printed_example_is_won_by_cyril() -> None:
    assert end_of_file("ubongo_printed_example.jsonl") == {
        "scores": {"Adam": 6, "Bára": 3, "Cyril": 6},
        "to_move": None,
        "outcome": {"winners": ["Cyril"], "why": "6, 4, 3 beats 6, 4, 2 of Adam"},
    }


def test_a_game_of_four_with_every_kind_of_move() -> None:
    lines = (RECORDS / "ubongo_four_players.jsonl").read_text(encoding="utf-8").splitlines()
    kinds = {json.loads(line)["move"] for line in lines[1:]}
    others = {"call_order", "false_call", "move_pawn", "turn_glass"}
    assert kinds == {"start", "call", "take", "time_up"} | others
    assert end_of(lines) == {
        "scores": {"Ana": 6, "Bob": 5, "Cyril": 5, "Dana": 6},
        "to_move": None,
        "outcome": {"winners": ["Dana"], "why": "6, 4, 4 beats 6, 4, 2 of Ana"},
    }


def test_a_game_of_two_with_late_takes() -> None:
    assert end_of_file("ubongo_late_takes.jsonl") == {
        "scores": {"Ana": 6, "Bob": 7},
        "to_move": None,
        "outcome": {"winners": ["Bob"], "why": "most gems of one colour: 7 yellow"},
    }


def record(*moves: dict[str, Json]) -> list[str]:
    first = setup(2)
    words = {"game": "ubongo", "seats": first.seats, **first.dealt}
    return [json.dumps(line) for line in (words, *moves)]


START: dict[str, Json] = {"move": "start", "symbol": "snake"}
ANA_CALLS: dict[str, Json] = {"seat": "Ana", "move": "call"}
TIME_UP: dict[str, Json] = {"move": "time_up"}


def test_before_the_end_the_starting_player_is_to_move_and_scores_are_known() -> None:
    take: dict[str, Json] = {"seat": "Ana", "move": "take", "row": 1}
    assert end_of(record(START, ANA_CALLS, take, TIME_UP)) == {
        "scores": {"Ana": 2, "Bob": 0},
        "to_move": "Bob",
        "outcome": None,
    }


def test_a_false_call_may_be_undone_and_a_take_corrected() -> None:
    lines = record(
        START,
        ANA_CALLS,
        {"seat": "Ana", "move": "take", "row": 1},
        {"move": "correct", "number": 3, "with": {"move": "take", "row": 2}},
        {"seat": "Bob", "move": "call"},
        {"seat": "Bob", "move": "false_call"},
        {"move": "undo"},
        {"seat": "Bob", "move": "take", "row": 2},
    )
    assert end_of(lines)["scores"] == {"Ana": 2, "Bob": 2}


@pytest.mark.parametrize(
    ("moves", "refusal"),
    [
        pytest.param(
            [ANA_CALLS], "line 2: Ana, call: seat 1 (Ana) may not call: Ana is to roll", id="call"
        ),
        pytest.param(
            [START, {"seat": "Bob", "move": "take", "row": 2}],
            "line 3: Bob, take: seat 2 (Bob) may not take row 2: has not called",
            id="take without a call",
        ),
        pytest.param(
            [START, ANA_CALLS, {"seat": "Ana", "move": "take", "row": 4}],
            "line 4: Ana, take: seat 1 (Ana) may not take row 4: from row 0 it is 4 fields, up to 3",
            id="too far",
        ),
        pytest.param(
            [START, ANA_CALLS, TIME_UP, {"seat": "Ana", "move": "take", "row": 0}],
            "line 5: Ana, take: seat 1 (Ana) may not take row 0: Bob is to roll",
            id="take after the time",
        ),
        pytest.param(
            [START, ANA_CALLS, ANA_CALLS], "Ana, call: seat 1 (Ana) may not call: has", id="twice"
        ),
        pytest.param(
            [START, START], "line 3: nobody, start: start snake is not possible", id="rolled twice"
        ),
        pytest.param(
            [START, TIME_UP, START],
            "line 4: nobody, start: start snake is not possible now: nobody has called, the glass",
            id="glass not turned",
        ),
        pytest.param(
            [START, {"seat": "Ana", "move": "take", "row": "2"}],
            "line 3: Ana, take: take: 'row' holds '2', not a whole number",
            id="row a text",
        ),
        pytest.param(
            [START, {"seat": "Ana", "move": "take"}], "Ana, take: take: 'row' is missing", id="row"
        ),
        pytest.param(
            [{"move": "symbol"}], "nobody, symbol: symbol: 'symbol' is missing", id="no symbol"
        ),
        pytest.param(
            [START, {"move": "call"}], "nobody, call: call: 'seat' is missing", id="whose call"
        ),
        pytest.param(
            [START, {**ANA_CALLS, "dead_heat": 1}],
            "Ana, call: call: 'dead_heat' holds 1, not true or false",
            id="dead heat 1",
        ),
        pytest.param(
            [START, {"seat": "Ana", "move": "cal"}], "'move' is 'cal' (did you mean", id="no move"
        ),
    ],
)
def test_a_wrong_move_is_refused_by_seat_move_and_reason(
    moves: list[dict[str, Json]], refusal: str
) -> None:
    said = replay(record(*moves))
    with pytest.raises(BadRecord, match=re.escape(refusal)):
        list(said)


def test_a_record_without_its_gems_does_not_begin() -> None:
    line = json.dumps({"game": "ubongo", "seats": ["Ana", "Bob"]})
    with pytest.raises(BadSetup, match=r"ubongo cannot start: 'gems' is missing; 'pawns' is missing"):
        list(replay([line]))
