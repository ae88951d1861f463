"""The things on a table with tokens: plain frozen values, as in ``scene``.

Lengths are millimetres, angles degrees clockwise seen from above, heights are above the table.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.readings.places import GridCell, PointMm
from vision.sheets.outlines import CELL_MM, SHEET_MM
from vision.workshop.simulation.shapes import beside, circle, oblong, turned

Floats = NDArray[np.float64]
GEM_LABELS = ("red", "green", "blue", "yellow", "brown", "violet")
GEM_GRID = (12, 6)
STONE_FACES = ("sword", "axe", "shield", "helmet", "monster", "logo", "back")
_HEAD_CELLS = 1.5
"""Distance from the middle of a row's first hole to that of the red field before it."""


@dataclass(frozen=True)
class GemMake:
    """The properties of all gems of one box; ``style`` is one of ``styles.GEM_STYLES``."""

    style: str
    seed: int = 0


@dataclass(frozen=True)
class Gem:
    """A faceted piece of clear plastic. ``height_mm`` is that of its underside.

    ``lean_deg``: the angle by which it leans towards the direction ``leans_to_deg``.
    """

    make: GemMake
    label: str
    centre_mm: PointMm
    angle_deg: float = 0.0
    height_mm: float = 0.0
    lean_deg: float = 0.0
    leans_to_deg: float = 0.0


