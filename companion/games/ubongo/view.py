"""What all may know of a position, as JSON: everything, since nothing in Ubongo is secret.

``phase``: ``laying_out`` (the gems are to be read or entered: ``gems`` holds null for those not known
yet), ``to_roll``, ``running``, ``to_turn``, ``taking``, ``ended``. ``gems``: those left in each row,
nearest first; the first lies in hole ``12 - len(row)``, with the numbers that the move ``gem`` uses.
``symbol`` is null before the roll, and also if a key turned the glass and nobody has named the symbol.
``calls``: the places in order; several names in one place are a dead heat that the table has not
decided. ``decided_at``: up to which count, from the largest, the first two have to be compared.
"""

from companion.games.game import Json, Seat
from companion.games.ubongo.components import CARDS, Colour
from companion.games.ubongo.moves import Call, FalseCall, Move, MovePawn, Take
from companion.games.ubongo.ranking import decided_at, ranking, strength
from companion.games.ubongo.refusals import why_not
from companion.games.ubongo.state import Phase, State


def view(state: State) -> dict[str, Json]:
    """Return the position for pages: the round, the board, the calls in order, and every player."""
    now = state.round
    return {
        "round": now.number,
        "rounds": state.rounds,
        "phase": str(now.phase),
        "starter": state.name(state.starter),
        "symbol": None if now.symbol is None else str(now.symbol),
        "turned": now.turned,
        "pieces": state.pieces,
        "late_takes": state.late_takes,
        "cards_back": max(0, CARDS - state.rounds * len(state.seats)),
        "gems": [[colour and str(colour) for colour in row] for row in state.laid or state.gems],
        "calls": [[state.name(seat) for seat in place] for place in now.calls],
        "players": {state.name(seat): _player(state, seat) for seat in state.all_seats},
        "ranking": [[state.name(seat) for seat in place] for place in ranking(state.won)],
        "decided_at": decided_at(state.won),
    }


def _player(state: State, seat: Seat) -> dict[str, Json]:
    """``rows``: where the pawn may go for the take that is due; empty if none is due. ``may``: what the
    rules allow now. ``strength``: the counts from high to low; ``leading``: colours with most."""
    now, won = state.round, state.won[seat - 1]
    most = strength(won)[0]
    due = seat in state.called and seat not in now.taken and now.phase in (Phase.RUNNING, Phase.TAKING)
    return {
        "pawn": state.pawn(seat),
        "gems": {str(colour): won.count(colour) for colour in Colour},
        "seconds": state.seconds[seat - 1],
        "out_of_time": seat in now.out_of_time,
        "taken": seat in now.taken,
        "reach": state.reach(seat) if due else None,
        "rows": list(state.rows_in_reach(seat)) if due else [],
        "may": _may(state, seat),
        "strength": [*strength(won)],
        "leading": [str(colour) for colour in Colour if won.count(colour) == most > 0],
    }


def _may(state: State, seat: Seat) -> list[Json]:
    row = state.pawn(seat)
    moves: dict[str, Move] = {
        "call": Call(seat),
        "false_call": FalseCall(seat),
        "take": Take(seat, row),
        "move_pawn": MovePawn(seat, row),
    }
    return [kind for kind, move in moves.items() if why_not(state, move) is None]
