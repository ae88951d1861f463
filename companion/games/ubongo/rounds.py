"""The effect of an allowed move on the position."""

from dataclasses import replace

from companion.games.game import Seat
from companion.games.ubongo.components import Row
from companion.games.ubongo.gems import Gems, LaidGems, whole_board
from companion.games.ubongo.moves import (
    Call,
    CallOrder,
    FalseCall,
    LayOut,
    Move,
    MovePawn,
    NameGem,
    NameSymbol,
    Start,
    Take,
    TimeUp,
    TurnGlass,
)
from companion.games.ubongo.state import Calls, Phase, Round, State

GEMS_OF_A_TAKE = 2


def after(state: State, move: Move) -> State:
    """Return the position after a legal move."""
    now = state.round
    match move:
        case LayOut(gems):
            return _laid_out(state, gems)
        case NameGem():
            return _with_gem(state, move)
        case Start(symbol):
            return replace(state, round=replace(now, phase=Phase.RUNNING, symbol=symbol))
        case NameSymbol(symbol):
            return replace(state, round=replace(now, symbol=symbol))
        case Call():
            return replace(state, round=replace(now, calls=_with_call(now.calls, move)))
        case CallOrder(order):
            return replace(state, round=replace(now, calls=_decide(now.calls, order)))
        case FalseCall(seat):
            return _go_on(replace(state, round=replace(now, calls=_without(now.calls, seat))))
        case MovePawn(seat, row):
            moved = replace(state, round=replace(now, moved=now.moved | {seat}))
            return _with_pawn(moved, seat, row)
        case Take():
            return _go_on(_with_take(state, move))
        case TimeUp(seat) if seat is not None:
            return replace(state, round=replace(now, out_of_time=now.out_of_time | {seat}))
        case TimeUp():
            return _go_on(replace(state, round=replace(now, phase=Phase.TAKING)))
        case TurnGlass():
            running = replace(now, phase=Phase.RUNNING, turned=True, out_of_time=frozenset())
            return replace(state, round=running)


def _laid_out(state: State, gems: Gems) -> State:
    return replace(state, gems=gems, laid=None, round=Round())


def _with_gem(state: State, named: NameGem) -> State:
    """Return the position with one gem known, or corrected; the last unknown gem begins the game."""
    if state.laid is None:
        at = named.hole - state.first_hole(named.row)
        left = state.gems[named.row]
        row = (*left[:at], named.gem, *left[at + 1 :])
        return replace(state, gems=(*state.gems[: named.row], row, *state.gems[named.row + 1 :]))
    known = state.laid[named.row]
    told = (*known[: named.hole], named.gem, *known[named.hole + 1 :])
    laid: LaidGems = (*state.laid[: named.row], told, *state.laid[named.row + 1 :])
    board = whole_board(laid)
    return replace(state, laid=laid) if board is None else _laid_out(state, board)


def _go_on(state: State) -> State:
    """Once time is up: turn the glass again, wait for late takes, or end the round."""
    now = state.round
    if now.phase is not Phase.TAKING:
        return state
    if not now.calls and not now.turned:
        return replace(state, round=replace(now, phase=Phase.TO_TURN))
    if state.late_takes and state.next_to_take():
        return state
    if now.number == state.rounds:
        return replace(state, round=Round(now.number, Phase.ENDED))
    return replace(state, round=Round(now.number + 1))


def _with_call(calls: Calls, call: Call) -> Calls:
    if call.dead_heat:
        return (*calls[:-1], (*calls[-1], call.seat))
    return (*calls, (call.seat,))


def _decide(calls: Calls, order: tuple[Seat, ...]) -> Calls:
    at = next(at for at, group in enumerate(calls) if set(group) == set(order))
    return (*calls[:at], *((seat,) for seat in order), *calls[at + 1 :])


def _without(calls: Calls, seat: Seat) -> Calls:
    """Take a call back: the later calls move up."""
    left = (tuple(other for other in group if other != seat) for group in calls)
    return tuple(group for group in left if group)


def _with_pawn(state: State, seat: Seat, row: Row) -> State:
    pawns = (*state.pawns[: seat - 1], row, *state.pawns[seat:])
    return replace(state, pawns=pawns)


def _with_take(state: State, take: Take) -> State:
    row, seat = state.gems[take.row], take.seat
    gained, left = row[:GEMS_OF_A_TAKE], row[GEMS_OF_A_TAKE:]
    return replace(
        _with_pawn(state, seat, take.row),
        gems=(*state.gems[: take.row], left, *state.gems[take.row + 1 :]),
        won=(*state.won[: seat - 1], state.won[seat - 1] + gained, *state.won[seat:]),
        round=replace(state.round, taken=(*state.round.taken, seat), moved=state.round.moved - {seat}),
    )
