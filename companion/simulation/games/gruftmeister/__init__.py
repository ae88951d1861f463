"""How simulated hands play Gruftmeister: for the simulator's page and the demo."""

from companion.games.gruftmeister.fighting.fights import stones_thrown
from companion.games.gruftmeister.moves import BACK, LOGO, MONSTER
from companion.games.gruftmeister.state import Fighting, State
from companion.simulation.games.gruftmeister.human import HumanPlayer
from companion.simulation.games.gruftmeister.player import Player
from companion.simulation.hands import Hands
from vision.workshop.simulation.tokens.play import TokenKit


class GruftmeisterHands(Hands):
    """How simulated hands play the game (``companion.simulation.hands.Hands``)."""

    seats = (2, 3)
    by_book, as_people = Player, HumanPlayer

    def stones(self, state: State) -> tuple[tuple[str, str], ...]:
        """Return the monster stone and, in a fight, the weapons and armour that the master carries."""
        if not isinstance(state.waiting, Fighting):
            return ()
        return ((MONSTER, LOGO), *((thing, BACK) for thing in stones_thrown(state)))

    def board(self, state: State) -> TokenKit:  # noqa: ARG002
        """Return the stones to play with: the crypt itself is on the pages."""
        return TokenKit(stones=True)


HANDS = GruftmeisterHands()
