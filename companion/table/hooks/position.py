"""A position as a game's questions are asked about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, Generic, TypeVar

from companion.games.game import Game, Setup
from companion.games.history import History
from companion.games.record import name_of
from vision.readings.reading import Reading

StateT = TypeVar("StateT")

Readings = Mapping[str, Reading]
"""The readings of one look at the table, by kind, such as ``dice``."""

ReadingT = TypeVar("ReadingT", bound=Reading)


def reading_of(kind: type[ReadingT], readings: Readings) -> ReadingT | None:
    """Return the reading of that type; None if there is none."""
    return next((one for one in readings.values() if isinstance(one, kind)), None)


@dataclass(frozen=True)
class Span:
    """When the pieces to be weighed lay there, and what that is compared with; in seconds of the table's
    clock.

    They lie there ``since`` then, and still did ``until`` then. ``began_at``: when the game began;
    ``accepted_at``: when its last move was accepted; ``last_move_at``: when that move happened.
    """

    since: float = inf
    until: float = inf
    began_at: float = -inf
    accepted_at: float = -inf
    last_move_at: float = -inf


@dataclass(frozen=True)
class Position(Generic[StateT]):
    """A game's state, its players and, if known, how it came about.

    ``span``: when the pieces to be weighed lay there. ``unsettled``: the kinds of pieces that are still
    being read: their readings so far are given, and may change.
    """

    game: Game[StateT, Any]
    setup: Setup
    state: StateT
    history: History | None = field(default=None, compare=False, repr=False)
    span: Span = Span()
    unsettled: frozenset[str] = frozenset()

    @property
    def is_older_seen(self) -> bool:
        """Whether it was seen before the last move was made, and not since."""
        return self.span.until < self.span.last_move_at

    @property
    def is_left_over(self) -> bool:
        """Whether it lay there before the game began."""
        return self.span.since < self.span.began_at

    @property
    def lay_as_accepted(self) -> bool:
        """Whether it lay there when the last move was accepted."""
        return self.span.since < self.span.accepted_at

    @property
    def mover(self) -> str | None:
        """The name of the player whose move it is; None if nobody in particular is awaited."""
        seat = self.game.to_move(self.state)
        return None if seat is None else name_of(self.setup, seat)

    @property
    def has_ended(self) -> bool:
        """Whether the game is over."""
        return self.game.outcome(self.state) is not None
