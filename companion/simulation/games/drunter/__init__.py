"""How simulated hands play Drunter und Drüber: for the simulator's page and the demo."""

from companion.games.drunter.pieces import KINDS
from companion.games.drunter.state import Laying, State
from companion.simulation.games.drunter.human import HumanPlayer
from companion.simulation.games.drunter.pieces import kit_of, labels_of
from companion.simulation.games.drunter.player import Player
from companion.simulation.hands import Hands
from vision.workshop.simulation.boards.scenery import BoardKit


class DrunterHands(Hands):
    """How simulated hands play the game (``companion.simulation.hands.Hands``)."""

    seats = (2, 3, 4)
    by_book, as_people = Player, HumanPlayer

    def board(self, state: State) -> BoardKit:
        """Return the board of this edition, and the tiles of the box."""
        return kit_of(state.town.board)

    def to_lay(self, state: State) -> tuple[tuple[str, ...], ...]:
        """Return the tiles of the player who lays next."""
        match state.phase:
            case Laying(seat=seat):
                tiles = sorted(
                    state.tiles_of(seat), key=lambda tile: (KINDS.index(tile.kind), tile.length)
                )
                return tuple(labels_of(tile) for tile in tiles)
        return ()


HANDS = DrunterHands()
