"""Ubongo played from short lines: ``play(state, "start snake", "Ana call", "Ana take 2")``."""

from companion.games.game import Json, Seat, Setup
from companion.games.ubongo.components import Colour
from companion.games.ubongo.rules import GAME
from companion.games.ubongo.state import State

NAMES = ("Ana", "Bob", "Cyril", "Dana")

PLAIN = [[str(colour)] * 12 for colour in Colour]
"""A board with one colour a row: red, green, blue, yellow, brown, violet."""


def setup(
    seats: int = 4,
    pawns: tuple[int, ...] = (0, 0, 0, 0),
    gems: Json = PLAIN,
    **options: Json,
) -> Setup:
    """A first line; pawns stand by seat."""
    names = NAMES[:seats]
    where: dict[str, Json] = dict(zip(names, pawns[:seats], strict=True))
    return Setup("ubongo", names, options, {"gems": gems, "pawns": where})


def begin(
    seats: int = 4,
    pawns: tuple[int, ...] = (0, 0, 0, 0),
    gems: Json = PLAIN,
    **options: Json,
) -> State:
    """The position before the first round."""
    return GAME.start(setup(seats, pawns, gems, **options))


def running(
    seats: int = 4,
    pawns: tuple[int, ...] = (0, 0, 0, 0),
    gems: Json = PLAIN,
    **options: Json,
) -> State:
    """The position once the glass of the first round has been turned."""
    return play(begin(seats, pawns, gems, **options), "start snake")


def play(state: State, *lines: str) -> State:
    """Play one short line after the other."""
    for line in lines:
        seat, words = _read(line)
        state = GAME.play(state, GAME.parse(state, seat, words))
    return state


def legal(state: State) -> set[str]:
    """What may be done now, as short lines."""
    return {_written(state, move.seat, GAME.words(state, move)) for move in GAME.legal_moves(state)}


def _read(line: str) -> tuple[Seat | None, dict[str, Json]]:
    first, *rest = line.split()
    if first in NAMES:
        seat = Seat(NAMES.index(first) + 1)
        kind, *more = rest
        return seat, {"move": kind, **_details(kind, more)}
    return None, {"move": first, **_details(first, rest)}


def _details(kind: str, more: list[str]) -> dict[str, Json]:
    match kind:
        case "start" | "symbol":
            return {"symbol": more[0]} if more else {}
        case "gem":
            return {"row": int(more[0]), "hole": int(more[1]), "gem": more[2]}
        case "take" | "move_pawn":
            return {"row": int(more[0])}
        case "call_order":
            return {"order": list(more)}
        case "call":
            return {"dead_heat": True} if more == ["dead_heat"] else {}
        case _:
            assert not more, f"{kind} takes nothing more, not {more}"
            return {}


def _written(state: State, seat: Seat | None, words: dict[str, Json]) -> str:
    who = [] if seat is None else [state.name(seat)]
    order = words.get("order")
    more = [str(words[key]) for key in ("symbol", "row", "hole", "gem") if key in words]
    more += ["dead_heat"] if words.get("dead_heat") else []
    more += [str(name) for name in order] if isinstance(order, list) else []
    return " ".join([*who, str(words["move"]), *more])
