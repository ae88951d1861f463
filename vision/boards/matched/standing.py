"""Pawns on a board, and what lies under them.

What the most likely contents leave unexplained may be pawns. What a pawn hides is not compared: the
cells that it covers, also beside its own, are matched again by the rest of them.
"""

import json
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import BoardGrid
from vision.boards.matched.pawns import FOOT_PX, STRANGE, UNLIKE, CameraPoint, Figures, PawnPlace
from vision.boards.matched.residual import COVERED, EDGE, SCALE, BoardResidual, residual
from vision.boards.sets import BoardSet
from vision.frame import ImageBgr
from vision.matching.answers import BoardAnswer, CellAnswer
from vision.matching.light import as_seen
from vision.matching.looks import Floats, Values
from vision.matching.matcher import BoardMatcher, smaller
from vision.matching.sizes import COARSE, CROP_PX, MARGIN_PX, PLACES, STRIDE_PX
from vision.regression import Regression

FITTED = Path(__file__).parent / "pawns.json"
STANDS = 0.5
"""Probability from which a pawn stands there."""
LEAST_HIDDEN = 0.02
"""Hidden share of a crop from which it is matched again."""
NEAR = 2
"""Cells up to which what is laid on a cell matters for a figure."""
LEAST = 1e-5
"""Least probability that counts."""
COLOUR, NO_COLOUR = 0.3, 3.0
"""Spread (logarithm) of a pawn's colour in other light; a pawn that differs more from all that were
taught, in spreads, may be any."""


@dataclass(frozen=True, eq=False)
class PawnRegressions:
    """The fitted regressions: a pawn stands there; the name of what lies under one is right."""

    stands: Regression
    under: Regression


@cache
def fitted() -> PawnRegressions:
    """Return the fitted regressions (see ``vision.workshop.training.calibration.pawns``)."""
    data = json.loads(FITTED.read_text(encoding="utf-8"))
    return PawnRegressions(Regression.of(data["stands"]), Regression.of(data["under"]))


@dataclass(frozen=True, eq=False)
class _Unexplained:
    """What is left unexplained of a board, and the likeliest figure on each cell that was compared."""

    left: BoardResidual
    figures: dict[int, PawnPlace]


