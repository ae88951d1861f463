"""Reads boards: one picture in, every cell that is neither hidden nor surely bare out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import Matrix, straighten_board, through
from vision.finders.board import BoardFinder
from vision.finders.board_fit import Fit
from vision.frame import ImageBgr
from vision.pyramid import Pyramid
from vision.readers.board_again import BARE, Again
from vision.readers.board_confidence import UNCLEAR, fitted, is_clear
from vision.readers.board_eye import BoardEye, Looked
from vision.readers.board_looks import SCALE, Edges, edges_of
from vision.readers.board_pooling import pool_boards
from vision.readers.stage_timer import StageTimer
from vision.reading import EMPTY, BoardCell, BoardReading, CellGuess, GridCell, PointPx
from vision.sets.boards import BoardSet

LISTED, LEAST_LISTED = 0.98, 2
"""Of a cell so many guesses are listed that one of them is right with this chance, and at least two."""
GUESS_STEEPNESS = 12.0
"""How fast the chances of the names after the first fall with their likeness."""
SECOND_STEEPNESS = 30.0
"""The same at a second look, where little of a piece may be seen."""
HIDDEN_FROM = 0.45
"""A cell of which so large a part is covered, or outside the picture, cannot be read. Chosen by hand."""
DOUBT_FROM = 0.12
"""A cell of which so large a part is covered is read, but never surely. Chosen by hand."""


UNCHANGED = 8.0
"""Grey levels by which the camera's noise changes no spot of 5 x 5 px. Chosen by hand."""
PLAIN_LIES = 0.0005
"""Chance that something lies on a cell that is plainly bare: fewer than 1 of 4,000 did."""
UNLIKE = 0.6
"""A cell whose edges correlate less than this with anything that may lie there looks like nothing."""
OVERRULED_BELOW = 0.5
"""A first look at least this confident is not overruled by a second one where nothing stands."""
GONE_CELLS = 3
"""So many of them beside each other are behind something: a hand of the board's own colour."""


@dataclass(frozen=True)
class Answer:
    """What may lie on a cell, best first, whether that is sure, and what stands there with what
    chance."""

    guesses: tuple[CellGuess, ...]
    sure: bool
    on: str | None = None
    stands: float = 0.0


