"""Drunter und Drüber's case of the contract of all games."""

from dataclasses import replace
from random import Random

from companion.games.drunter.board import load_shipped_board
from companion.games.drunter.cards import SPECIALS
from companion.games.drunter.deal import deal
from companion.games.drunter.moves import in_order
from companion.games.drunter.state import Ended, State, Voting, put
from companion.games.drunter.votes import VoteCards
from companion.games.game import Json, Role, Seat, Setup
from tests.games.contract import Case

NAMES = ("Ana", "Bob", "Cyd", "Dan")
WEST = load_shipped_board("wacky_wacky_west")


def dealt(
    players: int, seed: int = 0, *, cards: bool = True, tiles: bool = True, **options: Json
) -> Setup:
    """A first line, dealt as luck has it; without ``cards``, ``tiles`` the machine is told none."""
    lacking = dict.fromkeys([*([] if cards else ["cards"]), *([] if tiles else ["tiles"])])
    return deal(Setup("drunter", NAMES[:players], options, lacking), Random(seed))


def alter_hidden(state: State, role: Role, rng: Random) -> State | None:
    """Deal the others other cards, and let them have laid other votes."""
    if isinstance(state.phase, Ended):
        return None
    other = replace(state, cards=_other_cards(state, role, rng))
    if isinstance(state.phase, Voting):
        other = replace(other, phase=_other_votes(state, state.phase, role, rng))
    return None if other == state else other


def _other_cards(state: State, role: Role, rng: Random) -> tuple[tuple[str, ...], ...]:
    cards = state.cards
    if not all(cards):
        return cards
    pile = {*WEST.types, *(SPECIALS if state.variant == "expert" else ())}
    hidden = [seat for seat in state.clockwise(Seat(1)) if seat != role.seat]
    if role.seat is not None:
        pile -= set(state.cards_of(role.seat))
    for seat in hidden:
        hand = tuple(rng.sample(sorted(pile), len(state.cards_of(seat))))
        pile -= set(hand)
        cards = put(cards, seat, hand)
    return cards


def _other_votes(state: State, voting: Voting, role: Role, rng: Random) -> Voting:
    voters = state.clockwise(voting.lay.seat)
    laid = [
        cards if seat == role.seat else _some(state, seat, rng)
        for seat, cards in zip(voters, voting.laid, strict=False)
    ]
    return replace(voting, laid=tuple(laid))


def _some(state: State, seat: Seat, rng: Random) -> VoteCards:
    hand = state.votes_of(seat)
    return in_order(rng.sample(hand, rng.randint(1, len(hand))))


CASE = Case(
    setups=(
        *(dealt(players, seed=players) for players in (2, 3, 4)),
        dealt(3, seed=4, variant="expert"),
        dealt(4, seed=5, variant="expert", deal_specials=True),
        dealt(2, seed=6, cards=False),
        dealt(3, seed=7, cards=False, variant="expert"),
        dealt(2, seed=8, cards=False, tiles=False, own_votes=True),
        dealt(4, seed=9, tiles=False),
        dealt(3, seed=10, cards=False, tiles=False, variant="expert"),
    ),
    alter_hidden=alter_hidden,
    most_moves=600,
)
