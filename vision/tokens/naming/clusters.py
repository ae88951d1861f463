"""Explains the colours of all tokens of a picture together: the clusters of this picture, and the taught
label of each cluster.

Tokens of one label are far more similar within a picture than between pictures: illuminants, a camera's
white balance and its contrast shift all labels in common, and each a little separately. So each label's
mean is fitted to the picture with the taught one as prior (maximum a posteriori expectation
maximisation, Dempster, Laird and Rubin 1977; Gauvain and Lee 1994), and the spread of a label's tokens
is learnt from the picture. The labels of the clusters are then weighed for all of them together, trying
exchanges of labels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.tokens.naming.covariances import (
    Axes,
    Roots,
    Scatter,
    Whitening,
    flipped,
    principal_axes,
    whiten,
)
from vision.tokens.naming.looks import PARTS

Values = NDArray[np.float64]

NUMBERS = 3 * PARTS + 1
"""Numbers of a look."""
SHIFT = np.vstack([np.tile(np.eye(3), (PARTS, 1)), np.zeros((1, 3))])
"""How an illuminant's shift acts on them."""
MODES = 6
"""Common effects of a picture's light on all tokens: shifts of blue, green and red, saturation, glow of
the vivid part, and texture. A small illuminant and a wide sky differ in the last two."""
ROUNDS = 8
WIDE = ((6.0, 3.0, 1.5), (2.0, 1.0))
"""Factor on the covariances in the first rounds, when the clusters are not known yet. Tried one after
the other: wide ones find a distant illuminant, others keep similar labels apart."""
OUTLIER = 34.0
"""Squared Mahalanobis distance from every mean above which a colour belongs to none."""
USUAL_TOKENS = 16.0
"""Weight of the prior for the spread within a label, in tokens."""
TEMPER = 0.5
"""The numbers of a look are not independent: logarithms of likelihoods count half."""
HELD = 1e5
"""Precision with which glow and texture are held at the usual at first."""
LEAST_COUNTED = 0.3
"""A cluster with fewer tokens is no candidate for an exchange with another label."""


@dataclass(frozen=True, eq=False)
class IlluminantPrior:
    """Prior of illuminants: ``mean`` (6,): shift of the logarithms of blue, green, red, of saturation,
    of the vivid part's glow and of texture; ``precision`` (6, 6)."""

    mean: Values
    precision: Values


@dataclass(frozen=True, eq=False)
class Taught:
    """The taught data of K labels, and of empty places: ``means`` (K, 10); ``between_pictures`` (K, 10,
    10): covariance of a label's mean between pictures, without the illuminant's shift; ``covariance``
    (10, 10): of one label's tokens within a picture; ``labels``: how many are labels, the next being
    holes; ``grounds``: how many of the last are the ground itself, compared with its surroundings."""

    means: Values
    between_pictures: Values
    covariance: Values
    labels: int
    grounds: int = 0

    @property
    def absolute(self) -> int:
        """How many kinds have a colour of their own: all except the ground, which has that around it."""
        return len(self.means) - self.grounds

    @cached_property
    def modes(self) -> Values:
        """Return an illuminant's effect on each mean: (K, 10, 6). Holes do not glow."""
        parts = self.means[:, :-1].reshape(-1, PARTS, 3)
        modes = np.zeros((*self.means.shape, MODES))
        modes[:, :, :3] = SHIFT
        modes[:, :-1, 3] = (parts - parts.mean(2, keepdims=True)).reshape(len(parts), -1)
        modes[self.absolute :] = 0.0
        modes[: self.labels, -4:-1, 4] = 1.0
        modes[: self.labels, -1, 5] = 1.0
        return modes

    @cached_property
    def held(self) -> Values:
        """Return the precision of the means' priors: (K, 10, 10)."""
        return np.asarray(np.linalg.inv(self.between_pictures))

    @cached_property
    def roots(self) -> Roots:
        """Return square roots of how means differ."""
        return Roots.of_covariances(self.between_pictures)

    def under(self, illuminant: Values) -> Values:
        """Return the means under an illuminant (6,), (K, 10), or under several (S, 6): (S, K, 10)."""
        moved = self.modes.reshape(-1, MODES) @ illuminant[..., None]
        return np.asarray(self.means + moved.reshape(*illuminant.shape[:-1], *self.means.shape))


