"""A player of Drunter und Drüber at a table: plays every lay and vote by the book, as the bot
decides."""

from random import Random
from typing import Final

from companion.devices.picking import CARD, OK
from companion.games.drunter.moves import Choose, Declare, Lay, Move, Vote
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import Declaring, State, Voting
from companion.games.drunter.town import LaidTile
from companion.games.drunter.turns import squares_of, to_move
from companion.games.drunter.votes import VOTE_CARDS
from companion.simulation.evening import Evening
from companion.simulation.evening import Player as AnyPlayer
from companion.simulation.games.drunter.tabletop import Tabletop
from companion.table.plays.drunter.ballot import SIDE_OF
from vision.workshop.simulation.table import SimulatedTable

AT_BOX: Final = (2, 4)
"""The seats that go to the voting box if there is one; the others use their phones."""


class Player(AnyPlayer):
    """Lays tiles and moves gangs with hands; votes, jokers and cards go by phone or box."""

    def __init__(self, simulated: SimulatedTable, rng: Random) -> None:
        self.top = Tabletop(simulated, rng)
        self._has_begun = False

    def lay(self, state: State) -> None:
        """Lay the board of a game that goes on."""
        self.top.lay_out(state)

    def turn(self, evening: Evening) -> None:
        """Play one step: a lay, or what a seat enters on its phone; the last vote ends a vote."""
        if not self._has_begun:
            evening.look()
            self._has_begun = True
        state: State = evening.state
        move = self.choose(evening)
        if isinstance(move, Lay):
            self.lay_tile(evening, move, tile_of(state, move))
            return
        if evening.has_box and move.seat in AT_BOX and (keys := keys_of(state, move)):
            evening.at_box(move, keys)
        else:
            evening.tap(move)
        if isinstance(state.phase, Voting | Declaring):
            if not isinstance(evening.state.phase, Voting | Declaring):
                self.voted(evening, tile_of(state, state.phase.lay))
        else:
            evening.check("choice")

    def choose(self, evening: Evening) -> Move:
        """Decide as the bot does; own vote cards are summed at random."""
        seat = to_move(evening.state)
        move: Move | None
        if seat is None:
            move = GAME.chance(evening.state, evening.rng)
        else:
            move = evening.bot.choose(evening.state, seat, evening.rng)
        assert move is not None
        return move

    def lay_tile(self, evening: Evening, lay: Lay, tile: LaidTile) -> None:
        """Lay a tile and move its gang, unless all have to vote on it first."""
        self.put_down(evening, tile)
        evening.play(lay)
        is_voted = isinstance(evening.state.phase, Voting)
        if not is_voted and self.is_quick():
            self.move_gangs(evening)
        evening.look()
        evening.check("lay")
        if not is_voted:
            self.move_gangs(evening)

    def is_quick(self) -> bool:
        """Tell whether the gang is moved at once, before the table has read the tile."""
        return False

    def put_down(self, evening: Evening, tile: LaidTile) -> None:  # noqa: ARG002 - others look between
        """Lay a tile where it belongs."""
        self.top.lay(tile)

    def move_gangs(self, evening: Evening) -> None:
        """Move the gangs as the rules have them now."""
        self.top.follow(evening.state.town)

    def voted(self, evening: Evening, tile: LaidTile) -> None:
        """Move the gang onto the tile that was voted on, or take the tile away."""
        evening.check("vote")
        if tile in evening.state.town.tiles:
            self.move_gangs(evening)
        else:
            self.take_back(evening, tile)
        evening.look()
        evening.check("vote")

    def take_back(self, evening: Evening, tile: LaidTile) -> None:  # noqa: ARG002 - others look between
        """Take a refused tile away."""
        self.top.take(tile)


def keys_of(state: State, move: Move) -> list[str]:
    """Return the keys of the box that make a move in secret; none if it is not made there."""
    match move:
        case Vote(cards=cards):
            picked = [VOTE_CARDS.index(card) + 1 for card in cards]
        case Declare(side=side):
            picked = [key for key, means in SIDE_OF.items() if means == side]
        case Choose(seat=seat, card=card) if card is not None:
            picked = [state.cards_of(seat).index(card) + 1]
        case _:
            return []
    return [OK, *(f"{CARD}{key}" for key in picked), OK]


def tile_of(state: State, lay: Lay) -> LaidTile:
    """Return the tile in the words of a lay."""
    return LaidTile(lay.kind, squares_of(state, lay))
