"""``companion replay``: one JSON object a move, clean errors, exit status 0, 1 or 2."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import commands

FIRST = '{"game": "carcassonne_dice", "seats": ["Ána", "Bob"], "options": {"target": 42}}'
FACES = ["cap", "cap", "straight", "straight", "knight", "knight", "knight", "three", "three"]
CITY = [
    {"face": "cap", "cell": [0, 0], "turns": 1},
    {"face": "straight", "cell": [1, 0], "turns": 1},
    {"face": "cap", "cell": [2, 0], "turns": 3},
]
THROW = json.dumps({"seat": "Ána", "move": "throw", "faces": FACES}, ensure_ascii=False)
ASIDE = json.dumps({"seat": "Ána", "move": "set_aside", "knights": 1, "city": CITY}, ensure_ascii=False)
STOP = '{"seat": "Ána", "move": "stop", "take": "city"}'


def replay(
    tmp_path: Path, *lines: str, encoding: str = "utf-8"
) -> tuple[int, list[dict[str, Any]], str]:
    """Return the exit status, what was printed, and what was said on stderr."""
    record = tmp_path / "record.jsonl"
    record.write_bytes("\n".join(lines).encode(encoding))
    result = CliRunner().invoke(commands, ["replay", str(record)])
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()], result.stderr


def test_every_move_is_ok_and_the_end_is_told_by_names(tmp_path: Path) -> None:
    status, said, stderr = replay(tmp_path, FIRST, THROW, ASIDE, STOP)
    assert (status, stderr) == (0, "")
    assert said == [
        {"ok": True},
        {"ok": True},
        {"ok": True},
        {"scores": {"Ána": 1, "Bob": 0}, "to_move": "Bob", "outcome": None},
    ]


def test_an_outcome_names_the_winners_and_why(tmp_path: Path) -> None:
    won = FIRST.replace("42", "1")
    _, said, _ = replay(tmp_path, won, THROW, ASIDE, STOP)
    assert said[-1] == {
        "scores": {"Ána": 1, "Bob": 0},
        "to_move": None,
        "outcome": {"winners": ["Ána"], "why": "1 points reached"},
    }


def test_a_record_without_moves_is_at_its_start(tmp_path: Path) -> None:
    status, said, _ = replay(tmp_path, FIRST)
    assert (status, len(said), said[0]["to_move"]) == (0, 1, "Ána")


def test_an_illegal_move_stops_it_by_name_and_number(tmp_path: Path) -> None:
    status, said, stderr = replay(tmp_path, FIRST, THROW, STOP.replace("Ána", "Bob"), STOP)
    assert status == 1
    assert said[0] == {"ok": True}
    assert len(said) == 2
    assert said[1]["ok"] is False
    assert "line 3: Bob, stop: seat 2 cannot stop: it is the turn of seat 1" in said[1]["error"]
    assert said[1]["error"] in stderr


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        pytest.param([], "line 1: the record is empty", id="empty"),
        pytest.param(["", "  "], "line 1: the record is empty", id="blank"),
        pytest.param(["not json"], "line 1: not JSON", id="first line no JSON"),
        pytest.param(["[1]"], "line 1: must be a JSON object", id="first line a list"),
        pytest.param(['{"seats": ["A", "B"]}'], "line 1: 'game' must name what is played", id="no game"),
        pytest.param(
            ['{"game": "chess", "seats": ["A", "B"]}'], "no game is called 'chess'", id="unknown"
        ),
        pytest.param(['{"game": "druntre", "seats": ["A"]}'], "did you mean 'drunter'", id="near"),
        pytest.param(['{"game": "plain_dice", "seats": "Ana"}'], "'seats' must list", id="seats a text"),
        pytest.param(['{"game": "plain_dice", "seats": [1]}'], "'seats' must list", id="seats numbers"),
        pytest.param(['{"game": "plain_dice"}'], "'seats' must list", id="no seats"),
        pytest.param([FIRST.replace(', "Bob"', "")], "1 seats", id="too few seats"),
        pytest.param([FIRST.replace("Bob", "Ána")], "two seats named 'Ána'", id="same name"),
        pytest.param([FIRST.replace("Bob", " ")], "a seat without a name", id="no name"),
        pytest.param(
            [FIRST.replace('{"target": 42}', "[]")], "'options' must be an object", id="options"
        ),
        pytest.param([FIRST.replace("target", "tarjet")], "did you mean 'target'", id="unknown option"),
        pytest.param([FIRST.replace("42", "NaN")], "NaN is no number of JSON", id="NaN"),
        pytest.param([FIRST, THROW[:-5]], "line 2: not JSON", id="cut off"),
        pytest.param([FIRST, "[" * 100_000], "line 2: not JSON", id="deep"),
        pytest.param([FIRST, "17"], "line 2: must be a JSON object", id="number"),
        pytest.param(
            [FIRST, THROW.replace("Ána", "Eva")], "line 2: nobody is called 'Eva'", id="stranger"
        ),
        pytest.param(
            [FIRST, '{"seat": 1, "move": "stop"}'], "line 2: 'seat' must be a player", id="seat number"
        ),
        pytest.param(
            [FIRST, '{"seat": "Bob", "seat": "Ána"}'], "key 'seat' stands twice", id="key twice"
        ),
        pytest.param(
            [FIRST, '{"seat": "Bob"}'], "line 2: Bob, no move: 'move' is missing", id="no move"
        ),
        pytest.param([FIRST, '{"move": "undo"}'], "nothing has been played", id="nothing to undo"),
    ],
)
def test_what_cannot_be_replayed_is_named(tmp_path: Path, lines: list[str], error: str) -> None:
    status, said, stderr = replay(tmp_path, *lines)
    assert status == 1
    assert said[-1]["ok"] is False
    assert error in said[-1]["error"]
    assert error in stderr


def test_blank_lines_windows_ends_and_a_byte_order_mark_do_no_harm(tmp_path: Path) -> None:
    status, said, _ = replay(tmp_path, FIRST + "\r", "", THROW + "\r", "", encoding="utf-8-sig")
    assert (status, len(said)) == (0, 2)


def test_a_file_that_is_no_text_is_said_to_be_none(tmp_path: Path) -> None:
    status, said, stderr = replay(tmp_path, FIRST, encoding="utf-16")
    assert status == 1
    assert said == [{"ok": False, "error": "it is no text in UTF-8"}]
    assert stderr == "record.jsonl: it is no text in UTF-8\nA record has one JSON object a line.\n"


def test_what_to_do_next_is_said_on_stderr(tmp_path: Path) -> None:
    _, said, stderr = replay(tmp_path, FIRST, THROW.replace("Ána", "Eva"))
    assert said[0]["error"] == "line 2: nobody is called 'Eva'"
    assert stderr.endswith("\nAt the table: Ána, Bob.\n")


def test_a_name_may_hold_a_line_separator(tmp_path: Path) -> None:
    status, _, _ = replay(tmp_path, FIRST.replace("Bob", "B\u2028b"), THROW)
    assert status == 0


@pytest.mark.parametrize("path", ["nowhere.jsonl", "."])
def test_no_file_is_wrong_use(path: str) -> None:
    assert CliRunner().invoke(commands, ["replay", path]).exit_code == 2


def test_undo_and_correction_are_replayed_and_dropped_moves_named(tmp_path: Path) -> None:
    faces = ["cap", "corner", *FACES[2:]]
    right = json.dumps({"move": "correct", "number": 1, "with": {"move": "throw", "faces": faces}})
    status, said, _ = replay(tmp_path, FIRST, THROW, ASIDE, STOP, right)
    assert status == 0
    assert said[3] == {
        "ok": True,
        "dropped": [
            {
                "number": 2,
                "move": "Ána, set_aside",
                "error": "seat 1 cannot set aside: 2 × cap built, but 1 lie there",
            }
        ],
    }
    assert said[-1]["scores"] == {"Ána": 0, "Bob": 0}
    status, said, _ = replay(tmp_path, FIRST, THROW, ASIDE, STOP, right, '{"move": "undo"}')
    assert said[-1]["scores"] == {"Ána": 1, "Bob": 0}
