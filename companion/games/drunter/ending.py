"""The end: points, and who wins and why."""

from companion.games.drunter.cards import points, standing
from companion.games.drunter.state import Ended, State
from companion.games.drunter.votes import votes_in
from companion.games.game import Outcome, Seat


def scores(state: State) -> tuple[int, ...] | None:
    """Return each seat's points; None before the cards are open."""
    if not (isinstance(state.phase, Ended) and all(state.cards)):
        return None
    return tuple(_worth(state, seat, 0) for seat in state.clockwise(Seat(1)))


def outcome(state: State) -> Outcome | None:
    """Return who wins: by points; tied, by the votes left or, expert, by the other card's points."""
    scored = scores(state)
    if scored is None:
        return None
    best = max(scored)
    tied = [seat for seat in state.clockwise(Seat(1)) if scored[seat - 1] == best]
    if len(tied) == 1:
        return Outcome(tuple(tied), f"most points: {best}")
    more = [_tie_break(state, seat) for seat in tied]
    winners = tuple(seat for seat, n in zip(tied, more, strict=True) if n == max(more))
    what = "points of the other card" if state.variant == "expert" else "votes left"
    if len(winners) == 1:
        return Outcome(winners, f"tied at {best} points, most {what}: {max(more)}")
    return Outcome(winners, f"shared at {best} points, with equal {what}: {max(more)}")


def _tie_break(state: State, seat: Seat) -> int:
    if state.variant == "expert":
        return _worth(state, seat, 1)
    return votes_in(state.votes_of(seat))


def _worth(state: State, seat: Seat, which: int) -> int:
    return points(state.cards_of(seat)[which], standing(state.town))
