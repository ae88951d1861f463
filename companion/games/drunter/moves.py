"""The moves of Drunter und Drüber and their words in a record::

    {"move": "lay", "kind": "street", "length": 2, "gang": [14, 0], "towards": "south"}
    {"move": "vote", "cards": ["JAA", "JAAA"]}
    {"move": "declare", "as": "no"}
    {"move": "choose", "card": "school"}
    {"move": "pass"}
    {"move": "counted", "yes": 5, "no": 3}
    {"move": "show", "cards": {"Ana": "school", "Bob": "jail"}}
    {"move": "left", "votes": {"Ana": 9, "Bob": 7}}

The last three belong to no seat. ``pass``: with the players' own tiles, none of them fits. ``counted``:
with the players' own vote cards, the sums, replacing all votes and declarations. ``left``: the votes
left of the tied players. If the machine was not told the building cards, ``choose`` names none (the
player has laid one card on the other), and all are shown at the end; for experts both of each player,
the upper one first. A single seat shows its own by ``{"move": "show", "cards": ["school"]}``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias, cast

from companion.errors import BadMove
from companion.games.drunter.pieces import KINDS, LENGTHS, STEPS, Kind, Square, Tile, Towards
from companion.games.drunter.votes import SIDES, VOTE_CARDS, Side, Tally, VoteCard, VoteCards
from companion.games.game import Json, Seat, Words
from companion.games.setup import near
from companion.games.words import choice, items, mapping, move_kind, only, text, texts, whole


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
    """Fix which card counts. No card is named if the machine does not know what was dealt."""

    seat: Seat
    card: str | None

    def __str__(self) -> str:
        return "choose"


@dataclass(frozen=True)
class Show:
    """Show one's cards at the end, the one that counts first; without a seat, the cards of all
    players."""

    seat: Seat | None
    hands: tuple[tuple[Seat, tuple[str, ...]], ...]

    @classmethod
    def of(cls, seat: Seat, *cards: str) -> "Show":
        """Return that one seat shows its cards."""
        return cls(seat, ((seat, cards),))

    def __str__(self) -> str:
        return f"show {', '.join(card for _, cards in self.hands for card in cards)}"


@dataclass(frozen=True)
class Pass:
    """Say that none of one's own tiles fits."""

    seat: Seat

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True)
class Counted:
    """Give the result of a vote with the players' own cards, jokers included."""

    tally: Tally
    seat: ClassVar[None] = None

    def __str__(self) -> str:
        return f"counted {self.tally.yes} yes, {self.tally.no} no"


@dataclass(frozen=True)
class Left:
    """Say how many votes are left in the players' own hands, by seat."""

    votes: tuple[tuple[Seat, int], ...]
    seat: ClassVar[None] = None

    def __str__(self) -> str:
        return f"left {', '.join(str(votes) for _, votes in self.votes)}"


Move: TypeAlias = Lay | Vote | Declare | Choose | Show | Pass | Counted | Left

OF_A_SEAT: Final = ("lay", "vote", "declare", "choose", "pass", "show")
OF_ALL: Final = ("counted", "left", "show")


def is_of_all(words: Words) -> bool:
    """Tell whether a move belongs to the whole table and not to a seat."""
    kind = words.get("move")
    return kind in ("counted", "left") or (kind == "show" and isinstance(words.get("cards"), Mapping))


def in_order(cards: Iterable[VoteCard]) -> VoteCards:
    """Return vote cards in the order of ``VOTE_CARDS``, so that equal votes are equal moves."""
    return tuple(sorted(cards, key=VOTE_CARDS.index))


def parse(seats: Sequence[str], seat: Seat | None, words: Words) -> Move:
    """Read a move's words; ``seats`` are the players' names.

    Raises ``BadMove``, which never repeats a secret card.
    """
    kind = move_kind(words, dict.fromkeys((*OF_A_SEAT, *OF_ALL)))
    if seat is None:
        if kind not in OF_ALL:
            raise BadMove("a move of Drunter und Drüber needs its seat")
        return _parse_of_all(seats, words, kind)
    if is_of_all(words):
        raise BadMove(f"{kind}: what is said for all has no seat", hint="Leave 'seat' out.")
    return parse_of_seat(seat, words)


def parse_of_seat(seat: Seat, words: Words) -> Move:
    """Read the words of a seat's move."""
    match move_kind(words, OF_A_SEAT):
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
        case "pass":
            only(words, ())
            return Pass(seat)
        case _:
            only(words, ("cards",))
            return Show.of(seat, *texts(words, "cards"))


def _parse_of_all(seats: Sequence[str], words: Words, kind: str) -> Move:
    match kind:
        case "counted":
            only(words, ("yes", "no"))
            return Counted(Tally(whole(words, "yes", least=0), whole(words, "no", least=0)))
        case "left":
            only(words, ("votes",))
            votes = _by_seat(seats, words, "votes")
            return Left(
                tuple((seat, whole({"move": kind, "votes": n}, "votes", least=0)) for seat, n in votes)
            )
        case _:
            only(words, ("cards",))
            hands = _by_seat(seats, words, "cards")
            return Show(None, tuple((seat, _hand(cards)) for seat, cards in hands))


def _by_seat(seats: Sequence[str], words: Words, key: str) -> list[tuple[Seat, Json]]:
    """Return in seat order the values that are given by the players' names."""
    told = mapping(words, key)
    for name in told:
        if name not in seats:
            raise BadMove(f"{words['move']}: nobody is called {near(name, seats)}")
    return [(Seat(number), told[name]) for number, name in enumerate(seats, 1) if name in told]


def _hand(cards: Json) -> tuple[str, ...]:
    return texts({"move": "show", "cards": [cards] if isinstance(cards, str) else cards}, "cards")


def write(seats: Sequence[str], move: Move) -> dict[str, Json]:
    """Write a move as a record does, without its seat."""
    match move:
        case Lay():
            return write_lay(move)
        case Vote(cards=cards):
            return {"move": "vote", "cards": [*cards]}
        case Declare(side=side):
            return {"move": "declare", "as": side}
        case Choose(card=card):
            return {"move": "choose"} if card is None else {"move": "choose", "card": card}
        case Pass():
            return {"move": "pass"}
        case Counted(tally=tally):
            return {"move": "counted", "yes": tally.yes, "no": tally.no}
        case Show(seat=None, hands=hands):
            return {
                "move": "show",
                "cards": {seats[seat - 1]: _hand_words(hand) for seat, hand in hands},
            }
        case Show(hands=hands):
            return {"move": "show", "cards": [card for _, hand in hands for card in hand]}
        case Left(votes=votes):
            return {"move": "left", "votes": {seats[seat - 1]: n for seat, n in votes}}


def write_lay(lay: Lay) -> dict[str, Json]:
    """Write a lay as a record does, without its seat."""
    where: dict[str, Json] = {"gang": [*lay.gang], "towards": lay.towards}
    return {"move": "lay", "kind": lay.kind, "length": lay.length, **where}


def _hand_words(hand: tuple[str, ...]) -> Json:
    return hand[0] if len(hand) == 1 else [*hand]


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
