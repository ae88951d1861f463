"""Reads boards by the learnt matcher."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from vision.board_grid import Matrix, boxes_round, cell_shares, px_per_cell, through
from vision.boards.changes import SeenBefore, seen_now
from vision.boards.finding.finder import BoardFinder
from vision.boards.finding.fit import Fit
from vision.boards.matched.explained import explained
from vision.boards.matched.joined import Joined
from vision.boards.matched.pawns import camera_over
from vision.boards.matched.standing import STANDS, PawnFinder, rightness_under
from vision.boards.pooling import pool_boards
from vision.boards.sets import BoardSet
from vision.frame import ImageBgr
from vision.matching.answers import BoardAnswer, CellAnswer, Name
from vision.matching.honest import NEVER_TAUGHT, odds_of_unknown
from vision.matching.matcher import BoardMatcher
from vision.piece import Candidate, Piece, Place
from vision.pyramid import Pyramid
from vision.readings.board import EMPTY, BoardCell, BoardReading, CellGuess, WhyUnsure
from vision.readings.places import GridCell, PointPx
from vision.stage_timer import StageTimer

SURE = 0.985
"""Probability from which a piece, or a bare place, is sure. Of 24,000 contents of photographs with at
least this, none was wrong; of 87 from 0.97 to 0.98 one, an unknown piece, was."""
SURE_OF_PAWNS = 0.93
"""Probability from which a pawn, or none, is sure, and what lies under one. On made-up boards that were
not fitted to, 7 of 815 such contents under pawns were wrong; with 0.95, 6 of 766."""
IN_VIEW, HIDDEN = 0.98, 0.5
"""Share of a cell that must be in the picture for it to be sure; probability of being covered above
which it is not read."""

LISTED, LEAST_LISTED = 0.005, 2
"""Probability above which possible contents are listed, and how many are in any case."""
FEW = 0.25
"""Share of changed cells up to which the others keep their readings."""


@dataclass(frozen=True)
class OnCell:
    """Additional data of a piece on a board: its cell, its quarter turns clockwise, the thing on it, and
    why it is not sure."""

    cell: GridCell
    turns: int
    on: str | None
    why: WhyUnsure | None


BoardPiece = Piece[OnCell]


@dataclass(frozen=True, eq=False)
class _LastReading:
    """The last reading, and its basis: what was told of each cell, and the answers, also from pawns and
    neighbours. ``fresh``: cells with a new reading; they are read once more,
    since noise may mislead once."""

    fit: Fit
    seen: SeenBefore
    board_bgr: ImageBgr
    in_view: NDArray[np.float32]
    told: BoardAnswer
    answers: list[CellAnswer]
    reading: BoardReading
    fresh: NDArray[np.bool_]


class BoardReader:
    """Reads one taught board. Safe to call from several threads; remembers where the board was last.

    ``unknown``: share of the pieces on the board that were never taught.
    """

    kind = BoardReading.kind

    def __init__(self, taught: BoardSet, unknown: float = NEVER_TAUGHT) -> None:
        self.taught, self.unknown = taught, unknown
        self._matcher, self._joined = BoardMatcher(taught), Joined(taught)
        self._finder = BoardFinder(
            taught.grid,
            taught.board_bgr,
            taught.known,
            taught.taught_matrix,
            taught.photo_wh,
            lambda board: float(self._matcher.bareness(board).sum()),
        )
        self._standing = PawnFinder(taught, self._matcher) if taught.pawns else None
        self._lock = Lock()
        self._last: _LastReading | None = None

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
            changed = None if last is None or where is None else last.seen.changed(where) | last.fresh
        if last is None or where is None or changed is None or changed.mean() > FEW:
            now = self._anew(picture, size_wh, last, timer)
        elif changed.any():
            now = self._with_changes(picture, last, changed, where, timer)
        else:
            now = last
        with self._lock:
            self._last = now
        reading = self._reading(size_wh, (), (), None) if now is None else now.reading
        return replace(reading, stages_ms=tuple(timer.ms.items()))

    def _anew(
        self, picture: Pyramid, size_wh: tuple[int, int], last: "_LastReading | None", timer: StageTimer
    ) -> "_LastReading | None":
        """Return a completely new reading, which reuses only the board's place."""
        with timer.stage("find"):
            fit = self._finder.find(picture, None if last is None else last.fit)
        if fit is None:
            return None
        with timer.stage("straighten"):
            board, seen = self._finder.straightened(picture, fit)
        in_view = cell_shares(self.taught.grid, seen)
        told = self._matcher.told(board, timer)
        answers = self._answers(told, fit.matrix, size_wh, timer)
        reading = self._answered(answers, in_view, fit.matrix, size_wh)
        fresh = _otherwise(answers, None if last is None else last.answers)
        now = seen_now(picture, self.taught.grid, fit.matrix)
        return _LastReading(fit, now, board, in_view, told, answers, reading, fresh)

    def _with_changes(
        self,
        picture: Pyramid,
        last: "_LastReading",
        changed: NDArray[np.bool_],
        where: NDArray[np.uint8],
        timer: StageTimer,
    ) -> "_LastReading":
        """Return a reading in which unchanged cells keep theirs."""
        with timer.stage("straighten"):
            boxes = boxes_round(self.taught.grid, changed)
            board = self._finder.straightened_again(picture, last.fit, last.board_bgr, boxes)
        told = self._matcher.told(board, timer, (changed, last.told))
        matrix, size_wh = last.fit.matrix, last.reading.size_px
        answers = self._answers(told, matrix, size_wh, timer)
        reading = self._answered(answers, last.in_view, matrix, size_wh)
        return replace(
            last,
            seen=last.seen.renewed(picture, where),
            board_bgr=board,
            told=told,
            answers=answers,
            reading=reading,
            fresh=_otherwise(answers, last.answers),
        )

    def _answers(
        self, told: BoardAnswer, matrix: Matrix, size_wh: tuple[int, int], timer: StageTimer
    ) -> list[CellAnswer]:
        """Return the possible contents of the cells, with pawns, and inferred jointly."""
        if self._standing is not None:
            with timer.stage("pawns"):
                told = self._standing.seen(told, camera_over(matrix, size_wh))
        odds = odds_of_unknown(self.unknown)
        # What lies under a pawn is judged by a fit of its own, which takes unknown pieces as they were.
        answers = [one if one.on else one.with_unknown(odds) for one in told.answers]
        return self._joined.answers(answers)

    def explained(self, image_bgr: ImageBgr) -> Iterator[tuple[GridCell, ImageBgr]]:
        """Yield, for each cell of a picture that is not certainly bare, the pictures that it was
        compared with."""
        listed = {cell.cell for cell in self.read(image_bgr).cells}
        with self._lock:
            last = self._last
        if last is None:
            return
        for number, picture in explained(self.taught, last.board_bgr, last.answers):
            if self.taught.grid.cells[number] in listed:
                yield self.taught.grid.cells[number], picture

    def pool(self, readings: Sequence[BoardReading]) -> BoardReading:
        """Return several readings of a still board as one. Raises ``ValueError`` for none."""
        return pool_boards(readings)

    def _answered(
        self,
        answers: Sequence[CellAnswer],
        in_view: NDArray[np.float32],
        matrix: Matrix,
        size_wh: tuple[int, int],
    ) -> BoardReading:
        grid = self.taught.grid
        size_px = px_per_cell(grid, matrix)
        cells, hidden, fits = [], [], ~self._joined.doubted(answers)
        for cell, answer, seen, fitting in zip(
            grid.cells, answers, in_view.tolist(), fits.tolist(), strict=True
        ):
            if seen < HIDDEN or answer.covered > HIDDEN:
                hidden.append(cell)
                continue
            clear = seen > IN_VIEW
            piece = self._piece(cell, answer, matrix, size_px, clear=clear, fits=fitting)
            if piece is not None:
                cells.append(_as_cell(piece, answer, matrix))
        corners = _four(through(matrix, grid.corner_centres))
        return self._reading(size_wh, tuple(cells), tuple(hidden), corners)

    def _piece(
        self,
        cell: GridCell,
        answer: CellAnswer,
        matrix: Matrix,
        size_px: float,
        *,
        clear: bool,
        fits: bool,
    ) -> BoardPiece | None:
        """Return the content of a cell, which is clear if it is in view, and fits its neighbours or not;
        None if certainly nothing lies there."""
        on, shown = answer.on[0] if answer.on else (None, 1.0)
        name, chance = answer.names[0] if answer.names else (None, 0.0)
        best, least = max(answer.bare, chance) * (1 - answer.covered), SURE
        alone = 1 - answer.pawn
        there = 1 - answer.bare
        if on is not None:
            best, least, alone = rightness_under(answer), SURE_OF_PAWNS, answer.pawn * shown
        sure = clear and fits and best >= least and alone >= SURE_OF_PAWNS
        if sure and on is None and answer.bare >= SURE:
            return None
        labels = dict.fromkeys(one.label for one, _ in answer.names)
        candidates = tuple(
            Candidate(label, sum(c for one, c in answer.names if one.label == label) / max(there, 1e-9))
            for label in labels
        )
        why = None if sure else _why(answer, best, clear=clear)
        own = OnCell(cell, 0 if name is None else name.turns, on, why)
        centre = through(matrix, np.array([[cell.column + 0.5, cell.row + 0.5]]))[0]
        return Piece(Place(PointPx(*centre.tolist()), size_px), candidates, there, sure, own)

    def _reading(
        self,
        size_wh: tuple[int, int],
        cells: tuple[BoardCell, ...],
        hidden: tuple[GridCell, ...],
        corners: tuple[PointPx, PointPx, PointPx, PointPx] | None,
    ) -> BoardReading:
        doubts = (
            *(("no_board",) if corners is None else ()),
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
            corners_px=corners,
        )


