"""Short words for playing turns in tests: dice as text, a letter a die."""

from dataclasses import replace

from companion.games.game import Json, Seat, Setup
from companion.games.yacht.rules import GAME
from companion.games.yacht.state import State

THIRTEEN: dict[str, Json] = {"sheet": "thirteen"}
WITH_EXTRA: dict[str, Json] = {"sheet": "thirteen", "extra_bonus": True}


def game(*names: str, **options: Json) -> State:
    """Return a new game, of Ana and Bob unless others are named."""
    return GAME.start(Setup("yacht", names or ("Ana", "Bob"), options))


def do(state: State, move: str, seat: int | None = None, **words: Json) -> State:
    """Play a move of the seat whose turn it is, or of another."""
    who = state.seat if seat is None else Seat(seat)
    return GAME.play(state, GAME.parse(state, who, {"move": move, **words}))


def throw(state: State, faces: str, kept: str | None = None, seat: int | None = None) -> State:
    """Throw these faces, and keep those."""
    words: dict[str, Json] = {} if kept is None else {"kept": list(kept)}
    return do(state, "throw", seat, faces=list(faces), **words)


def score(state: State, box: str, seat: int | None = None) -> State:
    """End the turn."""
    return do(state, "score", seat, box=box)


def turn(state: State, faces: str, box: str) -> State:
    """Throw once and score that."""
    return score(throw(state, faces), box)


def alone(filled: dict[str, int], **options: Json) -> State:
    """Return a game of Ana alone, whose boxes hold these points already."""
    state = game("Ana", **options)
    row = tuple(filled.get(name) for name in state.sheet.names)
    assert set(filled) <= set(state.sheet.names)
    return replace(state, rows=(row,))


def all_but(*empty: str, points: int = 0, **options: Json) -> State:
    """Return a game of Ana alone in which only these boxes are empty; all others hold these points."""
    names = game("Ana", **options).sheet.names
    assert set(empty) <= set(names)
    return alone({name: points for name in names if name not in empty}, **options)
