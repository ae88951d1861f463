"""The things on a table with a board: plain frozen values, as in ``scene``.

Prints are data: a mark's name for a cell, a label for each part of a piece. A name with a number at its
end is drawn as one of the board's buildings, with the number beside it.
"""

from dataclasses import dataclass
from functools import cached_property
from math import cos, radians, sin
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation.shapes import beside, oblong, turned

Floats = NDArray[np.float64]
Figure = Literal["road", "water", "rails", "bricks"]
"""The print along a piece."""
PartMark = Literal["single", "start", "bridge", "end"]

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Where turns 0, 1, 2, 3 lead, in cells."""
CELL_MM = 30.0
BOARD_THICK_MM = 2.0
SLAB_THICK_MM = 2.2
PAWN_MM = 25.0


@dataclass(frozen=True)
class BoardMake:
    """A printed board: ``grid`` is columns and rows, ``marks`` the prints by cell.

    ``style`` is one of ``styles.STYLES``; ``seed`` varies its art. ``margin_mm``: width of the printed
    margin around the grid.
    """

    style: str
    grid: tuple[int, int]
    marks: tuple[tuple[GridCell, str], ...] = ()
    seed: int = 0
    cell_mm: float = CELL_MM
    margin_mm: float = 6.0

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the whole board."""
        across, down = (n * self.cell_mm + 2 * self.margin_mm for n in self.grid)
        return across, down


@dataclass(frozen=True)
class LaidBoard:
    """A board on the table, its middle at ``centre_mm``, turned clockwise by ``angle_deg``."""

    make: BoardMake
    centre_mm: PointMm
    angle_deg: float = 0.0
    thick_mm: float = BOARD_THICK_MM

    @property
    def cells(self) -> tuple[GridCell, ...]:
        """Every cell, row after row."""
        columns, rows = self.make.grid
        return tuple(GridCell(column, row) for row in range(rows) for column in range(columns))

    def place_mm(self, column: float, row: float) -> PointMm:
        """Return the table point at a place of the grid: (0, 0) is the middle of the first cell."""
        columns, rows = self.make.grid
        x = (column - (columns - 1) / 2) * self.make.cell_mm
        y = (row - (rows - 1) / 2) * self.make.cell_mm
        return beside(self.centre_mm, self.angle_deg, x, y)

    def middle_mm(self, first: GridCell, turns: int, length: int) -> PointMm:
        """Return the middle of a piece of that length, from its first cell on."""
        (column, row), half = STEPS[turns % 4], (length - 1) / 2
        return self.place_mm(first.column + column * half, first.row + row * half)

    def grid_place(self, at_mm: PointMm) -> tuple[float, float]:
        """Return column and row, with fractions, of a table point: the inverse of ``place_mm``."""
        x, y = at_mm.x - self.centre_mm.x, at_mm.y - self.centre_mm.y
        c, s = cos(radians(self.angle_deg)), sin(radians(self.angle_deg))
        columns, rows = self.make.grid
        across, down = (c * x + s * y) / self.make.cell_mm, (c * y - s * x) / self.make.cell_mm
        return across + (columns - 1) / 2, down + (rows - 1) / 2

    def cell_at(self, at_mm: PointMm) -> GridCell | None:
        """Return the cell at a table point; None beside the grid."""
        column, row = (round(v) for v in self.grid_place(at_mm))
        columns, rows = self.make.grid
        return GridCell(column, row) if 0 <= column < columns and 0 <= row < rows else None

    def outlines_mm(self) -> tuple[Floats, ...]:
        """Return the corners of each of its parts: it is of one."""
        return (self.corners_mm(),)

    def corners_mm(self) -> Floats:
        """Return the board's own corners on the table, clockwise from its top left: (4, 2)."""
        return np.asarray(turned(oblong(*self.make.size_mm), self.angle_deg) + np.array(self.centre_mm))


@dataclass(frozen=True)
class PartLook:
    """How a part of a piece with that label is printed."""

    label: str
    figure: Figure
    mark: PartMark


@dataclass(frozen=True)
class SlabMake:
    """The properties of all flat pieces of one printing: print, side of a part, height."""

    style: str
    looks: tuple[PartLook, ...]
    seed: int = 0
    part_mm: float = CELL_MM - 0.8
    thick_mm: float = SLAB_THICK_MM

    @cached_property
    def _by_label(self) -> dict[str, PartLook]:
        return {look.label: look for look in self.looks}

    def look(self, label: str) -> PartLook:
        """Return how a part with that label is printed. Raises ``KeyError``."""
        return self._by_label[label]


@dataclass(frozen=True)
class Slab:
    """A flat piece of one part or more in a row; ``labels`` in the direction in which it runs.

    ``centre_mm`` is the middle of the whole piece; ``angle_deg`` 0 runs to the table's up. ``height_mm``
    is that of its underside above the table.
    """

    make: SlabMake
    labels: tuple[str, ...]
    centre_mm: PointMm
    angle_deg: float
    height_mm: float = BOARD_THICK_MM

    @property
    def size_mm(self) -> tuple[float, float]:
        """Its width, and its length in the direction in which it runs."""
        return self.make.part_mm, self.make.part_mm * len(self.labels) + (len(self.labels) - 1) * 0.8

    @property
    def top_mm(self) -> float:
        """Height of its printed top above the table."""
        return self.height_mm + self.make.thick_mm

    def corners_mm(self) -> Floats:
        """Return the corners of its base, clockwise, its far end's left first: (4, 2)."""
        return np.asarray(turned(oblong(*self.size_mm), self.angle_deg) + np.array(self.centre_mm))

    def part_centres_mm(self) -> tuple[PointMm, ...]:
        """Return the middle of each part, in the order of ``labels``."""
        step = self.size_mm[1] / len(self.labels)
        back = (np.arange(len(self.labels)) - (len(self.labels) - 1) / 2) * step
        places = turned(np.column_stack([np.zeros_like(back), -back]), self.angle_deg)
        return tuple(
            PointMm(float(x) + self.centre_mm.x, float(y) + self.centre_mm.y) for x, y in places
        )


@dataclass(frozen=True)
class Pawn:
    """A turned wooden figure that stands on a board; ``colour`` is blue-green-red, 0…255."""

    label: str
    colour: tuple[int, int, int]
    centre_mm: PointMm
    height_mm: float = BOARD_THICK_MM
    tall_mm: float = PAWN_MM
