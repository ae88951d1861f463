"""Finds a taught board in a picture: where it was last, where it was taught, or anywhere, with any turn.

Each candidate place is fitted (``fit``); the one with which most of the board agrees wins. If a
board looks the same after quarter turns, no picture tells how it is turned: the smallest turn since its
lesson is assumed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.board_grid import (
    BoardGrid,
    Box,
    Matrix,
    straighten_board,
    straighten_box,
    straightened_to_cells,
    through,
)
from vision.boards.finding.bend import bend_of, unbent, unbent_box
from vision.boards.finding.features import FEATURES, BoardFeatures
from vision.boards.finding.fit import COARSE, FINE, MIDDLE, WHOLE, BoardBlocks, Fit
from vision.frame import ImageBgr
from vision.pyramid import Pyramid

FOUND_FROM = 0.1
"""Share of its blocks that must agree for the board to be found: pieces and hands may cover most of it.
On 12 photographs without the board no place reached it."""
PLAIN_FROM = 0.25
"""Share above which no other place is looked for. On 70 photographs the right place had 0.26 to 0.89,
and a neighbouring one at most 0.16."""
NEARLY_FROM = 0.5
"""Share from which a rough place is near enough to be fitted finely at once."""
SETTLE_FROM, SETTLED_FROM = 0.15, 0.4
"""Range of shares in which a place is fitted again: a few blocks may have misled it."""
STILL = 0.9
"""Share of the blocks that agreed a moment ago above which the board has not moved."""
FLAT_FROM = 0.9
"""Share above which no bend of lens or board is looked for."""
AS_GOOD = 0.88
"""Share of the best place's agreement above which another place is as good. Chosen by hand."""
SAME_FROM = 0.95
"""Share of the board that must look the same after quarter turns for nothing to tell them apart. If a
board differs only in its numbers and colours, it agrees with its turned self by up to 0.86."""
MORE_THAN_TURNED = 0.15
"""The agreement of a turned place is about as large as the board's similarity to itself when turned. If
the present place exceeds that by this much, turned places are not tried."""
NEARLY_AS_GOOD = 0.75
"""Share of the agreement below which a turned place, seen roughly, is not examined finely: that would
not raise it."""
WORSE = 1.15
"""A place is fitted again if the board turned in it fits this many times better."""
MORE_BARE = 0.03
"""Share of the cells by which more must look bare if the board lies turned further than it need be. Of a
board half under hands, 36 cells of 150 looked bare in its true turn, 27 in the other."""
CountBare = Callable[[ImageBgr], float]
MOST_ROUNDS = 3
QUARTER = np.pi / 2


