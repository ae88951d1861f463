"""Where a die may be built: each place that makes a difference, once."""

from collections.abc import Iterable, Iterator, Mapping

from companion.games.carcassonne_dice.city import Cell, PlacedFace, clashes
from companion.games.carcassonne_dice.faces import Faces

START = Cell(0, 0)
"""Where the first die goes: all places on the table are equivalent."""


def placements(
    city: Mapping[Cell, PlacedFace], loose: Iterable[str], faces: Faces
) -> Iterator[tuple[Cell, PlacedFace]]:
    """Yield every place and turn for each kind of city die in ``loose``.

    A first die is placed in one way only. Near others, within reach of the remaining dice, every cell
    and turn counts; all farther places are equivalent, so one of them is yielded.
    """
    dice = list(loose)
    kinds = [face.name for face in faces.city if face.name in dice]
    if not city:
        yield from ((START, PlacedFace(kind, 0)) for kind in kinds)
        return
    for cell in _within_reach(city, len(dice)):
        for kind in kinds:
            for turns in faces.ways(kind):
                if not clashes(city, cell, PlacedFace(kind, turns), faces):
                    yield cell, PlacedFace(kind, turns)
    yield from ((_far(city, len(dice)), PlacedFace(kind, 0)) for kind in kinds)


def _within_reach(city: Mapping[Cell, PlacedFace], reach: int) -> list[Cell]:
    """Free cells that this many dice in a row would join to the city, nearest first."""
    steps = [
        (columns, rows)
        for columns in range(-reach, reach + 1)
        for rows in range(abs(columns) - reach, reach - abs(columns) + 1)
    ]
    steps.sort(key=lambda step: (abs(step[0]) + abs(step[1]), step))
    found = {Cell(at.column + columns, at.row + rows): None for columns, rows in steps for at in city}
    return [cell for cell in found if cell not in city]


def _far(city: Mapping[Cell, PlacedFace], reach: int) -> Cell:
    return Cell(max(cell.column for cell in city) + reach + 1, min(cell.row for cell in city))
