"""The cities that stand in a reading: where the eyes' grids meet the game's rules."""

from typing import Any

from companion.games.carcassonne_dice.city import Cell, City, PlacedFace, cities, points
from companion.games.carcassonne_dice.faces import STANDARD, Faces, read_faces, write_faces
from vision.errors import BadSet
from vision.reading import DiceReading, Grid
from vision.sets import DiceSet


def city_rows(reading: DiceReading, taught: DiceSet) -> list[dict[str, Any]] | None:
    """Return the cities of a reading as the contract prints them; None: these dice build none."""
    faces = faces_of(taught)
    if faces is None:
        return None
    return [row for grid in reading.grids for row in _grid_rows(grid, reading, faces)]


def largest_points(rows: list[dict[str, Any]]) -> int:
    """Return what the largest closed city scores, undoubled."""
    return points(max((len(row["dice"]) for row in rows if row["closed"]), default=0))


def faces_of(taught: DiceSet) -> Faces | None:
    """Return the city parts of a set's faces: its own over the printed ones. Raises ``BadSet``."""
    parts = {face.name: [list(part) for part in face.parts] for face in taught.faces if face.parts}
    if {face.name for face in taught.faces} <= set(STANDARD.names):
        parts = write_faces(STANDARD) | parts
    if not parts:
        return None
    try:
        return read_faces(parts)
    except ValueError as error:
        raise BadSet(
            f"set {taught.name}: {error}", hint="Correct the parts in its faces.json."
        ) from error


def _grid_rows(grid: Grid, reading: DiceReading, faces: Faces) -> list[dict[str, Any]]:
    on_cell = {Cell(*member.cell): member for member in grid.dice}
    placed = {
        cell: PlacedFace(reading.dice[member.die].face, member.turns)
        for cell, member in on_cell.items()
        if reading.dice[member.die].face in faces.names
    }
    return [
        _row(city, {cell: member.die for cell, member in on_cell.items()})
        for city in cities(placed, faces)
    ]


def _row(city: City, dice: dict[Cell, int]) -> dict[str, Any]:
    return {
        "dice": sorted(dice[cell] for cell in city.cells),
        "closed": city.closed,
        "open_edges": len(city.open_edges),
        "mismatches": len(city.mismatches),
    }