class BoardFinder:
    """Finds one taught board. Safe to call from several threads.

    ``board_bgr`` is the straightened empty board, ``known`` where it was seen empty (255), ``taught``
    its place in its lesson's photograph of ``taught_wh`` px. ``bare`` counts a straightened board's
    cells that look bare, as they do only if it is turned the right way.
    """

    def __init__(
        self,
        grid: BoardGrid,
        board_bgr: ImageBgr,
        known: NDArray[np.uint8],
        taught: Matrix,
        taught_wh: tuple[int, int],
        bare: CountBare | None = None,
    ) -> None:
        self.grid, self._bare = grid, bare
        self._blocks = BoardBlocks(grid, board_bgr, known)
        self._features = BoardFeatures(grid, board_bgr)
        self._taught, self._taught_wh = taught, taught_wh
        alike = self._find_symmetries(board_bgr)
        self._same = [0, *(turns for turns, agreeing in alike.items() if agreeing > SAME_FROM)]
        self._alike = {turns: one for turns, one in alike.items() if turns not in self._same}

    def find(self, picture: Pyramid, last: Fit | None = None) -> Fit | None:
        """Return the board's place, or None if it is not seen. ``last``: where it was a moment ago."""
        if last is not None:
            still = self._blocks.fit(picture, last.matrix, (FINE,))
            if still is not None and still.agreeing >= min(SETTLED_FROM, STILL * last.agreeing):
                return still
        fit = self._place(picture, self._as_taught(picture))
        if fit is not None and fit.agreeing >= SETTLE_FROM:
            fit = self._settle(picture, fit)
        if fit is not None and fit.agreeing >= PLAIN_FROM:
            return self._find_least_turned(picture, [fit])
        return self._anywhere(picture, fit)

    def straightened(self, picture: Pyramid, fit: Fit) -> tuple[ImageBgr, NDArray[np.uint8]]:
        """Return the board as seen from straight above, and where the picture shows it (255)."""
        field = self._bend(fit)
        if field is None:
            return straighten_board(picture, self.grid, fit.matrix)
        return unbent(picture, self.grid, fit.matrix, field)

    def straightened_again(
        self, picture: Pyramid, fit: Fit, before_bgr: ImageBgr, boxes: Sequence[Box]
    ) -> ImageBgr:
        """Return the straightened board of a moment ago with these parts as they are seen now."""
        field, board = self._bend(fit), before_bgr.copy()
        for box in boxes:
            part = (
                straighten_box(picture, self.grid, fit.matrix, box)
                if field is None
                else unbent_box(picture, self.grid, fit.matrix, field, box)
            )
            board[box.top : box.bottom, box.left : box.right] = part
        return board

    def _bend(self, fit: Fit) -> Matrix | None:
        """Return the board's bend, if it has one."""
        flat = fit.agreeing >= FLAT_FROM
        return None if flat else bend_of(fit.places, fit.shifts, self.grid)

    def _as_taught(self, picture: Pyramid) -> Matrix:
        """Return where the board lies if neither it nor the camera has moved since the lesson."""
        width, height = picture.size_wh(0)
        return np.diag([width / self._taught_wh[0], height / self._taught_wh[1], 1.0]) @ self._taught

    def _anywhere(self, picture: Pyramid, near: Fit | None) -> Fit | None:
        """Return the best place by features; of several equally good ones, the least turned."""
        fits = [] if near is None else [near]
        for features in FEATURES:
            for matrix in self._features.places(picture, *features):
                fit = self._place(picture, matrix)
                if fit is not None:
                    fits.append(self._settle(picture, fit))
                    if fits[-1].agreeing >= PLAIN_FROM:
                        return self._find_least_turned(picture, fits)
        return self._find_least_turned(picture, fits)

    def _find_least_turned(self, picture: Pyramid, fits: list[Fit]) -> Fit | None:
        """Return the best place; of several equally good ones, including the same place turned, the
        least turned."""
        if not fits:
            return None
        best = max(fits, key=_goodness)
        fits = [*fits, *self._fit_turned(picture, best)]
        most = max(map(_goodness, fits))
        as_good = [self._turn_back(fit) for fit in fits if _goodness(fit) >= AS_GOOD * most]
        found = min(as_good, key=lambda fit: (self._quarters(fit), -_goodness(fit)))
        others = [fit for fit in as_good if self._quarters(fit) != self._quarters(found)]
        if others and self._bare is not None:
            other = max(others, key=_goodness)
            here, there = (self._bare(self.straightened(picture, fit)[0]) for fit in (found, other))
            found = other if there > here + MORE_BARE * len(self.grid.cells) else found
        if most > WORSE * _goodness(found):
            found = self._settle(picture, found, 1.0)
        return found if found.agreeing >= FOUND_FROM else None

    def _place(self, picture: Pyramid, matrix: Matrix) -> Fit | None:
        """Return the board's place near this one, or None if too few blocks are found."""
        rough = self._blocks.fit(picture, matrix, (COARSE,))
        if rough is None:
            return None
        steps = (FINE,) if rough.agreeing >= NEARLY_FROM else (MIDDLE, FINE)
        return self._blocks.fit(picture, rough.matrix, steps)

    def _settle(self, picture: Pyramid, fit: Fit, enough: float = SETTLED_FROM) -> Fit:
        """Fit again as long as agreement grows and fewer than ``enough`` blocks agree."""
        for _ in range(MOST_ROUNDS):
            if fit.agreeing >= enough:
                break
            again = self._blocks.fit(picture, fit.matrix, (MIDDLE, FINE))
            if again is None or again.agreeing <= fit.agreeing:
                break
            fit = again
        return fit

    def _fit_turned(self, picture: Pyramid, fit: Fit) -> Iterator[Fit]:
        """Yield the agreement of the board in the same place turned, for turns after which it looks
        similar, but not the same."""
        corners = through(fit.matrix, self.grid.corner_centres)
        for turns, alike in self._alike.items():
            if fit.agreeing > alike + MORE_THAN_TURNED:
                continue
            turned = self.grid.matrix_of(np.roll(corners, turns, 0))
            rough = self._blocks.fit(picture, turned, (MIDDLE,))
            if rough is None or _goodness(rough) < NEARLY_AS_GOOD * _goodness(fit):
                continue
            again = self._blocks.fit(picture, rough.matrix, (FINE,))
            if again is not None:
                yield again

    def _turn_back(self, fit: Fit) -> Fit:
        """Return the same place of a board that may lie there turned, turned the least."""
        corners = through(fit.matrix, self.grid.corner_centres)
        turned = [self.grid.matrix_of(np.roll(corners, turns, 0)) for turns in self._same]
        matrix = min(turned, key=lambda one: abs(self._turn(one)))
        cells = np.linalg.inv(matrix) @ fit.matrix
        places = through(cells, fit.places)
        return replace(
            fit, matrix=matrix, places=places, shifts=through(cells, fit.places + fit.shifts) - places
        )

    def _find_symmetries(self, board_bgr: ImageBgr) -> dict[int, float]:
        """Return the quarter turns after which the board looks the same, and how similar it is then."""
        square = self.grid.columns == self.grid.rows
        itself = np.linalg.inv(straightened_to_cells())
        corners = through(np.asarray(itself, np.float64), self.grid.corner_centres)
        found = {}
        for turns in (1, 2, 3) if square else (2,):
            fit = self._blocks.fit(
                Pyramid(board_bgr), self.grid.matrix_of(np.roll(corners, turns, 0)), (WHOLE,)
            )
            if fit is not None:
                found[turns] = fit.agreeing
        return found

    def _quarters(self, fit: Fit) -> int:
        """Return by how many quarters the board is turned, either way."""
        return round(abs(self._turn(fit.matrix)) / QUARTER)

    def _turn(self, matrix: Matrix) -> float:
        """Return the board's turn since its lesson, in radians, -pi to pi."""
        ends = np.array([[0.5, self.grid.rows / 2], [self.grid.columns - 0.5, self.grid.rows / 2]])
        now, then = (np.diff(through(one, ends), axis=0)[0] for one in (matrix, self._taught))
        turn = np.arctan2(now[1], now[0]) - np.arctan2(then[1], then[0])
        return float((turn + np.pi) % (2 * np.pi) - np.pi)


def _goodness(fit: Fit) -> float:
    return fit.agreeing * fit.correlation
