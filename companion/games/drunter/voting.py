"""The course of a vote: cards are laid, jokers declared or, with the players' own cards, the sums
entered."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Final

from companion.games.drunter.moves import Counted, Declare, Vote
from companion.games.drunter.state import CountedVote, Declaring, State, Voting, put
from companion.games.drunter.turns import due, go_on, jokers, let_lie, refused
from companion.games.drunter.votes import (
    JOKER_VOTES,
    NO,
    YES,
    Tally,
    VoteCards,
    count,
    keep,
    votes_in,
)

MOST_A_SIDE: Final = sum(YES.values()) + JOKER_VOTES
"""The most votes, yes or no, that one player has."""
assert sum(NO.values()) + JOKER_VOTES == MOST_A_SIDE, "yes and no weigh the same"


def lay_votes(state: State, voting: Voting, vote: Vote) -> State:
    """Lay vote cards face down; when all have, reveal them."""
    check_vote(state, vote)
    laid = (*voting.laid, vote.cards)
    if len(laid) < len(state.seats):
        return replace(state, phase=replace(voting, laid=laid))
    return _declare_or_count(state, Declaring(voting.lay, laid))


def check_vote(state: State, vote: Vote) -> None:
    """Raise ``IllegalMove`` where a seat cannot lay these cards, whoever's turn it is."""
    if not vote.cards:
        raise refused(state, vote, "at least one card is needed")
    if len(set(vote.cards)) < len(vote.cards):
        raise refused(state, vote, "there is only one of each card")
    if not set(vote.cards) <= set(state.votes_of(vote.seat)):
        raise refused(state, vote, "a card was already played")


def declare_joker(state: State, declaring: Declaring, declare: Declare) -> State:
    """Say what a joker stands for; after the last one the vote is counted."""
    return _declare_or_count(state, replace(declaring, declared=(*declaring.declared, declare.side)))


def _declare_or_count(state: State, declaring: Declaring) -> State:
    if len(declaring.declared) < len(jokers(state, declaring)):
        return replace(state, phase=declaring)
    lay, laid, declared = declaring.lay, declaring.laid, declaring.declared
    tally = count(chain.from_iterable(laid), declared)
    voted = replace(state, votes=_kept(state, declaring))
    return _count_votes(voted, CountedVote(lay, laid, declared, tally))


def _count_votes(state: State, vote: CountedVote) -> State:
    """Go on after a vote: the tile is accepted, or its player's turn is over."""
    voted, lay = replace(state, last_vote=vote), vote.lay
    return let_lie(voted, lay) if vote.tally.passed else go_on(voted, state.after(lay.seat))


def _kept(state: State, declaring: Declaring) -> tuple[VoteCards, ...]:
    votes = state.votes
    for seat, cards in zip(state.clockwise(declaring.lay.seat), declaring.laid, strict=True):
        votes = put(votes, seat, keep(state.votes_of(seat), cards))
    return votes


def count_told(state: State, voting: Voting, counted: Counted) -> State:
    """Accept the sums of a vote with the players' own cards in place of all votes and declarations."""
    if voting.laid or state.early:
        raise refused(state, counted, f"cards lie face down already, {due(state)}")
    tally, most = counted.tally, votes_left(state)
    if max(tally) > MOST_A_SIDE * len(state.seats) or sum(tally) > most:
        raise refused(state, counted, f"all players together have {most} votes left")
    voted = replace(state, spent=state.spent + sum(tally))
    return _count_votes(voted, CountedVote(voting.lay, (), (), tally))


def votes_left(state: State) -> int:
    """Return how many votes all players together still have in hand."""
    return max(0, sum(map(votes_in, state.votes)) - state.spent)


def different_sums(state: State) -> Iterator[Counted]:
    """Yield two possible results of a vote: one that accepts the tile, one that refuses it."""
    return (Counted(Tally(0, no)) for no in (0, 1)[: votes_left(state) + 1])


def some_sums(state: State, rng: Random) -> Counted:
    """Return a possible result of a vote: a vote or two from each player who has any."""
    most = min(2 * len(state.seats), votes_left(state))
    yes = rng.randint(0, most)
    return Counted(Tally(yes, rng.randint(0, most - yes)))
