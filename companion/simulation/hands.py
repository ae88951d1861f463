"""How simulated hands play a game: what each game's module ``hands`` holds as ``HANDS``.

That module, or package, lies in the game's folder: ``companion/table/plays/<game>/hands.py``.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from companion.simulation.evening import Player
from companion.simulation.habits import Luck
from vision.simulation.table import SimulatedTable

PLAIN_COUNT = 5
"""Dice thrown where no game says how many."""


class Hands(Protocol):
    """How simulated hands play one game."""

    @property
    def seats(self) -> Sequence[int]:
        """For how many players a demo is played: one of these."""

    @property
    def habits(self) -> Sequence[str]:
        """Which habits make a difference here, by name (``companion.simulation.habits``)."""

    @property
    def most_dice(self) -> int:
        """More dice do not lie there at once: a throw that would bring more clears the table first."""

    def to_throw(self, state: Any) -> int | None:
        """Return how many dice the game wants thrown now; None where it does not say."""

    def player(self, simulated: SimulatedTable, luck: Luck) -> Player:
        """Return who plays the game at this simulated table, with the habits that luck has."""
