"""Votes, jokers and choices at the voting box: which key means which card.

A vote: the eight cards in the order of the column, those still in the hand; OK confirms any of them. A
joker: the key of JA or that of NE. A choice: the first or the second key for the first or the second of
the two cards, in the order in which the player's phone shows them; where the machine was not told the
cards, OK alone says that one card was laid on the other.
"""

from typing import ClassVar, Final

from companion.devices.picking import SecretPick
from companion.games.drunter.state import Choosing, Declaring, State, Voting
from companion.games.drunter.turns import to_move
from companion.games.drunter.votes import VOTE_CARDS, Side
from companion.games.game import Seat
from companion.table.hooks.position import Position
from companion.table.hooks.verdict import JsonObject, MemoryT
from companion.table.plays.play import Play

SIDE_OF: Final[dict[int, Side]] = {
    VOTE_CARDS.index("JA") + 1: "yes",
    VOTE_CARDS.index("NE") + 1: "no",
}
"""The keys that say what a joker stands for."""


class BallotPlay(Play[State, MemoryT]):
    """What of the game is done at the box, apart from call keys and lights."""

    box_labels: ClassVar[tuple[str, ...]] = VOTE_CARDS

    def asked(self, position: Position[State]) -> SecretPick | None:
        """Return what the seat to move may pick."""
        state, seat = position.state, to_move(position.state)
        if seat is None:
            return None
        match state.phase:
            case Voting():
                hand = state.votes_of(seat)
                in_hand = frozenset(n for n, card in enumerate(VOTE_CARDS, 1) if card in hand)
                return SecretPick(state.name(seat), in_hand, several=True)
            case Declaring():
                return SecretPick(state.name(seat), frozenset(SIDE_OF))
            case Choosing():
                return SecretPick(state.name(seat), frozenset(range(1, len(state.cards_of(seat)) + 1)))
            case _:
                return None

    def picked(self, position: Position[State], asked: SecretPick, keys: tuple[int, ...]) -> JsonObject:
        """Return the vote, the declaration or the choice."""
        state = position.state
        match state.phase:
            case Voting():
                return {
                    "seat": asked.seat,
                    "move": "vote",
                    "cards": [VOTE_CARDS[key - 1] for key in keys],
                }
            case Declaring():
                return {"seat": asked.seat, "move": "declare", "as": SIDE_OF[keys[0]]}
            case _:
                cards = state.cards_of(Seat(state.seats.index(asked.seat) + 1))
                card: JsonObject = {"card": cards[keys[0] - 1]} if keys else {}
                return {"seat": asked.seat, "move": "choose", **card}
