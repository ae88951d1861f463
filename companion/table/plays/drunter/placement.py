"""Tiles as they can lie on a board, and which part of which tile each of their squares shows."""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from companion.games.drunter.pieces import KINDS, STEPS, Kind, Square, Tile, Towards

TOWARDS: Final[tuple[Towards, ...]] = tuple(STEPS)
"""By quarter turns clockwise: a tile with 0 turns runs north."""

FIELDS: Final = {1: ("single",), 2: ("start", "end"), 3: ("start", "bridge", "end")}
ALIKE_AFTER: Final = {"single": 1, "start": 4, "bridge": 2, "end": 4}
"""Quarter turns after which a field may look the same again: a single lies any way round."""


class SquarePart(NamedTuple):
    """What one square shows of a tile; ``turns`` less those after which it looks alike."""

    label: str
    turns: int

    @classmethod
    def of(cls, label: str, turns: int) -> "SquarePart":
        """Return what a label and its quarter turns mean. A label that is no tile's is kept as it is."""
        _, _, field = label.partition(".")
        return cls(label, turns % ALIKE_AFTER.get(field, 4))


class Placement(NamedTuple):
    """A tile at a place, its squares from start field to end field; a single runs nowhere: None."""

    kind: Kind
    squares: tuple[Square, ...]
    towards: Towards | None

    @classmethod
    def of(cls, kind: Kind, squares: tuple[Square, ...]) -> "Placement":
        """Return a tile on these squares, which lie in a row."""
        if len(squares) == 1:
            return cls(kind, squares, None)
        towards = next(towards for towards in TOWARDS if squares[0].next(towards) == squares[1])
        return cls(kind, squares, towards)

    @property
    def tile(self) -> Tile:
        """Which tile it is."""
        return Tile(self.kind, len(self.squares))

    def may_be(self, lain: "Placement") -> bool:
        """Tell whether this may be a tile that lay elsewhere: the same carried off, or one pushed aside.

        One that lies askew may be read as a longer or a shorter one, near to where it lay.
        """
        near = any(
            abs(here.column - there.column) <= 1 and abs(here.row - there.row) <= 1
            for here in self.squares
            for there in lain.squares
        )
        return self.tile == lain.tile or (self.kind == lain.kind and near)

    @property
    def parts(self) -> tuple[SquarePart, ...]:
        """What its squares show, in their order."""
        turns = 0 if self.towards is None else TOWARDS.index(self.towards)
        return tuple(SquarePart.of(f"{self.kind}.{field}", turns) for field in FIELDS[len(self.squares)])


Parts: TypeAlias = dict[Square, SquarePart]


def parts_of(placement: Placement) -> Parts:
    """Return what each square of a tile shows."""
    return dict(zip(placement.squares, placement.parts, strict=True))


ALL_PARTS: Final = tuple(
    SquarePart(f"{kind}.{field}", turns)
    for kind in KINDS
    for field, alike in ALIKE_AFTER.items()
    for turns in range(alike)
)
"""Whatever a square can show of a tile."""


def placements_with(part: SquarePart, square: Square) -> Iterator[Placement]:
    """Yield every tile, on the grid or off it, that shows this part on this square."""
    kind, _, field = part.label.partition(".")
    if kind not in KINDS or field not in ALIKE_AFTER:
        return
    for length, fields in FIELDS.items():
        if field not in fields:
            continue
        for turns in range(part.turns, 4, ALIKE_AFTER[field]) if length > 1 else (0,):
            yield _running(kind, length, turns, square, fields.index(field))


def _running(kind: Kind, length: int, turns: int, square: Square, place: int) -> Placement:
    """Return the tile whose square number ``place`` is this one."""
    towards = TOWARDS[turns]
    step = STEPS[towards]
    squares = tuple(
        Square(square.column + (n - place) * step.column, square.row + (n - place) * step.row)
        for n in range(length)
    )
    return Placement(kind, squares, towards if length > 1 else None)
