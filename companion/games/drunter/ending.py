"""The end: points, who wins and why, and in a tie the votes left in the players' own hands."""

from dataclasses import replace
from typing import Final

from companion.games.drunter.cards import points, standing
from companion.games.drunter.moves import Left
from companion.games.drunter.state import Ended, State
from companion.games.drunter.turns import due, refused
from companion.games.drunter.votes import VOTE_CARDS, votes_in
from companion.games.game import Outcome, Seat

MOST_LEFT: Final = votes_in(VOTE_CARDS)
"""Votes left for a player who has played no vote card."""


def scores(state: State) -> tuple[int, ...] | None:
    """Return each seat's points; None before the cards are open."""
    if not (isinstance(state.phase, Ended) and all(state.cards)):
        return None
    return tuple(_worth(state, seat, 0) for seat in state.clockwise(Seat(1)))


def outcome(state: State) -> Outcome | None:
    """Return who wins: by points; if tied, by the votes left or, for experts, by the other card's
    points."""
    scored = scores(state)
    if scored is None:
        return None
    best, leaders = max(scored), _leaders(state, scored)
    if len(leaders) == 1:
        return Outcome(leaders, f"most points: {best}")
    if state.spent and not state.left:
        return Outcome(leaders, f"shared at {best} points, the votes left were not told")
    more = [tie_break(state, seat) for seat in leaders]
    winners = tuple(seat for seat, n in zip(leaders, more, strict=True) if n == max(more))
    what = "points of the other card" if state.variant == "expert" else "votes left"
    if len(winners) == 1:
        return Outcome(winners, f"tied at {best} points, most {what}: {max(more)}")
    return Outcome(winners, f"shared at {best} points, with equal {what}: {max(more)}")


def tied(state: State) -> tuple[Seat, ...]:
    """Return who is tied for the lead if the deciding votes are known only from the players' own
    hands."""
    scored = scores(state)
    if scored is None or state.variant == "expert" or state.left:
        return ()
    untold = state.spent > 0 or all(votes == VOTE_CARDS for votes in state.votes)
    leaders = _leaders(state, scored)
    return leaders if untold and len(leaders) > 1 else ()


def tie_break(state: State, seat: Seat) -> int:
    """Return what breaks a tie: the votes left or, for experts, the other card's points."""
    if state.variant == "expert":
        return _worth(state, seat, 1)
    if state.left:
        return state.left[seat - 1]
    return votes_in(state.votes_of(seat))


def tell_left(state: State, left: Left) -> State:
    """Record the votes left in the players' own hands, which settle a tie."""
    wanted, told = tied(state), dict(left.votes)
    if not wanted:
        raise refused(state, left, due(state))
    if not told.keys() >= {*wanted}:
        raise refused(state, left, f"the votes of {', '.join(map(state.name, wanted))} are needed")
    if max(told.values()) > MOST_LEFT:
        raise refused(state, left, f"nobody has more than {MOST_LEFT} votes")
    return replace(state, left=tuple(told.get(seat, 0) for seat in state.clockwise(Seat(1))))


def _leaders(state: State, scored: tuple[int, ...]) -> tuple[Seat, ...]:
    return tuple(seat for seat in state.clockwise(Seat(1)) if scored[seat - 1] == max(scored))


def _worth(state: State, seat: Seat, which: int) -> int:
    return points(state.cards_of(seat)[which], standing(state.town))
