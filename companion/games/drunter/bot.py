"""A player made of code: spares the buildings that its own cards score, and votes with as much as is at
stake."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from companion.games.drunter import turns
from companion.games.drunter.cards import points, standing
from companion.games.drunter.moves import Choose, Declare, Lay, Move, Pass, Vote
from companion.games.drunter.pieces import LENGTHS, STEPS, Square
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import Choosing, Declaring, Ended, Laying, State, Voting
from companion.games.drunter.votes import JOKER, NO, SHRUG, YES, Side, VoteCard
from companion.games.game import Seat

Stakes: TypeAlias = Mapping[Square, int]
"""What one's own cards lose if a tile covers a square; only the squares that matter."""

COVERED: Final = 4.0
"""How much worse losing a building is than having a line point at it."""
VOTE_COST: Final = 2.0
OTHERS: Final = 0.5
"""Value of covering a building that is not one's own: another player may lose it."""


@dataclass(frozen=True)
class DrunterBot:
    """Looks one lay ahead. It knows its own cards and votes, and everything that lies open."""

    def choose(self, state: State, seat: Seat, rng: Random) -> Move | None:
        """Return a legal move of ``seat``; None when another is to move."""
        if turns.to_move(state) != seat:
            return None  # sums of votes come from the cards on the table, see ``chance``
        match state.phase:
            case Laying():
                return _best_lay(state, seat, rng) or Pass(seat)
            case Voting(lay=lay):
                return Vote(seat, _cards_for(state, seat, _loss(state, seat, lay)))
            case Declaring(lay=lay):
                return Declare(seat, _side(seat, lay, _loss(state, seat, lay)))
            case Choosing():
                return Choose(seat, _better_card(state, seat))
            case Ended():
                return next(GAME.legal_moves(state))


def stakes(state: State, seat: Seat) -> Stakes:
    """Return what covering each building costs this seat; both its cards count until it has chosen
    one."""
    cards = state.cards_of(seat)
    counting = cards[:1] if state.chosen else cards
    left = standing(state.town)
    found = {}
    for building in left:
        without = [other for other in left if other != building]
        lost = sum(points(card, left) - points(card, without) for card in counting)
        if lost:
            found[building.square] = lost
    return found


def _best_lay(state: State, seat: Seat, rng: Random) -> Lay | None:
    at_stake = stakes(state, seat)
    lays = list(turns.legal_lays(state, seat))
    return max(lays, key=lambda lay: (_worth(state, lay, at_stake), rng.random()), default=None)


def _worth(state: State, lay: Lay, at_stake: Stakes) -> float:
    squares = turns.squares_of(state, lay)
    worth: float = _danger(state, lay.gang, at_stake) - _danger(state, squares[-1], at_stake)
    worth -= COVERED * sum(at_stake.get(square, 0) for square in squares)
    values = state.town.board.value_at
    worth += OTHERS * sum(values.get(square, 0) for square in squares if square not in at_stake)
    needs_vote = state.variant == "basic" and not state.town.board.outhouses.isdisjoint(squares)
    return worth - VOTE_COST * needs_vote


def _danger(state: State, square: Square, at_stake: Stakes) -> int:
    """Return how much a line that ends here threatens one's own buildings, one tile away."""
    ahead = (state.town.board.ray(square, towards)[: max(LENGTHS)] for towards in STEPS)
    return sum(at_stake.get(each, 0) for ray in ahead for each in ray)


def _loss(state: State, seat: Seat, lay: Lay) -> int:
    """Return what the proposed tile costs this seat."""
    at_stake = stakes(state, seat)
    return sum(at_stake.get(square, 0) for square in turns.squares_of(state, lay))


def _side(seat: Seat, lay: Lay, loss: int) -> Side:
    return "yes" if loss < 0 or (seat == lay.seat and loss <= 0) else "no"


def _cards_for(state: State, seat: Seat, loss: int) -> tuple[VoteCard, ...]:
    """Return as many votes as the stakes are worth; a shrug if nothing is at stake, or no votes are
    left."""
    hand = state.votes_of(seat)
    assert isinstance(state.phase, Voting)
    side = _side(seat, state.phase.lay, loss)
    mine = NO if side == "no" else YES
    wanted = abs(loss) if loss else int(side == "yes")
    cards: list[VoteCard] = []
    for card in sorted((card for card in hand if card in mine), key=lambda card: -mine[card]):
        if mine[card] <= wanted:
            cards.append(card)
            wanted -= mine[card]
    if wanted >= 2 and JOKER in hand:
        cards.append(JOKER)
    return tuple(card for card in hand if card in cards) or (SHRUG,)


def _better_card(state: State, seat: Seat) -> str | None:
    """Return the card that scores more as the town stands."""
    left = standing(state.town)
    return max(state.cards_of(seat), key=lambda card: points(card, left), default=None)


BOT: Final = DrunterBot()
