"""Fits logistic regressions, and tells how good they are."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.regression import Regression, Values, expand

STIFFNESS = 1.0
"""Cost of large weights."""


@dataclass(frozen=True, eq=False)
class Row:
    """One thing's features for one regression, whether its statement is true, and the weight."""

    kind: str
    photo: int
    features: Values
    is_so: bool
    counts: float = 1.0


def fitted_to(rows: Sequence[Row], stiffness: float = STIFFNESS, *, products: bool = True) -> Regression:
    """Return the logistic regression that fits these rows, all of one kind, best (Newton's method)."""
    features = np.array([row.features for row in rows], np.float64)
    is_so = np.array([row.is_so for row in rows], np.float64)
    counts = np.array([row.counts for row in rows], np.float64)
    middle, spread = features.mean(0), np.maximum(features.std(0), 1e-2)
    terms = expand((features - middle) / spread)
    terms = terms if products else terms[:, : 1 + features.shape[1]]
    cost = np.eye(terms.shape[1]) * stiffness
    cost[0, 0] = 1e-3
    weights = np.zeros(terms.shape[1])
    for _ in range(40):
        chance = 1 / (1 + np.exp(-np.clip(terms @ weights, -30, 30)))
        slope = terms.T @ (counts * (chance - is_so)) + cost @ weights
        bend = (terms * (counts * chance * (1 - chance))[:, None]).T @ terms + cost
        step = np.linalg.solve(bend, slope)
        weights -= step
        if np.abs(step).max() < 1e-5:
            break
    return Regression(middle, spread, weights)


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