@dataclass(frozen=True, eq=False)
class SeenColours:
    """What a picture's n things look like: ``own`` (n, 10), and ``beside`` (n, 10), the same relative to
    each one's surroundings."""

    own: Values
    beside: Values

    def __len__(self) -> int:
        return len(self.own)

    def sums(self, weighed: Values, taught: Taught) -> Values:
        """Return the sums (S, K, 10) of looks, as each kind compares them, with weights (S, K, n)."""
        split = taught.absolute
        return np.concatenate([weighed[:, :split] @ self.own, weighed[:, split:] @ self.beside], 1)

    def of_kinds(self, taught: Taught) -> Values:
        """Return the looks as each kind compares them: (K, n, 10)."""
        split = taught.absolute
        return np.stack([self.own] * split + [self.beside] * taught.grounds)


@dataclass(frozen=True, eq=False)
class ClusterFit:
    """The explanation of a picture's n colours: ``means`` (K, 10), ``covariance`` (10, 10),
    ``covariances`` (K, 10, 10): each as the other labels imply it; ``illuminant`` (6,); ``unsure`` (6,
    6): its uncertainty; ``counts`` (K,): number of tokens of each label; ``responsibilities`` (n, K):
    each token's share in each label; ``widths`` (K,): each cluster's width relative to that implied by
    the others, 1 if equal; ``score``: logarithm of the likelihood of everything."""

    means: Values
    covariance: Values
    covariances: Values
    illuminant: Values
    unsure: Values
    counts: Values
    responsibilities: Values
    widths: Values
    score: float


def fit_clusters(
    colours: SeenColours,
    weights: Values,
    allowed: Values,
    taught: Taught,
    starts: Sequence[tuple[IlluminantPrior, Values, Sequence[float]]],
) -> list[ClusterFit]:
    """Return the best explanation of n colours from each of some starts, all at once.

    ``weights`` (n,): the weight of each; ``allowed`` (n, K): 0 if a colour cannot have that label;
    ``starts``: a prior of illuminants, an illuminant (6,) and one of ``WIDE`` each.
    """
    prior = IlluminantPrior(
        np.stack([likely.mean for likely, _, _ in starts]),
        np.stack([likely.precision for likely, _, _ in starts]),
    )
    may_be = np.log(np.maximum(allowed.T, 1e-12))
    fit = _fit(colours, weights, may_be, taught, prior, starts)
    covariances, widths = _leave_one_out(fit.scatter[:, : taught.labels], fit.told(taught), taught)
    # Holes are more similar than tokens: otherwise many holes would more probably be tokens of one
    # label.
    holes = _estimate_covariance(fit.scatter[:, taught.labels :], fit.counts - fit.told(taught), taught)
    each = [whiten(fit.covariance), whiten(holes)]
    responsibilities, likely = _responsibilities(
        colours, may_be + _log_prior(fit.counts), fit.means, each, taught, is_last=True
    )
    scores = likely @ weights - _prior_cost(fit, holes, taught, prior)
    counts = responsibilities @ weights
    unsure = np.linalg.inv(fit.curve)
    return [
        ClusterFit(
            fit.means[one],
            fit.covariance[one],
            covariances[one],
            fit.illuminant[one],
            unsure[one],
            counts[one],
            responsibilities[one].T,
            widths[one],
            TEMPER * score,
        )
        for one, score in enumerate(scores.tolist())
    ]


@dataclass(frozen=True, eq=False)
class _Fit:
    """A picture's fit from each of S starts: ``illuminant`` (S, 6); ``curve`` (S, 6, 6): its curvature;
    ``means`` (S, K, 10); ``counts`` (S, K): tokens of each label and hole; ``scatter`` (S, K, 10, 10)
    about the means; ``covariance`` (S, 10, 10) of the labels' tokens."""

    illuminant: Values
    curve: Values
    means: Values
    counts: Values
    scatter: Values
    covariance: Values

    def told(self, taught: Taught) -> Values:
        """Return the counts of labels, 0 for holes: (S, K)."""
        return self.counts * (np.arange(self.counts.shape[1]) < taught.labels)


