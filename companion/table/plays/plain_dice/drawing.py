"""Plain dice, drawn for everybody to see: the last throw and its sum."""

from math import ceil

from companion.table.hooks.drawing import PAPER, die, ordinary, picture, row_of, words
from companion.table.shapes.values import JsonObject

MOST_IN_ROW = 6
APART = 116


def drawing(view: JsonObject) -> str:
    """Return the last throw; "" before the first."""
    faces = view["faces"]
    if not faces:
        return ""
    rows = ceil(len(faces) / MOST_IN_ROW)
    columns = min(len(faces), MOST_IN_ROW)
    drawn = [
        one
        for row in range(rows)
        for one in row_of(
            [die(ordinary(face)) for face in faces[row * MOST_IN_ROW : (row + 1) * MOST_IN_ROW]],
            row * APART,
        )
    ]
    width = max(columns, 3) * APART
    if view["sum"] is not None:
        middle = columns * APART / 2 - 8
        drawn.append(
            words(f"= {view['sum']}", middle, rows * APART + 90, 100, fill=PAPER, text_anchor="middle")
        )
    return picture(min(0, columns * APART - width) / 2 - 8, -8, width, rows * APART + 130, drawn)
