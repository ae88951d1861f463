"""A reading as pages draw it over the picture: dice, and cities with their open edges."""

from companion.games.carcassonne_dice.city import Cell, City, PlacedFace, cities
from companion.games.carcassonne_dice.faces import Faces
from companion.table.shapes import JsonObject, SeenDie, SeenShape
from vision.reading import DiceReading, Die, Grid, PointPx

Fraction = tuple[float, float]


def seen_shape(reading: DiceReading, frame: int, faces: Faces | None) -> SeenShape:
    """Return the shape of a reading; with the city ``faces`` of the game, cities too."""
    size = reading.size_px
    return {
        "frame": frame,
        "sure": reading.sure,
        "dice": [_die(die, size) for die in reading.dice],
        "doubts": list(reading.doubts),
        "drawn": {"cities": [] if faces is None else _cities(reading, faces)},
    }


def grid_cities(
    reading: DiceReading, grid: Grid, faces: Faces
) -> tuple[tuple[City, dict[Cell, int]], ...]:
    """Return the cities in one grid, each with the map from its grid's cells to the reading's dice."""
    dice = {Cell(*seen.cell): seen.die for seen in grid.dice}
    placed = {
        Cell(*seen.cell): PlacedFace(reading.dice[seen.die].face, seen.turns)
        for seen in grid.dice
        if reading.dice[seen.die].face in faces.names
    }
    return tuple((city, dice) for city in cities(placed, faces))


def _die(die: Die, size: tuple[int, int]) -> SeenDie:
    return {
        "face": die.face,
        "centre": _fraction(die.centre_px, size),
        "corners": [_fraction(corner, size) for corner in die.corners_px],
        "angle": die.angle_deg,
        "confidence": die.confidence,
        "sure": die.sure,
        "cut_off": die.cut_off,
        "likely": [guess.face for guess in die.likely],
    }


def _cities(reading: DiceReading, faces: Faces) -> list[JsonObject]:
    turns = {seen.die: seen.turns for grid in reading.grids for seen in grid.dice}
    return [
        {
            "dice": [dice[cell] for cell in city.cells],
            "closed": city.closed,
            "open_edges": [
                _edge(reading, dice[edge.cell], (edge.side - turns[dice[edge.cell]]) % 4)
                for edge in city.open_edges
            ],
            "mismatches": len(city.mismatches),
        }
        for grid in reading.grids
        for city, dice in grid_cities(reading, grid, faces)
    ]


def _edge(reading: DiceReading, die: int, side: int) -> tuple[Fraction, Fraction]:
    """Return an edge of a die's face: side 0 is the face's own top, between its corners 0 and 1."""
    corners = reading.dice[die].corners_px
    size = reading.size_px
    return _fraction(corners[side], size), _fraction(corners[(side + 1) % 4], size)


def _fraction(point: PointPx, size: tuple[int, int]) -> Fraction:
    return round(point.x / size[0], 5), round(point.y / size[1], 5)
