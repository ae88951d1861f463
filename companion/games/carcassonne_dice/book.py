"""Everything that a page needs to explain the rules: numbers, the table of points, and cities as
examples."""

from typing import Final

from companion.games.carcassonne_dice.city import Cell, PlacedFace, cities, points
from companion.games.carcassonne_dice.faces import CATAPULT, DICE, KNIGHT, STANDARD
from companion.games.carcassonne_dice.state import KNIGHTS, THROWS
from companion.games.carcassonne_dice.view import built, city_shape
from companion.games.game import Json

Example = dict[Cell, PlacedFace]

CLOSED: Final[Example] = {
    Cell(0, 0): PlacedFace("corner", 1),
    Cell(1, 0): PlacedFace("corner", 2),
    Cell(0, 1): PlacedFace("corner", 0),
    Cell(1, 1): PlacedFace("corner", 3),
}
"""Four corner pieces, with all their edges."""

OPEN: Final[Example] = {
    Cell(0, 0): PlacedFace("corner", 1),
    Cell(1, 0): PlacedFace("corner", 2),
    Cell(0, 1): PlacedFace("corner", 0),
    Cell(1, 1): PlacedFace("three", 2),
}
"""The same with one edge that leads nowhere."""

FITTING: Final[Example] = {Cell(0, 0): PlacedFace("cap", 1), Cell(1, 0): PlacedFace("cap", 3)}
CLASHING: Final[Example] = {Cell(0, 0): PlacedFace("cap", 1), Cell(1, 0): PlacedFace("cap", 0)}
EXAMPLES: Final = {"fitting": FITTING, "clashing": CLASHING, "closed": CLOSED, "open": OPEN}


def book() -> dict[str, Json]:
    """Return the rules' numbers. ``points``: the score of a largest closed city, by its number of dice.

    ``examples`` are cities in the form that a position's view has them.
    """
    return {
        "dice": DICE,
        "throws": THROWS,
        "knights_to_keep_one": KNIGHTS,
        "faces": [*(face.name for face in STANDARD.city), KNIGHT, CATAPULT],
        "points": {str(size): points(size) for size in range(2, DICE + 1)},
        "points_doubled": {str(size): points(size, doubled=True) for size in range(2, DICE + 1)},
        "examples": {name: _shape(placed) for name, placed in EXAMPLES.items()},
    }


def _shape(placed: Example) -> Json:
    found = cities(placed, STANDARD)
    return {"city": built(placed.items()), "cities": [city_shape(city) for city in found]}