def _fit(
    colours: SeenColours,
    weights: Values,
    may_be: Values,
    taught: Taught,
    prior: IlluminantPrior,
    starts: Sequence[tuple[IlluminantPrior, Values, Sequence[float]]],
) -> _Fit:
    """Return the fit of n colours after all rounds. ``may_be``: logarithms (K, n) of each one's prior
    probability for each label; ``prior``: those of the starts."""
    illuminant = np.stack([start for _, start, _ in starts])
    wide = np.array([[*widths, *[1.0] * (ROUNDS - len(widths))] for _, _, widths in starts])
    means = taught.under(illuminant)
    nothing = np.zeros((*means.shape, NUMBERS))
    covariance = np.broadcast_to(taught.covariance, (len(starts), NUMBERS, NUMBERS))
    fit = _Fit(illuminant, prior.precision, means, np.ones(means.shape[:2]), nothing, covariance)
    scatters = Scatter(colours.own), Scatter(colours.beside)
    for number in range(ROUNDS):
        axes = principal_axes(fit.covariance, taught.roots, wide[:, number])
        responsibilities, _ = _responsibilities(
            colours, may_be + _log_prior(fit.counts), fit.means, [axes.whole], taught
        )
        weighed = weights * responsibilities
        sample_means = colours.sums(weighed, taught) / np.maximum(weighed.sum(2), 1e-9)[..., None]
        fit = _update(
            axes, sample_means, weighed, scatters, taught, _early_prior(prior, wide[:, number])
        )
    return fit


def _update(
    axes: Axes,
    sample_means: Values,
    weighed: Values,
    scatters: tuple[Scatter, Scatter],
    taught: Taught,
    prior: IlluminantPrior,
) -> _Fit:
    """Return the fit for clusters with these sample means (S, K, 10), whose tokens have these weights
    (S, K, n)."""
    counts = weighed.sum(2)
    illuminant, curve = _estimate_illuminant(sample_means, np.maximum(counts, 1e-3), taught, axes, prior)
    expected = taught.under(illuminant)
    means = expected + axes.held(sample_means - expected, counts)
    split = taught.absolute
    scatter = np.concatenate(
        [
            of.about(means[:, kinds], sample_means[:, kinds], weighed[:, kinds])
            for of, kinds in zip(scatters, (slice(split), slice(split, None)), strict=True)
        ],
        1,
    )
    told = counts * (np.arange(counts.shape[1]) < taught.labels)
    covariance = _estimate_covariance(scatter[:, : taught.labels], told, taught)
    return _Fit(illuminant, curve, means, counts, scatter, covariance)


def _prior_cost(fit: _Fit, holes: Values, taught: Taught, prior: IlluminantPrior) -> Values:
    """Return the cost of the fit apart from the colours themselves, (S,): means, illuminants and
    covariances should be near the usual. ``holes`` (S, 10, 10): the covariance of holes."""
    off, far = fit.means - taught.under(fit.illuminant), fit.illuminant - prior.mean
    moved = (off * (off[:, :, None] @ taught.held)[:, :, 0]).sum((1, 2))
    lit = ((far[:, None] @ prior.precision)[:, 0] * far).sum(1)
    covariance_cost = _covariance_cost(fit.covariance, taught) + _covariance_cost(holes, taught)
    return np.asarray(0.5 * (moved + lit + USUAL_TOKENS * covariance_cost))


def _log_prior(counts: Values) -> Values:
    """Return each label's prior frequency, logarithms (S, K, 1): without it, two labels sharing a
    cluster would explain it better."""
    return np.asarray(np.log((counts + 1) / (counts + 1).mean(1, keepdims=True)))[..., None]


def _estimate_covariance(scatter: Values, counts: Values, taught: Taught) -> Values:
    """Return the covariance of tokens from this scatter about their means, with the usual one as prior:
    (S, 10, 10)."""
    whole = USUAL_TOKENS * taught.covariance + scatter.sum(1)
    return np.asarray(whole / (USUAL_TOKENS + counts.sum(1))[:, None, None])


def _covariance_cost(covariance: Values, taught: Taught) -> Values:
    """Return the cost of each covariance (S, 10, 10): it should be near the usual."""
    fits = np.trace(taught.covariance @ np.linalg.inv(covariance), axis1=1, axis2=2)
    return np.asarray(fits + np.linalg.slogdet(covariance)[1])


