"""A puzzle on the simulated table: a printed sheet, and flat pieces that hands lay on it.

Only a test or the last line of a demo may ask for the ``truth``.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from vision.readings.places import GridCell, PointMm
from vision.sheets.outlines import CELL_MM
from vision.workshop.simulation.dice.layouts import TablePose
from vision.workshop.simulation.handling import Handled, Lot, SharedWorld
from vision.workshop.simulation.motion import DiePose
from vision.workshop.simulation.tokens.things import Block, LaidGemBoard, LaidSheet

Cells = frozenset[GridCell]
COLOURS: Final = ((70, 90, 205), (80, 160, 70), (190, 120, 60), (70, 185, 225))
"""How pieces are painted, one after the other."""
_SNAP_CELLS, _SNAP_DEG = 0.4, 25.0
"""Distance, and angle, within which a piece that is set down is aligned with its squares, as people
do."""
_APART_MM, _ABOVE_MM = 84.0, 108.0
"""Distances between pieces that are not laid yet, and from the sheet's middle."""
_SLIP_MM = 0.4
_ON_TABLE_MM, _GEMS_TALL_MM = 0.3, 6.0
"""Height of a sheet on the table, and on the gems if it is laid over a gem board."""
_SHEET_MM: Final = 30.0


@dataclass(frozen=True)
class PuzzleToLay:
    """A sheet's number, the cells of its outline, and the cells that each piece covers to fill it."""

    number: int
    within: Cells
    pieces: tuple[Cells, ...]


@dataclass(frozen=True)
class TablePart:
    """The truth about a sheet or a piece; ``centre`` and ``size`` as of a ``TableToken``: those of its
    handle."""

    id: int
    kind: Literal["sheet", "block"]
    centre: tuple[float, float]
    size: float
    at_rest: bool


@dataclass
class _Part(Handled):
    """A sheet with the cells of its outline, or a piece with its own."""

    kind: Literal["sheet", "block"] = "block"
    cells: Cells = frozenset()
    colour: tuple[int, int, int] = (0, 0, 0)


class SimulatedPuzzle:
    """One puzzle, or none, on the table. Methods may be called from any thread."""

    def __init__(self, world: SharedWorld, board: LaidGemBoard | None, slip: float) -> None:
        self._world = world
        self._board = board
        self._slip = slip
        self._level_mm = _ON_TABLE_MM if board is None else board.thick_mm + _GEMS_TALL_MM
        self._parts = Lot[_Part]()
        self._number = 0

    def lay(self, puzzle: PuzzleToLay, middle: PointMm, *, filled: bool) -> tuple[int, ...]:
        """Remove what lies there, and lay a sheet and its pieces: on it or, if not filled, beside it.

        Returns the pieces.
        """
        with self._world.lock:
            self.take_away()
            self._number = puzzle.number
            sheet = self._new("sheet", puzzle.within)
            angle = float(self._world.rng.normal(0, 2 * self._slip))
            laid = LaidSheet(puzzle.number, puzzle.within, middle, angle)
            visits = [(sheet, TablePose(middle, angle))]
            beyond = PointMm(middle.x, middle.y - _ABOVE_MM)
            for number, cells in enumerate(puzzle.pieces):
                block = self._new("block", at_corner(cells), COLOURS[number % len(COLOURS)])
                place = _beside(beyond, number, len(puzzle.pieces))
                visits.append((block, self._slipped(_place_on(laid, cells)) if filled else place))
            self._world.hands.carry(visits)
            return tuple(part.id for part, _ in visits[1:])

    def move(self, part: int, to_mm: PointMm, turns: int = 0, *, flip: bool = False) -> None:
        """Take a sheet or a piece up, turn it by this many quarters, perhaps flip a piece, and set it
        down with its handle there. Raises ``LookupError``."""
        with self._world.lock:
            moved = self._parts.known(part)
            angle = moved.lying().angle_deg + 90.0 * turns
            if moved.kind == "sheet":
                self._world.hands.carry([(moved, TablePose(to_mm, angle))])
                return
            moved.cells = _flip(moved.cells) if flip else moved.cells
            block = Block(moved.cells, moved.colour, to_mm, angle)
            grip = _handle_mm(block)
            middle = PointMm(2 * to_mm.x - grip.x, 2 * to_mm.y - grip.y)
            place = self._laid_down(replace(block, centre_mm=middle))
            self._world.hands.carry([(moved, place)])

    def take_away(self) -> None:
        """Take the sheet and its pieces off the table, with one visit."""
        with self._world.lock:
            self._world.hands.pick_up(self._parts.lying())

    def clear(self) -> None:
        """Remove it at once."""
        with self._world.lock:
            self._parts.clear()

    def seen(self, now: float) -> tuple[tuple[LaidSheet, ...], tuple[Block, ...]]:
        """Return what the camera sees at that time; earlier removed things are forgotten."""
        with self._world.lock:
            self._parts.forget_before(now)
            there = self._parts.seen(now)
            sheets = (self._sheet(part, pose) for part, pose in there if part.kind == "sheet")
            blocks = (self._block(part, pose) for part, pose in there if part.kind == "block")
            return tuple(sheets), tuple(blocks)

    def truth(self, now: float | None = None) -> tuple[TablePart, ...]:
        """Return what really lies there at that time (default: now)."""
        with self._world.lock:
            at = self._world.clock.now() if now is None else now
            return tuple(self._true(part, pose, at) for part, pose in self._parts.seen(at))

    def _true(self, part: _Part, pose: DiePose, now: float) -> TablePart:
        projection, height = self._world.projection(), self._level_mm + pose.height_mm
        at_mm, size_mm = pose.centre_mm, _SHEET_MM
        if part.kind == "block":
            at_mm, size_mm = _handle_mm(self._block(part, pose)), CELL_MM
        (centre,) = projection.fractions([at_mm], height)
        size = size_mm * projection.px_per_mm(np.array([*at_mm, -height])) / projection.size_wh[0]
        return TablePart(part.id, part.kind, centre, size, now >= part.ends)

    def at_mm(self, where: tuple[float, float]) -> PointMm:
        """Return the point of the puzzle's plane seen at a place in the picture (fractions 0…1)."""
        return self._world.projection().at_fraction(where, self._level_mm)

    def _sheet(self, part: _Part, pose: DiePose) -> LaidSheet:
        height = self._level_mm + pose.height_mm
        return LaidSheet(self._number, part.cells, pose.centre_mm, pose.angle_deg, height)

    def _block(self, part: _Part, pose: DiePose) -> Block:
        height = self._level_mm + pose.height_mm
        return Block(part.cells, part.colour, pose.centre_mm, pose.angle_deg, height)

    def _laid_down(self, block: Block) -> TablePose:
        """Return a piece's final place: on nearby squares of the sheet, or exactly there."""
        for part in self._parts.values():
            rest = part.rest()
            if part.kind == "sheet" and rest is not None:
                place = _snap(self._sheet(part, rest), block)
                if place is not None:
                    return self._slipped(place)
        return TablePose(block.centre_mm, block.angle_deg)

    def _slipped(self, place: TablePose) -> TablePose:
        x, y = self._world.rng.normal(place.centre_mm, _SLIP_MM * self._slip).tolist()
        return TablePose(PointMm(x, y), place.angle_deg + float(self._world.rng.normal(0, self._slip)))

    def _new(
        self,
        kind: Literal["sheet", "block"],
        cells: Cells,
        colour: tuple[int, int, int] = (0, 0, 0),
    ) -> _Part:
        number = 1 + max(self._parts, default=0)
        self._parts[number] = _Part(number, kind, kind=kind, cells=cells, colour=colour)
        return self._parts[number]


