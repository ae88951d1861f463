"""How much tokens differ, in such directions that one number tells it in each: lamp, means and scatter
of all clusters are then found at once, without a matrix inverted for each of them.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

LEAST_SCALE = 1e-12
"""No spread is less, against how means differ."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class White:
    """A spread (S, 10, 10): ``root`` (S, 10, 10), in which what differs so is round; ``size`` (S,): the
    logarithm of its determinant."""

    root: Values
    size: Values


def whitened(spread: Values) -> White:
    """Return the root and the size of spreads (S, 10, 10)."""
    root = np.linalg.cholesky(np.linalg.inv(spread))
    return White(root, -2 * np.log(np.diagonal(root, axis1=1, axis2=2)).sum(1))


@dataclass(frozen=True, eq=False)
class Axes:
    """Directions in which one number each tells a spread, and how means differ from picture to picture:
    of labels and, where holes were taught, of holes (one or two of each).

    ``to`` and ``back`` (S, 10, 10): the maps to these directions, in which means differ by 1, and from
    them; ``scales`` (S, 10): the spread in them, squared. ``labels``: how many labels there are.
    ``whole``: the spread.
    """

    to: list[Values]
    back: list[Values]
    scales: list[Values]
    labels: int
    whole: White

    def parts(self, of_each: Values) -> list[Values]:
        """Return what is of labels, and of holes, of (S, K, …)."""
        if len(self.to) == 1:
            return [of_each]
        return [of_each[:, : self.labels], of_each[:, self.labels :]]

    def held(self, off: Values, counts: Values) -> Values:
        """Return how far means lie from where they are expected, (S, K, 10), if the middles of so many
        tokens (S, K) are so far ``off`` (S, K, 10)."""
        found = []
        each = zip(self.parts(off), self.parts(counts), self.to, self.back, self.scales, strict=True)
        for away, many, to, back, scales in each:
            told = many[..., None] / scales[:, None]
            found.append((told / (1 + told) * (away @ flipped(to))) @ flipped(back))
        return np.concatenate(found, 1)


def axes_of(spread: Values, roots: Values, labels: int, wide: Values) -> Axes:
    """Return these directions for spreads (S, 10, 10) that are so many times (S,) as large.

    ``roots`` (1 or 2, 10, 10): square roots of how means differ; ``labels``: how many labels there are.
    """
    to, back, every = [], [], []
    for root, into in zip(roots, np.linalg.inv(roots), strict=True):
        scales, turn = np.linalg.eigh(into @ spread @ into.T)
        every.append(wide[:, None] * np.maximum(scales, LEAST_SCALE))
        to.append(flipped(turn) @ into)
        back.append(root @ turn)
    whole = flipped(to[0]) / np.sqrt(every[0])[:, None]
    size = np.log(every[0]).sum(1) + 2 * np.log(np.diagonal(roots[0])).sum()
    return Axes(to, back, every, labels, White(whole, size))


class Scattered:
    """How colours (n, 10) scatter about means."""

    def __init__(self, colours: Values) -> None:
        self._middle = colours.sum(0) / max(1, len(colours))
        off = colours - self._middle
        self._products = (off[:, :, None] * off[:, None]).reshape(len(colours), off.shape[1] ** 2)

    def about(self, means: Values, middles: Values, weighed: Values) -> Values:
        """Return the scatter of each cluster, whose tokens weigh so much (S, n, K), about its mean
        (S, K, 10): (S, K, 10, 10). ``middles`` (S, K, 10): of the clusters themselves."""
        counts = weighed.sum(1)[..., None, None]
        second = (flipped(weighed) @ self._products).reshape(*means.shape, means.shape[2])
        middle, off = (one[..., None] for one in (middles - self._middle, middles - means))
        return np.asarray(second + counts * (off @ flipped(off) - middle @ flipped(middle)))


def flipped(matrices: Values) -> Values:
    """Return matrices (…, a, b) with rows for columns."""
    return np.swapaxes(matrices, -1, -2)
