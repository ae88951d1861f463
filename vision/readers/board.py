"""Reads boards: one picture in, every cell that is neither hidden nor surely bare out."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import Matrix, through
from vision.finders.board import BoardFinder
from vision.finders.board_fit import Fit
from vision.frame import ImageBgr
from vision.pyramid import Pyramid
from vision.readers.board_answers import Answer, BoardAnswers, enough
from vision.readers.board_eye import BoardEye, Looked
from vision.readers.board_pooling import pool_boards
from vision.readers.stage_timer import StageTimer
from vision.reading import EMPTY, BoardCell, BoardReading, GridCell, PointPx
from vision.sets.boards import BoardSet

HIDDEN_FROM = 0.45
"""A cell of which so large a part is covered, or outside the picture, cannot be read. Chosen by hand."""
DOUBT_FROM = 0.12
"""A cell of which so large a part is covered is read, but never surely. Chosen by hand."""

UNLIKE = 0.6
"""A cell whose edges correlate less than this with anything that may lie there looks like nothing."""
READ_FROM = 0.5
"""Such a cell is read, though not surely, where a second look gives one answer at least this chance."""
GONE_CELLS = 3
"""So many of them beside each other are behind something: a hand of the board's own colour."""


class BoardReader:
    """Reads one taught board. Safe to call from several threads; remembers where the board was last."""

    kind = BoardReading.kind

    def __init__(self, taught: BoardSet) -> None:
        self.taught = taught
        self._finder = BoardFinder(
            taught.grid, taught.board_bgr, taught.known, taught.taught_matrix, taught.photo_wh
        )
        self._eye = BoardEye(taught)
        pawn = taught.pawns[0].label if taught.pawns else None
        self._answers = BoardAnswers(self._eye, taught.grid, pawn)
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
            board, seen = self._finder.straightened(picture, fit)
        looked = self._eye.look(board, seen, timer)
        with timer.stage("name"):
            cells, hidden = self._cells(looked, fit.matrix, (width, height))
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
        self, looked: Looked, matrix: Matrix, size_wh: tuple[int, int]
    ) -> tuple[tuple[BoardCell, ...], tuple[GridCell, ...]]:
        """Return the cells that are neither hidden nor surely bare, and the hidden ones."""
        covered = np.maximum(looked.covered, 1 - looked.measured.in_view)
        answers = self._answers.answers(looked, covered <= HIDDEN_FROM, matrix, size_wh)
        gone = self._gone(looked, answers)
        near = self._beside(gone | (covered > HIDDEN_FROM))
        rivals = self._eye.turned_rivals(looked)
        cells, hidden = [], []
        for number, cell in enumerate(self.taught.grid.cells):
            answer = answers.get(number)
            if answer is None or (gone[number] and _is_lost(answer)):
                hidden.append(cell)
                continue
            best = answer.guesses[0]
            turned = best.label != EMPTY and (
                bool(rivals[number]) or (self.taught.upright and best.turns > 0)
            )
            doubtful = gone[number] or covered[number] > DOUBT_FROM
            if turned or doubtful or (answer.on is not None and near[number]):
                answer = replace(answer, sure=False)
            if answer.guesses[0].label != EMPTY or answer.on is not None or not answer.sure:
                cells.append(_as_cell(cell, answer, matrix))
        return tuple(cells), tuple(hidden)

    def _beside(self, cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return these cells and those beside them: a fingertip there may look like a pawn."""
        board = cells.reshape(self.taught.grid.rows, self.taught.grid.columns).astype(np.uint8)
        return np.asarray(cv2.dilate(board, np.ones((3, 3), np.uint8)).reshape(-1) > 0)

    def _gone(self, looked: Looked, answers: Mapping[int, Answer]) -> NDArray[np.bool_]:
        """Return the cells that look like nothing at all, several beside each other: something lies
        over them."""
        grid = self.taught.grid
        unlike = looked.measured.bare < UNLIKE
        if looked.likeness is not None:
            unlike &= looked.likeness.edges.max(1) < UNLIKE
        lost = np.array(
            [
                number not in answers or bool(unlike[number] and not answers[number].sure)
                for number in range(len(unlike))
            ]
        )
        board = lost.reshape(grid.rows, grid.columns).astype(np.uint8)
        _, groups, stats, _ = cv2.connectedComponentsWithStats(board, connectivity=8)
        large = stats[:, cv2.CC_STAT_AREA] >= GONE_CELLS
        large[0] = False
        return np.asarray(large[groups].reshape(-1))


def _is_lost(answer: Answer) -> bool:
    """Tell whether nothing that may lie on a cell is likely: then it is hidden rather than unclear."""
    return answer.on is None and answer.guesses[0].confidence < READ_FROM


def _as_cell(cell: GridCell, answer: Answer, matrix: Matrix) -> BoardCell:
    """Return a cell with its answer and its place in the picture."""
    outline = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) + np.array([cell.column, cell.row])
    first = answer.guesses[0]
    return BoardCell(
        cell,
        first.label,
        first.turns,
        first.confidence * (answer.stands if answer.on is not None else 1.0),
        answer.sure,
        _four(through(matrix, outline)),
        on=answer.on,
        likely=enough(answer.guesses),
    )


def _four(points: NDArray[np.float64]) -> tuple[PointPx, PointPx, PointPx, PointPx]:
    a, b, c, d = (PointPx(x, y) for x, y in points.tolist())
    return a, b, c, d
