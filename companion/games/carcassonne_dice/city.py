"""The cities on the cells, their sizes, and where they are open.

A city is the dice whose parts are joined through matching city edges; it is counted in dice. It is
closed when none of its city edges faces an empty cell, a hole inside included. A city edge that meets
field is a mismatch: it leaves its own city open, not that of the die whose field it meets.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from companion.games.carcassonne_dice.faces import Faces, Part, Side


class Cell(NamedTuple):
    """A die's place: columns to the right, rows down, any whole numbers."""

    column: int
    row: int

    def beside(self, side: Side) -> "Cell":
        """Return the neighbouring cell on that side."""
        columns, rows = _STEPS[side]
        return Cell(self.column + columns, self.row + rows)


_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Edge(NamedTuple):
    """One edge of a cell."""

    cell: Cell
    side: Side

    @property
    def across(self) -> "Edge":
        """The same edge, seen from the neighbouring cell."""
        return _across(self)


@lru_cache(maxsize=4096)
def _across(edge: Edge) -> Edge:
    return Edge(edge.cell.beside(edge.side), edge.side.turned(2))


class PlacedFace(NamedTuple):
    """A face as it lies: with 0 to 3 clockwise quarter turns."""

    face: str
    turns: int


@dataclass(frozen=True)
class City:
    """One city: its cells, its city edges without a matching neighbour, and those meeting field."""

    cells: tuple[Cell, ...]
    open_edges: tuple[Edge, ...]
    mismatches: tuple[Edge, ...]

    @property
    def size(self) -> int:
        """How many dice it has."""
        return len(self.cells)

    @property
    def closed(self) -> bool:
        """Whether it can score."""
        return not self.open_edges


def cities(placed: Mapping[Cell, PlacedFace], faces: Faces) -> tuple[City, ...]:
    """Return every city, in the order of their cells; knights and catapults belong to none.

    Raises ``KeyError`` for a face that these dice do not have.
    """
    parts = {cell: faces.parts(face, turns) for cell, (face, turns) in placed.items()}
    waiting = {(cell, part) for cell, on_die in parts.items() for part in on_die}
    found = []
    while waiting:
        joined = set(_find_joined(waiting.pop(), parts))
        waiting -= joined
        found.append(_city(joined, parts))
    return tuple(sorted(found, key=lambda city: (city.cells, city.open_edges)))


def points(size: int, *, doubled: bool = False) -> int:
    """Return the score of a largest closed city of this many dice; 0 dice: none is closed."""
    once = (size - 1) * (size - 2) // 2 if size > 0 else 0
    return 2 * once if doubled else once


def largest_closed(found: Iterable[City]) -> int:
    """Return the dice in the largest closed city, 0 when none is closed."""
    return max((city.size for city in found if city.closed), default=0)


def clashes(
    placed: Mapping[Cell, PlacedFace], cell: Cell, face: PlacedFace, faces: Faces
) -> tuple[Edge, ...]:
    """Return those edges of a die at ``cell`` that do not match the dice beside it."""
    return tuple(
        edge
        for edge in (Edge(cell, side) for side in Side)
        if (beside := placed.get(edge.across.cell)) is not None
        and _is_city(face, edge.side, faces) != _is_city(beside, edge.across.side, faces)
    )


def joined(placed: Mapping[Cell, PlacedFace], cell: Cell, face: PlacedFace, faces: Faces) -> int:
    """Return the number of dice beside a die at ``cell`` with which it is part of one city."""
    return sum(
        _is_city(face, edge.side, faces) and _is_city(beside, edge.across.side, faces)
        for edge in (Edge(cell, side) for side in Side)
        if (beside := placed.get(edge.across.cell)) is not None
    )


def _is_city(face: PlacedFace, side: Side, faces: Faces) -> bool:
    return any(side in part for part in faces.parts(face.face, face.turns))


_Parts = Mapping[Cell, tuple[Part, ...]]


def _find_joined(start: tuple[Cell, Part], parts: _Parts) -> Iterator[tuple[Cell, Part]]:
    seen, ahead = {start}, [start]
    while ahead:
        here = ahead.pop()
        yield here
        for edge in _edges(here):
            there = (edge.across.cell, _part_at(parts, edge.across))
            if there[1] is not None and there not in seen:
                seen.add((there[0], there[1]))
                ahead.append((there[0], there[1]))


def _edges(here: tuple[Cell, Part]) -> Iterator[Edge]:
    cell, part = here
    return (Edge(cell, side) for side in part)


def _part_at(parts: _Parts, edge: Edge) -> Part | None:
    return next((part for part in parts.get(edge.cell, ()) if edge.side in part), None)


def _city(joined: set[tuple[Cell, Part]], parts: _Parts) -> City:
    loose = sorted(
        edge for here in joined for edge in _edges(here) if _part_at(parts, edge.across) is None
    )
    cells = sorted({cell for cell, _ in joined})
    mismatches = (edge for edge in loose if parts.get(edge.across.cell))
    return City(tuple(cells), tuple(loose), tuple(mismatches))
