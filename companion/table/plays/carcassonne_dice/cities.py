"""The cities that stand in a reading: where the grids of touching dice meet the game's rules."""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from companion.games.carcassonne_dice.city import Cell, City, PlacedFace, cities, points
from companion.games.carcassonne_dice.faces import STANDARD, Faces, read_faces, write_faces
from companion.table.hooks.verdict import JsonObject, Place, place_of
from vision.dice.sets import DiceSet, Face, faces_in
from vision.errors import BadSet, VisionError
from vision.readings.dice import DiceReading, Grid

StandingCity = tuple[City, dict[Cell, int]]
"""A city, and which die of the reading lies in each cell of its grid."""


def found(reading: DiceReading, taught: DiceSet) -> JsonObject:
    """Return the cities of a photograph and what they score; nothing where these dice build none."""
    faces = faces_of(taught.name, taught.faces)
    if faces is None:
        return {}
    rows = [_row(*standing) for grid in reading.grids for standing in _standing(reading, grid, faces)]
    return {"cities": rows, "points": largest_points(rows)}


def largest_points(rows: Iterable[JsonObject]) -> int:
    """Return what the largest closed city scores, undoubled."""
    return points(max((len(row["dice"]) for row in rows if row["closed"]), default=0))


def drawn(reading: DiceReading, faces: Faces) -> list[JsonObject]:
    """Return the cities as pages draw them: open edges as pairs of points, fractions of the picture."""
    turns = {member.die: member.turns for grid in reading.grids for member in grid.dice}
    return [
        {
            "dice": [dice[cell] for cell in city.cells],
            "closed": city.closed,
            "scores": city.closed and points(city.size) > 0,
            "open_edges": [
                _edge(reading, dice[edge.cell], (edge.side - turns[dice[edge.cell]]) % 4)
                for edge in city.open_edges
            ],
            "mismatches": len(city.mismatches),
        }
        for grid in reading.grids
        for city, dice in _standing(reading, grid, faces)
    ]


def with_faces(words: JsonObject, set_name: str) -> JsonObject:
    """Return a first line that says what the faces of its dice are, where their set knows better.

    A set that cannot be read says nothing: whoever reads with it tells.
    """
    options: JsonObject = words.get("options") or {}
    folder = Path(set_name)
    if "faces" in options or not folder.is_dir():
        return words
    try:
        faces = faces_of(folder.name, faces_in(folder))
    except VisionError:
        return words
    if faces in (None, STANDARD):
        return words
    return {**words, "options": {**options, "faces": write_faces(faces)}}


def faces_of(name: str, told: Collection[Face]) -> Faces | None:
    """Return the city parts of a set's faces: its own over the printed ones. Raises ``BadSet``."""
    parts = {face.name: [list(part) for part in face.parts] for face in told if face.parts}
    if not parts and not {face.name for face in told} <= set(STANDARD.names):
        return None
    try:
        return read_faces(parts)
    except ValueError as error:
        raise BadSet(f"set {name}: {error}", hint="Correct the parts in its faces.json.") from error


def _standing(reading: DiceReading, grid: Grid, faces: Faces) -> Iterator[StandingCity]:
    dice = {Cell(*member.cell): member.die for member in grid.dice}
    placed = {
        Cell(*member.cell): PlacedFace(reading.dice[member.die].face, member.turns)
        for member in grid.dice
        if reading.dice[member.die].face in faces.names
    }
    return ((city, dice) for city in cities(placed, faces))


def _row(city: City, dice: dict[Cell, int]) -> JsonObject:
    return {
        "dice": sorted(dice[cell] for cell in city.cells),
        "closed": city.closed,
        "open_edges": len(city.open_edges),
        "mismatches": len(city.mismatches),
    }


def _edge(reading: DiceReading, die: int, side: int) -> tuple[Place, Place]:
    """Return an edge of a die's face: side 0 is the face's own top, between its corners 0 and 1."""
    corners, size = reading.dice[die].corners_px, reading.size_px
    return place_of(corners[side], size), place_of(corners[(side + 1) % 4], size)
