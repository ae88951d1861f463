"""A sitting of Drunter und Drüber at one moment."""

from dataclasses import dataclass
from itertools import chain
from typing import Literal, TypeAlias, TypeVar

from companion.games.drunter.moves import Lay
from companion.games.drunter.pieces import Tiles
from companion.games.drunter.town import Town
from companion.games.drunter.votes import Side, Tally, VoteCards
from companion.games.game import Seat

T = TypeVar("T")

Variant: TypeAlias = Literal["basic", "expert"]


@dataclass(frozen=True)
class Laying:
    """A player is to lay a tile. ``passed``: number of players who have said, one after another, that no
    tile fits."""

    seat: Seat
    passed: int = 0


@dataclass(frozen=True)
class Voting:
    """A lay over outhouses waits for the vote. ``laid``: the cards face down, the proposer's first, then
    clockwise."""

    lay: Lay
    laid: tuple[VoteCards, ...] = ()


@dataclass(frozen=True)
class Declaring:
    """All cards are revealed, as in ``Voting``; the jokers are declared, in the same order."""

    lay: Lay
    laid: tuple[VoteCards, ...]
    declared: tuple[Side, ...] = ()


@dataclass(frozen=True)
class Choosing:
    """The first line has ended: each in turn fixes the card that counts; then ``then`` lays, if
    anybody."""

    first: Seat
    then: Seat | None
    done: int = 0


@dataclass(frozen=True)
class Ended:
    """Nobody can lay any more; the cards are shown, in seat order if the machine does not know them."""


Phase: TypeAlias = Laying | Voting | Declaring | Choosing | Ended


@dataclass(frozen=True)
class CountedVote:
    """A finished vote, which is public. ``laid`` is empty if only the sums were given."""

    lay: Lay
    laid: tuple[VoteCards, ...]
    declared: tuple[Side, ...]
    tally: Tally


@dataclass(frozen=True)
class State:
    """The complete state, secrets included: outside code sees it through ``view`` only.

    ``tiles``, ``votes`` and ``cards`` are by seat. ``votes`` still includes the cards that lie face
    down. ``cards``: the building cards, after the choice the one that counts first; empty for a player
    whose cards the machine does not know and who has not shown them yet. ``chosen``: the moment of
    choosing has come.

    ``supply``: the tiles in the box and in all hands together, if the machine does not know who has
    which tiles; ``tiles`` are then empty. ``own_votes``: the game waits for sums of votes, not for
    cards; ``spent``: the votes that were given as sums only; ``left``: the votes left in hand, by seat,
    as soon as they are entered in a tie.
    """

    seats: tuple[str, ...]
    variant: Variant
    deal_specials: bool
    town: Town
    tiles: tuple[Tiles, ...]
    votes: tuple[VoteCards, ...]
    cards: tuple[tuple[str, ...], ...]
    phase: Phase
    chosen: bool = False
    last_vote: CountedVote | None = None
    supply: Tiles | None = None
    own_votes: bool = False
    spent: int = 0
    left: tuple[int, ...] = ()

    def name(self, seat: Seat) -> str:
        """Return the player's name."""
        return self.seats[seat - 1]

    def clockwise(self, first: Seat) -> tuple[Seat, ...]:
        """Return every seat once, clockwise."""
        n = len(self.seats)
        return tuple(Seat((first - 1 + i) % n + 1) for i in range(n))

    def after(self, seat: Seat) -> Seat:
        """Return the next seat, clockwise."""
        return self.clockwise(seat)[1]

    def tiles_of(self, seat: Seat) -> Tiles:
        """Return the tiles that lie open before a player; if the machine does not know them, all
        possible ones."""
        return self.tiles[seat - 1] if self.supply is None else self.supply

    @property
    def every_tile(self) -> Tiles:
        """The tiles in all hands together."""
        return tuple(chain.from_iterable(self.tiles)) if self.supply is None else self.supply

    def votes_of(self, seat: Seat) -> VoteCards:
        """Return a player's vote cards, including those face down."""
        return self.votes[seat - 1]

    def cards_of(self, seat: Seat) -> tuple[str, ...]:
        """Return a player's building cards, as far as the machine knows them."""
        return self.cards[seat - 1]


def put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Return what each seat has, with another value at one seat."""
    return (*values[: seat - 1], value, *values[seat:])