def _responsibilities(
    colours: SeenColours,
    may_be: Values,
    means: Values,
    white: Sequence[Whitening],
    taught: Taught,
    *,
    is_last: bool = False,
) -> tuple[Values, Values]:
    """Return each colour's share in each mean, (S, K, n), and the logarithm of its likelihood, (S, n).

    ``may_be``: logarithms of each one's prior probability, (S, K, n). ``white``: the covariance, or
    those of labels and of all else. A colour that belongs to none is as likely as an outlier under the
    covariance that was taught, or, before the last round, the given one.
    """
    size = np.linalg.slogdet(taught.covariance)[1] if is_last else white[0].size[:, None]
    split, labels = taught.absolute, taught.labels
    parts = (
        (colours.own, means[:, :labels], white[0]),
        (colours.own, means[:, labels:split], white[-1]),
        (colours.beside, means[:, split:], white[-1]),
    )
    away = np.concatenate(
        [_squared_distances(seen, m, w.root) + w.size[:, None, None] for seen, m, w in parts], 1
    )
    like = may_be - 0.5 * away
    none = -0.5 * (OUTLIER + size)
    best = np.maximum(like.max(1), none)
    odds = np.exp(like - best[:, None])
    total = odds.sum(1) + np.exp(none - best)
    return odds / total[:, None], best + np.log(total)


def _early_prior(prior: IlluminantPrior, wide: Values) -> IlluminantPrior:
    """Return the starts' priors of illuminants for an early round: while covariances are still wide,
    (S,), there is no evidence for glow and texture."""
    held = np.zeros((len(wide), MODES, MODES))
    held[:, 4:, 4:] = HELD * np.eye(MODES - 4) * (wide > 1)[:, None, None]
    return IlluminantPrior(prior.mean, prior.precision + held)


def _estimate_illuminant(
    sample_means: Values, counts: Values, taught: Taught, axes: Axes, prior: IlluminantPrior
) -> tuple[Values, Values]:
    """Return the most probable illuminants for clusters with these sample means, (S, 6), and their
    precision, (S, 6, 6). ``prior``: the prior of illuminants of each start."""
    turned = axes.to @ taught.modes
    sure = counts[..., None] / (counts[..., None] + axes.scales)
    off = sure * (axes.to @ (sample_means - taught.means)[..., None])[..., 0]
    flat = flipped(turned.reshape(len(counts), -1, MODES))
    curve = flat @ (sure[..., None] * turned).reshape(len(counts), -1, MODES) + prior.precision
    pull = (flat @ off.reshape(len(counts), -1, 1))[..., 0]
    pull += (prior.precision @ prior.mean[..., None])[..., 0]
    return np.asarray(np.linalg.solve(curve, pull[..., None])[..., 0]), np.asarray(curve)


def _leave_one_out(scatter: Values, counts: Values, taught: Taught) -> tuple[Values, Values]:
    """Return the spread of each label's tokens as all other labels imply it, (S, K, 10, 10), and each
    label's width relative to that, (S, K): a label that includes tokens of another, never taught, is
    wider."""
    whole = USUAL_TOKENS * taught.covariance + scatter.sum(1, keepdims=True)
    many = USUAL_TOKENS + counts.sum(1, keepdims=True) - counts
    own = np.zeros((*counts.shape, NUMBERS, NUMBERS))
    own[:, : taught.labels] = scatter
    others = (whole - own) / many[..., None, None]
    widths = np.trace(np.linalg.solve(others, own), axis1=2, axis2=3) / NUMBERS
    return others, widths / np.maximum(counts, 1)


def label_chances(
    found: ClusterFit, taught: Taught, prior: IlluminantPrior, *, alone: bool = False
) -> Values:
    """Return the probability of each label (column) for each cluster (row): (K, K). The ground is no
    label's cluster.

    ``alone``: exchange an empty cluster only with one that is not empty.

    Clusters exchanged in pairs, and cyclically in threes, are weighed under the illuminant that suits
    each.
    """
    many = taught.absolute
    ways = _exchanges(many)
    counts = np.where(found.counts > LEAST_COUNTED, found.counts, 0.0)[:many]
    sure = np.linalg.inv(
        taught.between_pictures[:many] + found.covariance / np.maximum(counts, 1e-6)[:, None, None]
    )
    sure[counts == 0] = 0.0
    shifted = taught.under(np.array([*prior.mean[:3], *found.illuminant[3:]]))[:many]
    off = _sample_means(found, taught)[:many, None] - shifted
    sized = off @ sure
    # Computed for each cluster with each label, then for all clusters together in each way of
    # exchanging.
    own, each = (sized * off).sum(2), np.arange(many)
    pull = (sized @ SHIFT)[each, ways].sum(1)
    curve = (SHIFT.T @ sure @ SHIFT).sum(0) + prior.precision[:3, :3]
    cost = own[each, ways].sum(1) - ((pull @ np.linalg.inv(curve)) * pull).sum(1)
    odds = np.exp(-TEMPER * 0.5 * np.maximum(cost - cost.min(), 0))
    if alone:
        moved = ways != np.arange(many)
        odds[(moved & (counts == 0)).sum(1) > 1] = 0.0
    odds /= odds.sum()
    chances = np.eye(len(found.means))
    for k in range(many):
        chances[k, :many] = np.bincount(ways[:, k], odds, minlength=many)
    return chances


