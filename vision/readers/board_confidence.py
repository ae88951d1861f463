"""How sure it is what lies on a cell: two logistic regressions on what was measured.

The first tells whether anything lies there, the second whether its name is right; both on differences
that are held within the range they were fitted on, and on the products of these.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FITTED = Path(__file__).parent / "board_confidence.json"
LEADS, PICTURE_LEADS = [1, 2], [12, 13]
"""Features of a name: its lead over other labels and over itself turned, in edges and in pictures."""
LEAST_LEADS, NOT_BEHIND = np.array([0.1, 0.15]), -0.05
"""One of both leads is at least this where a name is sure, and none is behind. Chosen by hand: a
regression that was fitted on other drawings may trust a name that hardly leads; this loses one name in
fifty and, of a style never fitted on, more than half of what was surely wrong."""
UNCLEAR = 0.9
"""The chance of a name without such a lead is at most this."""
LIMITED = ("empty", "named", "again", "standing")
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Regression:
    """``middle`` and ``spread`` make features comparable; ``weights`` are of a one, them, their
    products."""

    middle: Values
    spread: Values
    weights: Values

    def chance(self, features: Values) -> Values:
        """Return the chance for rows of features: (n, k) -> (n,)."""
        score = expanded((features - self.middle) / self.spread) @ self.weights
        return np.asarray(1 / (1 + np.exp(-np.clip(score, -30, 30))))


def expanded(features: Values) -> Values:
    """Return a one, the features held within 3 spreads, and their products: (n, 1 + k + k (k + 1) /
    2)."""
    held = np.clip(features, -3, 3)
    first, second = np.triu_indices(held.shape[1])
    return np.hstack([np.ones((len(held), 1)), held, held[:, first] * held[:, second]])


def is_clear(named: Values) -> NDArray[np.bool_]:
    """Tell of which names (n, k features) both leads are large enough for them to be sure."""
    edges, picture = named[:, LEADS], named[:, PICTURE_LEADS]
    leads = np.maximum(edges, picture) > LEAST_LEADS
    return np.asarray((leads & (np.minimum(edges, picture) > NOT_BEHIND)).all(1))


@dataclass(frozen=True, eq=False)
class Fitted:
    """Everything fitted. An answer counts as sure from its chance on: empty, named, again, standing."""

    occupied: Regression
    named: Regression
    again: Regression
    standing: Regression
    empty_from: float
    named_from: float
    again_from: float
    standing_from: float


@cache
def fitted() -> Fitted:
    """Return what was fitted (see ``vision.training.calibrate_boards``)."""
    data = json.loads(FITTED.read_text(encoding="utf-8"))
    occupied, named, again, standing = (
        Regression(*(np.array(data[name][part], np.float64) for part in ("middle", "spread", "weights")))
        for name in ("occupied", "named", "again", "standing")
    )
    limits = {f"{name}_from": float(data[f"{name}_from"]) for name in LIMITED}
    return Fitted(occupied, named, again, standing, **limits)
