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
    """Directions of each of K labels and holes in which one number each tells a spread, and how means
    differ from picture to picture.

    ``to`` and ``back`` (S, K, 10, 10): the maps to these directions, in which means differ by 1, and
    from them; ``scales`` (S, K, 10): the spread in them, squared. ``whole``: the spread.
    """

    to: Values
    back: Values
    scales: Values
    whole: White

    def held(self, off: Values, counts: Values) -> Values:
        """Return how far means lie from where they are expected, (S, K, 10), if the middles of so many
        tokens (S, K) are so far ``off`` (S, K, 10)."""
        told = counts[..., None] / self.scales
        turned = told / (1 + told) * (self.to @ off[..., None])[..., 0]
        return np.asarray((self.back @ turned[..., None])[..., 0])


@dataclass(frozen=True, eq=False)
class Roots:
    """Square roots of how means differ from picture to picture: ``own`` (Q, 10, 10), all different;
    ``back``: their inverses; ``of`` (K,): which is that of each label or hole; ``size``: logarithm of
    the first's determinant, squared."""

    own: Values
    back: Values
    of: NDArray[np.intp]
    size: float

    @classmethod
    def of_spreads(cls, wander: Values) -> "Roots":
        """Return those of such spreads, (K, 10, 10)."""
        _, first, of = np.unique(
            wander.reshape(len(wander), -1), axis=0, return_index=True, return_inverse=True
        )
        own = np.linalg.cholesky(wander[first])
        size = 2 * float(np.log(np.diagonal(own[of[0]])).sum())
        return cls(np.asarray(own), np.asarray(np.linalg.inv(own)), of.reshape(len(wander)), size)


def axes_of(spread: Values, roots: Roots, wide: Values) -> Axes:
    """Return these directions for spreads (S, 10, 10) that are so many times (S,) as large."""
    scales, turn = np.linalg.eigh(roots.back @ spread[:, None] @ flipped(roots.back))
    scales = wide[:, None, None] * np.maximum(scales, LEAST_SCALE)
    to, back, first = flipped(turn) @ roots.back, roots.own @ turn, roots.of[0]
    root = flipped(to[:, first]) / np.sqrt(scales[:, None, first])
    white = White(root, np.log(scales[:, first]).sum(1) + roots.size)
    return Axes(to[:, roots.of], back[:, roots.of], scales[:, roots.of], white)


class Scattered:
    """How colours (n, 10) scatter about means."""

    def __init__(self, colours: Values) -> None:
        self._middle = colours.sum(0) / max(1, len(colours))
        off = colours - self._middle
        self._products = (off[:, :, None] * off[:, None]).reshape(len(colours), off.shape[1] ** 2)

    def about(self, means: Values, middles: Values, weighed: Values) -> Values:
        """Return the scatter of each cluster, whose tokens weigh so much (S, K, n), about its mean
        (S, K, 10): (S, K, 10, 10). ``middles`` (S, K, 10): of the clusters themselves."""
        counts = weighed.sum(2)[..., None, None]
        second = (weighed @ self._products).reshape(*means.shape, means.shape[2])
        middle, off = (one[..., None] for one in (middles - self._middle, middles - means))
        return np.asarray(second + counts * (off @ flipped(off) - middle @ flipped(middle)))


def flipped(matrices: Values) -> Values:
    """Return matrices (…, a, b) with rows for columns."""
    return np.swapaxes(matrices, -1, -2)
