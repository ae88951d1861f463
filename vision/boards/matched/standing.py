"""Pawns on a board, and what lies under them.

What the most likely contents leave unexplained may be pawns. What a pawn hides is not compared: the
cells that it covers, also beside its own, are matched again by the rest of them.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.grid import BoardGrid
from vision.boards.matched.pawns import FOOT_PX, STRANGE, UNLIKE, Camera, Figure, Figures
from vision.boards.matched.residual import COVERED, EDGE, SCALE, residual
from vision.boards.sets import BoardSet
from vision.frame import ImageBgr
from vision.matching.light import as_seen
from vision.matching.looks import Floats, Values
from vision.matching.matcher import Answer, Matcher, Told, smaller
from vision.matching.sizes import COARSE, CROP_PX, MARGIN_PX, PLACES, STRIDE_PX
from vision.regression import Regression

FITTED = Path(__file__).parent / "pawns.json"
STANDS = 0.5
"""Probability from which a pawn stands there."""
LEAST_HIDDEN = 0.02
"""Hidden share of a crop from which it is matched again."""
LEAST = 1e-5
"""Least probability that counts."""
COLOUR, NO_COLOUR = 0.3, 3.0
"""Spread (logarithm) of a pawn's colour in other light; a pawn that differs more from all that were
taught, in spreads, may be any."""


@dataclass(frozen=True, eq=False)
class Fitted:
    """The fitted regressions: a pawn stands there; the name of what lies under one is right."""

    stands: Regression
    under: Regression


@cache
def fitted() -> Fitted:
    """Return the fitted regressions (see ``vision.workshop.training.calibration.pawns``)."""
    data = json.loads(FITTED.read_text(encoding="utf-8"))
    return Fitted(Regression.of(data["stands"]), Regression.of(data["under"]))


class Standing:
    """Looks for the pawns of one taught board. Safe to call from several threads."""

    def __init__(self, taught: BoardSet, matcher: Matcher, by: Fitted | None = None) -> None:
        self._grid, self._matcher, self._by = taught.grid, matcher, by
        self._labels = tuple(dict.fromkeys(one.label for one in taught.pawns))
        self._shown = np.array([self._labels.index(one.label) for one in taught.pawns], np.intp)
        self._colours = np.array([_foot_colour(one.crop_bgr) for one in taught.pawns])

    def seen(self, told: Told, camera: Camera) -> Told:
        """Return the possible contents of a board's cells with pawns, as seen by this camera."""
        told = self.without_hidden(told, camera)
        figures, answers = self.figures(told, camera), list(told.answers)
        for cell, chance in self._chances(told, figures).items():
            on = self._on(figures[cell]) if chance > STANDS else ()
            answers[cell] = replace(answers[cell], pawn=chance, on=on)
        return replace(told, answers=answers)

    def without_hidden(self, told: Told, camera: Camera) -> Told:
        """Return the possible contents by what pawns do not hide."""
        figures = self.figures(told, camera)
        hidden = np.zeros(smaller(told.seen).shape[:2], np.bool_)
        for cell, chance in self._chances(told, figures).items():
            if chance > STANDS:
                figures[cell].hide(hidden)
        return self._matcher.seen_in_part(told, self._visible(figures, hidden))

    def figures(self, told: Told, camera: Camera) -> dict[int, Figure]:
        """Return the likeliest figure on each cell that was compared, if one stands there."""
        looked = Figures(residual(self._matcher, told), camera)
        return {
            cell: looked.on(self._grid.cells[cell])
            for cell in told.explained.same
            if told.answers[cell].covered <= COVERED
        }

    def _chances(self, told: Told, figures: Mapping[int, Figure]) -> dict[int, float]:
        """Return the probability that a pawn stands on each of these cells."""
        if not figures:
            return {}
        chances = (self._by or fitted()).stands.chance(
            standing_features(figures, told.answers, self._grid)
        )
        return dict(zip(figures, chances.tolist(), strict=True))

    def _visible(
        self, cells: Mapping[int, Figure], hidden: NDArray[np.bool_]
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

    def _on(self, figure: Figure) -> tuple[tuple[str, float], ...]:
        """Return which pawn it is, by its colour, most likely first."""
        away = np.linalg.norm(self._colours - figure.colour, axis=1) / COLOUR
        nearest = np.array([away[self._shown == n].min() for n in range(len(self._labels))])
        likely = np.exp(-np.square(nearest) / 2) + np.exp(-(NO_COLOUR**2) / 2)
        shares = zip(self._labels, (likely / likely.sum()).tolist(), strict=True)
        return tuple(sorted(shares, key=lambda one: -one[1]))


def standing_features(
    figures: Mapping[int, Figure], answers: Sequence[Answer], grid: BoardGrid
) -> Values:
    """Return the features (n, k) of a pawn standing on each of these cells of a board: the figure's; how
    probably something unknown lies there, and a hand covers it, or a cell beside it; how strange and
    unlike an ordinary cell of this board is: everything is if its light is not understood."""
    if not figures:
        return np.zeros((0, 1))
    cells, own = list(figures), np.array([one.features for one in figures.values()])
    covered = np.array([answer.covered for answer in answers], np.float32)
    beside = cv2.dilate(covered.reshape(grid.rows, grid.columns), np.ones((3, 3), np.uint8))
    odd = np.stack(
        [[answers[cell].stranger for cell in cells], covered[cells], beside.reshape(-1)[cells]], 1
    )
    usual = np.median(own[:, [STRANGE, UNLIKE]], axis=0)
    return np.hstack([own, _log_odds(odd), np.tile(usual, (len(own), 1))])


def under_features(answer: Answer) -> Values:
    """Return the features of the most likely content under a pawn being right: its lead over the second,
    and over an unknown piece."""
    first, second, *_ = sorted([answer.bare, 0.0, *(chance for _, chance in answer.names)], reverse=True)
    return np.log(np.array([first, first]) + LEAST) - np.log(np.array([second, answer.stranger]) + LEAST)


def rightness_under(answer: Answer) -> float:
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
