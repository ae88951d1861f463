"""Why a move is not allowed now: the only place that decides it. Any move that is not refused is
legal."""

from typing import NamedTuple

from companion.errors import Reason
from companion.games.game import Seat
from companion.games.ubongo.components import HOLES, ROWS
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
from companion.games.ubongo.state import Phase, State


class MoveRefusal(NamedTuple):
    """Why a move is refused: in English for a record, and as a code of the catalogue for players."""

    told: str
    reason: Reason


def _no(told: str, code: str, **params: str | int) -> MoveRefusal:
    return MoveRefusal(told, Reason(code, params))


def why_not(state: State, move: Move) -> MoveRefusal | None:
    """Return why the rules forbid the move now; None if they allow it."""
    match move:
        case LayOut():
            return None if state.round.phase is Phase.LAYING_OUT else _laid_out_already()
        case NameGem():
            return _why_no_gem(state, move)
        case Start():
            return _why_no_start(state, move)
        case NameSymbol():
            return _why_no_symbol(state)
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


def waits_for(state: State) -> MoveRefusal:
    """Return what the round waits for."""
    match state.round.phase:
        case Phase.LAYING_OUT:
            return _no(
                "the gems on the board are to be read or entered first", "error.ubongo.laying_out"
            )
        case Phase.TO_ROLL:
            seat = state.name(state.starter)
            return _no(
                f"{seat} is to roll the die and turn the glass", "error.ubongo.to_roll", seat=seat
            )
        case Phase.RUNNING:
            return _no("the glass is running", "error.ubongo.running")
        case Phase.TO_TURN:
            return _no("nobody has called, the glass is to be turned once more", "error.ubongo.to_turn")
        case Phase.TAKING:
            seats = _names(state, state.next_to_take())
            return _no(f"{seats} is to take gems", "error.ubongo.taking", seats=seats)
        case Phase.ENDED:
            return _no("the game has ended", "error.ubongo.ended")


def _laid_out_already() -> MoveRefusal:
    return _no("the gems are known already", "error.ubongo.laid_out")


def _why_no_gem(state: State, named: NameGem) -> MoveRefusal | None:
    if named.row not in ROWS or not 0 <= named.hole < HOLES:
        told = f"rows are 0 to {ROWS[-1]}, holes 0 to {HOLES - 1}"
        return _no(told, "error.ubongo.no_such_hole")
    if state.round.phase is Phase.ENDED:
        return waits_for(state)
    if state.laid is None and named.hole < state.first_hole(named.row):
        return _no("that gem has been taken; correct the take", "error.ubongo.gem_taken")
    return None


def _why_no_start(state: State, start: Start) -> MoveRefusal | None:
    if state.round.phase is not Phase.TO_ROLL:
        return waits_for(state)
    if start.seat not in (None, state.starter):
        seat = state.name(state.starter)
        return _no(f"{seat} begins this round", "error.ubongo.to_roll", seat=seat)
    return None


def _why_no_symbol(state: State) -> MoveRefusal | None:
    if state.round.phase not in (Phase.RUNNING, Phase.TO_TURN):
        return waits_for(state)
    if state.round.symbol is None:
        return None
    return _no("the symbol is known already", "error.ubongo.symbol_known")


def _why_no_call(state: State, call: Call) -> MoveRefusal | None:
    if refusal := _why_not_solving(state, call.seat):
        return refusal
    if call.seat in state.called:
        return _no("has called already", "error.ubongo.called")
    if not call.dead_heat:
        return None
    if not state.called:
        return _no("nobody has called before", "error.ubongo.no_call_before")
    acted = [seat for seat in state.round.calls[-1] if _has_acted(state, seat)]
    if not acted:
        return None
    seats = _names(state, acted)
    return _no(f"{seats} called before and has moved since", "error.ubongo.moved_since", seats=seats)


def _why_not_solving(state: State, seat: Seat) -> MoveRefusal | None:
    if state.round.phase is not Phase.RUNNING:
        return waits_for(state)
    return _no("the time is up", "error.ubongo.time_is_up") if seat in state.round.out_of_time else None


def _why_no_order(state: State, decided: CallOrder) -> MoveRefusal | None:
    if state.round.phase not in (Phase.RUNNING, Phase.TAKING):
        return waits_for(state)
    heats = [set(group) for group in state.round.calls if len(group) > 1]
    if set(decided.order) in heats and len(set(decided.order)) == len(decided.order):
        return None
    seats = _names(state, decided.order)
    told = f"{seats}: not the seats of an undecided dead heat, each once"
    return _no(told, "error.ubongo.no_heat")


