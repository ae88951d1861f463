"""Small crypts for tests, drawn as one map without walls, and positions set up on them.

A map has 6 rows of 8 fields, cut into twelve parts of 2 × 2. Every field that is no rock (``#``) leads
to its four neighbours, round the edges too.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.errors import IllegalMove
from companion.games.game import Json, Seat, Setup
from companion.games.gruftmeister import moves as m
from companion.games.gruftmeister.board import Cell
from companion.games.gruftmeister.moves import CryptMove
from companion.games.gruftmeister.rules import GAME
from companion.games.gruftmeister.state import Player, State, Turn

ANA, BOB, CYD, DAN = (Seat(number) for number in range(1, 5))
MASTER, SERVANT = m.Figure.MASTER, m.Figure.SERVANT
NAMES = ("Ana", "Bob", "Cyd", "Dan")

MAP = (
    "r..c..d.",  # chest (3,0), door (6,0)
    "...k...b",  # coffin (3,1)
    "Bckc.ckc",  # lock of blue (0,2), chests (1,2) (3,2) (5,2) (7,2), coffins (2,2) (6,2)
    "g.#dkd#y",  # doors (3,3) (5,3), coffin (4,3)
    "ckckcRkc",  # lock of red (5,4)
    "..#d#...",  # door (3,5)
)
SHUT_IN = (
    "#d#....b",  # the red start is shut in by four doors
    "drd.....",
    "#d#.kk..",
    "ccccccg.",
    "kkkk....",
    "ckkkcc.y",
)
LEGEND = {
    ".": "floor",
    "c": "chest",
    "k": "coffin",
    "d": "door",
    **{colour[0].upper(): f"lock {colour}" for colour in ("red", "blue", "green", "yellow")},
    **{colour[0]: f"start {colour}" for colour in ("red", "blue", "green", "yellow")},
}
THINGS = {
    "sword": "weapon",
    "axe": "weapon",
    "shield": "armour",
    "helmet": "armour",
    "crowbar": "tool",
    "saw": "tool",
    "heart": "heart",
    "crown": "treasure",
    "ring": "treasure",
}
DOORS = {"barred": {"tool": "crowbar", "key": "red"}, "boarded": {"tool": "saw", "key": "blue"}}
CHESTS = {"sword": 2, "axe": 2, "shield": 1, "crowbar": 1, "heart": 1, "crown": 1, "blue key": 1}
COFFINS = {"crown": 5, "ring": 2}
DOOR_STONES = {"open": 1, "barred": 2, "boarded": 2}


def crypt_data(rows: Sequence[str] = MAP) -> dict[str, Any]:
    """A whole crypt's data of such a map; its stones are as many as it needs."""
    drawn = Counter("".join(rows))
    return {
        "name": "Test",
        "note": "For tests.",
        "colours": ["red", "blue", "green", "yellow"],
        "legend": dict(LEGEND),
        "parts": {f"p{r}{c}": _part(rows, r, c) for r in range(3) for c in range(4)},
        "layout": [[f"p{r}{c}" for c in range(4)] for r in range(3)],
        "things": dict(THINGS),
        "doors": {face: dict(needs) for face, needs in DOORS.items()},
        "stones": {
            "chest": _filled(CHESTS, drawn["c"], "shield"),
            "coffin": _filled(COFFINS, drawn["k"], "crown"),
            "door": _filled(DOOR_STONES, drawn["d"], "barred"),
        },
    }


def _part(rows: Sequence[str], row: int, column: int) -> list[str]:
    upper, lower = (line[2 * column : 2 * column + 2] for line in rows[2 * row : 2 * row + 2])
    wall = "# # #"
    return [wall, f" {upper[0]} {upper[1]} ", wall, f" {lower[0]} {lower[1]} ", wall]


def _filled(faces: dict[str, int], count: int, with_: str) -> dict[str, int]:
    """As many faces as there are fields: too many are left out, missing ones are all of one kind."""
    chosen = Counter(list(Counter(faces).elements())[:count])
    chosen[with_] += count - chosen.total()
    return dict(+chosen)


def setup(
    players: int = 2,
    rows: Sequence[str] = MAP,
    *,
    places: int = 1,
    doors: dict[str, int] | None = None,
    **dealt: Json,
) -> Setup:
    """A first line of that many players on the small crypt; ``doors``: other stones for its doors."""
    crypt = crypt_data(rows)
    if doors is not None:
        crypt["stones"]["door"] = doors
    return Setup("gruftmeister", NAMES[:players], {"crypt": crypt, "places": places}, dealt)


def begun(
    players: int = 2,
    rows: Sequence[str] = MAP,
    *,
    places: int = 1,
    doors: dict[str, int] | None = None,
    **dealt: Json,
) -> State:
    """The first state of such a game."""
    return GAME.start(setup(players, rows, places=places, doors=doors, **dealt))


def placed(state: State, seat: Seat = ANA, **changes: Any) -> State:
    """The state with other places, bags, hearts … of one player; cells and bags as plain tuples."""
    for key in ("master", "servant"):
        if key in changes:
            changes[key] = Cell(*changes[key])
    for key in ("master_bag", "servant_bag"):
        if key in changes:
            changes[key] = tuple(sorted(changes[key]))
    player: Player = replace(state.players[seat - 1], **changes)
    return replace(state, players=(*state.players[: seat - 1], player, *state.players[seat:]))


def turn_of(state: State, seat: Seat, **changes: Any) -> State:
    """The state at the beginning of another seat's turn."""
    return replace(state, turn=Turn(seat, **changes))


def opened(state: State, *cells: tuple[int, int]) -> State:
    """The state with those stones gone."""
    return replace(state, closed=state.closed - {Cell(*cell) for cell in cells})


def played(state: State, *moves: CryptMove) -> State:
    """The state after those moves."""
    for move in moves:
        state = GAME.play(state, move)
    return state


def step(column: int, row: int, figure: m.Figure = MASTER, seat: Seat = ANA) -> m.Step:
    """A step to that field."""
    return m.Step(seat, figure, Cell(column, row))


def refused(state: State, move: CryptMove, reason: str) -> None:
    """The move is refused with that reason, naming seat and kind, and is not among the legal ones."""
    with pytest.raises(IllegalMove, match=rf"^seat {move.seat} may not {move.kind}\b.*: .*{reason}"):
        GAME.play(state, move)
    assert not is_legal(state, move)


def is_legal(state: State, move: CryptMove) -> bool:
    """Whether it is among the legal moves."""
    return move in set(GAME.legal_moves(state))
