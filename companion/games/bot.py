"""Players made of code: for the demo, for tests, and for a missing person."""

from random import Random
from typing import Protocol, TypeVar

from companion.games.game import Seat

StateT = TypeVar("StateT", contravariant=True)
MoveT = TypeVar("MoveT", covariant=True)


class Bot(Protocol[StateT, MoveT]):
    """Plays one game from any seat. Each game's ``bot`` module has one as ``BOT``."""

    def choose(self, state: StateT, seat: Seat, rng: Random) -> MoveT | None:
        """Return a legal move of ``seat``; None leaves it to luck (it throws) or to the others.

        It may look only at what ``seat`` may know. The same ``rng`` gives the same move.
        """