def _why_no_false_call(state: State, false_call: FalseCall) -> MoveRefusal | None:
    if state.round.phase not in (Phase.RUNNING, Phase.TAKING):
        return waits_for(state)
    if false_call.seat not in state.called:
        return _not_called()
    if _has_acted(state, false_call.seat):
        return _no("has moved since the call; take that back first", "error.ubongo.moved_since_call")
    return _why_not_next(state, false_call.seat) if state.round.phase is Phase.TAKING else None


def _why_no_pawn(state: State, move: MovePawn) -> MoveRefusal | None:
    if state.late_takes:
        return _no(
            "when gems are taken late, the pawn moves with the take", "error.ubongo.moves_with_take"
        )
    refusal = _why_not_solving(state, move.seat) or _why_not_acting(state, move.seat)
    if refusal is None and move.seat in state.round.moved:
        return _no("has moved the pawn already", "error.ubongo.moved")
    return refusal or _why_out_of_reach(state, move)


def _why_no_take(state: State, take: Take) -> MoveRefusal | None:
    too_early_or_late = _why_not_due if state.late_takes else _why_not_solving
    return (
        too_early_or_late(state, take.seat)
        or _why_not_acting(state, take.seat)
        or (_why_not_next(state, take.seat) or _why_not_decided(state) if state.late_takes else None)
        or _why_out_of_reach(state, take)
    )


def _why_not_due(state: State, _seat: Seat) -> MoveRefusal | None:
    """Only in the variant with late takes."""
    if state.round.phase is Phase.RUNNING:
        if state.everyone_is_done:
            return None
        return _no("gems are taken when all are done or the time is up", "error.ubongo.not_yet")
    return None if state.round.phase is Phase.TAKING else waits_for(state)


def _why_not_acting(state: State, seat: Seat) -> MoveRefusal | None:
    if seat not in state.called:
        return _not_called()
    return _no("has taken already", "error.ubongo.taken") if seat in state.round.taken else None


def _not_called() -> MoveRefusal:
    return _no("has not called", "error.ubongo.not_called")


def _why_not_next(state: State, seat: Seat) -> MoveRefusal | None:
    first = state.next_to_take()
    if seat in first:
        return None
    seats = _names(state, first)
    return _no(f"{seats} called before and takes first", "error.ubongo.takes_first", seats=seats)


def _why_not_decided(state: State) -> MoveRefusal | None:
    first = state.next_to_take()
    if len(first) < 2:
        return None
    seats = _names(state, first)
    return _no(
        f"the dead heat of {seats} is to be decided first", "error.ubongo.heat_first", seats=seats
    )


def _why_out_of_reach(state: State, move: Take | MovePawn) -> MoveRefusal | None:
    if move.row not in ROWS:
        return _no(f"rows are 0 to {ROWS[-1]}", "error.ubongo.no_such_hole")
    if move.row in state.rows_in_reach(move.seat):
        return None
    pawn, reach = state.pawn(move.seat), state.reach(move.seat)
    if move.seat in state.round.moved:
        return _no(f"has moved the pawn to row {pawn} already", "error.ubongo.moved")
    allowed = f"up to {reach} allowed"
    if len(state.place(move.seat)) > 1:
        allowed += " until the dead heat is decided"
    told = f"from row {pawn} it is {abs(move.row - pawn)} fields, {allowed}"
    return _no(told, "error.ubongo.out_of_reach", most=reach)


def _why_no_time_up(state: State, time_up: TimeUp) -> MoveRefusal | None:
    if state.round.phase is not Phase.RUNNING:
        return waits_for(state)
    if time_up.seat is None:
        return None
    if time_up.seat in state.round.out_of_time:
        return _no("the time is up already", "error.ubongo.time_is_up")
    if state.has_less_time(time_up.seat):
        return None
    return _no("nobody has more time, it is up for all", "error.ubongo.up_for_all")


def _has_acted(state: State, seat: Seat) -> bool:
    return seat in state.round.taken or seat in state.round.moved


def _names(state: State, seats: tuple[Seat, ...] | list[Seat]) -> str:
    return " and ".join(state.name(seat) for seat in seats)
