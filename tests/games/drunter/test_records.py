"""Recorded games: whole ones end as said, by both implementations; wrong moves are refused by name."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import commands
from companion.games.game import Setup, Words
from companion.games.record import setup_words
from tests.games.drunter import oracle
from tests.games.drunter.case import dealt

RECORDS = Path(__file__).parents[1] / "records"

ENDS: dict[str, tuple[dict[str, int], list[str], str]] = {
    "drunter_printed_example": ({"Ana": 0, "Bob": 8, "Cyd": 7, "Dan": 5}, ["Bob"], "most points: 8"),
    "drunter_basic_3": ({"Ana": 10, "Bob": 4, "Cyd": 9}, ["Ana"], "most points: 10"),
    "drunter_basic_2_tied": (
        {"Ana": 14, "Bob": 14},
        ["Ana", "Bob"],
        "shared at 14 points, with equal votes left: 3",
    ),
    "drunter_basic_2_cards_shown_at_the_end": (
        {"Ana": 3, "Bob": 3},
        ["Ana"],
        "tied at 3 points, most votes left: 10",
    ),
    "drunter_expert_4_specials": (
        {"Ana": 13, "Bob": 17, "Cyd": 7, "Dan": 20},
        ["Dan"],
        "most points: 20",
    ),
    "drunter_expert_3_tied": (
        {"Ana": 13, "Bob": 15, "Cyd": 15},
        ["Cyd"],
        "tied at 15 points, most points of the other card: 14",
    ),
    "drunter_expert_3_cards_shown_at_the_end": (
        {"Ana": 4, "Bob": 0, "Cyd": 8},
        ["Cyd"],
        "most points: 8",
    ),
    "drunter_basic_2_all_own": ({"Ana": 5, "Bob": 9}, ["Bob"], "most points: 9"),
    "drunter_basic_3_all_own_tied": (
        {"Ana": 5, "Bob": 3, "Cyd": 5},
        ["Ana"],
        "tied at 5 points, most votes left: 6",
    ),
    "drunter_expert_4_all_own": (
        {"Ana": 6, "Bob": 10, "Cyd": 10, "Dan": 1},
        ["Cyd"],
        "tied at 10 points, most points of the other card: 5",
    ),
}


def lines_of(name: str) -> list[oracle.Line]:
    return [json.loads(line) for line in (RECORDS / f"{name}.jsonl").read_text("utf-8").splitlines()]


def replay(path: Path) -> tuple[int, list[dict[str, Any]], str]:
    said = CliRunner().invoke(commands, ["replay", str(path)])
    return said.exit_code, [json.loads(line) for line in said.stdout.splitlines()], said.stderr


def test_every_record_has_its_end() -> None:
    assert {path.stem for path in RECORDS.glob("drunter*.jsonl")} == set(ENDS)


@pytest.mark.parametrize("name", ENDS)
def test_a_recorded_game_ends_as_said(name: str) -> None:
    status, said, _ = replay(RECORDS / f"{name}.jsonl")
    scores, winners, why = ENDS[name]
    assert status == 0
    assert said[:-1] == [{"ok": True}] * (len(lines_of(name)) - 1)
    assert said[-1] == {"scores": scores, "to_move": None, "outcome": {"winners": winners, "why": why}}


@pytest.mark.parametrize("name", ENDS)
def test_the_second_implementation_says_the_same_end(name: str) -> None:
    scores, winners, _ = ENDS[name]
    said = oracle.judge(lines_of(name), oracle.western())
    assert said == {"scores": scores, "to_move": None, "winners": winners}


def test_the_records_hold_every_kind_of_move() -> None:
    moves = {line["move"] for name in ENDS for line in lines_of(name)[1:]}
    own = {"pass", "counted", "show", "left"}
    assert moves == {"lay", "vote", "declare", "choose"} | own


def test_the_printed_example_is_refused_7_to_5_and_the_next_player_lays() -> None:
    lines = lines_of("drunter_printed_example")
    at = next(n for n, line in enumerate(lines) if line.get("cards") == ["JAA", "JAAA"])
    votes = [(line["seat"], line.get("cards", line.get("as"))) for line in lines[at : at + 5]]
    assert votes == [
        ("Ana", ["JAA", "JAAA"]),
        ("Bob", ["NEE"]),
        ("Cyd", ["NEEE"]),
        ("Dan", ["JEEIIN"]),
        ("Dan", "no"),
    ]
    assert (lines[at - 1]["seat"], lines[at - 1]["move"]) == ("Ana", "lay")
    assert (lines[at + 5]["seat"], lines[at + 5]["move"]) == ("Bob", "lay")


def test_a_record_that_stops_midway_says_whose_move_it_is_and_no_scores(tmp_path: Path) -> None:
    short = tmp_path / "short.jsonl"
    lines = lines_of("drunter_printed_example")
    short.write_text("".join(json.dumps(line) + "\n" for line in lines[:7]), "utf-8")
    status, said, _ = replay(short)
    assert status == 0
    assert said[-1] == {"scores": None, "to_move": "Bob", "outcome": None}


# Two players, few tiles: every line below can be played but for the one at fault.

FIRST = Setup(
    "drunter",
    ("Ana", "Bob"),
    {"board": "wacky_wacky_west", "variant": "basic"},
    {
        "tiles": {"Ana": {"street": [1, 3], "river": [3]}, "Bob": {"street": [2], "wall": [1, 3]}},
        "cards": {"Ana": ["school"], "Bob": ["jail"]},
    },
)
STREET: Words = {
    "seat": "Ana",
    "move": "lay",
    "kind": "street",
    "length": 3,
    "gang": [14, 0],
    "towards": "south",
}
OVER: Words = {
    "seat": "Bob",
    "move": "lay",
    "kind": "street",
    "length": 2,
    "gang": [14, 3],
    "towards": "west",
}
"""Bob's double covers [12, 3], an outhouse."""
ANA: Words = {"seat": "Ana", "move": "vote", "cards": ["NE", "JEEIIN"]}
BOB: Words = {**ANA, "seat": "Bob"}

