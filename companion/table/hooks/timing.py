"""A game's time: its glass, moves that time makes, moves in the order in which they happened."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic

from companion.table.hooks.position import Position, StateT
from companion.table.hooks.verdict import JsonObject
from companion.table.storage.chapter import By


@dataclass(frozen=True)
class Timer:
    """Time that runs in a position: ``moves`` are made when ``seconds`` have passed.

    It goes on as long as later positions name the same ``key``; their ``seconds`` also count from its
    beginning.
    """

    key: str
    seconds: float
    moves: tuple[JsonObject, ...]


@dataclass(frozen=True)
class Shown(Generic[StateT]):
    """A state that is shown for this many ``seconds`` before the next; no move is made in it."""

    state: StateT
    seconds: float


@dataclass(frozen=True)
class Happened:
    """A move, its cause, and when it happened, in seconds of the table's clock."""

    words: JsonObject
    by: By
    at: float


class Times(Generic[StateT]):
    """How time counts in a game."""

    ends_time: ClassVar[frozenset[str]] = frozenset()
    """The moves by which a time is over, by hand too: what lies there then means something else."""

    glass_option: ClassVar[str | None] = None
    """The option that sets the time of the game's glass, in seconds; None if it has no glass."""

    glass_key: ClassVar[str | None] = None
    """The key that lays the running glass on its side, and stands it up again."""

    def is_irrevocable(self, before: StateT, after: StateT) -> bool:
        """Tell whether the moves accepted between these two states can no longer be taken back without
        harm.

        A vote was called, a card turned up. *That was wrong* takes back anything else until the next
        move is made.
        """
        return False

    def in_order(self, happened: Happened, recent: Sequence[Happened]) -> Sequence[Happened]:
        """Return the moves that a move by hand stands for, if moves count in the order in which they
        happened.

        ``recent``: the last moves that stand, oldest first, as far back as their times are known. A move
        that happened later than the new one may be taken back, and made again after it.
        """
        return (happened,)

    def timer(self, position: Position[StateT]) -> Timer | None:
        """Return the time that runs in this position."""
        return None

    def shown_before(self, before: StateT, after: StateT) -> Sequence[Shown[StateT]]:
        """Return what everybody is shown after a move before they are told what it led to.

        Meanwhile nobody is told more, and nothing on the table is weighed.
        """
        return ()
