"""What the player to move can get to now: the fields that a figure walks to, and what the master can do
at the end of a way."""

from collections.abc import Iterator, Mapping

from companion.games.gruftmeister.board import CHEST, COFFIN, DOOR, Cell
from companion.games.gruftmeister.ending import ended
from companion.games.gruftmeister.moves import CryptMove, Fight, Figure, Peek, Step
from companion.games.gruftmeister.state import State
from companion.games.gruftmeister.stones import knows
from companion.games.gruftmeister.walking import stands_open, why_not_step

Ways = Mapping[Cell, tuple[Cell, ...]]
"""By a field that can be walked to, the fields on the way there, that field the last."""


def goals(state: State, figure: Figure) -> Iterator[tuple[Cell, tuple[CryptMove, ...]]]:
    """Yield each field that the figure can get to in this turn, with the moves that do it.

    A coffin or door some steps away is a goal of the master's, too: he walks to it, and fights or peeks.
    """
    if state.waiting is not None or ended(state):
        return
    ways, seat = ways_of(state, figure), state.turn.seat
    walks = {goal: tuple(Step(seat, figure, to) for to in way) for goal, way in ways.items()}
    yield from walks.items()
    done = {*ways, *state.board.ways[state.mover.at(figure)]}
    for end in ways if figure is Figure.MASTER else ():
        for beside in state.board.ways[end] if _is_open(state, end) else ():
            deed = None if beside in done else _deed(state, beside, len(ways[end]))
            if deed is not None:
                done.add(beside)
                yield beside, (*walks[end], deed)


def ways_of(state: State, figure: Figure) -> Ways:
    """Return the shortest way to each field that a figure may walk to now, the nearest first.

    The master's last step may open a chest; those before it lead over open fields alone.
    """
    start, seat = state.mover.at(figure), state.turn.seat
    first = [to for to in state.board.ways[start] if why_not_step(state, Step(seat, figure, to)) is None]
    found: dict[Cell, tuple[Cell, ...]] = {to: (to,) for to in first}
    for at in first:
        if len(found[at]) < state.turn.left(figure) and _is_open(state, at):
            new = [to for to in state.board.ways[at] if to not in found and to != start]
            further = [to for to in new if _is_open(state, to) or _is_opened(state, figure, to)]
            found.update({to: (*found[at], to) for to in further})
            first += further
    return found


def _is_open(state: State, cell: Cell) -> bool:
    """Tell whether a figure walks over a field as over any floor."""
    is_door = state.board.kind(cell) == DOOR
    return cell not in state.closed or (is_door and stands_open(state, cell))


def _is_opened(state: State, figure: Figure, cell: Cell) -> bool:
    return figure is Figure.MASTER and state.board.kind(cell) == CHEST


def _deed(state: State, cell: Cell, steps: int) -> Fight | Peek | None:
    """Return what the master does at a closed coffin or door once he stands before it."""
    kind, seat = state.board.kind(cell), state.turn.seat
    if cell not in state.closed:
        return None
    if kind == COFFIN and cell not in state.turn.beaten:
        armed = not state.crypt.weapons.isdisjoint(state.mover.master_bag)
        return Fight(seat, cell) if armed else None
    unknown = kind == DOOR and not (knows(state, seat, cell) or stands_open(state, cell))
    return Peek(seat, cell) if unknown and steps < state.turn.left(Figure.MASTER) else None
