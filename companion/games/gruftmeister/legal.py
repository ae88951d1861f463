"""Which moves the rules allow now, and what luck would do."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.game import Seat
from companion.games.gruftmeister import bags, doors, ending, shut_in, stones, walking
from companion.games.gruftmeister import moves as m
from companion.games.gruftmeister.board import COFFIN, DOOR, Cell
from companion.games.gruftmeister.fighting import fights
from companion.games.gruftmeister.moves import CryptMove, Figure
from companion.games.gruftmeister.state import Fighting, Peeking, Showing, State, Turning

Rule = tuple[Callable[[State, Any], str | None], Callable[[State, Any], State]]

RULES: dict[type[CryptMove], Rule] = {
    m.Step: (walking.why_not_step, walking.step),
    m.Found: (stones.why_not_found, stones.found),
    m.Peek: (doors.why_not_peek, doors.peek),
    m.See: (doors.why_not_see, doors.see),
    m.UseTool: (doors.why_not_use_tool, doors.use_tool),
    m.UseKey: (doors.why_not_use_key, doors.use_key),
    m.ShutIn: (shut_in.why_not_shut_in, shut_in.shut_in),
    m.Show: (shut_in.why_not_show, shut_in.show),
    m.Fight: (fights.why_not_fight, fights.fight),
    m.Throw: (fights.why_not_throw, fights.throw),
    m.BreakOff: (fights.why_not_break_off, fights.break_off),
    m.Take: (bags.why_not_take, bags.take),
    m.Drop: (bags.why_not_drop, bags.drop),
    m.Swap: (bags.why_not_swap, bags.swap),
    m.Heal: (bags.why_not_heal, bags.heal),
    m.EndTurn: (ending.why_not_end_turn, ending.end_turn),
    m.EndGame: (ending.why_not_end_game, ending.end_game),
    m.PlayOn: (ending.why_not_play_on, ending.play_on),
}
"""For every kind of move: why the rules forbid it now (None if they do not), and its effect."""

_ANSWERS: dict[type, tuple[tuple[type[CryptMove], ...], str]] = {
    Turning: ((m.Found,), "first say what the turned stone shows"),
    Peeking: ((m.See,), "first the master looks under the door"),
    Showing: ((m.Show,), "first the doors around must be shown"),
    Fighting: ((m.Throw, m.BreakOff), "a fight is on"),
}
"""The only moves allowed as an answer while something is waited for."""

_ONLY_ANSWERS = (m.Found, m.See, m.Show, m.Throw, m.BreakOff)


def why_not(state: State, move: CryptMove) -> str | None:
    """Return why the rules forbid the move now; None if they allow it."""
    if ending.ended(state) and not isinstance(move, m.PlayOn):
        return "the game has ended"
    return _why_not_yet(state, move)


def _why_not_yet(state: State, move: CryptMove) -> str | None:
    if move.seat != state.turn.seat and not isinstance(move, (m.EndGame, m.PlayOn)):
        return f"it is the turn of seat {state.turn.seat}"
    if state.waiting is not None:
        answers, reason = _ANSWERS[type(state.waiting)]
        if not isinstance(move, answers):
            return reason
    elif isinstance(move, _ONLY_ANSWERS):
        return "nothing waits for it"
    return RULES[type(move)][0](state, move)


def played(state: State, move: CryptMove) -> State:
    """Return the state after an allowed move."""
    after = ending.settled(RULES[type(move)][1](state, move))
    return replace(after, idle=_idle(state, move, after))


def _idle(before: State, move: CryptMove, after: State) -> int:
    """Return how many turns in a row had only steps."""
    if isinstance(move, m.EndTurn):
        return before.idle + 1
    walked = isinstance(move, m.Step) and after.waiting is None and after.closed == before.closed
    return before.idle if walked else 0


def legal_moves(state: State) -> Iterator[CryptMove]:
    """Return each move that the player may choose now; the host's ending of the game is not among
    them."""
    if ending.ended(state):
        return iter(())
    candidates = _candidates(state, state.turn.seat)
    return (move for move in candidates if _why_not_yet(state, move) is None)


def _candidates(state: State, seat: Seat) -> Iterator[CryptMove]:
    if isinstance(state.waiting, Fighting):
        yield m.BreakOff(seat)
    if state.waiting is not None:
        return
    for figure in Figure:
        yield from (m.Step(seat, figure, to) for to in state.board.ways[state.mover.at(figure)])
    for cell in state.board.ways[state.mover.master]:
        if cell in state.closed:
            yield from _beside(state, seat, cell)
    if any(state.board.kind(cell) == DOOR and stones.knows(state, seat, cell) for cell in state.closed):
        yield from (m.ShutIn(seat, door) for door in shut_in.doors_around(state))
    yield from (m.Take(seat, thing) for thing in sorted({*state.lying.get(state.mover.master, ())}))
    for figure in Figure:
        yield from (m.Drop(seat, figure, thing) for thing in sorted({*state.mover.bag(figure)}))
    if state.mover.master == state.mover.servant:
        yield from _swaps(state, seat)
    yield m.Heal(seat)
    yield m.EndTurn(seat)


def fights_open(state: State) -> bool:
    """Tell whether the master could begin a fight where he stands."""
    beside = state.board.ways[state.mover.master]
    return any(why_not(state, m.Fight(state.turn.seat, cell)) is None for cell in beside)


def _beside(state: State, seat: Seat, cell: Cell) -> Iterator[CryptMove]:
    kind = state.board.kind(cell)
    if kind == COFFIN:
        yield m.Fight(seat, cell)
    elif kind == DOOR and not stones.knows(state, seat, cell):
        yield m.Peek(seat, cell)
    elif kind == DOOR:
        yield from (m.UseTool(seat, cell, face) for face in sorted(doors.openers(state, cell)[0]))
        yield m.UseKey(seat, cell)


def _swaps(state: State, seat: Seat) -> Iterator[CryptMove]:
    """Yield handing over one thing, or exchanging one for another: anything else is several such
    moves."""
    master, servant = (sorted({*state.mover.bag(figure)}) for figure in Figure)
    for down in [None, *master]:
        for up in [None, *servant]:
            if down != up:
                yield m.Swap(seat, () if down is None else (down,), () if up is None else (up,))


def chance(state: State, rng: Random) -> CryptMove | None:
    """Return what the stone, the door or the throw shows, drawn from what is still possible."""
    seat, waiting = state.turn.seat, state.waiting
    match waiting:
        case Turning(cell):
            kind = state.board.kind(cell)
            return m.Found(
                seat, state.under.get(cell) or _drawn(stones.count_unaccounted(state, kind), rng)
            )
        case Peeking(door):
            return m.See(seat, state.under.get(door) or _drawn(_doors_left(state), rng))
        case Showing(around, _):
            return m.Show(seat, tuple(zip(around, _faces_shown(state, around, rng), strict=True)))
        case Fighting():
            return m.Throw(seat, _thrown(state, rng))
    return None


def _drawn(left: Counter[str], rng: Random) -> str:
    return rng.choice(sorted(left.elements()))


def _doors_left(state: State) -> Counter[str]:
    """Return the door stones that may lie there. If the players have entered something impossible, it
    uses what the player who peeks may know."""
    return stones.count_unaccounted(state, DOOR) or stones.unseen(state, DOOR, state.turn.seat)


def _faces_shown(state: State, around: tuple[Cell, ...], rng: Random) -> list[str]:
    """Return the faces of the doors around; doors whose face was kept secret are ones that he cannot
    open."""
    shut = shut_in.shut_faces(state)
    left = Counter({face: count for face, count in _doors_left(state).items() if face in shut})
    faces = []
    for door in around:
        face = state.under.get(door) or _drawn(+left or Counter(shut), rng)
        left[face] -= door not in state.under
        faces.append(face)
    return faces


def _thrown(state: State, rng: Random) -> tuple[str, ...]:
    up = [thing if rng.random() < 0.5 else m.BACK for thing in fights.stones_thrown(state)]
    return tuple(sorted([rng.choice((m.MONSTER, m.LOGO)), *up]))
