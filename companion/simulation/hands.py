"""How simulated hands play a game: what each game's module ``hands`` holds as ``HANDS``.

That module lies in the game's folder, ``companion/table/plays/<game>/hands.py``.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from companion.games.game import Seat
from companion.simulation.evening import Evening
from companion.table.shapes import JsonObject
from vision.simulation.table import SimulatedTable

PLAIN_COUNT = 5
"""Dice thrown where no game says how many."""


class Player(Protocol):
    """Plays one game at a table, all seats of it, with hands that move real or simulated pieces."""

    def lay(self, state: Any) -> None:
        """Lay the pieces of a turn that was broken off as the rules have them."""

    def turn(self, evening: Evening) -> None:
        """Play one turn, or one step of the game: move pieces, and tell the evening what was meant."""

    def agrees(self, true: JsonObject, seen: JsonObject) -> bool:
        """Tell whether two views of the game stand for the same position."""


class Hands(Protocol):
    """How simulated hands play one game."""

    @property
    def seats(self) -> Sequence[int]:
        """For how many players a demo is played: one of these."""

    @property
    def most_dice(self) -> int:
        """More dice do not lie there at once: a throw that would bring more clears the table first."""

    def to_throw(self, state: Any) -> int | None:
        """Return how many dice the game wants thrown now; None where it does not say."""

    def player(self, simulated: SimulatedTable) -> Player:
        """Return who plays the game at this simulated table."""


class Bot(Protocol):
    """A player made of code (``companion.games.bot``)."""

    def choose(self, state: Any, seat: Seat, rng: Random) -> Any:
        """Return a legal move of the seat; None leaves it to luck."""
