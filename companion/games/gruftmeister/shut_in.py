"""A master who is shut in on all sides shows the doors around him, and chooses one to be removed.

He is shut in if every way out of his reach is a door that he has peeked under and cannot open, a lock
without its key, or a coffin without a weapon, counting everything that he can pick up within that reach.
"""

from collections.abc import Set
from dataclasses import dataclass, replace

from companion.games.gruftmeister.board import COFFIN, DOOR, LOCK, Cell
from companion.games.gruftmeister.crypt import OPEN, key_of
from companion.games.gruftmeister.moves import Figure, Show, ShutIn
from companion.games.gruftmeister.state import Showing, State
from companion.games.gruftmeister.stones import known_face, knows, unseen, without_stone
from companion.games.gruftmeister.walking import stands_open, why_no_entry


@dataclass(frozen=True)
class Prison:
    """Where the master can walk without opening a door, and what stops him on all sides."""

    inside: Set[Cell]
    doors: tuple[Cell, ...]
    others: tuple[Cell, ...]
    """Locks and coffins."""


def why_not_shut_in(state: State, move: ShutIn) -> str | None:
    """Return why the master is not shut in, or may not choose that door."""
    if reason := state.turn.why_over(Figure.MASTER):
        return reason
    prison = _prison(state)
    if isinstance(prison, str):
        return prison
    if move.remove not in prison.doors:
        return f"the door at ({move.remove}) is not one of those around the master"
    return _why_openable(state, prison)


def shut_in(state: State, move: ShutIn) -> State:
    """Begin to show the doors around."""
    waiting = Showing(doors_around(state), move.remove)
    return replace(state, turn=state.turn.acts(Figure.MASTER), waiting=waiting)


def why_not_show(state: State, move: Show) -> str | None:
    """Return why these cannot be the doors around a master who is shut in."""
    assert isinstance(state.waiting, Showing)
    if tuple(door for door, _ in move.doors) != state.waiting.doors:
        around = ", ".join(f"({door})" for door in state.waiting.doors)
        return f"all doors around must be shown: {around}"
    shut, left = shut_faces(state), unseen(state, DOOR, move.seat)
    for door, face in move.doors:
        if state.under.get(door, face) != face:
            return f"another door was seen at ({door})"
        if face not in shut:
            return f"the master can open the door at ({door})"
        if door not in state.under:
            left[face] -= 1
        if left[face] < 0:
            return f"no other door {face!r} is left for ({door})"
    return None


def show(state: State, move: Show) -> State:
    """Show the doors to all, and take the chosen one away."""
    assert isinstance(state.waiting, Showing)
    faces, remove = dict(move.doors), state.waiting.remove
    shown = state.shown | set(faces)
    state = replace(state, under={**state.under, **faces}, shown=shown, waiting=None)
    return without_stone(state, remove, faces[remove])


def doors_around(state: State) -> tuple[Cell, ...]:
    """Return the doors all around a master who may be shut in; none if he certainly is not."""
    prison = _prison(state)
    return () if isinstance(prison, str) else prison.doors


def shut_faces(state: State) -> set[str]:
    """Return the kinds of doors that a master who is shut in cannot open."""
    prison = _prison(state)
    assert isinstance(prison, Prison)
    within = _within_reach(state, prison)
    return {face for face, needs in state.crypt.doors.items() if within.isdisjoint(needs)}


def _prison(state: State) -> Prison | str:
    """Return what shuts the master in or, as soon as a way out is found, why he is not shut in."""
    closed, ways = state.closed, state.board.ways
    inside, edge = {state.mover.master}, [state.mover.master]
    border: set[Cell] = set()
    while edge:
        for cell in ways[edge.pop()]:
            if cell in inside:
                continue
            if cell in closed and why_no_entry(state, Figure.MASTER, cell) is not None:
                border.add(cell)
                if state.board.kind(cell) == DOOR and not knows(state, state.turn.seat, cell):
                    return f"the master has not peeked under the door at ({cell})"
            elif cell in closed and not stands_open(state, cell):
                return f"there is still something to open at ({cell})"
            else:
                inside.add(cell)
                edge.append(cell)
    doors = tuple(sorted(cell for cell in border if state.board.kind(cell) == DOOR))
    others = tuple(sorted(border.difference(doors)))
    return Prison(inside, doors, others) if doors else "no door is around the master"


def _why_openable(state: State, prison: Prison) -> str | None:
    within = _within_reach(state, prison)
    for cell in prison.others:
        field = state.board.fields[cell]
        if field.kind == COFFIN and not within.isdisjoint(state.crypt.weapons):
            return f"there is a coffin to fight for at ({cell})"
        if field.kind == LOCK and key_of(field.colour) in within:
            return f"there is a lock to open at ({cell})"
    shut = shut_faces(state)
    for door in prison.doors:
        face = known_face(state, state.turn.seat, door)
        if face == OPEN or not shut or (face is not None and face not in shut):
            return f"the master can open the door at ({door})"
    return None


def _within_reach(state: State, prison: Prison) -> set[str]:
    """Return what the master has, or could pick up or receive without leaving."""
    mover = state.mover
    lying = {thing for cell in prison.inside for thing in state.lying.get(cell, ())}
    servant = mover.servant_bag if mover.servant in prison.inside else ()
    return {key_of(mover.colour), *lying, *servant, *mover.master_bag}
