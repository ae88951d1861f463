"""Groups of tokens that look alike, and the assignments of labels that fit the counts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

MOST_WAYS = 200
"""Most assignments that are pursued at once."""


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
class _Grouping:
    """``given``: the label of each group so far; ``many`` (photos, labels): the resulting numbers of
    tokens; ``cost``: of everything except missing ones."""

    given: tuple[int, ...]
    many: NDArray[np.intp]
    cost: float


def likely_labels(
    sizes: NDArray[np.intp], wanted: NDArray[np.intp], own: Values, misplaced: float
) -> list[tuple[int, ...]]:
    """Return the groups' labels that fit the counts best, the best first; the number after the last
    label means none.

    ``sizes`` (groups, photos): how many tokens each has; ``wanted`` (photos, labels); ``own`` (groups,
    labels + 1): each one's cost with each label, and with none; ``misplaced``: cost of each token too
    many or too few.
    """
    none = wanted.shape[1]
    ways = [_Grouping((), np.zeros_like(wanted), 0.0)]
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


def _given(way: _Grouping, label: int, size: NDArray[np.intp], cost: float) -> _Grouping:
    many = way.many
    if label < many.shape[1]:
        many = many.copy()
        many[:, label] += size
    return _Grouping((*way.given, label), many, way.cost + cost)


def _too_many(many: NDArray[np.intp], wanted: NDArray[np.intp]) -> float:
    return float(np.maximum(many - wanted, 0).sum())


def sizes_of(groups: Sequence[NDArray[np.intp]], many: int) -> NDArray[np.intp]:
    """Return the number of each group's tokens in each photograph: (groups, photos)."""
    return np.array([np.bincount(one, minlength=many) for one in groups]).T