WRONG: dict[str, tuple[list[Words], str]] = {
    "out of turn": (
        [{**STREET, "seat": "Bob"}],
        r"seat 2 \(Bob\) may not lay street 3 .*: Ana is to lay",
    ),
    "another's tile": ([{**STREET, "length": 2}], r"seat 1 \(Ana\) may not lay .*: Ana has no street"),
    "off the grid": (
        [{**STREET, "towards": "north"}],
        r"seat 1 \(Ana\) .* \[14, 0\] towards north: free",
    ),
    "no gang there": ([{**STREET, "gang": [0, 0]}], r"seat 1 \(Ana\) may not lay .*: no street gang"),
    "over a tile": (
        [STREET, {**OVER, "gang": [14, 3], "towards": "north"}],
        r"seat 2 \(Bob\) may not lay street 2 at \[14, 3\] towards north: free squares that way: 0",
    ),
    "a lay for a vote": (
        [STREET, OVER, {**STREET, "length": 1}],
        r"seat 1 \(Ana\) may not lay .*: Bob is",
    ),
    "a vote out of turn": ([STREET, OVER, ANA], r"seat 1 \(Ana\) may not vote: Bob is to vote"),
    "a vote without cards": (
        [STREET, OVER, {**BOB, "cards": []}],
        r"seat 2 \(Bob\) may not vote: at least",
    ),
    "a card of nobody": (
        [STREET, OVER, {**BOB, "cards": ["JEIN"]}],
        r"Bob, vote: vote: there is no such",
    ),
    "a vote twice": ([STREET, OVER, BOB, BOB], r"seat 2 \(Bob\) may not vote: Ana is to vote"),
    "a joker out of turn": (
        [STREET, OVER, BOB, ANA, {"seat": "Ana", "move": "declare", "as": "yes"}],
        r"seat 1 \(Ana\) may not declare yes: Bob is to declare",
    ),
    "a joker neither way": (
        [STREET, OVER, BOB, ANA, {"seat": "Bob", "move": "declare", "as": "maybe"}],
        r"Bob, declare: .*'as' is 'maybe'",
    ),
    "a choice in the basic game": (
        [{"seat": "Ana", "move": "choose", "card": "school"}],
        r"seat 1 \(Ana\) may not choose: Ana is to lay a tile",
    ),
    "a card shown too soon": (
        [{"seat": "Ana", "move": "show", "cards": ["school"]}],
        r"seat 1 \(Ana\) may not show .*: Ana is to lay a tile",
    ),
    "half a square": (
        [{**STREET, "gang": [14]}],
        r"Ana, lay: lay: 'gang' is \[14\], not a column and a row",
    ),
    "square of truths": ([{**STREET, "gang": [True, 0]}], r"Ana, lay: lay: 'gang' is"),
    "a length of four": ([{**STREET, "length": 4}], r"Ana, lay: lay: 'length' is 4, not 1, 2 or 3"),
    "a canal": ([{**STREET, "kind": "canal"}], r"Ana, lay: lay: 'kind' is 'canal'"),
    "up": ([{**STREET, "towards": "up"}], r"Ana, lay: lay: 'towards' is 'up'"),
    "nobody's": (
        [{key: STREET[key] for key in STREET if key != "seat"}],
        r"nobody, lay: .*needs its seat",
    ),
}


@pytest.mark.parametrize(("moves", "refusal"), WRONG.values(), ids=WRONG)
def test_a_wrong_move_is_refused_by_line_seat_move_and_reason(
    moves: list[Words], refusal: str, tmp_path: Path
) -> None:
    record = tmp_path / "wrong.jsonl"
    record.write_text("".join(json.dumps(line) + "\n" for line in [setup_words(FIRST), *moves]), "utf-8")
    status, said, complaint = replay(record)
    assert status == 1
    assert said[:-1] == [{"ok": True}] * (len(moves) - 1)
    assert said[-1]["ok"] is False
    assert re.search(rf"line {len(moves) + 1}: .*{refusal}", said[-1]["error"])
    assert f"line {len(moves) + 1}" in complaint


def test_a_wrong_first_line_is_refused(tmp_path: Path) -> None:
    record = tmp_path / "wrong.jsonl"
    words = {**setup_words(dealt(2)), "seats": ["Ana"]}
    record.write_text(json.dumps(words) + "\n", "utf-8")
    status, said, _ = replay(record)
    assert status == 1
    assert "1 seats, it is played by 2 to 4" in said[-1]["error"]