def _otherwise(answers: Sequence[CellAnswer], before: Sequence[CellAnswer] | None) -> NDArray[np.bool_]:
    """Return the cells whose reading has changed, if there was one before."""
    if before is None:
        return np.zeros(len(answers), bool)
    return np.array([_said(one) != _said(then) for one, then in zip(answers, before, strict=True)])


def _said(answer: CellAnswer) -> tuple[Name | None, bool]:
    name, chance = answer.names[0] if answer.names else (None, 0.0)
    return (name if chance > answer.bare else None), answer.pawn > STANDS


def _why(answer: CellAnswer, best: float, *, clear: bool) -> WhyUnsure:
    """Return why a cell's content is not sure."""
    if not clear:
        return "cut_off"
    if answer.covered > 1 - SURE or answer.on:
        return "covered"
    return "never_taught" if answer.stranger > 1 - SURE and answer.stranger > best / 2 else "between_two"


def _as_cell(piece: BoardPiece, answer: CellAnswer, matrix: Matrix) -> BoardCell:
    """Return a piece in the form of board readings."""
    cell = piece.own.cell
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]]) + cell
    guesses = _guesses(answer)
    best = guesses[0]
    confidence = best.confidence * answer.pawn if answer.on else best.confidence
    return BoardCell(
        cell,
        best.label,
        best.turns,
        confidence,
        piece.sure,
        _four(through(matrix, square)),
        on=piece.own.on,
        likely=tuple(
            guess for n, guess in enumerate(guesses[:4]) if n < LEAST_LISTED or guess.confidence > LISTED
        ),
        why=piece.own.why,
    )


def _guesses(answer: CellAnswer) -> list[CellGuess]:
    """Return the possible contents, likeliest first; under a pawn as likely as such ones are right."""
    guesses = [CellGuess(one.label, one.turns, chance) for one, chance in answer.names]
    guesses.append(CellGuess(EMPTY, 0, answer.bare))
    best, *others = sorted(guesses, key=lambda guess: -guess.confidence)
    if not answer.on:
        return [best, *others]
    right = rightness_under(answer)
    share = (1 - right) / max(1 - best.confidence, 1e-9)
    held = [replace(guess, confidence=share * guess.confidence) for guess in others]
    return [replace(best, confidence=right), *held]


def _four(points: NDArray[np.float64]) -> tuple[PointPx, PointPx, PointPx, PointPx]:
    a, b, c, d = (PointPx(x, y) for x, y in points.tolist())
    return a, b, c, d
