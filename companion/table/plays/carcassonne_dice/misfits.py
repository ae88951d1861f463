"""Dice put beside others with edges that do not match, and which of them to turn."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.games.carcassonne_dice.city import Cell, PlacedFace, clashes, joined
from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT, Faces, Side
from vision.readings.dice import Grid, LyingDice


@dataclass(frozen=True)
class Misfit:
    """A die that does not match its neighbours; ``turned``: it would, turned on its place.

    ``joined`` counts the neighbours with which it is part of one city.
    """

    die: int
    turned: bool
    joined: int


def misfit(
    reading: LyingDice, fell: Collection[int], stayed: Collection[int], faces: Faces
) -> Misfit | None:
    """Return the die to be turned or moved, if two that were put together do not match.

    Dice of which both lie as they ``fell`` were not put together. The wrong one is that which is joined
    to fewer; of two alike, the one that has not ``stayed`` where it was.
    """
    found = [one for grid in reading.grids for one in _in_grid(reading, grid, fell, faces)]
    return min(found, key=lambda one: (not one.turned, one.joined, one.die in stayed), default=None)


def _in_grid(reading: LyingDice, grid: Grid, fell: Collection[int], faces: Faces) -> list[Misfit]:
    placed = {
        Cell(*seen.cell): PlacedFace(reading.dice[seen.die].face, seen.turns)
        for seen in grid.dice
        if reading.dice[seen.die].face not in (KNIGHT, CATAPULT)
    }
    number = {Cell(*seen.cell): seen.die for seen in grid.dice}
    found = []
    for cell, face in placed.items():
        others = {at: other for at, other in placed.items() if at != cell}
        wrong = [edge.across.cell for edge in clashes(others, cell, face, faces)]
        if any({number[cell], number[other]} - set(fell) for other in wrong):
            turned = _fits_turned(others, cell, face, faces)
            found.append(Misfit(number[cell], turned, joined(others, cell, face, faces)))
    return found


def _fits_turned(others: Mapping[Cell, PlacedFace], cell: Cell, face: PlacedFace, faces: Faces) -> bool:
    return any(
        not clashes(others, cell, PlacedFace(face.face, turns), faces) for turns in range(len(Side))
    )
