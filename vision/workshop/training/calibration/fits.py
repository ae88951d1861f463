"""Fits logistic regressions (Newton's method), and tells how good they are."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.regression import Regression, Values, expand

STIFFNESS = 1.0
"""Cost of large weights."""
ROUNDS, LONGEST, DONE = 200, 1.0, 1e-10
"""Most rounds of a fit, the longest step of a weight in one, and the step below which it is done."""
Values64 = NDArray[np.float64]


def logistic(
    rows: Values64, hits: Values64, precision: Values64, prior: Values64 | None = None
) -> Values64:
    """Return the most probable weights of a logistic regression.

    ``hits``: of each row, how often and how often not (n, 2); ``prior`` and ``precision``: the weights
    expected before, and how surely.
    """
    expected = np.zeros(rows.shape[1]) if prior is None else prior
    weights, counts = expected.copy(), hits.sum(1)
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        curve = rows.T @ (rows * (counts * chance * (1 - chance))[:, None]) + precision
        slope = rows.T @ (hits[:, 0] - counts * chance) - precision @ (weights - expected)
        step = np.linalg.solve(curve, slope)
        longest = float(np.abs(step).max())
        weights = weights + step * min(1.0, LONGEST / max(longest, DONE))
        if longest < DONE:
            break
    return np.asarray(weights)


@dataclass(frozen=True, eq=False)
class Row:
    """One thing's features for one regression, whether its statement is true, and the weight."""

    kind: str
    photo: int
    features: Values
    is_so: bool
    counts: float = 1.0


def fitted_to(rows: Sequence[Row], stiffness: float = STIFFNESS, *, products: bool = True) -> Regression:
    """Return the logistic regression that fits these rows, all of one kind, best."""
    features = np.array([row.features for row in rows], np.float64)
    is_so = np.array([row.is_so for row in rows], np.float64)
    counts = np.array([row.counts for row in rows], np.float64)
    middle, spread = features.mean(0), np.maximum(features.std(0), 1e-2)
    terms = expand((features - middle) / spread)
    terms = terms if products else terms[:, : 1 + features.shape[1]]
    cost = np.eye(terms.shape[1]) * stiffness
    cost[0, 0] = 1e-3
    hits = np.stack([is_so, 1 - is_so], 1) * counts[:, None]
    return Regression(middle, spread, logistic(terms, hits, cost))


def tell(kind: str, fit: Regression, rows: Sequence[Row]) -> str:
    """Return how good a fit is on rows that it was not fitted on."""
    is_so = np.array([row.is_so for row in rows])
    chance = fit.chance(np.array([row.features for row in rows], np.float64))
    told = [f"{kind}: {len(rows)} cells, {100 * np.mean((chance > 0.5) != is_so):.2f} % wrong"]
    for sure in (0.9, 0.95, 0.97, 0.99):
        yes, no = chance > sure, chance < 1 - sure
        wrong = (yes & ~is_so).sum(), (no & is_so).sum()
        told.append(f"  from {sure}: yes {yes.sum()}, {wrong[0]} wrong; no {no.sum()}, {wrong[1]} wrong")
    return "\n".join(told)


def as_data(fit: Regression) -> dict[str, list[float]]:
    """Return a regression as it is written into files."""
    parts = {"middle": fit.middle, "spread": fit.spread, "weights": fit.weights}
    return {name: np.round(values, 5).tolist() for name, values in parts.items()}
