"""Covariances in coordinates in which they are diagonal: so illuminant, means and scatter of all
clusters are computed at once, without inverting a matrix for each.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

LEAST_SCALE = 1e-12
"""Least variance along an axis, relative to the differences of means."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Whitening:
    """A covariance (S, 10, 10): ``root`` (S, 10, 10), the whitening transform; ``size`` (S,): the
    logarithm of its determinant."""

    root: Values
    size: Values


def whiten(covariance: Values) -> Whitening:
    """Return the root and the size of covariances (S, 10, 10)."""
    root = np.linalg.cholesky(np.linalg.inv(covariance))
    return Whitening(root, -2 * np.log(np.diagonal(root, axis1=1, axis2=2)).sum(1))


@dataclass(frozen=True, eq=False)
class Axes:
    """Principal axes for each of K labels and holes: coordinates in which the covariance is diagonal and
    means differ by 1 between pictures.

    ``to`` and ``back`` (S, K, 10, 10): the maps to these axes, in which means differ by 1, and back;
    ``scales`` (S, K, 10): the variances along them. ``whole``: the covariance.
    """

    to: Values
    back: Values
    scales: Values
    whole: Whitening

    def held(self, off: Values, counts: Values) -> Values:
        """Return the means' deviations from their priors, (S, K, 10), if the sample means of this many
        tokens (S, K) are ``off`` by (S, K, 10)."""
        told = counts[..., None] / self.scales
        turned = told / (1 + told) * (self.to @ off[..., None])[..., 0]
        return np.asarray((self.back @ turned[..., None])[..., 0])


@dataclass(frozen=True, eq=False)
class Roots:
    """Square roots of the means' covariance between pictures: ``own`` (Q, 10, 10), all different;
    ``back``: their inverses; ``of`` (K,): the one for each label or hole; ``size``: logarithm of the
    first's determinant, squared."""

    own: Values
    back: Values
    of: NDArray[np.intp]
    size: float

    @classmethod
    def of_covariances(cls, between_pictures: Values) -> "Roots":
        """Return the roots of these covariances, (K, 10, 10)."""
        _, first, of = np.unique(
            between_pictures.reshape(len(between_pictures), -1),
            axis=0,
            return_index=True,
            return_inverse=True,
        )
        own = np.linalg.cholesky(between_pictures[first])
        size = 2 * float(np.log(np.diagonal(own[of[0]])).sum())
        return cls(
            np.asarray(own), np.asarray(np.linalg.inv(own)), of.reshape(len(between_pictures)), size
        )


def principal_axes(covariance: Values, roots: Roots, wide: Values) -> Axes:
    """Return the axes of covariances (S, 10, 10) that are inflated by factors (S,)."""
    scales, turn = np.linalg.eigh(roots.back @ covariance[:, None] @ flipped(roots.back))
    scales = wide[:, None, None] * np.maximum(scales, LEAST_SCALE)
    to, back, first = flipped(turn) @ roots.back, roots.own @ turn, roots.of[0]
    root = flipped(to[:, first]) / np.sqrt(scales[:, None, first])
    white = Whitening(root, np.log(scales[:, first]).sum(1) + roots.size)
    return Axes(to[:, roots.of], back[:, roots.of], scales[:, roots.of], white)


class Scatter:
    """How colours (n, 10) scatter about means."""

    def __init__(self, colours: Values) -> None:
        self._mean = colours.sum(0) / max(1, len(colours))
        off = colours - self._mean
        self._products = (off[:, :, None] * off[:, None]).reshape(len(colours), off.shape[1] ** 2)

    def about(self, means: Values, sample_means: Values, weighed: Values) -> Values:
        """Return each cluster's scatter about its mean (S, K, 10), with token weights (S, K, n): (S, K,
        10, 10). ``sample_means`` (S, K, 10): of the clusters themselves."""
        counts = weighed.sum(2)[..., None, None]
        second = (weighed @ self._products).reshape(*means.shape, means.shape[2])
        mean, off = (one[..., None] for one in (sample_means - self._mean, sample_means - means))
        return np.asarray(second + counts * (off @ flipped(off) - mean @ flipped(mean)))


def flipped(matrices: Values) -> Values:
    """Return transposed matrices (…, a, b)."""
    return np.swapaxes(matrices, -1, -2)
