"""Counting sequences of lays, to compare one implementation of the rules with another."""

from companion.games.drunter.board import load_shipped_board
from companion.games.drunter.pieces import BOX, Tiles, sort_tiles, without
from companion.games.drunter.town import Town, empty_town


def count(depth: int) -> int:
    """Count the sequences of this many lays from the empty Western board.

    One player holds all 60 tiles and every vote passes. Two lays differ when their line, gang, tile
    length or covered squares differ.
    """
    return count_from(
        empty_town(load_shipped_board("wacky_wacky_west")), sort_tiles(BOX.elements()), depth
    )


def count_from(town: Town, tiles: Tiles, depth: int) -> int:
    """Count the sequences of this many lays with these tiles in this town."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in town.lays(tiles))
    return sum(
        count_from(town.lay(way.gang, way.squares[: tile.length]), without(tiles, tile), depth - 1)
        for way, tile in town.lays(tiles)
    )
