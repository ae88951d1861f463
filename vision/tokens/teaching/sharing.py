"""Distributes tokens among labels with given numbers, at the least total cost."""

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]


def shared_out(costs: Values, wanted: NDArray[np.intp], missing: float) -> NDArray[np.intp]:
    """Return the label of each token, (n,), with the wanted numbers; the number after the last label
    means none.

    ``costs`` (n, labels + 1): each token's cost with each label, and with none; ``wanted`` (labels,);
    ``missing``: the cost of a wanted token that is not there. Starting with each token's own best,
    tokens are moved along the shortest paths between labels (Busacker and Gowen 1960).
    """
    none = len(wanted)
    absent = np.full((int(wanted.sum()), none + 1), missing)
    absent[:, none] = 0.0
    costs = np.vstack([costs, absent])
    of = costs.argmin(1)
    while True:
        over = np.bincount(of, minlength=none + 1)[:none] - wanted
        if not over.any():
            return np.asarray(of[: len(of) - len(absent)])
        is_end = np.append(over < 0, (over > 0).any())
        is_start = np.append(over > 0, not (over > 0).any())
        for token, label in _shortest(costs, of, is_start, is_end):
            of[token] = label


def _shortest(
    costs: Values, of: NDArray[np.intp], is_start: NDArray[np.bool_], is_end: NDArray[np.bool_]
) -> list[tuple[int, int]]:
    """Return which tokens move to which label on the cheapest way from a label with too many to one with
    too few (Bellman and Ford)."""
    labels = costs.shape[1]
    step, mover = np.full((labels, labels), np.inf), np.zeros((labels, labels), np.intp)
    for label in range(labels):
        own = np.nonzero(of == label)[0]
        if len(own):
            dearer = costs[own] - costs[own, label][:, None]
            step[label], mover[label] = dearer.min(0), own[dearer.argmin(0)]
    np.fill_diagonal(step, np.inf)
    away = np.where(is_start, 0.0, np.inf)
    before = np.full(labels, -1)
    for _ in range(labels):
        through = away[:, None] + step
        nearer = through.min(0) < away - 1e-9
        before = np.where(nearer, through.argmin(0), before)
        away = np.where(nearer, through.min(0), away)
    at = int(np.where(is_end, away, np.inf).argmin())
    moves = []
    while before[at] >= 0:
        moves.append((int(mover[before[at], at]), at))
        at = int(before[at])
    return moves
