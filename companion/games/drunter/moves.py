"""The moves of Drunter und Drüber and their words in a record::

    {"move": "lay", "kind": "street", "length": 2, "gang": [14, 0], "towards": "south"}
    {"move": "vote", "cards": ["JAA", "JAAA"]}
    {"move": "declare", "as": "no"}
    {"move": "choose", "card": "school"}
    {"move": "show", "cards": ["school"]}

Where the machine was not told the cards, ``choose`` names none (the player has laid one card on the
other), and everybody shows theirs at the end, in the expert variant the one on top first.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias, cast

from companion.errors import BadMove
from companion.games.drunter.pieces import KINDS, LENGTHS, STEPS, Kind, Square, Tile, Towards
from companion.games.drunter.votes import SIDES, VOTE_CARDS, Side, VoteCard, VoteCards
from companion.games.game import Json, Seat, Words
from companion.games.words import choice, items, move_kind, only, text, texts, whole


@dataclass(frozen=True)
class Lay:
    """Lay a tile at the gang on that square, under bridges where they lie in the way."""

    seat: Seat
    kind: Kind
    length: int
    gang: Square
    towards: Towards

    @property
    def tile(self) -> Tile:
        """The tile that is laid."""
        return Tile(self.kind, self.length)

    def __str__(self) -> str:
        return f"lay {self.kind} {self.length} at {self.gang} towards {self.towards}"


@dataclass(frozen=True)
class Vote:
    """Lay cards face down for or against an outhouse."""

    seat: Seat
    cards: VoteCards

    def __str__(self) -> str:
        return "vote"


@dataclass(frozen=True)
class Declare:
    """Say what one's revealed joker stands for."""

    seat: Seat
    side: Side

    def __str__(self) -> str:
        return f"declare {self.side}"


@dataclass(frozen=True)
class Choose:
    """Fix which card counts. No card is named where the machine does not know what was dealt."""

    seat: Seat
    card: str | None

    def __str__(self) -> str:
        return "choose"


@dataclass(frozen=True)
class Show:
    """Show one's cards at the end, the one that counts first."""

    seat: Seat
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"show {', '.join(self.cards)}"


Move: TypeAlias = Lay | Vote | Declare | Choose | Show

MOVES: Final = ("lay", "vote", "declare", "choose", "show")


def in_order(cards: Iterable[VoteCard]) -> VoteCards:
    """Return vote cards in the order of ``VOTE_CARDS``, so that equal votes are equal moves."""
    return tuple(sorted(cards, key=VOTE_CARDS.index))


def parse(seat: Seat, words: Words) -> Move:
    """Read a move's words. Raises ``BadMove``, which never repeats a secret card."""
    match move_kind(words, MOVES):
        case "lay":
            only(words, ("kind", "length", "gang", "towards"))
            kind = cast(Kind, choice(words, "kind", KINDS))
            towards = cast(Towards, choice(words, "towards", STEPS))
            return Lay(seat, kind, _length(words), _square(words), towards)
        case "vote":
            only(words, ("cards",))
            return Vote(seat, _vote_cards(words))
        case "declare":
            only(words, ("as",))
            return Declare(seat, cast(Side, choice(words, "as", SIDES)))
        case "choose":
            only(words, ("card",))
            return Choose(seat, text(words, "card") if "card" in words else None)
        case _:
            only(words, ("cards",))
            return Show(seat, texts(words, "cards"))


def write(move: Move) -> dict[str, Json]:
    """Write a move as a record does, without its seat."""
    match move:
        case Lay(kind=kind, length=length, gang=gang, towards=towards):
            return {"move": "lay", "kind": kind, "length": length, "gang": [*gang], "towards": towards}
        case Vote(cards=cards):
            return {"move": "vote", "cards": [*cards]}
        case Declare(side=side):
            return {"move": "declare", "as": side}
        case Choose(card=card):
            return {"move": "choose"} if card is None else {"move": "choose", "card": card}
        case Show(cards=shown):
            return {"move": "show", "cards": [*shown]}


def _length(words: Words) -> int:
    length = whole(words, "length")
    if length not in LENGTHS:
        raise BadMove(f"lay: 'length' is {length}, not 1, 2 or 3")
    return length


def _square(words: Words) -> Square:
    match items(words, "gang"):
        case (int() as column, int() as row) if bool not in (type(column), type(row)):
            return Square(column, row)
        case other:
            raise BadMove(f"lay: 'gang' is {[*other]}, not a column and a row")


def _vote_cards(words: Words) -> VoteCards:
    cards = texts(words, "cards")
    if not set(cards) <= set(VOTE_CARDS):
        raise BadMove("vote: there is no such card", hint=f"The cards are {' '.join(VOTE_CARDS)}.")
    return in_order(cast(VoteCards, cards))
