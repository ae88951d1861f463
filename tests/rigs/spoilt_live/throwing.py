"""Hands that throw plain dice: no other game's hands do only that."""

from random import Random
from typing import Any

from companion.games.plain_dice.rules import State, Throw
from companion.simulation.evening import Evening
from companion.simulation.habits import TIDY, Luck
from companion.simulation.hands import Hands
from companion.table.shapes.values import JsonObject
from vision.workshop.simulation.table import SimulatedTable

MOST_DICE = 6


class Thrower:
    """Clears the table, throws one to six dice, and lets the table look after each."""

    def __init__(self, simulated: SimulatedTable, rng: Random) -> None:
        self._simulated = simulated
        self._rng = rng

    def lay(self, _state: State) -> None:
        """Lay nothing: a throw that was broken off is none."""

    def turn(self, evening: Evening) -> None:
        """Throw once."""
        self._simulated.clear()
        evening.look()
        thrown = set(self._simulated.throw(count=self._rng.randint(1, MOST_DICE)))
        lying = self._simulated.truth(self._simulated.busy_until)
        evening.play(Throw(None, tuple(sorted(die.face for die in lying if die.id in thrown))))
        evening.look()
        evening.check("throw")

    def agrees(self, true: JsonObject, seen: JsonObject) -> bool:
        """Tell whether two views stand for the same position."""
        return true == seen


class ThrowingHands(Hands):
    """How simulated hands play plain dice (``companion.simulation.hands.Hands``)."""

    seats = (2,)
    habits = (TIDY.name,)
    most_dice = MOST_DICE

    def to_throw(self, _state: Any) -> int:
        return MOST_DICE

    def player(self, simulated: SimulatedTable, luck: Luck) -> Thrower:
        return Thrower(simulated, luck.rng)
