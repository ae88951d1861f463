"""How a sitting goes on: turns, votes, the moment of choosing, the end."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from companion.errors import IllegalMove
from companion.games.drunter.deal import wrong_cards
from companion.games.drunter.moves import Choose, Declare, Lay, Move, Show, Vote
from companion.games.drunter.pieces import Gang, Square, without
from companion.games.drunter.state import (
    Choosing,
    CountedVote,
    Declaring,
    Ended,
    Laying,
    State,
    Voting,
    put,
)
from companion.games.drunter.votes import JOKER, VoteCards, count, keep
from companion.games.game import Seat


def to_move(state: State) -> Seat | None:
    """Return whose move it is; None when nothing is left to do."""
    match state.phase:
        case Laying(seat=seat):
            return seat
        case Voting(lay=lay, laid=laid):
            return state.clockwise(lay.seat)[len(laid)]
        case Declaring() as declaring:
            return jokers(state, declaring)[len(declaring.declared)]
        case Choosing(first=first, done=done):
            return state.clockwise(first)[done]
        case Ended():
            return next((seat for seat in state.clockwise(Seat(1)) if not state.cards_of(seat)), None)


def due(state: State) -> str:
    """Say in English who is to do what."""
    seat = to_move(state)
    if seat is None:
        return "the game has ended"
    match state.phase:
        case Laying():
            verb = "lay a tile"
        case Voting():
            verb = "vote"
        case Declaring():
            verb = "declare a joker"
        case Choosing():
            verb = "choose a card"
        case Ended():
            verb = "show the cards"
    return f"{state.name(seat)} is to {verb}"


def go_on(state: State, first: Seat) -> State:
    """Let the first player who can lay do so, beginning with ``first``; the others are skipped.

    In the expert variant all choose before, once, when a line has ended. If nobody can lay, it is
    the end.
    """
    layer = next((seat for seat in state.clockwise(first) if can_lay(state, seat)), None)
    if state.variant == "expert" and not state.chosen and a_line_has_ended(state):
        return replace(state, phase=Choosing(layer or first, layer), chosen=True)
    return replace(state, phase=Ended() if layer is None else Laying(layer))


def can_lay(state: State, seat: Seat) -> bool:
    """Does any tile of this player fit anywhere, be it by a vote?"""
    return any(state.town.lays(state.tiles_of(seat)))


def legal_lays(state: State, seat: Seat) -> Iterator[Lay]:
    """Yield every lay of this player, those that need a vote included."""
    for way, tile in state.town.lays(state.tiles_of(seat)):
        yield Lay(seat, tile.kind, tile.length, way.gang.square, way.towards)


def a_line_has_ended(state: State) -> bool:
    """Is there a line that nobody can extend: no place, or no tile that fits?"""
    lays = state.town.lays(chain.from_iterable(state.tiles))
    return len({way.gang for way, _ in lays}) < len(state.town.board.starts)


def squares_of(state: State, lay: Lay) -> tuple[Square, ...]:
    """Return the squares that a lay covers, start field first. Raises ``IllegalMove``."""
    gang = Gang(lay.kind, lay.gang)
    if gang not in state.town.gangs:
        raise refused(state, lay, f"no {lay.kind} gang stands on {lay.gang}")
    if lay.tile not in state.tiles_of(lay.seat):
        raise refused(
            state, lay, f"{state.name(lay.seat)} has no {lay.kind} tile of length {lay.length}"
        )
    free = state.town.way(gang, lay.towards).squares
    if len(free) < lay.length:
        raise refused(state, lay, f"free squares that way: {len(free)}")
    return free[: lay.length]


def outhouses_under(state: State, lay: Lay) -> tuple[Square, ...]:
    """Return the outhouses that a lay covers."""
    return tuple(square for square in squares_of(state, lay) if square in state.town.board.outhouses)


def lay_tile(state: State, lay: Lay) -> State:
    """Lay a tile, or, over an outhouse in the basic game, call the vote on it."""
    if state.variant == "basic" and outhouses_under(state, lay):
        return replace(state, phase=Voting(lay))
    return _let_lie(state, lay)


def _let_lie(state: State, lay: Lay) -> State:
    town = state.town.lay(Gang(lay.kind, lay.gang), squares_of(state, lay))
    tiles = put(state.tiles, lay.seat, without(state.tiles_of(lay.seat), lay.tile))
    return go_on(replace(state, town=town, tiles=tiles), state.after(lay.seat))


def lay_votes(state: State, voting: Voting, vote: Vote) -> State:
    """Lay vote cards face down; when all have, reveal them."""
    _check_vote(state, vote)
    laid = (*voting.laid, vote.cards)
    if len(laid) < len(state.seats):
        return replace(state, phase=replace(voting, laid=laid))
    return _declare_or_count(state, Declaring(voting.lay, laid))


def _check_vote(state: State, vote: Vote) -> None:
    if not vote.cards:
        raise refused(state, vote, "at least one card is needed")
    if len(set(vote.cards)) < len(vote.cards):
        raise refused(state, vote, "there is only one of each card")
    if not set(vote.cards) <= set(state.votes_of(vote.seat)):
        raise refused(state, vote, "a card was already played")


def jokers(state: State, declaring: Declaring) -> tuple[Seat, ...]:
    """Return who has revealed a joker, clockwise from the proposer."""
    voters = zip(state.clockwise(declaring.lay.seat), declaring.laid, strict=True)
    return tuple(seat for seat, cards in voters if JOKER in cards)


def declare_joker(state: State, declaring: Declaring, declare: Declare) -> State:
    """Say what a joker stands for; after the last one the vote is counted."""
    return _declare_or_count(state, replace(declaring, declared=(*declaring.declared, declare.side)))


def _declare_or_count(state: State, declaring: Declaring) -> State:
    if len(declaring.declared) < len(jokers(state, declaring)):
        return replace(state, phase=declaring)
    lay, laid, declared = declaring.lay, declaring.laid, declaring.declared
    tally = count(chain.from_iterable(laid), declared)
    voted = replace(
        state, votes=_kept(state, declaring), last_vote=CountedVote(lay, laid, declared, tally)
    )
    return _let_lie(voted, lay) if tally.passed else go_on(voted, state.after(lay.seat))


def _kept(state: State, declaring: Declaring) -> tuple[VoteCards, ...]:
    votes = state.votes
    for seat, cards in zip(state.clockwise(declaring.lay.seat), declaring.laid, strict=True):
        votes = put(votes, seat, keep(state.votes_of(seat), cards))
    return votes


def choose_card(state: State, choosing: Choosing, choose: Choose) -> State:
    """Put the card that counts on top of the other; after the last player the game goes on."""
    cards = state.cards_of(choose.seat)
    if cards and choose.card not in cards:
        raise refused(state, choose, "this is not one of the two cards dealt")
    if not cards and choose.card is not None:
        raise refused(state, choose, "the cards are shown at the end, none is named before")
    on_top = tuple(sorted(cards, key=lambda card: card != choose.card))
    chosen = replace(state, cards=put(state.cards, choose.seat, on_top))
    if choosing.done + 1 < len(state.seats):
        return replace(chosen, phase=replace(choosing, done=choosing.done + 1))
    return replace(chosen, phase=Ended() if choosing.then is None else Laying(choosing.then))


def show_cards(state: State, show: Show) -> State:
    """Turn up cards that the machine was not told."""
    expert = state.variant == "expert"
    faults = list(wrong_cards(show.cards, state.town.board, expert, state.deal_specials))
    if faults:
        raise refused(state, show, "; ".join(faults))
    if len(set(show.cards)) < len(show.cards) or set(show.cards) & set(chain.from_iterable(state.cards)):
        raise refused(state, show, "there is only one of each card")
    return replace(state, cards=put(state.cards, show.seat, show.cards))


def refused(state: State, move: Move, reason: str) -> IllegalMove:
    """Return the refusal of a move, naming seat, move and reason; it tells no secret."""
    return IllegalMove(f"seat {move.seat} ({state.name(move.seat)}) may not {move}: {reason}")
