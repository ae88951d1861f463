"""Both implementations agree: on what dice are worth, on every move that may be made, on whole games."""

import json
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.game import Json, Seat, Setup
from companion.games.yacht.moves import Move, Score, Throw
from companion.games.yacht.rules import GAME, throw_again
from companion.games.yacht.state import State
from tests.games.contract import is_refused
from tests.games.yacht import oracle
from tests.games.yacht.play import WITH_EXTRA, alone, game, throw

FACES = "123456"
TERMS: list[dict[str, Json]] = [{}, {"sheet": "thirteen"}, WITH_EXTRA]

terms = st.sampled_from(TERMS)
dice = st.text(FACES, min_size=5, max_size=5)
alike = st.sampled_from(FACES).map(lambda face: face * 5)


def table_of(options: dict[str, Json], filled: dict[str, int]) -> oracle.Table:
    table = oracle.Table({"seats": ["Ana"], "options": options})
    table.cards["Ana"] = dict(filled)
    return table


@st.composite
def sheets(draw: st.DrawFn) -> tuple[dict[str, Json], dict[str, int]]:
    """Terms, and some boxes filled with points that they can hold; one at least is empty."""
    options = draw(terms)
    sheet = str(options.get("sheet", "yacht"))
    names = oracle.boxes(sheet)
    filled = draw(st.sets(st.sampled_from(names), max_size=len(names) - 1))
    held = {name: oracle.points(sheet, name, list(map(int, draw(dice)))) for name in sorted(filled)}
    if "five_of_a_kind" in held:
        held["five_of_a_kind"] = draw(st.sampled_from([0, 50]))
    return options, held


@settings(deadline=None)
@given(sheets(), dice | alike)
def test_dice_are_worth_the_same(sheet: tuple[dict[str, Json], dict[str, int]], faces: str) -> None:
    options, filled = sheet
    state, table = throw(alone(filled, **options), faces), table_of(options, filled)
    table.do({"seat": "Ana", "move": "throw", "faces": list(faces)})
    assert state.options == table.options()
    assert state.totals[0] == table.scores()["Ana"]
    before = table.scores()["Ana"]
    for box in state.options:
        table = table_of(options, filled)
        for line in ({"move": "throw", "faces": list(faces)}, {"move": "score", "box": box}):
            table.do({"seat": "Ana", **line})
        after = GAME.play(state, Score(Seat(1), box))
        assert after.totals[0] == table.scores()["Ana"] >= before


def every_throw() -> Iterator[Throw]:
    """Every throw that could be worded, of four to six dice in all, kept ones included."""
    for size in (4, 5, 6):
        for count in range(size + 1):
            for kept in combinations_with_replacement(FACES, count):
                for faces in combinations_with_replacement(FACES, size - count):
                    yield Throw(Seat(1), faces, kept)


EVERY_THROW = list(every_throw())


def line_of(state: State, move: Move, names: tuple[str, ...]) -> dict[str, Any]:
    assert move.seat is not None
    return {"seat": names[move.seat - 1], **json.loads(json.dumps(GAME.words(state, move)))}


PERFT = [
    json.loads(line) for line in Path(__file__).with_name("perft.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("position", PERFT, ids=str)
def test_both_count_as_many_moves_as_the_data_say(position: dict[str, Any]) -> None:
    options, filled = position["options"], position["filled"]
    state, table = alone(filled, **options), table_of(options, filled)
    for faces in position["throws"]:
        state = throw(state, faces)
        table.do({"seat": "Ana", "move": "throw", "faces": list(faces)})
    moves: list[Move] = [*EVERY_THROW, *(Score(Seat(1), box) for box in state.sheet.names)]
    count = 0
    for move in moves:
        legal = is_refused(GAME, state, move) is None
        assert legal == table.is_legal(line_of(state, move, ("Ana",))), move
        count += legal
    assert count == position["moves"]


def any_move(state: State, rng: Random) -> Move:
    """Return a legal move, whichever; five alike are thrown more often than luck would."""
    moves: list[Move] = list(GAME.legal_moves(state))
    if state.may_throw and (not moves or rng.random() < 0.5):
        if rng.random() < 0.3:
            return Throw(state.seat, (rng.choice(FACES),) * 5)
        kept = tuple(rng.sample(state.lying, rng.randint(0, min(4, len(state.lying)))))
        return throw_again(state, kept, rng)
    return rng.choice(moves)


@settings(deadline=None, max_examples=40)
@given(terms, st.integers(1, 4), st.integers(0, 10**6))
def test_a_game_played_anyhow_goes_the_same(options: dict[str, Json], seats: int, seed: int) -> None:
    names, rng = ("Ana", "Bob", "Cyril", "Dana")[:seats], Random(seed)
    state = GAME.start(Setup("yacht", names, options))
    table = oracle.Table({"seats": list(names), "options": options})
    while GAME.outcome(state) is None:
        assert table.name == names[state.seat - 1]
        move = any_move(state, rng)
        table.do(line_of(state, move, names))
        state = GAME.play(state, move)
        assert state.totals == tuple(table.scores().values())
    assert table.ended
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert [names[seat - 1] for seat in outcome.winners] == table.winners()


@settings(deadline=None, max_examples=40)
@given(terms, st.integers(0, 10**6))
def test_no_position_is_impossible(options: dict[str, Json], seed: int) -> None:
    state, rng = game("Ana", "Bob", **options), Random(seed)
    while GAME.outcome(state) is None:
        filled = [sum(points is not None for points in row) for row in state.rows]
        assert filled[0] - filled[1] == state.seat - 1
        assert len(state.lying) == (5 if state.throws else 0)
        assert 0 <= state.throws <= 3
        assert bool(list(GAME.legal_moves(state))) == bool(state.throws)
        assert (GAME.chance(state, rng) is None) == (state.throws == 3)
        before = state.totals
        state = GAME.play(state, any_move(state, rng))
        assert all(now >= then for now, then in zip(state.totals, before, strict=True))
