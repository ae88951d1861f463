"""Logistic regressions on differences that are limited to the range they were fitted on."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Regression:
    """``middle`` and ``spread`` normalise features; ``weights`` belong to a constant, the features, and
    their products; where products count nothing, weights end before them."""

    middle: Values
    spread: Values
    weights: Values

    @classmethod
    def of(cls, data: dict[str, Any]) -> "Regression":
        """Return the regression that a file of fitted ones holds."""
        return cls(*(np.array(data[part], np.float64) for part in ("middle", "spread", "weights")))

    def chance(self, features: Values) -> Values:
        """Return the probability for rows of features: (n, k) -> (n,)."""
        terms = expand((features - self.middle) / self.spread)
        score = terms[:, : len(self.weights)] @ self.weights
        return np.asarray(1 / (1 + np.exp(-np.clip(score, -30, 30))))


def expand(features: Values) -> Values:
    """Return a constant, the features clipped to 3 spreads, and their products: (n, 1 + k + k (k + 1) /
    2)."""
    held = np.clip(features, -3, 3)
    first, second = np.triu_indices(held.shape[1])
    return np.hstack([np.ones((len(held), 1)), held, held[:, first] * held[:, second]])
