"""Recorded games end as said, by both implementations; wrong moves are refused by line, name, reason."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli.replay import replay
from companion.errors import BadRecord
from tests.games.yacht import oracle

RECORDS = Path(__file__).parents[1] / "records"

ENDS: dict[str, tuple[dict[str, int], list[str], str]] = {
    "four_players": (
        {"Ána": 131, "Bob": 148, "Cyril": 151, "Dana": 117},
        ["Cyril"],
        "most points: 151",
    ),
    "two_tied": ({"Ana": 82, "Bob": 82}, ["Ana", "Bob"], "shared at 82 points"),
    "thirteen_alone": ({"Ana": 298}, ["Ana"], "most points: 298"),
    "thirteen_jokers": ({"Ana": 1445, "Bob": 236}, ["Ana"], "most points: 1445"),
}


def lines_of(name: str) -> list[str]:
    return (RECORDS / f"yacht_{name}.jsonl").read_text(encoding="utf-8").splitlines()


def end_of(lines: list[str]) -> dict[str, Any]:
    *_, end = replay(lines)
    return end


def followed(name: str) -> oracle.Table:
    return oracle.judge([json.loads(line) for line in lines_of(name)])


def test_every_record_has_its_end() -> None:
    names = {path.stem.removeprefix("yacht_") for path in RECORDS.glob("yacht_*.jsonl")}
    assert names == {*ENDS, "undo_and_correct"}


@pytest.mark.parametrize("name", ENDS)
def test_a_recorded_game_ends_as_said(name: str) -> None:
    scores, winners, why = ENDS[name]
    assert end_of(lines_of(name)) == {
        "scores": scores,
        "to_move": None,
        "outcome": {"winners": winners, "why": why},
    }


@pytest.mark.parametrize("name", ENDS)
def test_the_second_implementation_says_the_same_end(name: str) -> None:
    scores, winners, _ = ENDS[name]
    table = followed(name)
    assert table.ended
    assert table.scores() == scores
    assert table.winners() == winners


def test_undone_and_corrected() -> None:
    """Four fives after the correction; the twos are undone, the yacht is scored instead."""
    assert end_of(lines_of("undo_and_correct")) == {
        "scores": {"Ana": 20, "Bob": 50},
        "to_move": "Ana",
        "outcome": None,
    }


def test_the_game_with_jokers_has_every_kind_of_them() -> None:
    """Into its own box, as full house and straights, and with 0; with and without the 100."""
    first, *moves = map(json.loads, lines_of("thirteen_jokers"))
    table, seen = oracle.Table(first), set()
    for line in moves:
        five_alike = line["move"] == "score" and len(set(table.throws[-1])) == 1
        if five_alike and "five_of_a_kind" in table.cards[table.name]:
            upper, name = line["box"] in oracle.UPPER, table.name
            points = table.options()[line["box"]]
            seen.add((line["box"] if not upper else "own" if points else "none", bool(points)))
            seen.add(("the 100", table.cards[name]["five_of_a_kind"] == 50))
        table.do(line)
    assert {"own", "none", "full_house", "small_straight", "large_straight"} <= {
        kind for kind, _ in seen
    }
    assert {("the 100", True), ("the 100", False)} <= seen


def test_records_use_the_words_of_the_design() -> None:
    for name in ENDS:
        first, *moves = map(json.loads, lines_of(name))
        assert set(first) == {"game", "seats", "options"}
        for words in moves:
            keys = {"throw": {"faces", "kept"}, "score": {"box"}}[words["move"]]
            assert set(words) <= {"seat", "move", *keys}


def changed(name: str, line: int, **words: Any) -> list[str]:
    """Return a record with words of one line changed."""
    lines = lines_of(name)
    lines[line - 1] = json.dumps({**json.loads(lines[line - 1]), **words})
    return lines


@pytest.mark.parametrize(
    ("line", "words", "fault"),
    [
        pytest.param(
            2,
            {"faces": ["1"] * 6},
            "line 2: Ana, throw: .* 0 kept and 6 thrown are not 5 dice",
            id="six dice",
        ),
        pytest.param(
            3, {"kept": ["1", "1"]}, "line 3: Ana, throw: .* 2 × 1 kept, but 0 lie there", id="made up"
        ),
        pytest.param(
            4, {"seat": "Bob"}, "line 4: Bob, throw: .* it is the turn of seat 1", id="out of turn"
        ),
        pytest.param(5, {"box": "choice"}, "line 5: Ana, score: .*'box' is 'choice'", id="other sheet"),
        pytest.param(
            6,
            {"move": "score", "box": "ones"},
            "line 6: Bob, score: .*unknown key 'faces'",
            id="mixed up",
        ),
        pytest.param(
            12, {"box": "chance"}, "line 12: Ana, score: .* a joker now, it goes to fives", id="joker"
        ),
    ],
)
def test_a_wrong_move_is_refused_by_line_seat_and_reason(
    line: int, words: dict[str, Any], fault: str
) -> None:
    with pytest.raises(BadRecord, match=fault):
        end_of(changed("thirteen_jokers", line, **words))
