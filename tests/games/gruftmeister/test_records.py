"""Whole games and single fights as records; records with a wrong move are refused by name."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.cli.replay import replay
from companion.errors import BadMove, BadRecord, BadSetup
from companion.games.game import Json, Seat, Setup
from companion.games.gruftmeister.moves import KINDS
from companion.games.gruftmeister.rules import GAME
from tests.games.gruftmeister.crypts import MAP, begun, crypt_data

RECORDS = Path(__file__).parents[1] / "records"
ENDS: dict[str, dict[str, Any]] = {
    "whole_game": {"scores": {"Ana": 1, "Bob": 5, "Cyd": 2}, "winners": ["Bob"]},
    "three_places": {"scores": {"Ana": 5, "Bob": 4, "Cyd": 5, "Dan": 5}, "winners": ["Cyd"]},
    "played_on": {"scores": {"Ana": 5, "Bob": 4, "Cyd": 5, "Dan": 5}, "winners": ["Cyd"]},
    "one_fight": {"scores": {"Ana": 0}, "winners": ["Ana"]},
    "one_fight_lost": {"scores": {"Ana": 0}, "winners": []},
    "printed_examples": {"scores": {"Ana": 0, "Bob": 0}, "winners": None},
    "stood_still": {"scores": {"Ana": 0, "Bob": 0}, "winners": ["Ana", "Bob"]},
    "shut_in": {"scores": {"Ana": 0, "Bob": 0}, "winners": None},
}


def lines_of(name: str) -> list[str]:
    return (RECORDS / f"gruftmeister_{name}.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", ENDS)
def test_a_record_is_played_to_its_end(name: str) -> None:
    lines = lines_of(name)
    *moves, end = replay(lines)
    assert moves == [{"ok": True}] * (len(lines) - 1)
    assert end["scores"] == ENDS[name]["scores"]
    outcome: Any = end["outcome"]
    assert (outcome and outcome["winners"]) == ENDS[name]["winners"]


def test_every_record_of_this_game_is_replayed() -> None:
    names = {path.stem.removeprefix("gruftmeister_") for path in RECORDS.glob("gruftmeister_*.jsonl")}
    assert names == set(ENDS)


def test_the_records_hold_every_kind_of_move() -> None:
    kinds = {json.loads(line).get("move") for name in ENDS for line in lines_of(name)}
    assert kinds == {None, *KINDS}


def test_the_third_place_is_told() -> None:
    *_, end = replay(lines_of("three_places"))
    outcome: Any = end["outcome"]
    assert "seat 3 is first; seat 1 is second; seat 4 is third" in outcome["why"]


def test_places_agreed_on_after_a_win_end_as_those_agreed_on_before() -> None:
    ends = [list(replay(lines_of(name)))[-1] for name in ("three_places", "played_on")]
    assert ends[0] == ends[1]
    assert lines_of("played_on").count('{"move": "play_on"}') == 2


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        (
            {"seat": "Bob", "move": "end_turn"},
            "Bob, end_turn: seat 2 may not end_turn: it is the turn of",
        ),
        (
            {"seat": "Ana", "move": "step", "figure": "master", "to": [2, 0]},
            r"Ana, step: seat 1 may not step \(figure master, to \[2, 0\]\): no way leads",
        ),
        (
            {"seat": "Ana", "move": "step", "figure": "servant", "to": [0, 2]},
            r"seat 1 may not step .*: no way leads from \(0,0\)",
        ),
        ({"seat": "Ana", "move": "take", "thing": "sword"}, "may not take .*: no sword lies where"),
        ({"seat": "Ana", "move": "heal"}, "may not heal: the kit has 3 hearts"),
        (
            {"seat": "Ana", "move": "fight", "coffin": [3, 1]},
            "may not fight .*: the coffin .* not beside",
        ),
        ({"seat": "Ana", "move": "throw", "faces": ["logo"]}, "may not throw .*: nothing waits for it"),
        ({"seat": "Ana", "move": "stroll"}, "Ana, stroll: stroll: 'move' is 'stroll'"),
        ({"seat": "Ana", "move": "heal", "hearts": 1}, "heal: unknown key 'hearts'"),
        ({"move": "end_turn"}, "nobody, end_turn: end_turn: 'seat' is missing"),
        ({"seat": "Eve", "move": "heal"}, "nobody is called 'Eve'"),
    ],
)
def test_a_wrong_move_is_refused_by_line_seat_move_and_reason(
    wrong: dict[str, Json], refusal: str
) -> None:
    first = {"game": "gruftmeister", "seats": ["Ana", "Bob"], "options": {"crypt": crypt_data(MAP)}}
    with pytest.raises(BadRecord, match=f"line 2: .*{refusal}"):
        list(replay([json.dumps(first), json.dumps(wrong)]))


@pytest.mark.parametrize("name", ["whole_game", "three_places"])
def test_a_record_with_any_line_left_out_never_goes_wrong_in_silence(name: str) -> None:
    """A record without one of its moves is refused later, or ends in a legal state."""
    lines = lines_of(name)
    rng = Random(name)
    for _ in range(10):
        gap = rng.randrange(1, len(lines))
        try:
            *_, end = replay([*lines[:gap], *lines[gap + 1 :]])
        except BadRecord as error:
            assert "line " in str(error)  # noqa: PT017 - either is right
        else:
            assert set(end) == {"scores", "to_move", "outcome"}


# The words of moves


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ({"move": "step", "figure": "knight", "to": [1, 0]}, "step: 'figure' is 'knight'"),
        ({"move": "step", "figure": "master"}, "step: 'to' is None, not \\[column, row\\] of a field"),
        ({"move": "step", "figure": "master", "to": [2, 3]}, "step: 'to' is \\[2, 3\\], not"),
        ({"move": "step", "figure": "master", "to": [1, True]}, "step: 'to' is \\[1, True\\], not"),
        ({"move": "step", "figure": "master", "to": "1,0"}, "step: 'to' is '1,0', not"),
        ({"move": "found", "thing": "swrd"}, r"found: 'thing' is 'swrd' \(did you mean 'sword'\?\)"),
        ({"move": "see", "seen": "iron"}, "see: 'seen' is 'iron'"),
        ({"move": "see"}, "see: 'seen' is missing"),
        ({"move": "use_tool", "door": [6, 0], "face": "open"}, "use_tool: 'face' is 'open'"),
        ({"move": "throw", "faces": ["monster", "crown"]}, "throw: 'faces' has 'crown'"),
        ({"move": "throw", "faces": ["monster", ["back"]]}, "throw: 'faces' has \\['back'\\]"),
        ({"move": "throw", "faces": "monster"}, "throw: 'faces' holds 'monster', not a list"),
        ({"move": "swap", "to_servant": ["oil"]}, "swap: 'to_servant' has 'oil'"),
        ({"move": "show", "doors": []}, "show: 'doors' must be an object"),
        ({"move": "show", "doors": {"6;0": "barred"}}, "show: '6;0' is not 'column,row' of a field"),
        ({"move": "show", "doors": {"06,0": "barred"}}, "show: '06,0' is not 'column,row'"),
        ({"move": "show", "doors": {"6,0": "open"}}, "show: 6,0: 'open' is no locked door"),
    ],
)
def test_words_that_cannot_be_understood_are_named(words: dict[str, Json], fault: str) -> None:
    with pytest.raises(BadMove, match=fault):
        GAME.parse(begun(), Seat(1), words)


JUNK: tuple[Any, ...] = (None, True, -1, 2.5, "", "x", [], [1], [[]], {}, {"a": {}}, [1, 2, 3], "3,0")


def test_junk_words_are_refused_and_nothing_else_happens() -> None:
    rng = Random(5)
    state = begun()
    keys = ("figure", "to", "door", "thing", "seen", "face", "remove", "doors", "coffin", "faces")
    understood = 0
    for kind in KINDS:
        for _ in range(60):
            words = {"move": kind, **{key: rng.choice(JUNK) for key in rng.sample(keys, 2)}}
            try:
                GAME.parse(state, Seat(1), words)
                understood += 1
            except BadMove as error:
                assert str(error)  # noqa: PT017 - a few of the words do make sense
    assert understood < 60


def test_junk_in_a_crypt_is_refused_and_nothing_else_happens() -> None:
    rng = Random(6)
    started = 0
    for _ in range(300):
        crypt = crypt_data()
        place: Any = crypt
        while True:
            key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if isinstance(place[key], dict | list) and place[key] and rng.random() < 0.7:
                place = place[key]
                continue
            place[key] = rng.choice(JUNK)
            break
        try:
            GAME.start(Setup("gruftmeister", ("Ana", "Bob"), {"crypt": crypt}))
            started += 1
        except BadSetup as error:
            assert str(error).startswith("gruftmeister cannot start: ")  # noqa: PT017
    assert started < 60
