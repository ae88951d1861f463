"""From grids of touching dice in a picture to the cells of the city as it was built so far."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.games.carcassonne_dice.city import Cell, PlacedFace, clashes
from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT, Faces, Side
from vision.readings.dice import Grid, GridDie, LyingDice

_Joined = Callable[[Cell], Iterable[Cell]]

APART = 20
"""Columns between a city and one begun elsewhere: nothing reaches across."""


@dataclass(frozen=True)
class GridShift:
    """How a grid in the picture lies in the city's cells: quarter turns clockwise, then moved."""

    turns: int
    columns: int
    rows: int

    @classmethod
    def onto(cls, goal: Cell, seen: GridDie, turns: int) -> "GridShift":
        """Return the shift that turns the grid so often and brings ``seen`` onto ``goal``."""
        column, row = cls(turns, 0, 0).cell(seen)
        return cls(turns, goal.column - column, goal.row - row)

    def cell(self, seen: GridDie) -> Cell:
        """Return the city's cell of a die in the grid."""
        column, row = seen.cell
        for _ in range(self.turns):
            column, row = -row, column
        return Cell(column + self.columns, row + self.rows)

    def face(self, seen: GridDie, face: str) -> PlacedFace:
        """Return the face as it lies in the city's cells."""
        return PlacedFace(face, (seen.turns + self.turns) % 4)


def city_cells(
    reading: LyingDice,
    chosen: Collection[int],
    built: Mapping[int, Cell],
    city: Mapping[Cell, PlacedFace],
    faces: Faces,
) -> dict[int, tuple[Cell, PlacedFace]] | None:
    """Give every chosen die its cell and turns in the city.

    ``built`` maps the reading's dice that are built already to their cells in ``city``: they anchor
    their grid. Dice that only meet at edges which do not match are taken apart: neither city reaches
    across such an edge, wherever the dice lie. None when the dice can lie in no such cells.
    """
    placed: dict[int, tuple[Cell, PlacedFace]] = {}
    whole = dict(city)
    wanted = set(chosen) | set(built)
    for grid in reading.grids:
        for group in _matching_groups(grid, wanted, reading, faces):
            if all(seen.die in built for seen in group):
                continue
            shift = _anchor(group, built, city, reading, faces) or _elsewhere(group, built, whole)
            if shift is None:
                return None
            for seen in group:
                if seen.die in built:
                    continue
                cell, face = shift.cell(seen), shift.face(seen, reading.dice[seen.die].face)
                if cell not in whole and clashes(whole, cell, face, faces):
                    # It matches one neighbour, and another not.
                    cell, face = _by_itself(seen, whole), PlacedFace(face.face, seen.turns)
                if cell in whole:
                    return None
                placed[seen.die] = (cell, face)
                whole[cell] = face
    return placed


def find_built(
    reading: LyingDice, city: Mapping[Cell, PlacedFace], faces: Faces
) -> dict[int, Cell] | None:
    """Find the dice of the built city by its shape: die -> cell; None if they are not all there.

    Each group of neighbours must be found whole in one grid.
    """
    found: dict[int, Cell] = {}
    for group in _groups(city):
        matches = (_match(group, grid, reading, city, faces) for grid in reading.grids)
        match = next((m for m in matches if m and not m.keys() & found.keys()), None)
        if match is None:
            return None
        found |= match
    return found


def _match(
    group: Sequence[Cell],
    grid: Grid,
    reading: LyingDice,
    city: Mapping[Cell, PlacedFace],
    faces: Faces,
) -> dict[int, Cell] | None:
    if len(grid.dice) < len(group):
        return None
    for seen in grid.dice:
        for turns in range(4):
            shift = GridShift.onto(group[0], seen, turns)
            there = {shift.cell(die): die for die in grid.dice}
            if all(
                cell in there and _alike(there[cell], shift, reading, city[cell], faces)
                for cell in group
            ):
                return {there[cell].die: cell for cell in group}
    return None


def _alike(seen: GridDie, shift: GridShift, reading: LyingDice, built: PlacedFace, faces: Faces) -> bool:
    name = reading.dice[seen.die].face
    here = shift.face(seen, name)
    return name == built.face and faces.parts(name, here.turns) == faces.parts(name, built.turns)


def _anchor(
    group: Sequence[GridDie],
    built: Mapping[int, Cell],
    city: Mapping[Cell, PlacedFace],
    reading: LyingDice,
    faces: Faces,
) -> GridShift | None:
    anchors = [seen for seen in group if seen.die in built]
    for turns in range(4) if anchors else ():
        shift = GridShift.onto(built[anchors[0].die], anchors[0], turns)
        if all(
            shift.cell(seen) == built[seen.die]
            and _alike(seen, shift, reading, city[built[seen.die]], faces)
            for seen in anchors
        ):
            return shift
    return None


def _elsewhere(
    group: Sequence[GridDie], built: Mapping[int, Cell], whole: Mapping[Cell, PlacedFace]
) -> GridShift | None:
    if any(seen.die in built for seen in group):
        return None
    if not whole:
        return GridShift(0, 0, 0)
    right = max(cell.column for cell in whole)
    return GridShift(0, right + APART - min(seen.cell.column for seen in group), 0)


def joined(lying: LyingDice, faces: Faces) -> list[set[int]]:
    """Return the groups of dice that are parts of one city, of two or more."""
    parts = {
        n
        for n, die in enumerate(lying.dice)
        if die.face in faces.names and die.face not in (KNIGHT, CATAPULT)
    }
    groups = (group for grid in lying.grids for group in _matching_groups(grid, parts, lying, faces))
    return [{seen.die for seen in group} for group in groups if len(group) > 1]


def _by_itself(seen: GridDie, whole: Mapping[Cell, PlacedFace]) -> Cell:
    return Cell(max(cell.column for cell in whole) + APART, seen.cell.row)


def _matching_groups(
    grid: Grid, wanted: Collection[int], reading: LyingDice, faces: Faces
) -> list[list[GridDie]]:
    """Split a grid's wanted dice where neighbouring edges do not match."""
    there = {Cell(*seen.cell): seen for seen in grid.dice if seen.die in wanted}

    def face(cell: Cell) -> PlacedFace:
        return PlacedFace(reading.dice[there[cell].die].face, there[cell].turns)

    def joined(cell: Cell) -> Iterable[Cell]:
        near = (cell.beside(side) for side in Side)
        return (
            other
            for other in near
            if other in there and not clashes({other: face(other)}, cell, face(cell), faces)
        )

    return [[there[cell] for cell in group] for group in _split(there, joined)]


def _groups(city: Mapping[Cell, PlacedFace]) -> list[list[Cell]]:
    return _split(city, lambda cell: (near for side in Side if (near := cell.beside(side)) in city))


def _split(cells: Iterable[Cell], joined: _Joined) -> list[list[Cell]]:
    left, groups = sorted(cells, reverse=True), []
    while left:
        group, ahead = [], [left.pop()]
        while ahead:
            cell = ahead.pop()
            group.append(cell)
            for near in joined(cell):
                if near in left:
                    left.remove(near)
                    ahead.append(near)
        groups.append(group)
    return groups
