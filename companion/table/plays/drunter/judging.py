"""What the rules say of a tile that lies there: the lays that it can be, or why it is none."""

from collections.abc import Iterator

from companion.games.drunter.moves import Lay
from companion.games.drunter.pieces import Gang
from companion.games.drunter.state import State
from companion.games.drunter.town import GangWay, Town
from companion.games.drunter.turns import legal_lays, squares_of
from companion.games.game import Seat
from companion.table.plays.drunter.placement import TOWARDS, Placement


class TileJudge:
    """Judges tiles under the rules, for the player who is to lay."""

    def __init__(self, state: State, seat: Seat) -> None:
        self._state, self._town, self.seat = state, state.town, seat
        self._lays: dict[Placement, list[Lay]] = {}
        for lay in legal_lays(state, seat):
            tile = Placement.of(lay.kind, squares_of(state, lay))
            self._lays.setdefault(tile, []).append(lay)

    @property
    def every(self) -> Iterator[tuple[Placement, Lay]]:
        """Every legal lay, with the tile as it would lie."""
        return ((tile, lay) for tile, lays in self._lays.items() for lay in lays)

    def lays(self, tile: Placement) -> tuple[Lay, ...]:
        """Return the lays that this tile can be: two where it lies at two gangs of its kind."""
        return tuple(self._lays.get(tile, ()))

    def wrong(self, tile: Placement) -> str:
        """Return in a code word why a tile is no legal lay."""
        taken = set(tile.squares)
        if taken & self._town.covered:
            return "over_tile"
        if taken & {gang.square for gang in self._town.board.starts}:
            return "over_start"
        if is_at_its_gang(self._town, tile):
            return "not_own" if self.owners(tile) else "nobodys"
        return _astray(self._town, tile)

    def owners(self, tile: Placement) -> tuple[str, ...]:
        """Return who else has such a tile."""
        state = self._state
        seats = state.clockwise(self.seat)[1:]
        return tuple(state.name(seat) for seat in seats if tile.tile in state.tiles_of(seat))


def is_at_its_gang(town: Town, tile: Placement) -> bool:
    """Tell whether a tile goes on with its line as the rules want it, whoever has it."""
    return any(way.squares[: len(tile.squares)] == tile.squares for way in _ways(town, tile))


def _ways(town: Town, tile: Placement) -> Iterator[GangWay]:
    return (way for way in town.ways if way.gang.kind == tile.kind)


def _astray(town: Town, tile: Placement) -> str:
    """Return why a tile that lies on free squares does not go on with its line."""
    gangs = [gang for gang in town.gangs if gang.kind == tile.kind]
    if not gangs:
        return "line_ended"
    backwards = Placement.of(tile.kind, tile.squares[::-1])
    if is_at_its_gang(town, backwards):
        return "turn_round"
    if any(_touches(gang, tile) for gang in gangs):
        return "sideways"
    return "other_gang" if any(_touches(gang, tile) for gang in town.gangs) else "not_at_gang"


def _touches(gang: Gang, tile: Placement) -> bool:
    return any(gang.square.next(towards) in tile.squares for towards in TOWARDS)