@dataclass(frozen=True)
class GemBoardMake:
    """A board of two halves with a hole for each gem and a red field at the head of each row."""

    style: str
    seed: int = 0
    grid: tuple[int, int] = GEM_GRID
    cell_mm: float = 19.0
    row_mm: float = 21.0
    margin_mm: float = 9.0

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the board laid together, its red fields at the left."""
        columns, rows = self.grid
        width = (columns + _HEAD_CELLS) * self.cell_mm + 2 * self.margin_mm
        return width, rows * self.row_mm + 2 * self.margin_mm


@dataclass(frozen=True)
class LaidGemBoard:
    """A gem board on the table, its middle at ``centre_mm``.

    The halves do not quite fit: the right one lies ``gap_mm`` away and ``slide_mm`` too low.
    """

    make: GemBoardMake
    centre_mm: PointMm
    angle_deg: float = 0.0
    thick_mm: float = 3.0
    gap_mm: float = 0.0
    slide_mm: float = 0.0

    def board_mm(self, column: float, row: float) -> tuple[float, float]:
        """Return a place of the grid from the board's own middle: (0, 0) is the first hole's middle."""
        make = self.make
        rows = make.grid[1]
        x = -make.size_mm[0] / 2 + make.margin_mm + (column + _HEAD_CELLS + 0.5) * make.cell_mm
        y = (row - (rows - 1) / 2) * make.row_mm
        return (x + self.gap_mm, y + self.slide_mm) if self._is_right(column) else (x, y)

    def place_mm(self, column: float, row: float) -> PointMm:
        """Return the table point at a place of the grid; whole numbers are the middles of holes."""
        return beside(self.centre_mm, self.angle_deg, *self.board_mm(column, row))

    def head_mm(self, row: float) -> PointMm:
        """Return the table point of the middle of a row's red field."""
        return self.place_mm(-_HEAD_CELLS + 0.12, row)

    def cell_at(self, at_mm: PointMm) -> GridCell | None:
        """Return the hole nearest to a table point; None beside the grid."""
        columns, _ = self.make.grid
        away = np.hypot(*(self._holes_mm - np.array(at_mm)).T)
        best = int(np.argmin(away))
        if away[best] > 0.5 * min(self.make.cell_mm, self.make.row_mm):
            return None
        return GridCell(best % columns, best // columns)

    @cached_property
    def _holes_mm(self) -> Floats:
        """The middles of all holes, row by row: (n, 2)."""
        columns, rows = self.make.grid
        return np.array([self.place_mm(c, r) for r in range(rows) for c in range(columns)])

    def row_at(self, at_mm: PointMm) -> int | None:
        """Return the row whose red field contains a table point; None if there is none."""
        rows = self.make.grid[1]
        away = [float(np.hypot(*np.subtract(self.head_mm(r), at_mm))) for r in range(rows)]
        best = int(np.argmin(away))
        return best if away[best] < self.make.row_mm else None

    def outlines_mm(self) -> tuple[Floats, Floats]:
        """Return the corners of both halves on the table, clockwise from the top left: (4, 2) each."""
        width, height = self.make.size_mm
        seam = self.seam_mm
        left = np.array([[-width / 2, -1], [seam, -1], [seam, 1], [-width / 2, 1]])
        right = np.array([[seam, -1], [width / 2, -1], [width / 2, 1], [seam, 1]])
        halves = [left * [1, height / 2], right * [1, height / 2] + [self.gap_mm, self.slide_mm]]
        first, second = (turned(h, self.angle_deg) + np.array(self.centre_mm) for h in halves)
        return np.asarray(first), np.asarray(second)

    @property
    def seam_mm(self) -> float:
        """The line where the halves meet, relative to the board's own middle."""
        make = self.make
        half = make.grid[0] / 2
        return -make.size_mm[0] / 2 + make.margin_mm + (half + _HEAD_CELLS) * make.cell_mm

    def _is_right(self, column: float) -> bool:
        return column > self.make.grid[0] / 2 - 0.5


@dataclass(frozen=True)
class StoneMake:
    """The properties of all stones of one box; ``style`` is one of ``styles.STONE_STYLES``."""

    style: str
    seed: int = 0
    across_mm: float = 20.0
    thick_mm: float = 3.0


@dataclass(frozen=True)
class Stone:
    """A flat round stone; ``face`` is the upper side, ``height_mm`` the height of its underside."""

    make: StoneMake
    face: str
    centre_mm: PointMm
    angle_deg: float = 0.0
    height_mm: float = 0.0

    @property
    def top_mm(self) -> float:
        """Height of its printed top above the table."""
        return self.height_mm + self.make.thick_mm

    def outline_mm(self, points: int = 40) -> Floats:
        """Return its rim on the table, clockwise: (n, 2)."""
        return np.asarray(circle(1.0, points) * self.make.across_mm / 2 + np.array(self.centre_mm))


@dataclass(frozen=True)
class LaidSheet:
    """A sheet with a printed outline (``vision.sheets.outlines``): its middle, ``centre_mm``."""

    number: int
    within: frozenset[GridCell]
    centre_mm: PointMm
    angle_deg: float = 0.0
    height_mm: float = 0.3

    def corners_mm(self) -> Floats:
        """Return its corners on the table, clockwise from its own top left: (4, 2)."""
        return np.asarray(turned(oblong(SHEET_MM, SHEET_MM), self.angle_deg) + np.array(self.centre_mm))

    def place_mm(self, column: float, row: float) -> PointMm:
        """Return the table point at a place of its cells; whole numbers are their corners."""
        at = np.array([[column * CELL_MM - SHEET_MM / 2, row * CELL_MM - SHEET_MM / 2]])
        x, y = (turned(at, self.angle_deg) + np.array(self.centre_mm))[0].tolist()
        return PointMm(x, y)


@dataclass(frozen=True)
class Block:
    """A flat piece of adjacent squares; its bounding box has its middle at ``centre_mm``.

    ``cells`` begin at (0, 0); ``colour`` is blue-green-red, 0…255; ``height_mm``: of its underside.
    """

    cells: frozenset[GridCell]
    colour: tuple[int, int, int]
    centre_mm: PointMm
    angle_deg: float = 0.0
    height_mm: float = 0.3
    thick_mm: float = 2.5

    @property
    def size_cells(self) -> tuple[int, int]:
        """Its columns and rows."""
        return 1 + max(c.column for c in self.cells), 1 + max(c.row for c in self.cells)

    @property
    def top_mm(self) -> float:
        """Height of its top above the table."""
        return self.height_mm + self.thick_mm

    def squares_mm(self) -> list[Floats]:
        """Return each square's corners on the table, clockwise: (4, 2)."""
        columns, rows = self.size_cells
        square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
        middle = np.array([columns, rows]) / 2
        return [
            np.asarray(
                turned((square + np.array(cell) - middle) * CELL_MM, self.angle_deg)
                + np.array(self.centre_mm)
            )
            for cell in sorted(self.cells)
        ]
