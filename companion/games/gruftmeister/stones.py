"""The things under the stones: who knows them, how many of each face are left, which are turned or taken
away."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from companion.games.game import Seat
from companion.games.gruftmeister.board import DOOR, Cell
from companion.games.gruftmeister.moves import Found
from companion.games.gruftmeister.state import State, Turning

T = TypeVar("T")


def knows(state: State, seat: Seat, door: Cell) -> bool:
    """Tell whether that seat has seen a door's face."""
    return door in state.shown or (seat, door) in state.peeked


def known_face(state: State, seat: Seat, door: Cell) -> str | None:
    """Return the face of a closed door, if that seat has seen and entered it."""
    return state.under.get(door) if knows(state, seat, door) else None


def count_unaccounted(state: State, kind: str) -> Counter[str]:
    """Return how many of each face may lie under stones that the machine does not know."""
    board = state.board
    told = (state.under[cell] for cell in state.under if board.kind(cell) == kind)
    return _left(state, kind, told)


def unseen(state: State, kind: str, seat: Seat | None = None) -> Counter[str]:
    """Return how many of each face may still be closed, as far as all, or that seat, can know."""
    seen = [cell for cell in state.shown if state.board.kind(cell) == kind]
    if seat is not None and kind == DOOR:
        seen += [door for who, door in state.peeked if who == seat and door not in state.shown]
    return _left(state, kind, (state.under[cell] for cell in seen if cell in state.under))


def _left(state: State, kind: str, gone: Iterable[str]) -> Counter[str]:
    left = Counter(state.crypt.stones[kind])
    left.subtract({face: n for (on, face), n in state.turned.items() if on == kind})
    left.subtract(Counter(gone))
    return +left


def why_not_found(state: State, move: Found) -> str | None:
    """Return why the turned stone cannot show that."""
    assert isinstance(state.waiting, Turning)
    cell = state.waiting.cell
    if cell in state.under:
        return None if state.under[cell] == move.thing else f"{state.under[cell]} was dealt there"
    if not count_unaccounted(state, state.board.kind(cell))[move.thing]:
        return f"no {move.thing} is left among the closed stones of that kind"
    return None


def found(state: State, move: Found) -> State:
    """Lay the found thing, and what dead masters left there, face up on the field."""
    assert isinstance(state.waiting, Turning)
    cell = state.waiting.cell
    things = (move.thing, *state.buried.get(cell, ()))
    state = without_stone(state, cell, move.thing)
    return replace(laid_down(state, cell, things), buried=without(state.buried, cell), waiting=None)


def without_stone(state: State, cell: Cell, face: str | None = None) -> State:
    """Turn a stone over or remove it for good; everybody sees its face, if it has one."""
    turned = dict(state.turned)
    if face is not None:
        key = (state.board.kind(cell), face)
        turned[key] = turned.get(key, 0) + 1
    return replace(
        state,
        closed=state.closed - {cell},
        under=without(state.under, cell),
        turned=turned,
        peeked=frozenset(pair for pair in state.peeked if pair[1] != cell),
        shown=state.shown - {cell},
    )


def laid_down(state: State, cell: Cell, things: Iterable[str]) -> State:
    """Lay things face up on a field."""
    there = tuple(sorted((*state.lying.get(cell, ()), *things)))
    return replace(state, lying={**state.lying, cell: there} if there else without(state.lying, cell))


def without(cells: Mapping[Cell, T], cell: Cell) -> dict[Cell, T]:
    """Return the mapping without that field."""
    return {each: value for each, value in cells.items() if each != cell}
