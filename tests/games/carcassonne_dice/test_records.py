"""Whole games as records; records with a wrong move are refused by line, name and reason."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.cli.replay import replay
from companion.errors import BadRecord
from companion.games.carcassonne_dice.rules import GAME
from companion.games.record import Entry, write_record
from tests.games.carcassonne_dice.case import CASE
from tests.games.carcassonne_dice.raster import best_score
from tests.games.contract import played

RECORDS = Path(__file__).parents[1] / "records"


def lines_of(name: str) -> list[str]:
    return (RECORDS / f"carcassonne_{name}.jsonl").read_text(encoding="utf-8").split("\n")


def end_of(lines: list[str]) -> dict[str, Any]:
    *_, end = replay(lines)
    return end


@pytest.mark.parametrize(
    ("name", "scores", "to_move"),
    [
        pytest.param("printed_example_1", {"Ana": 10, "Bob": 0}, "Bob", id="six dice closed: 10"),
        pytest.param("printed_example_2", {"Ana": 0, "Bob": 0}, "Bob", id="only 2 closed: 0"),
        pytest.param(
            "printed_three_knights", {"Ana": 20, "Bob": 0}, "Bob", id="nothing now, six doubled: 20"
        ),
        pytest.param("undo_and_correct", {"Ana": 10, "Bob": 1}, "Ana", id="undone and corrected"),
    ],
)
def test_a_record_ends_as_its_source_says(name: str, scores: dict[str, int], to_move: str) -> None:
    assert end_of(lines_of(name)) == {"scores": scores, "to_move": to_move, "outcome": None}


def test_a_corner_of_two_parts_stands_in_two_cities_and_each_is_closed_by_itself() -> None:
    """Above it three are closed, beside it two; with the corner as printed it is one city of four."""
    lines = lines_of("corner_of_two_parts")
    assert end_of(lines)["scores"] == {"Ana": 1, "Bob": 0}
    first = json.loads(lines[0])
    assert first["options"] == {"faces": {"corner": [["top"], ["right"]]}}
    printed = [json.dumps({**first, "options": {}}), *lines[1:]]
    assert end_of(printed)["scores"] == {"Ana": 3, "Bob": 0}


def test_nine_catapults_over_three_throws() -> None:
    end = end_of(lines_of("nine_catapults"))
    assert end["outcome"] == {"winners": ["Bob"], "why": "nine catapults in one turn"}


def test_a_whole_game() -> None:
    end = end_of(lines_of("whole_game"))
    assert end == {
        "scores": {"Ána": 25, "Bob": 46, "Cyril": 40},
        "to_move": None,
        "outcome": {"winners": ["Bob"], "why": "most points after the last round"},
    }
    assert kept_by_hand(lines_of("whole_game")) == end["scores"]


def kept_by_hand(lines: list[str]) -> dict[str, int]:
    """Keep score from the lines of a record alone, as a person with a pad would."""
    first, *moves = (json.loads(line) for line in lines if line)
    scores, knight = dict.fromkeys(first["seats"], 0), dict.fromkeys(first["seats"], False)
    dice: dict[tuple[int, int], tuple[str, int]] = {}
    for move in moves:
        for die in move.get("city", []):
            dice[die["cell"][0], die["cell"][1]] = (die["face"], die["turns"])
        if move["move"] == "stop":
            seat, take = move["seat"], move["take"]
            if take == "city" and dice:
                scores[seat] += best_score(dice) * (2 if knight[seat] else 1)
            knight[seat], dice = take == "knight", {}
    return scores


def test_scores_kept_by_hand_are_those_of_the_rules() -> None:
    for number in range(12):
        setup = CASE.setups[number % 3]
        moments = list(played(GAME, setup, Random(number), wild=0.1, most=1500))
        entries = (Entry(moment.move.seat, GAME.words(moment.before, moment.move)) for moment in moments)
        text = write_record(setup, entries)
        assert tuple(kept_by_hand(text.split("\n")).values()) == GAME.scores(moments[-1].after)


def changed(name: str, line: int, **words: Any) -> list[str]:
    """Return a record with words of one line changed."""
    lines = lines_of(name)
    lines[line - 1] = json.dumps({**json.loads(lines[line - 1]), **words})
    return lines


THREE_CAPS = [{"face": "cap", "cell": [column, 0], "turns": 1} for column in (0, 2, 4)]


@pytest.mark.parametrize(
    ("line", "words", "fault"),
    [
        pytest.param(
            2, {"faces": ["cap"] * 10}, "line 2: Ana, throw: .* 9 dice are thrown now, not 10", id="ten"
        ),
        pytest.param(
            2, {"seat": "Bob"}, "line 2: Bob, throw: .* it is the turn of seat 1", id="out of turn"
        ),
        pytest.param(
            3, {"city": THREE_CAPS}, "line 3: Ana, set_aside: .* 3 × cap built, but 2 lie", id="made up"
        ),
        pytest.param(
            3,
            {"knights": 3},
            "line 3: Ana, set_aside: .* 3 × knight set aside, but 2 lie",
            id="no knight",
        ),
        pytest.param(
            4,
            {"faces": ["catapult"] * 5},
            "line 4: Ana, throw: .* 4 dice .* not 5",
            id="a catapult came back",
        ),
        pytest.param(
            5,
            {"city": [{"face": "cap", "cell": [3, 0], "turns": 3}]},
            r"line 5: Ana, set_aside: .* the cap on \[3, 0\] does not match its neighbour",
            id="mismatch",
        ),
        pytest.param(
            5,
            {"city": [{"face": "cap", "cell": [2, 1], "turns": 3}]},
            r"line 5: Ana, set_aside: .* would lie on another die",
            id="on a fixed die",
        ),
        pytest.param(
            6, {"take": "knight"}, "line 6: Ana, stop: .* 3 knights .* there are 0", id="too few knights"
        ),
    ],
)
def test_a_wrong_move_is_refused_by_line_seat_and_reason(
    line: int, words: dict[str, Any], fault: str
) -> None:
    with pytest.raises(BadRecord, match=fault):
        end_of(changed("printed_example_1", line, **words))


def test_records_use_the_words_of_the_design() -> None:
    for name in ("whole_game", "printed_example_1"):
        for line in lines_of(name)[1:]:
            if line:
                words = json.loads(line)
                assert set(words) <= {"seat", "move", "faces", "knights", "city", "take"}
