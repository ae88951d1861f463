"""How simulated hands play Carcassonne – The Dice Game: for the simulator's page and the demo."""

from random import Random
from typing import ClassVar

from companion.games.carcassonne_dice.state import State
from companion.simulation.games.carcassonne_dice.human import HumanPlayer
from companion.simulation.games.carcassonne_dice.player import Player
from companion.simulation.games.carcassonne_dice.simulated import SimulatedHands
from companion.simulation.habits import CLUMSY, TIDY, USUAL, Luck
from companion.table.shapes.values import JsonObject
from vision.workshop.simulation.table import SimulatedTable


class CarcassonneHands:
    """How simulated hands play the game (``companion.simulation.hands.Hands``)."""

    seats = (2, 3)
    habits = (TIDY.name, USUAL.name, CLUMSY.name)
    most_dice = 12  # nine dice, and catapults that were not passed on yet
    first_line: ClassVar[JsonObject] = {}

    def to_throw(self, state: State) -> int:
        """Return how many dice the rules want thrown now."""
        return state.dice_to_throw

    def stones(self, state: State) -> tuple[()]:  # noqa: ARG002
        """Return nothing: this game throws no stones."""
        return ()

    def puzzle(self, state: State, rng: Random) -> None:
        """Return nothing: this game has no puzzles."""

    def board(self, state: State) -> None:
        """Return None: dice are thrown."""

    def to_lay(self, state: State) -> tuple[()]:  # noqa: ARG002
        """Return nothing: there are only dice."""
        return ()

    def player(self, simulated: SimulatedTable, luck: Luck) -> Player:
        """Return who plays the game at this simulated table."""
        if luck.habits.chances:
            return HumanPlayer(simulated, luck)
        return Player(SimulatedHands(simulated))


HANDS = CarcassonneHands()
