"""A position of Ubongo: the board, the gems of each player, and the state of the round."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from typing import TypeAlias

from companion.games.game import Seat
from companion.games.ubongo.components import HOLES, ROWS, Row, Symbol
from companion.games.ubongo.gems import Gems, LaidGems

REACH = (3, 2, 1, 0)
"""How many fields the first, second … caller may move, with fewer players too."""

Calls: TypeAlias = tuple[tuple[Seat, ...], ...]
"""The seats that called, in order. Several seats in one place are a dead heat that the table has not
decided."""


class Phase(StrEnum):
    """What a round waits for; before the first round, the gems must become known."""

    LAYING_OUT = "laying_out"
    TO_ROLL = "to_roll"
    RUNNING = "running"
    TO_TURN = "to_turn"
    TAKING = "taking"
    ENDED = "ended"


@dataclass(frozen=True)
class Round:
    """One round. ``turned``: the glass is running for the second time. ``taken``: in the order of the
    takes.

    ``symbol`` is None before the roll, and also if a key turned the glass and nobody has named the
    symbol yet. ``moved``: those who have moved their pawn without taking yet; ``out_of_time``: those
    with less time than others, whose time is up.
    """

    number: int = 1
    phase: Phase = Phase.TO_ROLL
    symbol: Symbol | None = None
    turned: bool = False
    calls: Calls = ()
    taken: tuple[Seat, ...] = ()
    moved: frozenset[Seat] = frozenset()
    out_of_time: frozenset[Seat] = frozenset()


@dataclass(frozen=True)
class State:
    """A position. ``gems``: those left in each row, nearest first; ``seconds``, ``pawns`` and ``won``
    are by seat.

    ``pieces``: how many each player takes, given by the side of the cards. ``laid``: the gems known so
    far while the board is laid out; None once all are known.
    """

    seats: tuple[str, ...]
    seconds: tuple[int, ...]
    rounds: int
    pieces: int
    late_takes: bool
    gems: Gems
    pawns: tuple[Row, ...]
    won: Gems
    round: Round = field(default_factory=Round)
    laid: LaidGems | None = None

    @property
    def all_seats(self) -> tuple[Seat, ...]:
        """Every seat, clockwise from the first."""
        return tuple(Seat(number) for number in range(1, len(self.seats) + 1))

    @property
    def starter(self) -> Seat:
        """Who rolls the die and turns the glass in this round."""
        return Seat((self.round.number - 1) % len(self.seats) + 1)

    @property
    def called(self) -> tuple[Seat, ...]:
        """The callers in order; within an undecided dead heat, in the order in which the calls came
        in."""
        return tuple(chain.from_iterable(self.round.calls))

    @property
    def everyone_is_done(self) -> bool:
        """Tell whether every player has called or run out of time."""
        return set(self.all_seats) == {*self.called, *self.round.out_of_time}

    def name(self, seat: Seat) -> str:
        """The player's name."""
        return self.seats[seat - 1]

    def pawn(self, seat: Seat) -> Row:
        """The row at whose head the pawn stands."""
        return self.pawns[seat - 1]

    def place(self, seat: Seat) -> tuple[Seat, ...]:
        """Return all who share the caller's place: more than one in an undecided dead heat."""
        return next(group for group in self.round.calls if seat in group)

    def reach(self, seat: Seat) -> int:
        """Return how far a caller may move; in an undecided dead heat, what its last place allows."""
        group = self.place(seat)
        return REACH[self.called.index(group[-1])]

    def rows_in_reach(self, seat: Seat) -> Iterator[Row]:
        """Yield the rows where a caller may end; a pawn that has moved stays."""
        reach = 0 if seat in self.round.moved else self.reach(seat)
        return (row for row in ROWS if abs(row - self.pawn(seat)) <= reach)

    def next_to_take(self) -> tuple[Seat, ...]:
        """Return whose take comes next in the order of the calls: one seat, a dead heat, or nobody."""
        waiting = (group for group in self.round.calls if not set(group) <= set(self.round.taken))
        return next(waiting, ())

    def first_hole(self, row: Row) -> int:
        """Return the hole of the row's nearest gem, 0 to 11; 12 if the row is empty."""
        return HOLES - len(self.gems[row])

    def has_less_time(self, seat: Seat) -> bool:
        """Tell whether another player has more time."""
        return self.seconds[seat - 1] < max(self.seconds)
