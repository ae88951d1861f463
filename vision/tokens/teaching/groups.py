"""Groups of tokens that look alike, and which labels' counts they add up to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

MOST_WAYS = 200
"""So many ways to give groups to labels are followed at once."""


def merged(looks: Values, fewest: int, most: int) -> Iterator[NDArray[np.intp]]:
    """Yield the group of each token, (n,), first as ``most`` groups, down to ``fewest``.

    ``looks`` (n, d). The two groups nearest in the mean are joined, step by step (Sokal and Michener
    1958).
    """
    of = np.arange(len(looks))
    apart = ((looks[:, None] - looks[None]) ** 2).sum(2)
    np.fill_diagonal(apart, np.inf)
    sizes = np.ones(len(looks))
    many = len(looks)
    while many > fewest:
        if many <= most:
            yield np.unique(of, return_inverse=True)[1]
        a, b = (int(one) for one in np.unravel_index(apart.argmin(), apart.shape))
        mean = (sizes[a] * apart[a] + sizes[b] * apart[b]) / (sizes[a] + sizes[b])
        apart[a], apart[:, a] = mean, mean
        apart[a, a], apart[b], apart[:, b] = np.inf, np.inf, np.inf
        sizes[a] += sizes[b]
        of[of == b] = a
        many -= 1
    yield np.unique(of, return_inverse=True)[1]


@dataclass(frozen=True, eq=False)
class _Way:
    """``given``: the label of each group so far; ``many`` (photos, labels): how many tokens that are;
    ``cost``: of all but what is missing."""

    given: tuple[int, ...]
    many: NDArray[np.intp]
    cost: float


def likely_labels(
    sizes: NDArray[np.intp], wanted: NDArray[np.intp], own: Values, misplaced: float
) -> list[tuple[int, ...]]:
    """Return labels of groups that the counts allow best, the best first; that after the last is none.

    ``sizes`` (groups, photos): how many tokens each has; ``wanted`` (photos, labels); ``own``
    (groups, labels + 1): what each costs as each label, and as none; ``misplaced``: what a token costs
    that is too many or too few.
    """
    none = wanted.shape[1]
    ways = [_Way((), np.zeros_like(wanted), 0.0)]
    order = np.argsort(-sizes.sum(1), kind="stable")
    for group in order.tolist():
        longer = [
            _given(way, label, sizes[group], float(own[group, label]))
            for way in ways
            for label in range(none + 1)
        ]
        longer.sort(key=lambda way: way.cost + misplaced * _too_many(way.many, wanted))
        ways = longer[:MOST_WAYS]
    ways.sort(key=lambda way: way.cost + misplaced * float(np.abs(way.many - wanted).sum()))
    place = np.argsort(order)
    return [tuple(way.given[at] for at in place) for way in ways]


def _given(way: _Way, label: int, size: NDArray[np.intp], cost: float) -> _Way:
    many = way.many
    if label < many.shape[1]:
        many = many.copy()
        many[:, label] += size
    return _Way((*way.given, label), many, way.cost + cost)


def _too_many(many: NDArray[np.intp], wanted: NDArray[np.intp]) -> float:
    return float(np.maximum(many - wanted, 0).sum())


def sizes_of(groups: Sequence[NDArray[np.intp]], many: int) -> NDArray[np.intp]:
    """Return how many tokens of each photograph each group has: (groups, photos)."""
    return np.array([np.bincount(one, minlength=many) for one in groups]).T
