"""The common contract of all games: seats, roles, moves, outcome, and what each seat may know.

A game is a pure thing. ``start`` checks a record's first line and returns the first state; ``play``
returns the next state or raises; nothing is ever changed in place. It has no clock and no randomness of
its own: the result of a throw arrives as a move.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, Generic, Literal, NewType, Protocol, TypeAlias, TypeVar

Seat = NewType("Seat", int)
"""A player's place, counted from 1, clockwise; seat 1 begins."""

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
Words: TypeAlias = Mapping[str, Json]
"""A JSON object as a record contains it: a move, an option, a first line."""


@dataclass(frozen=True)
class Role:
    """Who is asking: the host, one seat, or everyone (a screen that all can see)."""

    name: str
    seat: Seat | None = None

    def __str__(self) -> str:
        return self.name if self.seat is None else f"{self.name} {self.seat}"


HOST = Role("host")
EVERYONE = Role("everyone")


def seat_role(seat: Seat) -> Role:
    """Return the role of a player's own phone."""
    return Role("seat", seat)


@dataclass(frozen=True)
class Setup:
    """A record's first line: what is played, by whom, and what was dealt.

    ``seats`` are the players' names, clockwise, the first begins. ``dealt`` holds every other key of the
    line (Drunter's ``tiles``, Ubongo's ``gems`` …); ``chosen`` names those that were set by hand
    although luck should have dealt them.
    """

    game: str
    seats: tuple[str, ...]
    options: Words = field(default_factory=dict)
    dealt: Words = field(default_factory=dict)
    chosen: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winners in seat order, and why they won, in a short English phrase."""

    winners: tuple[Seat, ...]
    why: str


@dataclass(frozen=True)
class Option:
    """A setting of a game; ``default`` holds if it is left out.

    ``least`` and ``most`` bound an int, ``choices`` lists the values of a choice; ``data`` is a JSON
    object or list whose form the game itself checks, or one of ``choices``, names of built-in data.
    """

    kind: Literal["int", "bool", "choice", "data"]
    default: Json
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()


class Move(Protocol):
    """A small, frozen, hashable act of one player; ``seat`` is None if it belongs to nobody in
    particular."""

    @property
    def seat(self) -> Seat | None:
        """Whose move it is."""


StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT", bound=Move)


class Game(ABC, Generic[StateT, MoveT]):
    """The rules of one game. Stateless: one instance serves every sitting.

    ``setup.check_setup`` holds seats and options of a first line to ``seat_counts`` and ``options``.
    """

    name: ClassVar[str]
    seat_counts: ClassVar[range]
    options: ClassVar[Mapping[str, Option]] = {}
    by_luck: ClassVar[frozenset[str]] = frozenset()
    """Keys of a first line that luck deals: somebody who sets one by hand chooses what the others take
    for luck."""
    secret_moves: ClassVar[frozenset[str]] = frozenset()
    """Kinds of moves whose words only their own seat may know before the game has ended.

    At the table no reading makes them.
    """
    own_moves: ClassVar[frozenset[str]] = frozenset()
    """Kinds of moves that only their own seat makes: whether they are legal reveals what the seat
    holds."""
    host_moves: ClassVar[frozenset[str]] = frozenset()
    """Kinds of moves by which the host alone ends the game, for no seat. They are not taken back."""
    hang_on_secrets: ClassVar[frozenset[str]] = frozenset()
    """Kinds of moves whose validity depends on a secret: a correction of an earlier move would keep or
    drop them and so reveal it, so nothing before them is corrected except by undoing."""
    turned_up: ClassVar[frozenset[str]] = frozenset()
    """Those secret moves that stay face down only until every player has made one, and are public
    afterwards."""

    come_and_go: ClassVar[bool] = False
    """Whether each player plays independently, so that without one of them the others' moves remain
    valid as far as they can still be played. Then a player may leave the game, and a newcomer who has
    missed nothing may join."""

    def deal(self, setup: Setup, rng: Random) -> Setup:  # noqa: ARG002 - most games deal nothing
        """Return the first line with the missing dealt things added (tiles, gems)."""
        return setup

    def book(self) -> dict[str, Json]:
        """Return the numbers, tables and examples with which a page explains the rules, as JSON.

        ``{}`` if none are needed. Rules that can be agreed differently are explained with the options'
        defaults.
        """
        return {}

    def is_of_all(self, words: Words) -> bool:  # noqa: ARG002
        """Tell whether a move concerns the whole table, without a seat: any seat may make it."""
        return False

    @abstractmethod
    def start(self, setup: Setup) -> StateT:
        """Return the first state. Raises ``BadSetup`` naming every fault of seats, options, deal."""

    @abstractmethod
    def parse(self, state: StateT, seat: Seat | None, words: Words) -> MoveT:
        """Read a record's move (its ``seat`` already looked up). Raises ``BadMove``."""

    @abstractmethod
    def words(self, state: StateT, move: MoveT) -> dict[str, Json]:
        """Write a move as a record does, without its ``seat``: the inverse of ``parse``."""

    @abstractmethod
    def play(self, state: StateT, move: MoveT) -> StateT:
        """Return the state after the move. Raises ``IllegalMove`` naming seat, move and reason."""

    def may_take_back(self, state: StateT, move: MoveT) -> bool:  # noqa: ARG002 - the host does elsewhere
        """Tell whether a seat may take back its own move, which led to this state.

        Only while it is the last one and has revealed nothing: nothing was turned over, looked at or
        thrown. The host may take back any move.
        """
        return False

    def early_kind(self, state: StateT, seat: Seat) -> str | None:  # noqa: ARG002
        """Return the kind of secret move that a seat may choose before its turn to make it has come.

        None if there is none. What it has chosen is kept unseen, and played when its turn comes.
        """
        return None

    def with_early(self, state: StateT, moves: Sequence[MoveT]) -> StateT:  # noqa: ARG002
        """Return the state as it is told while these wait for their turn; it is not played on.

        Raises ``IllegalMove`` where one of them could not be played when its turn comes.
        """
        return state

    @abstractmethod
    def legal_moves(self, state: StateT) -> Iterator[MoveT]:
        """Yield the legal moves, each once; moves that differ only in irrelevant things count as one.

        Moves that luck decides, such as throws, are not yielded: see ``chance``.
        """

    @abstractmethod
    def chance(self, state: StateT, rng: Random) -> MoveT | None:
        """Return a move as luck would make it now (a throw), or None if only people decide."""

    @abstractmethod
    def to_move(self, state: StateT) -> Seat | None:
        """Return whose move it is; None when the game has ended or nobody in particular is awaited."""

    @abstractmethod
    def scores(self, state: StateT) -> tuple[int, ...] | None:
        """Return the scores by seat; None while they are secret."""

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Return how the game ended; None while it goes on."""

    @abstractmethod
    def view(self, state: StateT, role: Role) -> dict[str, Json]:
        """Return all that this role may know, as JSON. The only way outside code gets at a state."""

    def odds(self, state: StateT) -> dict[str, Json] | None:  # noqa: ARG002 - most games have none
        """Return the odds for the seat to move, as everybody may see them; None if there are none."""
        return None
