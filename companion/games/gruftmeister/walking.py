"""Steps: up to five for the master and five for the servant, either first, never mixed."""

from dataclasses import replace

from companion.games.gruftmeister.board import CHEST, COFFIN, DOOR, LOCK, Cell
from companion.games.gruftmeister.crypt import key_of
from companion.games.gruftmeister.moves import Figure, Step
from companion.games.gruftmeister.state import HEARTS, State, Turning
from companion.games.gruftmeister.stones import without_stone


def why_not_step(state: State, move: Step) -> str | None:
    """Return why that figure cannot step there."""
    turn, at = state.turn, state.mover.at(move.figure)
    if reason := turn.why_over(move.figure):
        return reason
    if not turn.left(move.figure):
        return f"the {move.figure} has no step left"
    if move.to not in state.board.ways[at]:
        return f"no way leads from ({at}) to ({move.to})"
    return why_no_entry(state, move.figure, move.to)


def why_no_entry(state: State, figure: Figure, cell: Cell) -> str | None:
    """Return why a figure of the player to move cannot enter a neighbouring field."""
    if cell not in state.closed:
        return None
    kind = state.board.kind(cell)
    if kind == DOOR:
        return None if stands_open(state, cell) else "the door is shut, the master must peek first"
    if figure is Figure.SERVANT:
        return f"a closed {kind} stops every servant"
    if kind == COFFIN and cell not in state.turn.beaten:
        return "the monster of that coffin has not been beaten in this turn"
    if kind == LOCK:
        key = key_of(state.board.fields[cell].colour)
        return None if state.mover.has(key) else f"the master has no {key}"
    return None


def stands_open(state: State, door: Cell) -> bool:
    """Tell whether a closed door can be walked through now: unlocked in this turn, or held open."""
    return door in state.turn.unlocked or state.stood_on(door)


def step(state: State, move: Step) -> State:
    """Move the figure; the master turns what he steps on, and fills his kit at home."""
    player = state.mover.moved(move.figure, move.to)
    if move.figure is Figure.MASTER and move.to == state.home_of(state.turn.seat):
        player = replace(player, hearts=HEARTS)
    state = replace(state.with_mover(player), turn=state.turn.walked(move.figure))
    if move.to not in state.closed:
        return state
    kind = state.board.kind(move.to)
    if kind == LOCK:
        return without_stone(state, move.to)
    return replace(state, waiting=Turning(move.to)) if kind in (CHEST, COFFIN) else state


def why_not_beside(state: State, cell: Cell, kind: str) -> str | None:
    """Return why the master, in his walk, cannot act on a closed stone beside him."""
    if reason := state.turn.why_over(Figure.MASTER):
        return reason
    if cell not in state.closed or state.board.kind(cell) != kind:
        return f"no closed {kind} is at ({cell})"
    if cell not in state.board.ways[state.mover.master]:
        return f"the {kind} at ({cell}) is not beside the master at ({state.mover.master})"
    return None
