"""Finds the board in whose holes tokens lie: outlines in rows and columns, then which way up it lies.

Full and empty holes alike have an outline, so all of them tell where the rows run. Neighbours are walked
to from each other, as chessboards are found; a homography puts all right; then the board taught is laid
on the lattice in each way that is possible, and what is printed between the holes says which is right.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import MARGIN_CELLS, Matrix, through
from vision.finders.tokens import RADIUS_PX, Work
from vision.sets.tokens import BOARD_PX_PER_CELL, TokenBoard

NEAR = 0.25
"""A neighbour lies at most so far, in cells, from where it should be."""
LENGTHS = (0.75, 1.25)
"""Distances to neighbours, against the usual one, that are thought of."""
LEAST_POINTS = 8
SHRUNK = 2
"""Boards are compared at so much less than their taught size: print, not texture, tells the way up."""
COVERING = 0.9
"""Places of the board that take in so many of the lattice's points, against the most, are compared."""
LEAST_LIKENESS = 0.2
"""Least part of the taught board that is seen again. Chosen by hand."""
LEAST_LEAD = 0.04
"""The way up is not sure where the next one is nearly as like."""
WARPS = 60
MOST_MOVES = 3
"""So often the board is moved by a cell, or turned about, where that is more like it."""
PRINTED = 0.4
"""Mean likeness from which on a place shows what is printed there."""
ALIKE = 0.4
"""Logarithms of colours that differ by more are nothing alike."""
PLAIN_SHARE = 0.05
"""What looks the same on the board turned about counts so much against what does not: red fields tell
which way up a board lies."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class BoardPlace:
    """Where the board lies: the homography from cells to px of the working picture; how like the taught
    one it is; ``lead``: how much more than the next way to lay it."""

    matrix: Matrix
    likeness: float
    lead: float

    @property
    def is_sure(self) -> bool:
        """Whether it is the board and which way up it lies is clear."""
        return self.likeness >= LEAST_LIKENESS and self.lead >= LEAST_LEAD


class LatticeFinder:
    """Finds one taught board. Safe to call from several threads."""

    def __init__(self, board: TokenBoard) -> None:
        self._board = board
        self._known = board.known[::SHRUNK, ::SHRUNK] > 0
        small = cv2.resize(
            board.board_bgr, None, fx=1 / SHRUNK, fy=1 / SHRUNK, interpolation=cv2.INTER_AREA
        )
        logs = _logs(small[: self._known.shape[0], : self._known.shape[1]])
        edge = round(MARGIN_CELLS * BOARD_PX_PER_CELL / SHRUNK)
        self._inner = np.zeros_like(self._known)
        self._inner[edge:-edge, edge:-edge] = self._known[edge:-edge, edge:-edge]
        if not self._inner.any():
            self._inner = self._known
        self._print = logs - np.median(logs[self._inner], 0)
        self._weight = np.where(self._known, PLAIN_SHARE + self._telling(), 0.0)

    def _telling(self) -> Values:
        """Return how much each spot of the board tells against the board turned about or shifted."""
        step = BOARD_PX_PER_CELL // SHRUNK
        there = np.dstack([self._print, np.where(self._known, 1.0, 0.0)])
        shifts = [(by, axis) for by in (step, -step) for axis in (0, 1)]
        others = [there[::-1, ::-1], *(np.roll(there, by, axis) for by, axis in shifts)]
        telling = [
            np.minimum(np.abs(self._print - other[..., :3]).max(2), 1.0) * other[..., 3] * share
            for other, share in zip(others, (0.6, 0.1, 0.1, 0.1, 0.1), strict=True)
        ]
        return np.asarray(np.sum(telling, axis=0))

    def find(self, work: Work, points: Values, last: Matrix | None = None) -> BoardPlace | None:
        """Return where the board lies; None where it is not seen.

        ``points`` (n, 2): middles of tokens and holes in the working picture. ``last``: where it lay
        before.
        """
        if last is not None:
            matrix = self._fitted(points, last, rounds=2)
            likeness = -1.0 if matrix is None else self.likeness(work, matrix)
            if matrix is not None and likeness >= LEAST_LIKENESS:
                return BoardPlace(matrix, likeness, 1.0)
        scored = [
            (self.likeness(work, matrix), matrix)
            for lattice in self._lattices(points)
            for matrix in self._ways(*lattice)
        ]
        if not scored:
            return None
        likeness, matrix = max(scored, key=lambda one: one[0])
        for _ in range(MOST_MOVES):
            near = [(self.likeness(work, other), other) for other in self._moved(matrix)]
            best = max(near, key=lambda one: one[0])
            if best[0] <= likeness:
                break
            likeness, matrix = best
        if likeness < LEAST_LIKENESS:
            return None
        fitted = self._fitted(points, matrix, rounds=2)
        return BoardPlace(matrix if fitted is None else fitted, likeness, likeness - best[0])

    def _moved(self, matrix: Matrix) -> Iterator[Matrix]:
        """Yield the board's place moved by a cell in each direction, and turned about."""
        columns, rows = self._board.grid.columns, self._board.grid.rows
        about = np.array([[-1.0, 0, columns], [0, -1.0, rows], [0, 0, 1]])
        for column, row in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
            shift = np.array([[1.0, 0, column], [0, 1.0, row], [0, 0, 1]])
            if column or row:
                yield matrix @ shift
            yield matrix @ about @ shift

    def likeness(self, work: Work, matrix: Matrix) -> float:
        """Return how like the taught board the picture is there: 0 to 1."""
        agreeing = self._agreeing(_logs(self._straight(work, matrix)))
        return float((agreeing * self._weight).sum() / max(self._weight.sum(), 1e-9))

    def _straight(self, work: Work, matrix: Matrix) -> NDArray[np.uint8]:
        """Return the board as it lies there, from straight above and small."""
        scale = SHRUNK / BOARD_PX_PER_CELL
        to_cells = np.array(
            [[scale, 0, scale / 2 - MARGIN_CELLS], [0, scale, scale / 2 - MARGIN_CELLS], [0, 0, 1.0]]
        )
        seen = cv2.warpPerspective(
            work.image_bgr,
            matrix @ to_cells,
            self._known.shape[::-1],
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(seen, np.uint8)

    def _agreeing(self, logs: Values) -> Values:
        """Return how much each spot looks as it was taught: 0 to 1."""
        off = np.abs(logs - np.median(logs[self._inner], 0) - self._print).max(2)
        return np.asarray(np.maximum(1 - off / ALIKE, 0))

    def printed(
        self, work: Work, matrix: Matrix, cells: Values, radius_cells: float
    ) -> NDArray[np.bool_]:
        """Tell which places (n, 2) of the board, in cells, show what is printed there."""
        agreeing = self._agreeing(_logs(self._straight(work, matrix)))
        found = np.zeros(len(cells), bool)
        scale = BOARD_PX_PER_CELL / SHRUNK
        rows, columns = np.indices(agreeing.shape)
        for n, (x, y) in enumerate((cells + MARGIN_CELLS) * scale - 0.5):
            near = (np.hypot(columns - x, rows - y) < radius_cells * scale) & self._known
            found[n] = near.sum() > 3 and agreeing[near].mean() > PRINTED
        return found

    def _fitted(self, points: Values, matrix: Matrix, rounds: int) -> Matrix | None:
        """Return the homography to the outlines near the holes, from one that is nearly right."""
        grid = self._board.grid
        for _ in range(rounds):
            at = through(np.asarray(np.linalg.inv(matrix), np.float64), points) - 0.5
            cell = np.rint(at)
            inside = (cell >= 0).all(1) & (cell < [grid.columns, grid.rows]).all(1)
            near = inside & (np.abs(at - cell).max(1) < NEAR)
            if near.sum() < LEAST_POINTS or np.linalg.matrix_rank(cell[near] - cell[near][0]) < 2:
                return None
            found, _ = cv2.findHomography(cell[near] + 0.5, points[near], cv2.RANSAC, 0.15 * RADIUS_PX)
            if found is None:
                return None
            matrix = np.asarray(found, np.float64)
        return matrix

    def _lattices(self, points: Values) -> Iterator[tuple[Values, Values, Matrix]]:
        """Yield numbers (n, 2) of points in rows and columns, these points, and the homography.

        Outlines between the holes make lattices, too: which is the board's, its print tells.
        """
        if len(points) < LEAST_POINTS:
            return
        away = points[None] - points[:, None]
        length = np.linalg.norm(away, axis=2)
        for along in self._pitches(length):
            walked = self._longest_walk(points, away, length, along)
            if len(walked) < LEAST_POINTS:
                continue
            numbers, reached = np.array(list(walked.values()), np.float64), points[list(walked)]
            matrix, _ = cv2.findHomography(numbers, reached, cv2.RANSAC, 0.2 * RADIUS_PX)
            if matrix is not None:
                yield numbers, reached, np.asarray(matrix, np.float64)

    def _longest_walk(
        self, points: Values, away: Values, length: Values, along: float
    ) -> dict[int, tuple[int, int]]:
        """Return the numbers in rows and columns of the most points that hang together."""
        turn = _direction(away, length, along, self._board.aspect)
        if turn is None:
            return {}
        across = np.array([np.cos(turn), np.sin(turn)]) * along
        down = np.array([-np.sin(turn), np.cos(turn)]) * along * self._board.aspect
        best: dict[int, tuple[int, int]] = {}
        left = set(range(len(points)))
        while len(left) > len(best):
            walked = _walked(points, min(left), across, down)
            left -= set(walked)
            if len(walked) > len(best):
                best = walked
        return best

    def _pitches(self, length: Values) -> Iterator[float]:
        """Yield how far neighbours in a row may lie from each other, px.

        The outlines may be the tokens' or the holes', and size was guessed.
        """
        usual = RADIUS_PX / self._board.radius_cells
        nearest = length + np.where(length > 0, 0, np.inf)
        yield float(np.median(nearest.min(1))) / min(1.0, self._board.aspect)
        yield usual
        yield RADIUS_PX / self._board.hole_cells

    def _ways(self, numbers: Values, reached: Values, matrix: Matrix) -> Iterator[Matrix]:
        """Yield the homographies from cells to the picture with which the board may lie there."""
        off = np.abs(through(matrix, numbers) - reached).max(1) < 0.4 * RADIUS_PX
        numbers = np.rint(numbers[off])
        grid = self._board.grid
        square = 0.85 < self._board.aspect < 1.18
        found: list[tuple[float, Matrix]] = []
        for quarter in range(4) if square else (0, 2):
            cos, sin = [(1, 0), (0, 1), (-1, 0), (0, -1)][quarter]
            back = np.array([[cos, sin], [-sin, cos]])
            turned = numbers @ back
            low, high = turned.min(0).astype(int), turned.max(0).astype(int)
            for left in range(high[0] - grid.columns, low[0] + 2):
                for top in range(high[1] - grid.rows, low[1] + 2):
                    at = turned - [left, top]
                    inside = ((at >= 0) & (at < [grid.columns, grid.rows])).all(1).mean()
                    place = np.eye(3)
                    place[:2, :2] = back
                    place[:2, 2] = back @ (np.array([left, top]) - 0.5)
                    found.append((float(inside), matrix @ place))
        most = max((inside for inside, _ in found), default=0.0)
        found.sort(key=lambda one: -one[0])
        yield from (one for inside, one in found[:WARPS] if inside >= COVERING * most)


def _direction(away: Values, length: Values, along: float, aspect: float) -> float | None:
    """Return the direction of the rows in which most neighbours lie, radians."""
    angle = np.arctan2(away[..., 1], away[..., 0])
    votes = np.zeros(180)
    for turned, usual in ((0.0, along), (np.pi / 2, along * aspect)):
        near = (length > LENGTHS[0] * usual) & (length < LENGTHS[1] * usual)
        votes += np.bincount(
            ((np.rad2deg(angle[near] - turned) % 180) // 1).astype(int) % 180, minlength=180
        )
    window = np.convolve(np.concatenate([votes[-8:], votes, votes[:8]]), np.hanning(17), "valid")
    return None if not votes.any() else float(np.deg2rad(window.argmax() + 0.5))


def _walked(points: Values, first: int, across: Values, down: Values) -> dict[int, tuple[int, int]]:
    """Return the numbers of points reached from the first, from neighbour to neighbour."""
    least = min(float(np.linalg.norm(across)), float(np.linalg.norm(down)))
    numbers, taken = {first: (0, 0)}, {(0, 0)}
    own = {first: (across, down)}
    queue = [first]
    while queue:
        at = queue.pop(0)
        right, below = own[at]
        for column, row in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            place = numbers[at][0] + column, numbers[at][1] + row
            if place in taken:
                continue
            step = column * right + row * below
            off = np.linalg.norm(points - (points[at] + step), axis=1)
            nearest = int(off.argmin())
            if off[nearest] < NEAR * least and nearest not in numbers:
                numbers[nearest] = place
                taken.add(place)
                seen = points[nearest] - points[at]
                sign = column + row
                bases = (
                    (0.6 * right + 0.4 * sign * seen, below)
                    if column
                    else (right, 0.6 * below + 0.4 * sign * seen)
                )
                own[nearest] = bases
                queue.append(nearest)
    return numbers


def _logs(image: object) -> Values:
    return np.asarray(np.log(np.asarray(image, np.float64) + 12))
