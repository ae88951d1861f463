"""The town as it stands: tiles laid, gangs, and the ways along which each line can go on."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, dropwhile, islice, takewhile
from typing import NamedTuple

from companion.games.drunter.board import Board
from companion.games.drunter.pieces import LENGTHS, STEPS, Gang, Kind, Square, Tile, Towards


class LaidTile(NamedTuple):
    """A tile on the board, its squares from start field to end field."""

    kind: Kind
    squares: tuple[Square, ...]


class GangWay(NamedTuple):
    """Where a gang can go on: the free squares, at most three; the tile starts on the first."""

    gang: Gang
    towards: Towards
    squares: tuple[Square, ...]


@dataclass(frozen=True)
class Town:
    """The board with what lies and stands on it.

    A gang that was removed is not among ``gangs`` but among ``stuck``, where it stood. ``runs`` says of
    each tile which way it was laid from its gang.
    """

    board: Board
    gangs: tuple[Gang, ...]
    tiles: tuple[LaidTile, ...] = ()
    runs: tuple[Towards, ...] = ()
    stuck: tuple[Gang, ...] = ()

    @cached_property
    def covered(self) -> frozenset[Square]:
        """The squares with a tile on them."""
        return frozenset(chain.from_iterable(tile.squares for tile in self.tiles))

    @cached_property
    def bridges(self) -> frozenset[Square]:
        """The middles of the triples, which a line of any kind can pass under."""
        return frozenset(tile.squares[1] for tile in self.tiles if len(tile.squares) == 3)

    @cached_property
    def ways(self) -> tuple[GangWay, ...]:
        """Every way in which a line can go on, gang by gang."""
        return tuple(chain.from_iterable(map(self._ways_of, self.gangs)))

    def way(self, gang: Gang, towards: Towards) -> GangWay:
        """Return the free squares on that side of the gang; none if the line cannot go on there.

        It passes under bridges in an unbroken straight row; a free square must follow directly.
        """
        beyond = dropwhile(self.bridges.__contains__, self.board.ray(gang.square, towards))
        free = takewhile(lambda square: square not in self.covered, beyond)
        return GangWay(gang, towards, tuple(islice(free, max(LENGTHS))))

    def lays(self, tiles: Iterable[Tile]) -> Iterator[tuple[GangWay, Tile]]:
        """Yield each way with each tile that fits, equal tiles once; the tile covers the first
        squares."""
        different = dict.fromkeys(tiles)
        for way in self.ways:
            for tile in different:
                if tile.kind == way.gang.kind and tile.length <= len(way.squares):
                    yield way, tile

    def lay(self, gang: Gang, squares: tuple[Square, ...]) -> "Town":
        """Return the town with one more tile, its gang on the end field, stuck gangs removed."""
        moved = Gang(gang.kind, squares[-1])
        gangs = tuple(moved if each == gang else each for each in self.gangs)
        tiles, runs = (*self.tiles, LaidTile(gang.kind, squares)), _towards(gang.square, squares[0])
        town = replace(self, gangs=gangs, tiles=tiles, runs=(*self.runs, runs))
        stuck = tuple(gang for gang in gangs if not any(town._ways_of(gang)))
        left = tuple(gang for gang in gangs if gang not in stuck)
        return replace(town, gangs=left, stuck=(*self.stuck, *stuck))

    def _ways_of(self, gang: Gang) -> Iterator[GangWay]:
        ways = (self.way(gang, towards) for towards in STEPS)
        return (way for way in ways if way.squares)


def _towards(start: Square, square: Square) -> Towards:
    """Return on which side of a square another one lies, in the same column or row."""
    if start.row == square.row:
        return "east" if square.column > start.column else "west"
    return "south" if square.row > start.row else "north"


def empty_town(board: Board) -> Town:
    """Return the empty town, each gang on its corner."""
    return Town(board, board.starts)
