"""What a seat chooses before its turn, and how a vote turns up: states that are told, and never played.

Under the rules one votes after the other. At the table all choose at once: what was chosen early waits
for its turn, and only who has finished is told meanwhile.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.drunter.moves import Choose, Move, Vote
from companion.games.drunter.state import Choosing, Declaring, Revealing, State, Voting
from companion.games.drunter.turns import card_on_top, finished, next_seat
from companion.games.drunter.votes import Side, VoteCards
from companion.games.drunter.voting import check_vote
from companion.games.game import Seat


def early_kind(state: State, seat: Seat) -> str | None:
    """Return what a seat whose turn has not come may choose already; nothing once it has finished."""
    if seat == next_seat(state) or seat in finished(state) or state.own_votes:
        return None
    match state.phase:
        case Voting():
            return "vote"
        case Choosing():
            return "choose"
        case _:
            return None


def with_early(state: State, moves: Sequence[Move]) -> State:
    """Return the state with what was chosen early. Raises ``IllegalMove`` where that cannot be."""
    for move in moves:
        match move:
            case Vote():
                check_vote(state, move)
                state = replace(state, early=(*state.early, move))
            case Choose():
                state = replace(card_on_top(state, move), early=(*state.early, move))
    return state


def turning_up(before: State, after: State) -> Iterator[State]:
    """Yield a vote that is over as its cards turn up one by one, in the order of the voters.

    Yields nothing if no vote is over, or if only its sums were told. Jokers declared since were
    turned up before.
    """
    match after.phase, before.phase:
        case Declaring(laid=laid, declared=()), Voting(lay=lay):
            declared: tuple[Side, ...] = ()
        case _, Voting(lay=lay) | Declaring(lay=lay):
            vote = after.last_vote
            if isinstance(after.phase, Voting | Declaring) or vote is None or not vote.laid:
                return
            laid, declared = vote.laid, vote.declared
        case _:
            return
    told = replace(before, early=())
    if isinstance(before.phase, Voting):
        for so_far in _one_by_one(laid):
            yield replace(told, phase=Revealing(lay, so_far))
    else:
        yield replace(told, phase=Revealing(lay, laid, declared))


def _one_by_one(laid: Sequence[VoteCards]) -> Iterator[tuple[VoteCards, ...]]:
    """Yield first that nothing is open, then one card more each time."""
    yield ()
    for voter, cards in enumerate(laid):
        for number in range(1, len(cards) + 1):
            yield (*laid[:voter], cards[:number])
