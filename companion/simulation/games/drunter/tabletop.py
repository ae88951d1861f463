"""The tiles and gangs of a game on the simulated board: which piece is which, moved by hands."""

from dataclasses import dataclass, field
from random import Random

from companion.games.drunter.pieces import Gang, Tile
from companion.games.drunter.state import Declaring, State, Voting
from companion.games.drunter.town import LaidTile, Town
from companion.games.drunter.turns import squares_of
from companion.simulation.games.drunter.pieces import PAINTS, cell_of, labels_of, turns_of
from vision.readings.places import PointMm
from vision.workshop.simulation.boards.play import Placing, SimulatedBoard
from vision.workshop.simulation.table import SimulatedTable

_STRAIGHT = PointMm(0.0, 0.0)


@dataclass
class Tabletop:
    """What hands have laid and set on the board. A single lies either way round, at random."""

    simulated: SimulatedTable
    rng: Random
    tiles: dict[LaidTile, int] = field(default_factory=dict)
    gangs: dict[int, Gang] = field(default_factory=dict)

    @property
    def board(self) -> SimulatedBoard:
        """The board. Raises ``LookupError`` if none lies there."""
        return self.simulated.need_board()

    def lay_out(self, state: State) -> None:
        """Lay out the board of a game under way, without a hand, including the tile that is voted on."""
        self.board.clear()
        self.tiles.clear()
        self.gangs.clear()
        lying = list(state.town.tiles)
        if isinstance(state.phase, Voting | Declaring):
            lay = state.phase.lay
            lying.append(LaidTile(lay.kind, squares_of(state, lay)))
        for tile in lying:
            self.tiles[tile] = self.board.put(_labels(tile), self._placing(tile))
        for gang in state.town.gangs:
            self.gangs[self.board.put_pawn(PAINTS[gang.kind], cell_of(gang.square))] = gang

    def lay(self, *tiles: LaidTile, off_mm: PointMm = _STRAIGHT, askew_deg: float = 0.0) -> None:
        """Lay tiles by hand, in one visit; ``off_mm`` and ``askew_deg``: how inexact the hand is."""
        places = [self._placing(tile, off_mm, askew_deg) for tile in tiles]
        laid = self.board.lay(
            *((_labels(tile), place) for tile, place in zip(tiles, places, strict=True))
        )
        self.tiles |= dict(zip(tiles, laid, strict=True))

    def shift(self, tile: LaidTile, to: LaidTile) -> None:
        """Take a tile up and lay it on other squares, or the other way round."""
        number = self.tiles.pop(tile)
        self.board.move(number, self._placing(to))
        self.tiles[to] = number

    def straighten(self, tile: LaidTile) -> None:
        """Lay a tile once more where it belongs."""
        self.board.move(self.tiles[tile], self._placing(tile))

    def push(self, tile: LaidTile, way_mm: PointMm, turn_deg: float) -> None:
        """Push a tile over the board."""
        self.board.push(self.tiles[tile], way_mm, turn_deg)

    def take(self, tile: LaidTile) -> None:
        """Take a tile away."""
        self.board.take(self.tiles.pop(tile))

    def follow(self, town: Town) -> None:
        """Move the gangs to where the rules have them; remove those that are out for good."""
        missing = [gang for gang in town.gangs if gang not in self.gangs.values()]
        for number, gang in list(self.gangs.items()):
            if gang in town.gangs:
                continue
            to = next((other for other in missing if other.kind == gang.kind), None)
            if to is None:
                self.board.take(number)
                del self.gangs[number]
            else:
                missing.remove(to)
                self._walk(number, to)

    def _walk(self, number: int, to: Gang) -> None:
        self.board.set_pawn(number, cell_of(to.square))
        self.gangs[number] = to

    def places_mm(self) -> list[PointMm]:
        """Return where tiles lie and gangs stand when all is still."""
        truth = self.board.truth(self.simulated.busy_until)
        tiles = [slab.slab.centre_mm for slab in truth.slabs]
        return [*tiles, *(pawn.pawn.centre_mm for pawn in truth.pawns)]

    def _placing(self, tile: LaidTile, off_mm: PointMm = _STRAIGHT, askew_deg: float = 0.0) -> Placing:
        turns = turns_of(tile.squares[0], tile.squares[-1])
        if len(tile.squares) == 1:
            turns = self.rng.randrange(4)
        return Placing(cell_of(tile.squares[0]), turns, off_mm, askew_deg)


def turn_round(tile: LaidTile) -> LaidTile:
    """Return a tile on the same squares that runs the other way."""
    return LaidTile(tile.kind, tile.squares[::-1])


def _labels(tile: LaidTile) -> tuple[str, ...]:
    return labels_of(Tile(tile.kind, len(tile.squares)))
