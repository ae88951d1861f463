"""How simulated hands play Gruftmeister: for the simulator's page and the demo."""

from random import Random
from typing import ClassVar

from companion.games.gruftmeister.fighting.fights import stones_thrown
from companion.games.gruftmeister.moves import BACK, LOGO, MONSTER
from companion.games.gruftmeister.state import Fighting, State
from companion.simulation.games.gruftmeister.human import HumanPlayer
from companion.simulation.games.gruftmeister.player import Player
from companion.simulation.habits import CLUMSY, TIDY, USUAL, Luck
from companion.table.shapes.values import JsonObject
from vision.workshop.simulation.table import SimulatedTable
from vision.workshop.simulation.tokens.play import TokenKit


class GruftmeisterHands:
    """How simulated hands play the game (``companion.simulation.hands.Hands``)."""

    seats = (2, 3)
    habits = (TIDY.name, USUAL.name, CLUMSY.name)
    most_dice = 0
    first_line: ClassVar[JsonObject] = {}

    def to_throw(self, state: State) -> int:  # noqa: ARG002
        """Return 0: no dice are thrown."""
        return 0

    def stones(self, state: State) -> tuple[tuple[str, str], ...]:
        """Return the monster stone and, in a fight, the weapons and armour that the master carries."""
        if not isinstance(state.waiting, Fighting):
            return ()
        return ((MONSTER, LOGO), *((thing, BACK) for thing in stones_thrown(state)))

    def puzzle(self, state: State, rng: Random) -> None:
        """Return nothing: this game has no puzzles."""

    def board(self, state: State) -> TokenKit:  # noqa: ARG002
        """Return the stones to play with: the crypt itself is on the pages."""
        return TokenKit(stones=True)

    def to_lay(self, state: State) -> tuple[()]:  # noqa: ARG002
        """Return nothing: stones are thrown."""
        return ()

    def player(self, simulated: SimulatedTable, luck: Luck) -> Player:
        """Return who plays the game at this simulated table."""
        if luck.habits.chances:
            return HumanPlayer(simulated, luck)
        return Player(simulated, luck.rng)


HANDS = GruftmeisterHands()