class BoardReader:
    """Reads one taught board. Safe to call from several threads; remembers where the board was last."""

    kind = BoardReading.kind

    def __init__(self, taught: BoardSet) -> None:
        self.taught = taught
        self._finder = BoardFinder(
            taught.grid, taught.board_bgr, taught.known, taught.taught_matrix, taught.photo_wh
        )
        self._eye = BoardEye(taught)
        self._before: dict[GridCell, tuple[ImageBgr, Again]] = {}
        self._pawns = tuple(dict.fromkeys(pawn.label for pawn in taught.pawns))
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
        covered = np.maximum(looked.covered, 1 - looked.measured.in_view)
        answers = self._answers(looked, covered <= HIDDEN_FROM)
        gone = self._gone(looked, answers)
        near = self._beside(gone | (covered > HIDDEN_FROM))
        cells, hidden = [], []
        for number, cell in enumerate(self.taught.grid.cells):
            answer = answers.get(number)
            if answer is None or gone[number]:
                hidden.append(cell)
                continue
            turned = self.taught.upright and answer.guesses[0].turns > 0
            if turned or covered[number] > DOUBT_FROM or (answer.on is not None and near[number]):
                answer = replace(answer, sure=False)
            if answer.guesses[0].label != EMPTY or answer.on is not None or not answer.sure:
                cells.append(_as_cell(cell, answer, matrix))
        return tuple(cells), tuple(hidden)

    def _answers(self, looked: Looked, to_read: NDArray[np.bool_]) -> dict[int, Answer]:
        """Return the answers of the cells that can be read, by their numbers."""
        lies = np.where(looked.measured.known, fitted().occupied.chance(looked.occupied), 0.5)
        lies[looked.plain] = PLAIN_LIES
        right = fitted().named.chance(looked.named)
        right = np.where(is_clear(looked.named), right, np.minimum(right, UNCLEAR))
        edges = edges_of(looked.small) if looked.odd.any() else looked.measured.edges
        answers = {}
        for number in np.nonzero(to_read)[0].tolist():
            answer = self._first(looked, number, float(lies[number]), float(right[number]))
            if looked.odd[number] and self._pawns:
                answer = self._second(looked, edges, number, answer)
            answers[number] = answer
        return answers

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

    def _first(self, looked: Looked, number: int, lies: float, right: float) -> Answer:
        """Return what may lie on a cell as it is seen at first, best first."""
        guesses = [CellGuess(EMPTY, 0, 1 - lies)]
        if looked.likeness is not None:
            names, total = self._eye.gallery.names, looked.likeness.total[number]
            best = int(looked.best[number])
            chances = np.exp(GUESS_STEEPNESS * (total - total[best]))
            chances[best] = 0
            chances *= min(right, (1 - right) / max(float(chances.sum()), 1e-6))
            chances[best] = right
            order = np.argsort(-chances)
            enough = int(np.searchsorted(chances[order].cumsum(), LISTED)) + 1
            guesses += [
                CellGuess(names[one][0], names[one][1], round(lies * float(chances[one]), 6))
                for one in order[: max(enough, LEAST_LISTED)].tolist()
            ]
        # Where something lies, a piece comes first, though each may be less likely than none at all.
        lies_there = lies > 0.5 and len(guesses) > 1
        guesses.sort(key=lambda guess: (lies_there and guess.label == EMPTY, -guess.confidence))
        return Answer(tuple(guesses), _is_sure(guesses[0]))

    def _second(self, looked: Looked, edges: Edges, number: int, first: Answer) -> Answer:
        """Return what a cell is at a second look, where that tells more than the first.

        It is sure only where something stands there or both looks say the same: a piece that was never
        taught is like some other in parts.
        """
        again = self._looked_again(looked, edges, number)
        right = float(fitted().again.chance(again.features[None])[0])
        stands = float(fitted().standing.chance(again.standing[None])[0]) if self._pawns else 0.0
        surely = max(stands, 1 - stands) >= fitted().standing_from
        on = self._pawns[0] if stands > 0.5 else None
        label, turns = self._eye.named(again.name)
        guess = CellGuess(label, turns, right)
        if on is None and (first.sure or first.guesses[0].confidence > min(right, OVERRULED_BELOW)):
            return replace(first, sure=first.sure and surely)
        best = first.guesses[0]
        agrees = (best.label, best.turns) == (label, turns)
        clear = agrees and bool(is_clear(looked.named[number][None])[0] or label == EMPTY)
        sure = surely and (clear or on is not None) and right >= fitted().again_from
        return Answer((guess, *self._others(again, right)), sure, on, stands)

    def _others(self, again: Again, right: float) -> tuple[CellGuess, ...]:
        """Return what a cell may be besides what a second look says, best first."""
        numbers = [BARE, *range(len(again.alike))]
        alike = np.array([again.like_bare, *again.alike])
        alike[numbers.index(again.name)] = -np.inf
        chances = np.exp(SECOND_STEEPNESS * (alike - alike.max())) if len(alike) > 1 else np.zeros(1)
        chances *= (1 - right) / max(float(chances.sum()), 1e-6)
        return tuple(
            CellGuess(*self._eye.named(numbers[one]), round(float(chances[one]), 6))
            for one in np.argsort(-chances).tolist()[: len(alike) - 1]
        )

    def _looked_again(self, looked: Looked, edges: Edges, number: int) -> Again:
        """Return what a second look at a cell tells, or told last if nothing has changed there."""
        cell = self.taught.grid.cells[number]
        top, left = cell.row * SCALE, cell.column * SCALE
        seen = looked.small[top : top + 3 * SCALE, left : left + 3 * SCALE]
        with self._lock:
            before = self._before.get(cell)
        if before is not None and _is_unchanged(before[0], seen):
            return before[1]
        again = self._eye.look_again(looked, edges, number)
        with self._lock:
            self._before[cell] = (seen.copy(), again)
        return again


def _is_unchanged(before: ImageBgr, seen: ImageBgr) -> bool:
    """Tell whether two pictures of a cell and its neighbours differ by the camera's noise only."""
    return float(cv2.blur(cv2.absdiff(before, seen), (5, 5)).max()) < UNCHANGED


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
        likely=_enough(answer.guesses),
    )


def _enough(guesses: tuple[CellGuess, ...]) -> tuple[CellGuess, ...]:
    """Return as many of the guesses as are needed."""
    chances = np.cumsum([guess.confidence for guess in guesses])
    return guesses[: max(int(np.searchsorted(chances, LISTED)) + 1, LEAST_LISTED)]


def _is_sure(guess: CellGuess) -> bool:
    return guess.confidence >= (fitted().empty_from if guess.label == EMPTY else fitted().named_from)


def _four(points: NDArray[np.float64]) -> tuple[PointPx, PointPx, PointPx, PointPx]:
    a, b, c, d = (PointPx(x, y) for x, y in points.tolist())
    return a, b, c, d
