"""Places in the picture, on the table and in a grid, each with a type of its own.

Pixels have their origin at the picture's top left corner, x to the right and y down. Angles are degrees
clockwise: in the picture from its up, on the table from the direction in which the table's y decreases.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple


class PointPx(NamedTuple):
    """A place in the picture."""

    x: float
    y: float


class PointMm(NamedTuple):
    """A place on the table: origin at the top left marker's outer corner, x right, y down."""

    x: float
    y: float


class GridCell(NamedTuple):
    """A place in a grid of touching dice or of a board: column to the right, row down, from (0, 0)."""

    column: int
    row: int


class BoxPx(NamedTuple):
    """A part of the picture: its top left corner, its width and height."""

    x: float
    y: float
    width: float
    height: float

    def holds(self, place: PointPx) -> bool:
        """Tell whether a place lies in it."""
        return 0 <= place.x - self.x <= self.width and 0 <= place.y - self.y <= self.height


def cells_of(grid: tuple[int, int]) -> Iterator[GridCell]:
    """Yield all cells of a grid of so many columns and rows, row after row."""
    return (GridCell(column, row) for row, column in product(range(grid[1]), range(grid[0])))


def point_in_quad(
    corners: tuple[PointPx, PointPx, PointPx, PointPx], across: float, down: float
) -> PointPx:
    """Return a point of the unit square in perspective, given the places of the square's corners."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    right, up = (x1 - x2, y1 - y2), (x3 - x2, y3 - y2)
    rest = (x0 - x1 + x2 - x3, y0 - y1 + y2 - y3)
    area = right[0] * up[1] - up[0] * right[1]
    g = (rest[0] * up[1] - up[0] * rest[1]) / area
    h = (right[0] * rest[1] - rest[0] * right[1]) / area
    w = g * across + h * down + 1
    x = (x1 - x0 + g * x1) * across + (x3 - x0 + h * x3) * down + x0
    y = (y1 - y0 + g * y1) * across + (y3 - y0 + h * y3) * down + y0
    return PointPx(x / w, y / w)