class PawnFinder:
    """Looks for the pawns of one taught board. Safe to call from several threads."""

    def __init__(
        self, taught: BoardSet, matcher: BoardMatcher, by: PawnRegressions | None = None
    ) -> None:
        self._grid, self._matcher, self._by = taught.grid, matcher, by
        self._labels = tuple(dict.fromkeys(one.label for one in taught.pawns))
        self._shown = np.array([self._labels.index(one.label) for one in taught.pawns], np.intp)
        self._colours = np.array([_foot_colour(one.crop_bgr) for one in taught.pawns])

    def seen(self, told: BoardAnswer, camera: CameraPoint) -> BoardAnswer:
        """Return the possible contents of a board's cells with pawns, as seen by this camera."""
        first = self._look(told, camera)
        told, again = self._without_hidden(told, first)
        figures, answers = self._look(told, camera, first, again).figures, list(told.answers)
        for cell, chance in self._chances(told, figures).items():
            on = self._on(figures[cell]) if chance > STANDS else ()
            answers[cell] = replace(answers[cell], pawn=chance, on=on)
        return replace(told, answers=answers)

    def without_hidden(self, told: BoardAnswer, camera: CameraPoint) -> BoardAnswer:
        """Return the possible contents by what pawns do not hide."""
        return self._without_hidden(told, self._look(told, camera))[0]

    def figures(self, told: BoardAnswer, camera: CameraPoint) -> dict[int, PawnPlace]:
        """Return the likeliest figure on each cell that was compared, if one stands there."""
        return self._look(told, camera).figures

    def _without_hidden(self, told: BoardAnswer, looked: "_Unexplained") -> tuple[BoardAnswer, set[int]]:
        """Return the possible contents by what pawns do not hide, and which cells were matched again."""
        hidden = np.zeros(smaller(told.seen).shape[:2], np.bool_)
        for cell, chance in self._chances(told, looked.figures).items():
            if chance > STANDS:
                looked.figures[cell].hide(hidden)
        visible = self._visible(looked.figures, hidden)
        return self._matcher.seen_in_part(told, visible), {*visible}

    def _look(
        self,
        told: BoardAnswer,
        camera: CameraPoint,
        before: "_Unexplained | None" = None,
        again: AbstractSet[int] = frozenset(),
    ) -> "_Unexplained":
        """Return what is left unexplained, and the likeliest figure on each cell that was compared;
        ``again``: the cells that were matched again since ``before``."""
        laid = {} if before is None else before.left.laid
        left = residual(self._matcher, told, {n: one for n, one in laid.items() if n not in again})
        looked, cells, figures = Figures(left, camera), self._grid.cells, dict[int, PawnPlace]()
        changed = np.zeros((self._grid.rows, self._grid.columns), np.uint8)
        changed.flat[list(again)] = 1
        near = cv2.dilate(changed, np.ones((2 * NEAR + 1, 2 * NEAR + 1), np.uint8)).flatten() > 0
        for cell in told.explained.same:
            if told.answers[cell].covered <= COVERED:
                old = None if before is None or near[cell] else before.figures.get(cell)
                figures[cell] = looked.on(cells[cell]) if old is None else old
        return _Unexplained(left, figures)

    def _chances(self, told: BoardAnswer, figures: Mapping[int, PawnPlace]) -> dict[int, float]:
        """Return the probability that a pawn stands on each of these cells."""
        if not figures:
            return {}
        chances = (self._by or fitted()).stands.chance(
            standing_features(figures, told.answers, self._grid)
        )
        return dict(zip(figures, chances.tolist(), strict=True))

    def _visible(
        self, cells: Mapping[int, PawnPlace], hidden: NDArray[np.bool_]
    ) -> dict[int, NDArray[np.bool_]]:
        """Return which places of the crops of those cells that are partly hidden are visible."""
        found = dict[int, NDArray[np.bool_]]()
        across, per = CROP_PX // COARSE, STRIDE_PX // COARSE
        for cell in cells:
            row, column = divmod(cell, self._grid.columns)
            x, y = (EDGE + along * SCALE - MARGIN_PX // COARSE for along in (column, row))
            part = hidden[y : y + across, x : x + across]
            if part.mean() > LEAST_HIDDEN:
                places = part.reshape(PLACES, per, PLACES, per).max((1, 3))
                found[cell] = np.logical_not(places)
        return found

    def _on(self, figure: PawnPlace) -> tuple[tuple[str, float], ...]:
        """Return which pawn it is, by its colour, most likely first."""
        away = np.linalg.norm(self._colours - figure.colour, axis=1) / COLOUR
        nearest = np.array([away[self._shown == n].min() for n in range(len(self._labels))])
        likely = np.exp(-np.square(nearest) / 2) + np.exp(-(NO_COLOUR**2) / 2)
        shares = zip(self._labels, (likely / likely.sum()).tolist(), strict=True)
        return tuple(sorted(shares, key=lambda one: -one[1]))


def standing_features(
    figures: Mapping[int, PawnPlace], answers: Sequence[CellAnswer], grid: BoardGrid
) -> Values:
    """Return the features (n, k) of a pawn standing on each of these cells of a board: the figure's; how
    probably something unknown lies there, and a hand covers it, or a cell up to one or two away, as far
    as fingers reach; the residuals of an ordinary cell of this board: all are large if its light is not
    understood."""
    if not figures:
        return np.zeros((0, 1))
    cells, own = list(figures), np.array([one.features for one in figures.values()])
    covered = np.array([answer.covered for answer in answers], np.float32)
    around = [
        cv2.dilate(covered.reshape(grid.rows, grid.columns), np.ones((side, side), np.uint8)).ravel()
        for side in (1, 3, 5)
    ]
    odd = np.stack([[answers[cell].stranger for cell in cells], *(one[cells] for one in around)], 1)
    usual = np.median(own[:, [STRANGE, UNLIKE]], axis=0)
    return np.hstack([own, _log_odds(odd), np.tile(usual, (len(own), 1))])


def under_features(answer: CellAnswer) -> Values:
    """Return the features of the most likely content under a pawn being right: its lead over the second,
    and over an unknown piece."""
    first, second, *_ = sorted([answer.bare, 0.0, *(chance for _, chance in answer.names)], reverse=True)
    return np.log(np.array([first, first]) + LEAST) - np.log(np.array([second, answer.stranger]) + LEAST)


def rightness_under(answer: CellAnswer) -> float:
    """Return the probability that the most likely content under a pawn is right."""
    return float(fitted().under.chance(under_features(answer)[None])[0])


def _foot_colour(crop_bgr: ImageBgr) -> Floats:
    """Return the colour of the foot of a pawn in a sample."""
    seen = smaller(as_seen(crop_bgr))
    y, x = np.mgrid[: len(seen), : len(seen)] - (len(seen) - 1) / 2
    return np.asarray(seen[np.hypot(y, x) <= FOOT_PX].mean(0), np.float32)


def _log_odds(chances: Values) -> Values:
    held = np.clip(chances, LEAST, 1 - LEAST)
    return np.asarray(np.log(held / (1 - held)))
