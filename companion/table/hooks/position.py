"""A position as a game's questions are asked about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from companion.games.game import Game, Setup
from companion.games.history import History
from companion.games.record import name_of
from vision.readings.reading import Reading

StateT = TypeVar("StateT")

Readings = Mapping[str, Reading]
"""The readings of one look at the table, by kind: ``dice``, ``board``, ``tokens``."""


@dataclass(frozen=True)
class Position(Generic[StateT]):
    """A game's state, its players and, if known, how it came about.

    ``is_older_seen``: what is to be weighed was seen before the last move was made, and not since;
    ``is_left_over``: it lay there before the game began; ``lay_as_accepted``: it lay there when the last
    move was accepted. ``unsettled``: the kinds of pieces that are still being read: their readings so
    far are given, and may change.
    """

    game: Game[StateT, Any]
    setup: Setup
    state: StateT
    history: History | None = field(default=None, compare=False, repr=False)
    is_older_seen: bool = False
    is_left_over: bool = False
    lay_as_accepted: bool = False
    unsettled: frozenset[str] = frozenset()

    @property
    def mover(self) -> str | None:
        """The name of the player whose move it is; None if nobody in particular is awaited."""
        seat = self.game.to_move(self.state)
        return None if seat is None else name_of(self.setup, seat)

    @property
    def has_ended(self) -> bool:
        """Whether the game is over."""
        return self.game.outcome(self.state) is not None