def label_distances(found: ClusterFit, taught: Taught) -> Values:
    """Return each cluster's squared Mahalanobis distance from its label's expected place under the
    illuminant, (K,): a cluster that was never taught is farther off."""
    expected = taught.under(found.illuminant)
    off = _sample_means(found, taught) - expected
    counts = np.maximum(found.counts, LEAST_COUNTED)[:, None, None]
    away = np.linalg.solve(taught.between_pictures + found.covariance / counts, off[..., None])[..., 0]
    return np.where(found.counts > LEAST_COUNTED, (off * away).sum(1), 0.0)


def _sample_means(found: ClusterFit, taught: Taught) -> Values:
    """Return the means of the clusters themselves, without the taught ones as prior: (K, 10)."""
    expected = taught.under(found.illuminant)
    counts = np.maximum(found.counts, 1e-6)[:, None, None]
    held = found.covariance / counts @ taught.held
    moved = (held @ (found.means - expected)[..., None])[..., 0]
    return np.asarray(np.where(found.counts[:, None] > LEAST_COUNTED, found.means + moved, found.means))


@cache
def _exchanges(many: int) -> NDArray[np.intp]:
    """Return for each way to exchange clusters the label of each: (ways, K), the identity first."""
    ways = [list(range(many))]
    for a, b in combinations(range(many), 2):
        way = list(range(many))
        way[a], way[b] = b, a
        ways.append(way)
    for a, b, c in combinations(range(many), 3):
        for x, y, z in ((b, c, a), (c, a, b)):
            way = list(range(many))
            way[a], way[b], way[c] = x, y, z
            ways.append(way)
    return np.array(ways, np.intp)


def likelihoods(
    colours: SeenColours, weights: Values, found: ClusterFit, taught: Taught
) -> tuple[Values, Values]:
    """Return each colour's likelihood (logarithm) under each label, and its squared Mahalanobis distance
    from each: (n, K) each. A colour is no evidence for itself: it is left out of its own cluster.
    """
    expected = taught.under(found.illuminant)
    root = np.linalg.cholesky(np.linalg.inv(found.covariances))
    between_pictures = taught.between_pictures + taught.modes @ found.unsure @ np.swapaxes(
        taught.modes, 1, 2
    )
    scales, turned = np.linalg.eigh(np.swapaxes(root, 1, 2) @ between_pictures @ root)
    scales = np.maximum(scales, 1e-9)
    white = root @ turned
    x = np.einsum("knd,kde->nke", colours.of_kinds(taught), white)
    base = np.einsum("kd,kde->ke", expected, white)
    held = np.einsum("kd,kde->ke", _sample_means(found, taught), white)
    own = weights[:, None] * found.responsibilities
    left = np.maximum(found.counts[None] - own, 0.0)[..., None]
    rest_mean = (found.counts[:, None] * held)[None] - own[..., None] * x
    rest_mean = np.where(left > 0.05, rest_mean / np.maximum(left, 0.05), base[None])
    gain = left * scales / (1 + left * scales)
    mean = base[None] + gain * (rest_mean - base[None])
    wide = 1 + scales / (1 + left * scales)
    away = ((x - mean) ** 2 / wide).sum(2)
    return -0.5 * away - 0.5 * np.log(wide).sum(2), away


def _squared_distances(colours: Values, means: Values, root: Values) -> Values:
    """Return the squared Mahalanobis distances: (S, K, n)."""
    a, b = colours @ root, means @ root
    return np.asarray((b**2).sum(2)[..., None] + (a**2).sum(2)[:, None] - 2 * b @ flipped(a))
