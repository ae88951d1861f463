"""Which dice would close a city, and how: a search over all ways to build on.

Every open edge must be filled before a city is closed, so it is enough to fill one after the other, each
in every way that matches. The search finds the *needs*: how many dice of each city face close a city,
and the largest city they close. Elsewhere on the table a new city can always be begun.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.games.carcassonne_dice.city import Cell, City, PlacedFace
from companion.games.carcassonne_dice.faces import Faces, Side

Needs = tuple[int, ...]
"""Number of dice of each city face, in the order of the faces."""

Built = tuple[tuple[Cell, PlacedFace], ...]


@dataclass(frozen=True)
class Closing:
    """One way to close a city: how many dice it then has, and what must be added."""

    size: int
    placed: Built


@lru_cache(maxsize=256)
def closings(built: Built, city: City, faces: Faces, most: Needs, dice: int) -> dict[Needs, Closing]:
    """Return every need that closes an open ``city`` among the ``built`` dice, with the largest result.

    At most ``dice`` dice in all and ``most`` of each face are used.
    """
    search = _ClosingSearch(dict(built), faces, most, dice)
    search.close(city)
    return search.found


@lru_cache(maxsize=64)
def fresh(faces: Faces, most: Needs, dice: int) -> dict[Needs, Closing]:
    """Return every need that closes a new city, begun at cell (0, 0), with its largest result."""
    search = _ClosingSearch({}, faces, most, dice)
    search.begin()
    return search.found


_Sides = tuple[int | None, int | None, int | None, int | None]
"""For each side of a cell, the number of the part there; None for field."""

_Spot = tuple[int, int]
"""A cell's index with a side, or with the number of a part."""


