"""Reads boards: one picture in, every cell that is neither hidden nor surely bare out."""

from collections.abc import Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from vision.board_grid import Matrix, straighten_board, through
from vision.finders.board import BoardFinder
from vision.finders.board_fit import Fit
from vision.frame import ImageBgr
from vision.pyramid import Pyramid
from vision.readers.board_confidence import fitted
from vision.readers.board_eye import BoardEye, Looked
from vision.readers.board_pooling import pool_boards
from vision.readers.stage_timer import StageTimer
from vision.reading import EMPTY, BoardCell, BoardReading, CellGuess, GridCell, PointPx
from vision.sets.boards import BoardSet

GUESSES = 4
"""So many names are listed for each cell: more is of no use to whoever answers a question."""
GUESS_STEEPNESS = 12.0
"""How fast the chances of the names after the first fall with their likeness."""
HIDDEN_FROM = 0.45
"""A cell of which so large a part is covered, or outside the picture, cannot be read. Chosen by hand."""
DOUBT_FROM = 0.12
"""A cell of which so large a part is covered is read, but never surely. Chosen by hand."""


class BoardReader:
    """Reads one taught board. Safe to call from several threads; remembers where the board was last."""

    kind = BoardReading.kind

    def __init__(self, taught: BoardSet) -> None:
        self.taught = taught
        self._finder = BoardFinder(
            taught.grid, taught.board_bgr, taught.known, taught.taught_matrix, taught.photo_wh
        )
        self._eye = BoardEye(taught)
        self._lock = Lock()
        self._last: tuple[tuple[int, int], Matrix] | None = None

    def read(self, image_bgr: ImageBgr) -> BoardReading:
        """Return what lies on the board in a picture."""
        timer = StageTimer()
        height, width = image_bgr.shape[:2]
        picture = Pyramid(image_bgr)
        with timer.stage("find"):
            fit = self._found(picture, (width, height))
        if fit is None:
            return self._no_board((width, height), timer)
        with timer.stage("straighten"):
            board, seen = straighten_board(picture, self.taught.grid, fit.matrix)
        looked = self._eye.look(board, seen, timer)
        with timer.stage("name"):
            cells, hidden = self._cells(looked, fit.matrix)
        doubts = (
            *(("cell",) if not all(cell.sure for cell in cells) else ()),
            *(("hidden",) if hidden else ()),
        )
        return BoardReading(
            sure=not doubts,
            doubts=doubts,
            size_px=(width, height),
            has_markers=False,
            grid=(self.taught.grid.columns, self.taught.grid.rows),
            cells=cells,
            hidden=hidden,
            corners_px=_four(through(fit.matrix, self.taught.grid.corner_centres)),
            stages_ms=tuple(timer.ms.items()),
        )

    def pool(self, readings: Sequence[BoardReading]) -> BoardReading:
        """Return several readings of a still board as one. Raises ``ValueError`` for none."""
        return pool_boards(readings)

    def _found(self, picture: Pyramid, size_wh: tuple[int, int]) -> Fit | None:
        with self._lock:
            last = self._last
        fit = self._finder.find(picture, last[1] if last is not None and last[0] == size_wh else None)
        with self._lock:
            self._last = None if fit is None else (size_wh, fit.matrix)
        return fit

    def _no_board(self, size_wh: tuple[int, int], timer: StageTimer) -> BoardReading:
        return BoardReading(
            sure=False,
            doubts=("no_board",),
            size_px=size_wh,
            has_markers=False,
            grid=(self.taught.grid.columns, self.taught.grid.rows),
            cells=(),
            corners_px=None,
            stages_ms=tuple(timer.ms.items()),
        )

    def _cells(
        self, looked: Looked, matrix: Matrix
    ) -> tuple[tuple[BoardCell, ...], tuple[GridCell, ...]]:
        """Return the cells that are neither hidden nor surely bare, and the hidden ones."""
        lies = np.where(looked.measured.known, fitted().occupied.chance(looked.occupied), 0.5)
        right = fitted().named.chance(looked.named)
        covered = np.maximum(looked.covered, 1 - looked.measured.in_view)
        cells, hidden = [], []
        for number, cell in enumerate(self.taught.grid.cells):
            if covered[number] > HIDDEN_FROM:
                hidden.append(cell)
                continue
            guesses = self._guesses(looked, number, float(lies[number]), float(right[number]))
            sure = covered[number] < DOUBT_FROM and _is_sure(guesses[0])
            if guesses[0].label == EMPTY and sure:
                continue
            cells.append(self._cell(cell, guesses, matrix, sure))
        return tuple(cells), tuple(hidden)

    def _cell(
        self, cell: GridCell, guesses: Sequence[CellGuess], matrix: Matrix, sure: bool
    ) -> BoardCell:
        column, row = cell
        outline = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) + [column, row]
        first = guesses[0]
        return BoardCell(
            cell,
            first.label,
            first.turns,
            first.confidence,
            sure,
            _four(through(matrix, outline)),
            likely=tuple(guesses[:GUESSES]),
        )

    def _guesses(self, looked: Looked, number: int, lies: float, right: float) -> list[CellGuess]:
        """Return what may lie on a cell, best first."""
        guesses = [CellGuess(EMPTY, 0, 1 - lies)]
        if looked.likeness is not None:
            names, total = self._eye.gallery.names, looked.likeness.total[number]
            best = int(looked.best[number])
            chances = np.exp(GUESS_STEEPNESS * (total - total[best]))
            chances[best] = 0
            chances *= (1 - right) / max(float(chances.sum()), 1.0)
            chances[best] = right
            guesses += [
                CellGuess(*names[one], round(lies * float(chances[one]), 6))
                for one in np.argsort(-chances)[:GUESSES].tolist()
            ]
        return sorted(guesses, key=lambda guess: -guess.confidence)


def _is_sure(guess: CellGuess) -> bool:
    return guess.confidence >= (fitted().empty_from if guess.label == EMPTY else fitted().named_from)


def _four(points: NDArray[np.float64]) -> tuple[PointPx, PointPx, PointPx, PointPx]:
    a, b, c, d = (PointPx(x, y) for x, y in points.tolist())
    return a, b, c, d
