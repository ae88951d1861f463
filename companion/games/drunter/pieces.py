"""The pieces of Drunter und Drüber: squares, tiles, gangs, and how many of each tile the box holds."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

Kind: TypeAlias = Literal["street", "river", "wall"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

Towards: TypeAlias = Literal["north", "east", "south", "west"]


class Square(NamedTuple):
    """A square of the grid: column from the left, row from the top, both counted from 0."""

    column: int
    row: int

    def next(self, towards: Towards) -> "Square":
        """Return the neighbour on that side, which may be off the grid.

        >>> Square(14, 0).next("south")
        Square(column=14, row=1)
        """
        step = STEPS[towards]
        return Square(self.column + step.column, self.row + step.row)

    def __str__(self) -> str:
        return f"[{self.column}, {self.row}]"


STEPS: Final[dict[Towards, Square]] = {
    "north": Square(0, -1),
    "east": Square(1, 0),
    "south": Square(0, 1),
    "west": Square(-1, 0),
}


class Tile(NamedTuple):
    """A tile in a hand. A single is start and end field; a triple has a bridge in its middle."""

    kind: Kind
    length: int


class Gang(NamedTuple):
    """A gang of builders and the end of its line: the next tile of this kind starts beside it."""

    kind: Kind
    square: Square


BOX: Final[Counter[Tile]] = Counter(
    {Tile("street", 1): 6, Tile("street", 2): 6, Tile("street", 3): 3}
    | {Tile("river", 1): 6, Tile("river", 2): 6, Tile("river", 3): 3}
    | {Tile("wall", 1): 12, Tile("wall", 2): 12, Tile("wall", 3): 6}
)
"""All 60 tiles."""

LENGTHS: Final = (1, 2, 3)

Tiles: TypeAlias = tuple[Tile, ...]
"""The tiles that lie open before a player, sorted."""


def sort_tiles(tiles: Iterable[Tile]) -> Tiles:
    """Return them by kind, then by length."""
    return tuple(sorted(tiles, key=lambda tile: (KINDS.index(tile.kind), tile.length)))


def without(tiles: Tiles, tile: Tile) -> Tiles:
    """Return the tiles less one. Raises ``ValueError`` if there is no such side."""
    at = tiles.index(tile)
    return tiles[:at] + tiles[at + 1 :]
