"""How simulated hands play Gruftmeister: for the simulator's page and the demo."""

from companion.games.gruftmeister.fighting.fights import stones_thrown
from companion.games.gruftmeister.moves import BACK, LOGO, MONSTER
from companion.games.gruftmeister.state import Fighting, State
from companion.simulation.games.gruftmeister.human import HumanPlayer
from companion.simulation.games.gruftmeister.player import Player
from companion.simulation.habits import Luck
from companion.simulation.hands import Hands
from vision.workshop.simulation.table import SimulatedTable
from vision.workshop.simulation.tokens.play import TokenKit


class GruftmeisterHands(Hands):
    """How simulated hands play the game (``companion.simulation.hands.Hands``)."""

    seats = (2, 3)

    def stones(self, state: State) -> tuple[tuple[str, str], ...]:
        """Return the monster stone and, in a fight, the weapons and armour that the master carries."""
        if not isinstance(state.waiting, Fighting):
            return ()
        return ((MONSTER, LOGO), *((thing, BACK) for thing in stones_thrown(state)))

    def board(self, state: State) -> TokenKit:  # noqa: ARG002
        """Return the stones to play with: the crypt itself is on the pages."""
        return TokenKit(stones=True)

    def player(self, simulated: SimulatedTable, luck: Luck) -> Player:
        """Return who plays the game at this simulated table."""
        if luck.habits.chances:
            return HumanPlayer(simulated, luck)
        return Player(simulated, luck.rng)


HANDS = GruftmeisterHands()
