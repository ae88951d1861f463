"""A reader that is told what lies on the simulated board: for tests of hands, not of eyes."""

from collections.abc import Sequence

from vision.clock import Clock
from vision.frame import ImageBgr
from vision.readings.board import EMPTY, BoardCell, BoardReading
from vision.readings.places import GridCell, PointPx
from vision.workshop.simulation.table import SimulatedTable


class TruthReader:
    """Reads the simulated board as it truly lies, whatever hands or cups hide."""

    kind = "board"

    def __init__(self, simulated: SimulatedTable, clock: Clock) -> None:
        self._simulated = simulated
        self._clock = clock

    def read(self, image_bgr: ImageBgr) -> BoardReading:
        """Return what lies there now."""
        board = self._simulated.board
        assert board is not None
        truth = board.truth(self._clock.now())
        height, width = image_bgr.shape[:2]

        def px(column: float, row: float) -> PointPx:
            x, y = board.fraction_of(column, row)
            return PointPx(x * width, y * height)

        def cell(at: GridCell) -> BoardCell:
            label, turns = truth.cells.get(at, (EMPTY, 0))
            corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
            a, b, c, d = (px(at.column + x, at.row + y) for x, y in corners)
            return BoardCell(at, label, turns, 0.9999, True, (a, b, c, d), truth.on.get(at))

        columns, rows = board.kit.grid
        ends = (px(0, 0), px(columns - 1, 0), px(columns - 1, rows - 1), px(0, rows - 1))
        return BoardReading(
            True,
            (),
            (width, height),
            True,
            grid=board.kit.grid,
            cells=tuple(map(cell, sorted({*truth.cells, *truth.on}))),
            corners_px=ends,
        )

    def pool(self, readings: Sequence[BoardReading]) -> BoardReading:
        """Return the last reading: all tell the truth."""
        return readings[-1]
