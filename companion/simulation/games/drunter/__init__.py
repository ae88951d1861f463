"""How simulated hands play Drunter und Drüber: for the simulator's page and the demo."""

from random import Random
from typing import ClassVar

from companion.games.drunter.pieces import KINDS
from companion.games.drunter.state import Laying, State
from companion.simulation.games.drunter.human import HumanPlayer
from companion.simulation.games.drunter.pieces import kit_of, labels_of
from companion.simulation.games.drunter.player import Player
from companion.simulation.habits import CLUMSY, TIDY, USUAL, Luck
from companion.table.shapes.values import JsonObject
from vision.workshop.simulation.boards.scenery import BoardKit
from vision.workshop.simulation.table import SimulatedTable


class DrunterHands:
    """How simulated hands play the game (``companion.simulation.hands.Hands``)."""

    seats = (2, 3, 4)
    habits = (TIDY.name, USUAL.name, CLUMSY.name)
    most_dice = 0
    first_line: ClassVar[JsonObject] = {}

    def to_throw(self, state: State) -> int:  # noqa: ARG002
        """Return 0: no dice are thrown."""
        return 0

    def stones(self, state: State) -> tuple[()]:  # noqa: ARG002
        """Return nothing: this game throws no stones."""
        return ()

    def puzzle(self, state: State, rng: Random) -> None:
        """Return nothing: this game has no puzzles."""

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

    def player(self, simulated: SimulatedTable, luck: Luck) -> Player:
        """Return who plays the game at this simulated table."""
        if luck.habits.chances:
            return HumanPlayer(simulated, luck)
        return Player(simulated, luck.rng)


HANDS = DrunterHands()