def at_corner(cells: Collection[GridCell]) -> Cells:
    """Return a piece's cells, beginning at (0, 0)."""
    left, top = min(cell.column for cell in cells), min(cell.row for cell in cells)
    return frozenset(GridCell(cell.column - left, cell.row - top) for cell in cells)


def _flip(cells: Collection[GridCell]) -> Cells:
    return at_corner([GridCell(-cell.column, cell.row) for cell in cells])


def _place_on(sheet: LaidSheet, cells: Collection[GridCell]) -> TablePose:
    """Return the place of a piece that covers these cells of a sheet."""
    columns, rows = zip(*cells, strict=True)
    column, row = ((min(values) + max(values) + 1) / 2 for values in (columns, rows))
    return TablePose(sheet.place_mm(column, row), sheet.angle_deg)


def _beside(middle: PointMm, number: int, count: int) -> TablePose:
    """Return the place of the nth piece before it is laid: in a row around a point."""
    return TablePose(PointMm(middle.x + (number - (count - 1) / 2) * _APART_MM, middle.y), 0.0)


def _snap(sheet: LaidSheet, block: Block) -> TablePose | None:
    """Return a piece's place on nearby squares of a sheet; None if none are near."""
    turns = round((block.angle_deg - sheet.angle_deg) / 90)
    angle = sheet.angle_deg + 90 * turns
    columns, rows = block.size_cells
    size = np.array([rows, columns] if turns % 2 else [columns, rows])
    here, origin = np.array(block.centre_mm), np.array(sheet.place_mm(0, 0))
    axes = [np.subtract(sheet.place_mm(*axis), origin) / CELL_MM**2 for axis in ((1, 0), (0, 1))]
    at = np.array([float((here - origin) @ axis) for axis in axes]) - size / 2
    if np.abs(at - np.rint(at)).max() > _SNAP_CELLS or abs(block.angle_deg - angle) > _SNAP_DEG:
        return None
    column, row = (np.rint(at) + size / 2).tolist()
    return TablePose(sheet.place_mm(column, row), angle)


def _handle_mm(block: Block) -> PointMm:
    """Return the middle of the square at which a piece is gripped: the one nearest to its own middle."""
    middles = np.array([square.mean(axis=0) for square in block.squares_mm()])
    away = np.hypot(*(middles - np.array(block.centre_mm)).T)
    return PointMm(*middles[int(np.argmin(away))].tolist())
