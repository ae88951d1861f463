"""How simulated hands play Ubongo: for the simulator's page and the demo."""

from random import Random
from types import MappingProxyType

from companion.games.ubongo.gems import AS_SEEN
from companion.games.ubongo.state import Phase, State
from companion.simulation.games.ubongo.human import HumanPlayer
from companion.simulation.games.ubongo.player import Player
from companion.simulation.games.ubongo.puzzles import any_puzzle
from companion.simulation.hands import Hands
from vision.workshop.simulation.tokens.play import TokenKit
from vision.workshop.simulation.tokens.puzzles import PuzzleToLay


class UbongoHands(Hands):
    """How simulated hands play the game (``companion.simulation.hands.Hands``)."""

    seats = (2, 3, 4)
    by_book, as_people = Player, HumanPlayer
    most_dice = 1
    first_line = MappingProxyType({"gems": AS_SEEN})

    def to_throw(self, state: State) -> int:
        """Return 1 while the die is to be rolled."""
        return int(state.round.phase is Phase.TO_ROLL)

    def puzzle(self, state: State, rng: Random) -> PuzzleToLay:
        """Return any card with the pieces for the rolled symbol, laid so that they fill it."""
        return any_puzzle(state, rng)

    def board(self, state: State) -> TokenKit:  # noqa: ARG002
        """Return that the gem board is played on, and puzzles are laid."""
        return TokenKit(gem_board=True, puzzles=True)


HANDS = UbongoHands()
