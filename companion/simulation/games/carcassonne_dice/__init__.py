"""How simulated hands play Carcassonne – The Dice Game: for the simulator's page and the demo."""

from companion.games.carcassonne_dice.state import State
from companion.simulation.games.carcassonne_dice.human import HumanPlayer
from companion.simulation.games.carcassonne_dice.player import Player
from companion.simulation.games.carcassonne_dice.simulated import SimulatedHands
from companion.simulation.habits import Luck
from companion.simulation.hands import Hands
from vision.workshop.simulation.table import SimulatedTable


class CarcassonneHands(Hands):
    """How simulated hands play the game (``companion.simulation.hands.Hands``)."""

    seats = (2, 3)
    most_dice = 12  # nine dice, and catapults that were not passed on yet

    def to_throw(self, state: State) -> int:
        """Return how many dice the rules want thrown now."""
        return state.dice_to_throw

    def player(self, simulated: SimulatedTable, luck: Luck) -> Player:
        """Return who plays the game at this simulated table."""
        if luck.habits.chances:
            return HumanPlayer(simulated, luck)
        return Player(SimulatedHands(simulated))


HANDS = CarcassonneHands()
