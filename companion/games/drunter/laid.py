"""Continuing from a board with tiles on it: given in a record's first line, or found from a photograph.

``laid`` in a first line lists the lays in an order that the rules allow, whoever made them: ``[{"kind":
"street", "length": 2, "gang": [14, 0], "towards": "south"}, …]``. A vote that one needed has passed.
``tiles`` are then the tiles still in the hands; nobody has used a vote yet.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.errors import BadMove
from companion.games.drunter.board import Board
from companion.games.drunter.moves import Lay, parse_of_seat, write_lay
from companion.games.drunter.pieces import BOX, Gang, Square, Tile
from companion.games.drunter.town import GangWay, LaidTile, Town, empty_town
from companion.games.game import Json, Seat, Setup

MOST_STEPS: Final = 3_000
"""Number of dead ends after which the search for an order is given up: within a second."""


def read_laid(setup: Setup, board: Board, faults: list[str]) -> Town:
    """Return the town with the given tiles on it; add to ``faults`` those that cannot be laid."""
    town = empty_town(board)
    laid = setup.dealt.get("laid", ())
    if not isinstance(laid, list | tuple):
        faults.append("'laid' must list the lays that lead to the board as it lies")
        return town
    for number, words in enumerate(laid, 1):
        try:
            town = _after(town, words)
        except BadMove as error:
            faults.append(f"laid {number}: {error}")
            return town
    return town


def laid_tiles(setup: Setup) -> Counter[Tile]:
    """Return the tiles that a first line says are on the board, as far as it can be understood."""
    laid = setup.dealt.get("laid", ())
    lays = laid if isinstance(laid, list | tuple) else ()
    named = [[each.get("kind"), each.get("length")] for each in lays if isinstance(each, Mapping)]
    return Counter({tile: named.count([*tile]) for tile in BOX})


def _after(town: Town, words: Json) -> Town:
    if not isinstance(words, Mapping):
        raise BadMove("it is no lay, such as {'kind': 'street', 'length': 2, …}")
    lay = parse_of_seat(Seat(1), {"move": "lay", **words})
    assert isinstance(lay, Lay), "a lay is parsed as one"
    gang = Gang(lay.kind, lay.gang)
    if gang not in town.gangs:
        raise BadMove(f"no {lay.kind} gang stands on {lay.gang}")
    free = town.way(gang, lay.towards).squares
    if len(free) < lay.length:
        raise BadMove(f"free squares that way: {len(free)}")
    return town.lay(gang, free[: lay.length])


def lays_leading_to(
    board: Board, tiles: Collection[LaidTile], gangs: Collection[Square]
) -> list[dict[str, Json]] | None:
    """Return lays, in the form of ``laid``, that lead to exactly these tiles; None if there are none.

    ``gangs``: the squares where gangs stand, whether stuck or not.
    """
    ways = (
        _LayingSearch(frozenset(gangs), in_haste).lays(empty_town(board), frozenset(tiles))
        for in_haste in (True, False)
    )
    lays = next((lays for lays in ways if lays is not None), None)
    if lays is None:
        return None
    return [{key: value for key, value in write_lay(lay).items() if key != "move"} for lay in lays]


@dataclass
class _LayingSearch:
    """Lays tile after tile, and takes back those that lead to a dead end.

    ``in_haste``: a tile that is the only one at its gang, and fits no other gang, is laid at once. The
    order of different lines seldom matters, so this finds nearly every order, and fails quickly.
    """

    gangs: frozenset[Square]
    in_haste: bool
    _leads_nowhere: set[tuple[frozenset[LaidTile], frozenset[Gang]]] = field(default_factory=set)

    def lays(self, town: Town, left: frozenset[LaidTile]) -> list[Lay] | None:
        """Return lays that bring these tiles onto the board, in their order."""
        if not left:
            return [] if {gang.square for gang in town.gangs} <= self.gangs else None
        key = (left, frozenset(town.gangs))
        if key in self._leads_nowhere or len(self._leads_nowhere) > MOST_STEPS:
            return None
        for way, tile in self._next(town, left):
            later = self.lays(town.lay(way.gang, tile.squares), left - {tile})
            if later is not None:
                gang, length = way.gang, len(tile.squares)
                return [Lay(Seat(1), gang.kind, length, gang.square, way.towards), *later]
        self._leads_nowhere.add(key)
        return None

    def _next(self, town: Town, left: Collection[LaidTile]) -> list[tuple[GangWay, LaidTile]]:
        """Return what may be laid next."""
        every = list(_next(town, left))
        if self.in_haste:
            gangs = Counter(way.gang for way, _ in every)
            tiles = Counter(tile for _, tile in every)
            only = [each for each in every if gangs[each[0].gang] == tiles[each[1]] == 1]
            return only[:1] or every
        return every


def _next(town: Town, left: Collection[LaidTile]) -> Iterator[tuple[GangWay, LaidTile]]:
    """Yield what can be laid next."""
    by_start = {(tile.kind, tile.squares[0]): tile for tile in left}
    for way in town.ways:
        tile = by_start.get((way.gang.kind, way.squares[0]))
        if tile is not None and way.squares[: len(tile.squares)] == tile.squares:
            yield way, tile