class _ClosingSearch:
    """Depth first, on cells that are numbered row by row, for speed."""

    def __init__(self, built: Mapping[Cell, PlacedFace], faces: Faces, most: Needs, dice: int) -> None:
        self.found: dict[Needs, Closing] = {}
        self._margin = dice + 1
        columns = [cell.column for cell in built] or [0]
        self._left = min(columns) - self._margin
        self._width = max(columns) + self._margin + 1 - self._left
        self._steps = (-self._width, 1, self._width, -1)
        self._board = {self._index(cell): _sides(faces, placed) for cell, placed in built.items()}
        self._ways = _ways(faces)
        self._edges = [sum(map(len, face.parts)) for face in faces.city]
        self._most, self._dice = most, dice
        self._used = [0] * len(faces.city)
        self._names = [face.name for face in faces.city]
        self._new: list[tuple[int, int, int]] = []
        self._faces = faces

    def close(self, city: City) -> None:
        """Fill the open edges of a city that stands."""
        if city.mismatches or not city.open_edges:
            return
        frontier = tuple((self._index(edge.cell), int(edge.side)) for edge in city.open_edges)
        joined: frozenset[_Spot] = frozenset()
        for cell, side in frontier:
            joined, _ = self._flood(joined, (cell, self._part(cell, side)))
        self._fill(frontier, joined)

    def begin(self) -> None:
        """Begin with each face, most edges first; later beginnings need not come back to it."""
        order = sorted(range(len(self._names)), key=lambda face: -self._edges[face])
        for rank, face in enumerate(order):
            allowed = set(order[rank:])
            self._ways = tuple([way for way in ways if way[0] in allowed] for ways in self._ways)
            if self._most[face] and self._dice:
                self._begin_with(face)

    def _begin_with(self, face: int) -> None:
        start = self._index(Cell(0, 0))
        sides = _sides(self._faces, PlacedFace(self._names[face], 0))
        for part in range(len(self._faces.city[face].parts)):
            self._put(start, face, 0, sides)
            joined, frontier = self._flood(frozenset(), (start, part))
            self._fill(frontier, joined)
            self._lift(start, face)

    def _fill(self, frontier: tuple[_Spot, ...], joined: frozenset[_Spot]) -> None:
        """Fill the next open edge in every way; with none left, a way to close is found."""
        if not frontier:
            self._note(len({cell for cell, _ in joined}))
            return
        at = frontier[-1][0] + self._steps[frontier[-1][1]]
        meeting = [(cell, side) for cell, side in frontier if cell + self._steps[side] == at]
        others = tuple(edge for edge in frontier if edge not in meeting)
        to_fill = {cell + self._steps[side] for cell, side in others}
        dice_after = self._dice - len(self._new) - 1
        for face, turns, sides in self._fitting(at, (meeting[0][1] + 2) % 4):
            parts = {sides[(side + 2) % 4] for _, side in meeting}
            if len(to_fill | self._find_opened(at, sides, parts)) > dice_after:
                continue
            self._put(at, face, turns, sides)
            now, still_open = joined, others
            for _, side in meeting:
                now, opened = self._flood(now, (at, self._part(at, (side + 2) % 4)))
                still_open += opened
            self._fill(still_open, now)
            self._lift(at, face)

    def _find_opened(self, at: int, sides: _Sides, parts: set[int | None]) -> set[int]:
        """The free cells that the parts of such a die would face."""
        return {
            at + step
            for part, step in zip(sides, self._steps, strict=True)
            if part in parts and at + step not in self._board
        }

    def _fitting(self, at: int, facing: int) -> Iterator[tuple[int, int, _Sides]]:
        """Every die, turned every way, that can go there with city on the facing side."""
        beside = [
            (side, other[(side + 2) % 4] is None)
            for side in range(4)
            if (other := self._board.get(at + self._steps[side])) is not None
        ]
        for face, turns, sides in self._ways[facing]:
            if self._used[face] < self._most[face] and all(
                (sides[side] is None) == is_field for side, is_field in beside
            ):
                yield face, turns, sides

    def _flood(
        self, joined: frozenset[_Spot], start: _Spot
    ) -> tuple[frozenset[_Spot], tuple[_Spot, ...]]:
        """Return the parts joined with the one to start from as well, and the open edges that brings."""
        seen, ahead, opened = set(joined), [start], []
        while ahead:
            cell, part = here = ahead.pop()
            if here in seen:
                continue
            seen.add(here)
            for side, its_part in enumerate(self._board[cell]):
                if its_part == part:
                    across = cell + self._steps[side]
                    if across in self._board:
                        ahead.append((across, self._part(across, (side + 2) % 4)))
                    else:
                        opened.append((cell, side))
        return frozenset(seen), tuple(opened)

    def _part(self, cell: int, side: int) -> int:
        part = self._board[cell][side]
        assert part is not None
        return part

    def _put(self, at: int, face: int, turns: int, sides: _Sides) -> None:
        self._board[at] = sides
        self._used[face] += 1
        self._new.append((at, face, turns))

    def _lift(self, at: int, face: int) -> None:
        del self._board[at]
        self._used[face] -= 1
        self._new.pop()

    def _note(self, size: int) -> None:
        needs = tuple(self._used)
        if needs not in self.found or self.found[needs].size < size:
            placed = (
                (self._cell(at), PlacedFace(self._names[face], turns)) for at, face, turns in self._new
            )
            self.found[needs] = Closing(size, tuple(placed))

    def _index(self, cell: Cell) -> int:
        return cell.row * self._width + cell.column - self._left

    def _cell(self, index: int) -> Cell:
        row, column = divmod(index, self._width)
        return Cell(column + self._left, row)


def _sides(faces: Faces, placed: PlacedFace) -> _Sides:
    parts = faces.parts(placed.face, placed.turns)
    on = {side: number for number, part in enumerate(parts) for side in part}
    top, right, bottom, left = (on.get(side) for side in Side)
    return top, right, bottom, left


def _ways(faces: Faces) -> tuple[list[tuple[int, int, _Sides]], ...]:
    """For each side, every face and turn with city there."""
    ways = [
        (number, turns, _sides(faces, PlacedFace(face.name, turns)))
        for number, face in enumerate(faces.city)
        for turns in faces.ways(face.name)
    ]
    return tuple([way for way in ways if way[2][side] is not None] for side in Side)
