"""A reader that is told which squares of a puzzle's sheet are covered on the simulated table."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.clock import Clock
from vision.frame import ImageBgr
from vision.readings.outlines import Outline, OutlineCell, OutlineLook, OutlineReading
from vision.readings.places import PointMm, PointPx
from vision.sheets.outlines import CELLS
from vision.workshop.simulation.table import SimulatedTable
from vision.workshop.simulation.tokens.things import Block, LaidSheet


class TrueOutlines:
    """Reads the sheets as they truly lie: a square is covered where a piece lies on its middle."""

    kind = "outlines"

    def __init__(self, simulated: SimulatedTable, clock: Clock) -> None:
        self._simulated, self._clock = simulated, clock

    def read(self, image_bgr: ImageBgr) -> OutlineReading:
        """Return what lies there now."""
        height, width = image_bgr.shape[:2]
        tokens = self._simulated.tokens
        assert tokens is not None
        sheets, blocks = tokens.puzzle.seen(self._clock.now())

        def at_px(at_mm: PointMm, height_mm: float) -> PointPx:
            x, y = self._simulated.in_picture(at_mm, height_mm)
            return PointPx(x * width, y * height)

        def outline(sheet: LaidSheet) -> Outline:
            cells = tuple(
                OutlineCell(cell, _look(blocks, middle, is_inside=cell in sheet.within), True, seen)
                for cell in CELLS
                for middle in (sheet.place_mm(cell.column + 0.5, cell.row + 0.5),)
                for seen in (at_px(middle, sheet.height_mm),)
            )
            ends = [PointMm(*corner) for corner in sheet.corners_mm().tolist()]
            a, b, c, d = (at_px(end, sheet.height_mm) for end in ends)
            return Outline(sheet.number, cells, (a, b, c, d))

        outlines = tuple(outline(sheet) for sheet in sheets)
        return OutlineReading(True, (), (width, height), False, outlines=outlines)

    def pool(self, readings: Sequence[OutlineReading]) -> OutlineReading:
        """Return the last reading: all tell the truth."""
        return readings[-1]


def _look(blocks: Sequence[Block], at_mm: PointMm, *, is_inside: bool) -> OutlineLook:
    squares = (square for block in blocks for square in block.squares_mm())
    if any(
        cv2.pointPolygonTest(square.astype(np.float32), tuple(at_mm), False) >= 0 for square in squares
    ):
        return "covered"
    return "inside" if is_inside else "outside"
