"""Gruftmeister's case of the contract of all games."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from companion.games.game import Role, Seat, Setup
from companion.games.gruftmeister.board import DOOR, Cell
from companion.games.gruftmeister.crypt import OPEN, crypt_of, ground_of
from companion.games.gruftmeister.start import HIDING, dealt
from companion.games.gruftmeister.state import Peeking, Showing, State, Turning
from companion.games.gruftmeister.stones import knows, unseen
from tests.games.contract import Case
from tests.games.gruftmeister.crypts import crypt_data, setup

SMALL = crypt_of(ground_of(crypt_data(), None))
FIGHT = Setup(
    "gruftmeister",
    ("Ana",),
    {"fight_only": True},
    {"fighter": {"carries": ["sword", "axe", "shield", "helmet"]}},
)


def alter_hidden(state: State, role: Role, rng: Random) -> State | None:
    """Shuffle what lies under all stones that the role has not seen."""
    seat = role.seat if role.seat is not None else Seat(0)
    seen = _turned_just_now(state, seat)
    hidden = {
        cell
        for cell in state.under
        if cell not in seen and not (state.board.kind(cell) == DOOR and knows(state, seat, cell))
    }
    under = {cell: face for cell, face in state.under.items() if cell not in hidden}
    for kind in HIDING:
        left = unseen(state, kind, seat)
        left.subtract(state.under[cell] for cell in seen if state.board.kind(cell) == kind)
        # Locked doors first: everybody knows of those that somebody has left shut.
        cells = sorted(
            (cell for cell in hidden if state.board.kind(cell) == kind),
            key=lambda cell: (not _left_shut(state, cell), rng.random()),
        )
        under.update(_laid(state, cells, left, rng))
    return None if under == state.under else replace(state, under=under)


def _turned_just_now(state: State, seat: Seat) -> tuple[Cell, ...]:
    """Return where a dealt stone lies that this seat looks at now."""
    match state.waiting:
        case Turning(cell) if state.dealt:
            return (cell,)
        case Peeking(door) if state.dealt and state.turn.seat == seat:
            return (door,)
        case Showing(doors, _) if state.dealt:
            return doors
    return ()


def _laid(state: State, cells: list[Cell], left: Counter[str], rng: Random) -> Mapping[Cell, str]:
    laid = {}
    for cell in cells:
        fits = sorted(face for face in left.elements() if face != OPEN or not _left_shut(state, cell))
        laid[cell] = rng.choice(fits)
        left[laid[cell]] -= 1
    return laid


def _left_shut(state: State, cell: Cell) -> bool:
    return any(door == cell for _, door in state.peeked)


CASE = Case(
    setups=(
        FIGHT,
        setup(1),
        setup(2, stones=dealt(SMALL, Random(2))),
        setup(3, places=3),
        setup(4, stones=dealt(SMALL, Random(4))),
    ),
    alter_hidden=alter_hidden,
    most_moves=400,
)
