"""Cities drawn as text: one sign a die, its strokes being city.

``╵╶╷╴`` cap, ``│─`` straight, ``└┌┐┘`` corner, ``├┬┤┴`` three, ``K`` knight, ``C`` catapult, space none.
The sign at the first column of the first line lies on cell [0, 0].
"""

from companion.games.carcassonne_dice.city import Cell, PlacedFace

SIGNS = {
    sign: PlacedFace(face, turns)
    for face, signs in {"cap": "╵╶╷╴", "straight": "│─", "corner": "└┌┐┘", "three": "├┬┤┴"}.items()
    for turns, sign in enumerate(signs)
} | {"K": PlacedFace("knight", 0), "C": PlacedFace("catapult", 0)}


def drawn(*lines: str) -> dict[Cell, PlacedFace]:
    """Return the dice of a drawing."""
    return {
        Cell(column, row): SIGNS[sign]
        for row, line in enumerate(lines)
        for column, sign in enumerate(line)
        if sign != " "
    }
