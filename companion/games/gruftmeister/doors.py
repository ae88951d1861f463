"""Doors: peeking in secret, and opening with a tool or key."""

from dataclasses import replace

from companion.games.gruftmeister.board import DOOR, Cell
from companion.games.gruftmeister.crypt import OPEN
from companion.games.gruftmeister.moves import Figure, Peek, See, Step, UseKey, UseTool
from companion.games.gruftmeister.state import Peeking, State
from companion.games.gruftmeister.stones import known_face, knows, unseen, without_stone
from companion.games.gruftmeister.walking import stands_open, step, why_not_beside


def why_not_peek(state: State, move: Peek) -> str | None:
    """Return why the master cannot peek under that door: he needs a step left [decided]."""
    if reason := why_not_beside(state, move.door, DOOR):
        return reason
    if not state.turn.master_left:
        return "peeking needs a step left"
    return "the door stands open" if stands_open(state, move.door) else None


def peek(state: State, move: Peek) -> State:
    """Look under the door: the master's walk has begun."""
    return replace(state, turn=state.turn.acts(Figure.MASTER), waiting=Peeking(move.door))


def why_not_see(state: State, move: See) -> str | None:
    """Return why that cannot lie there, as far as the player who peeks may know.

    With real stones the last look counts: an earlier answer may have been a typing error.
    """
    assert isinstance(state.waiting, Peeking)
    door = state.waiting.door
    lies = state.under.get(door)
    if lies is not None and is_certain(state, door):
        told = move.seen == lies or (move.seen is None and lies != OPEN)
        return None if told else "another door was dealt there, or shown to all"
    if move.seen == lies:
        return None
    if move.seen is not None and not unseen(state, DOOR, move.seat)[move.seen]:
        return f"no door {move.seen!r} is left"
    return None


def is_certain(state: State, door: Cell) -> bool:
    """Tell whether a door's known face does not depend on a single player's word: it was dealt, or shown
    to all."""
    return state.dealt or door in state.shown


def see(state: State, move: See) -> State:
    """Go in if the door is open, which all then know for good; a closed one is known only to the player
    who peeked."""
    assert isinstance(state.waiting, Peeking)
    door = state.waiting.door
    state = replace(state, waiting=None)
    if move.seen == OPEN:
        return _step_in(without_stone(state, door, OPEN), door)
    under = state.under if move.seen is None else {**state.under, door: move.seen}
    return replace(state, under=under, peeked=state.peeked | {(move.seat, door)})


def openers(state: State, door: Cell) -> tuple[set[str], bool]:
    """Return those possible faces of the door that the master's tools open, and whether his key opens
    it.

    If the face was kept secret, every possible one is counted. If both a tool and the key open it, the
    tool counts.
    """
    face = known_face(state, state.turn.seat, door)
    left = unseen(state, DOOR, state.turn.seat)
    may_be = [face] if face is not None else [each for each in state.crypt.doors if left[each]]
    with_tool = {each for each in may_be if state.mover.has(state.crypt.doors[each][0])}
    others = [each for each in may_be if each not in with_tool]
    return with_tool, any(state.mover.has(state.crypt.doors[each][1]) for each in others)


def _why_not_opened(state: State, door: Cell) -> str | None:
    if reason := why_not_beside(state, door, DOOR):
        return reason
    if not knows(state, state.turn.seat, door):
        return "the master must peek first"
    if not state.turn.master_left:
        return "the master has no step left to go in"
    return "the door stands open" if stands_open(state, door) else None


def why_not_use_tool(state: State, move: UseTool) -> str | None:
    """Return why the master's tool does not open that door."""
    if reason := _why_not_opened(state, move.door):
        return reason
    tool = state.crypt.doors[move.face][0]
    if not state.mover.has(tool):
        return f"the master does not carry the {tool}"
    if move.face not in openers(state, move.door)[0]:
        return f"it is no door {move.face!r}"
    return None


def use_tool(state: State, move: UseTool) -> State:
    """Take the door away, shown to all, and go in."""
    return _step_in(without_stone(state, move.door, move.face), move.door)


def why_not_use_key(state: State, move: UseKey) -> str | None:
    """Return why the master's key does not open that door."""
    if reason := _why_not_opened(state, move.door):
        return reason
    with_tool, with_key = openers(state, move.door)
    if with_key:
        return None
    return "with tool and key, the tool counts" if with_tool else "the master has no key that fits"


def use_key(state: State, move: UseKey) -> State:
    """Let one's own figures through until the turn ends, and go in; the face stays secret."""
    turn = replace(state.turn, unlocked=state.turn.unlocked | {move.door})
    return _step_in(replace(state, turn=turn), move.door)


def _step_in(state: State, door: Cell) -> State:
    return step(state, Step(state.turn.seat, Figure.MASTER, door))
