"""Why a move is not allowed now: the one place that says so. What is not refused is legal."""

from companion.games.game import Seat
from companion.games.ubongo.components import ROWS
from companion.games.ubongo.moves import (
    Call,
    CallOrder,
    FalseCall,
    Move,
    MovePawn,
    Start,
    Take,
    TimeUp,
    TurnGlass,
)
from companion.games.ubongo.state import Phase, State


def why_not(state: State, move: Move) -> str | None:
    """Return why the rules forbid the move now, in English; None where they allow it."""
    match move:
        case Start():
            return _why_no_start(state, move)
        case Call():
            return _why_no_call(state, move)
        case CallOrder():
            return _why_no_order(state, move)
        case FalseCall():
            return _why_no_false_call(state, move)
        case MovePawn():
            return _why_no_pawn(state, move)
        case Take():
            return _why_no_take(state, move)
        case TimeUp():
            return _why_no_time_up(state, move)
        case TurnGlass():
            return None if state.round.phase is Phase.TO_TURN else waits_for(state)


def waits_for(state: State) -> str:
    """Say what the round waits for."""
    match state.round.phase:
        case Phase.TO_ROLL:
            return f"{state.name(state.starter)} is to roll the die and turn the glass"
        case Phase.RUNNING:
            return "the glass is running"
        case Phase.TO_TURN:
            return "nobody has called, the glass is to be turned once more"
        case Phase.TAKING:
            return f"{_names(state, state.next_to_take())} is to take gems"
        case Phase.ENDED:
            return "the game has ended"


def _why_no_start(state: State, start: Start) -> str | None:
    if state.round.phase is not Phase.TO_ROLL:
        return waits_for(state)
    if start.seat not in (None, state.starter):
        return f"{state.name(state.starter)} begins this round"
    return None


def _why_no_call(state: State, call: Call) -> str | None:
    if reason := _why_not_solving(state, call.seat):
        return reason
    if call.seat in state.called:
        return "has called already"
    if not call.dead_heat:
        return None
    if not state.called:
        return "nobody has called before"
    acted = [seat for seat in state.round.calls[-1] if _has_acted(state, seat)]
    return f"{_names(state, acted)} called before and has moved since" if acted else None


def _why_not_solving(state: State, seat: Seat) -> str | None:
    if state.round.phase is not Phase.RUNNING:
        return waits_for(state)
    return "the time is up" if seat in state.round.out_of_time else None


def _why_no_order(state: State, decided: CallOrder) -> str | None:
    if state.round.phase not in (Phase.RUNNING, Phase.TAKING):
        return waits_for(state)
    heats = [set(group) for group in state.round.calls if len(group) > 1]
    if set(decided.order) in heats and len(set(decided.order)) == len(decided.order):
        return None
    return f"{_names(state, decided.order)}: not the seats of an undecided dead heat, each once"


def _why_no_false_call(state: State, false_call: FalseCall) -> str | None:
    if state.round.phase not in (Phase.RUNNING, Phase.TAKING):
        return waits_for(state)
    if false_call.seat not in state.called:
        return "has not called"
    if _has_acted(state, false_call.seat):
        return "has moved since the call; take that back first"
    return _why_not_next(state, false_call.seat) if state.round.phase is Phase.TAKING else None


def _why_no_pawn(state: State, move: MovePawn) -> str | None:
    if state.late_takes:
        return "when gems are taken late, the pawn moves with the take"
    return (
        _why_not_solving(state, move.seat)
        or _why_not_acting(state, move.seat)
        or ("has moved the pawn already" if move.seat in state.round.moved else None)
        or _why_out_of_reach(state, move)
    )


def _why_no_take(state: State, take: Take) -> str | None:
    too_early_or_late = _why_not_due if state.late_takes else _why_not_solving
    return (
        too_early_or_late(state, take.seat)
        or _why_not_acting(state, take.seat)
        or (_why_not_next(state, take.seat) or _why_not_decided(state) if state.late_takes else None)
        or _why_out_of_reach(state, take)
    )


def _why_not_due(state: State, _seat: Seat) -> str | None:
    """In the variant with late takes."""
    if state.round.phase is Phase.RUNNING:
        return None if state.everyone_is_done else "gems are taken when all are done or the time is up"
    return None if state.round.phase is Phase.TAKING else waits_for(state)


def _why_not_acting(state: State, seat: Seat) -> str | None:
    if seat not in state.called:
        return "has not called"
    return "has taken already" if seat in state.round.taken else None


def _why_not_next(state: State, seat: Seat) -> str | None:
    first = state.next_to_take()
    return None if seat in first else f"{_names(state, first)} called before and takes first"


def _why_not_decided(state: State) -> str | None:
    first = state.next_to_take()
    return f"the dead heat of {_names(state, first)} is to be decided first" if len(first) > 1 else None


def _why_out_of_reach(state: State, move: Take | MovePawn) -> str | None:
    if move.row not in ROWS:
        return f"rows are 0 to {ROWS[-1]}"
    if move.row in state.rows_in_reach(move.seat):
        return None
    pawn = state.pawn(move.seat)
    if move.seat in state.round.moved:
        return f"has moved the pawn to row {pawn} already"
    allowed = f"up to {state.reach(move.seat)} allowed"
    if len(state.place(move.seat)) > 1:
        allowed += " until the dead heat is decided"
    return f"from row {pawn} it is {abs(move.row - pawn)} fields, {allowed}"


def _why_no_time_up(state: State, time_up: TimeUp) -> str | None:
    if state.round.phase is not Phase.RUNNING:
        return waits_for(state)
    if time_up.seat is None:
        return None
    if time_up.seat in state.round.out_of_time:
        return "the time is up already"
    return None if state.has_less_time(time_up.seat) else "nobody has more time, it is up for all"


def _has_acted(state: State, seat: Seat) -> bool:
    return seat in state.round.taken or seat in state.round.moved


def _names(state: State, seats: tuple[Seat, ...] | list[Seat]) -> str:
    return " and ".join(state.name(seat) for seat in seats)
