"""Reads boards: from a picture, every cell that is neither hidden nor certainly bare."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.changes import SeenBefore, seen_now
from vision.boards.finding.finder import BoardFinder
from vision.boards.finding.fit import Fit
from vision.boards.grid import Matrix, boxes_round, through
from vision.boards.measured.answers import Answer, BoardAnswers, enough
from vision.boards.measured.eye import BoardEye
from vision.boards.measured.looked import HIDDEN_FROM, Before, Looked
from vision.boards.pooling import pool_boards
from vision.boards.sets import BoardSet
from vision.frame import ImageBgr
from vision.matching.matcher import Matcher
from vision.pyramid import Pyramid
from vision.readings.board import EMPTY, BoardCell, BoardReading
from vision.readings.places import GridCell, PointPx
from vision.stage_timer import StageTimer

DOUBT_FROM = 0.12
"""Covered share from which a cell is read, but never with certainty. Chosen by hand."""

UNLIKE = 0.6
"""A cell whose edges correlate less than this with every possible piece resembles nothing known."""
READ_FROM = 0.5
"""Such a cell is read, though not with certainty, if a second look gives one answer at least this
probability, or explains the visible part."""
GONE_CELLS = 3
"""Number of neighbouring cells of that kind from which they are behind something: a hand of the board's
own colour."""


FEW = 0.25
"""Share of changed cells up to which the others keep their readings."""


@dataclass(frozen=True, eq=False)
class _Last:
    """The last reading, and its basis. ``fresh``: cells with a new reading; they are read once more,
    since noise may mislead once."""

    fit: Fit
    seen: SeenBefore
    looked: Looked
    answers: Mapping[int, Answer]
    reading: BoardReading
    fresh: NDArray[np.bool_]


class BoardReader:
    """Reads one taught board. Safe to call from several threads; remembers where the board was last."""

    kind = BoardReading.kind

    def __init__(self, taught: BoardSet) -> None:
        self.taught = taught
        matcher = Matcher(taught)
        self._finder = BoardFinder(
            taught.grid,
            taught.board_bgr,
            taught.known,
            taught.taught_matrix,
            taught.photo_wh,
            lambda board: float(matcher.bareness(board).sum()),
        )
        self._eye = BoardEye(taught)
        self._answers = BoardAnswers(self._eye, taught)
        self._lock = Lock()
        self._last: _Last | None = None

    def read(self, image_bgr: ImageBgr) -> BoardReading:
        """Return the reading of the board in a picture."""
        timer = StageTimer()
        height, width = image_bgr.shape[:2]
        picture, size_wh = Pyramid(image_bgr), (width, height)
        with self._lock:
            last = self._last
        if last is not None and last.reading.size_px != size_wh:
            last = None
        with timer.stage("changes"):
            where = None if last is None else last.seen.where(picture)
            changed = None
            if last is not None and where is not None:
                changed = last.seen.changed(where) | last.fresh
        if last is None or where is None or changed is None or changed.mean() > FEW:
            now = self._anew(picture, size_wh, last, timer)
        elif changed.any():
            now = self._with_changes(picture, last, changed, where, timer)
        else:
            now = last
        with self._lock:
            self._last = now
        reading = self._no_board(size_wh) if now is None else now.reading
        return replace(reading, stages_ms=tuple(timer.ms.items()))

    def _anew(
        self, picture: Pyramid, size_wh: tuple[int, int], last: _Last | None, timer: StageTimer
    ) -> _Last | None:
        """Return a completely new reading, which reuses only the board's place."""
        with timer.stage("find"):
            fit = self._finder.find(picture, None if last is None else last.fit)
        if fit is None:
            return None
        with timer.stage("straighten"):
            board, seen = self._finder.straightened(picture, fit)
        looked = self._eye.look(board, seen, timer)
        with timer.stage("name"):
            answers = self._answers.answers(looked, looked.to_read, fit.matrix, size_wh)
            reading = self._reading(looked, answers, fit.matrix, size_wh)
        fresh = _fresh(answers, None if last is None else last.answers, len(looked.best))
        now = seen_now(picture, self.taught.grid, fit.matrix)
        return _Last(fit, now, looked, answers, reading, fresh)

    def _with_changes(
        self,
        picture: Pyramid,
        last: _Last,
        changed: NDArray[np.bool_],
        where: NDArray[np.uint8],
        timer: StageTimer,
    ) -> _Last:
        """Return a reading in which unchanged cells keep theirs."""
        size_wh = last.reading.size_px
        with timer.stage("straighten"):
            boxes = boxes_round(self.taught.grid, changed)
            before = last.looked.board_bgr
            board = self._finder.straightened_again(picture, last.fit, before, boxes)
        looked = self._eye.look(board, Before(last.looked, changed, boxes), timer)
        with timer.stage("name"):
            to_read = looked.to_read
            known = np.zeros(len(changed), bool)
            known[list(last.answers)] = True
            anew = to_read & (changed | ~known)
            same = np.nonzero(to_read & ~anew)[0].tolist()
            others = {number: last.answers[number] for number in same}
            answers = self._answers.answers(looked, anew, last.fit.matrix, size_wh, others) | others
            reading = self._reading(looked, answers, last.fit.matrix, size_wh)
        fresh = _fresh(answers, last.answers, len(changed))
        return _Last(last.fit, last.seen.renewed(picture, where), looked, answers, reading, fresh)

    def _reading(
        self,
        looked: Looked,
        answers: Mapping[int, Answer],
        matrix: Matrix,
        size_wh: tuple[int, int],
    ) -> BoardReading:
        cells, hidden = self._cells(looked, answers, matrix)
        doubts = (
            *(("cell",) if not all(cell.sure for cell in cells) else ()),
            *(("hidden",) if hidden else ()),
        )
        return BoardReading(
            sure=not doubts,
            doubts=doubts,
            size_px=size_wh,
            has_markers=False,
            grid=(self.taught.grid.columns, self.taught.grid.rows),
            cells=cells,
            hidden=hidden,
            corners_px=_four(through(matrix, self.taught.grid.corner_centres)),
        )

    def pool(self, readings: Sequence[BoardReading]) -> BoardReading:
        """Return several readings of a still board as one. Raises ``ValueError`` for none."""
        return pool_boards(readings)

    def _no_board(self, size_wh: tuple[int, int]) -> BoardReading:
        return BoardReading(
            sure=False,
            doubts=("no_board",),
            size_px=size_wh,
            has_markers=False,
            grid=(self.taught.grid.columns, self.taught.grid.rows),
            cells=(),
            corners_px=None,
        )

    def _cells(
        self, looked: Looked, answers: Mapping[int, Answer], matrix: Matrix
    ) -> tuple[tuple[BoardCell, ...], tuple[GridCell, ...]]:
        """Return the cells that are neither hidden nor certainly bare, and the hidden ones."""
        covered = looked.out_of_sight
        gone = self._gone(looked, answers)
        near = self._beside(gone | (covered > HIDDEN_FROM))
        rivals = self._eye.turned_rivals(looked)
        outlines = self._outlines_px(matrix)
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
                cells.append(_as_cell(cell, answer, outlines[number]))
        return tuple(cells), tuple(hidden)

    def _outlines_px(self, matrix: Matrix) -> NDArray[np.float64]:
        """Return the corners of each cell in the picture: (cells, 4, 2)."""
        places = np.array(self.taught.grid.cells, np.float64)
        square = np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]])
        corners = through(matrix, (places[:, None] + square).reshape(-1, 2))
        return corners.reshape(-1, 4, 2)

    def _beside(self, cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return these cells and their neighbours: a fingertip there may look like a pawn."""
        board = cells.reshape(self.taught.grid.rows, self.taught.grid.columns).astype(np.uint8)
        return np.asarray(cv2.dilate(board, np.ones((3, 3), np.uint8)).reshape(-1) > 0)

    def _gone(self, looked: Looked, answers: Mapping[int, Answer]) -> NDArray[np.bool_]:
        """Return groups of neighbouring cells that resemble nothing known: something lies over them."""
        grid = self.taught.grid
        unlike = looked.seen_through < UNLIKE
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


def _fresh(
    answers: Mapping[int, Answer], before: Mapping[int, Answer] | None, cells: int
) -> NDArray[np.bool_]:
    """Return the cells whose reading has changed, if there was one before."""
    fresh = np.zeros(cells, bool)
    if before is not None:
        fresh[[number for number, one in answers.items() if _said(one) != _said(before.get(number))]] = (
            True
        )
    return fresh


def _said(answer: Answer | None) -> tuple[str, int, str | None] | None:
    return None if answer is None else (answer.guesses[0].label, answer.guesses[0].turns, answer.on)


def _is_lost(answer: Answer) -> bool:
    """Tell whether no possible name is likely, and none explains the visible part of a cell: then it is
    hidden rather than unclear.

    A cell that looks bare, but not probably, is unclear: a cell partly beside a cup, for example.
    """
    best = answer.guesses[0]
    unlikely = best.label != EMPTY and best.confidence < READ_FROM
    return answer.on is None and unlikely and not answer.explained


def _as_cell(cell: GridCell, answer: Answer, outline_px: NDArray[np.float64]) -> BoardCell:
    """Return a cell with its answer and its place in the picture."""
    first = answer.guesses[0]
    return BoardCell(
        cell,
        first.label,
        first.turns,
        first.confidence * (answer.stands if answer.on is not None else 1.0),
        answer.sure,
        _four(outline_px),
        on=answer.on,
        likely=enough(answer.guesses),
    )


def _four(points: NDArray[np.float64]) -> tuple[PointPx, PointPx, PointPx, PointPx]:
    a, b, c, d = (PointPx(x, y) for x, y in points.tolist())
    return a, b, c, d
