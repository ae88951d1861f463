"""Explains the colours of all tokens of a picture together: what hangs together in this very picture,
and which taught label each cluster is.

Tokens of one label are far more alike within a picture than from picture to picture: lamps, a camera's
white and its contrast shift all labels alike, and each a little for itself. So each label's mean is
fitted to the picture, held near the taught one (maximum a posteriori expectation maximisation, Dempster,
Laird and Rubin 1977; Gauvain and Lee 1994), and how much tokens of a label differ is learnt from the
picture. Which cluster is which label is then weighed for all of them together, with clusters exchanged.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.tokens.naming.looks import PARTS
from vision.tokens.naming.spreads import Axes, Roots, Scattered, White, axes_of, flipped, whitened

Values = NDArray[np.float64]

NUMBERS = 3 * PARTS + 1
"""Numbers of a look."""
SHIFT = np.vstack([np.tile(np.eye(3), (PARTS, 1)), np.zeros((1, 3))])
"""How a lamp's shift acts on them."""
MODES = 6
"""Ways in which a picture's light acts on all tokens alike: shifts of blue, green and red, saturation,
how much the vivid part glows, and texture. A small lamp and a wide sky differ in the last two."""
ROUNDS = 8
WIDE = ((6.0, 3.0, 1.5), (2.0, 1.0))
"""In the first rounds, spreads are so many times as large: what belongs together is not known yet. Tried
one after the other: wide ones find a lamp that is far off, others keep apart labels that are alike."""
OUTLIER = 34.0
"""A colour farther (squared, in spreads) from every mean belongs to none."""
USUAL_TOKENS = 16.0
"""How much tokens of one label differ is held near the usual as if so many had been seen."""
TEMPER = 0.5
"""The numbers of a look are not independent: logarithms of likelihoods count half."""
HELD = 1e5
"""So precisely glow and texture are held at the usual first."""
LEAST_COUNTED = 0.3
"""A cluster with fewer tokens is nothing that another label could be exchanged with."""


@dataclass(frozen=True, eq=False)
class Lamps:
    """Which lamps are likely: ``usual`` (6,): shift of the logarithms of blue, green, red, of
    saturation, of the vivid part's glow and of texture; ``precision`` (6, 6)."""

    usual: Values
    precision: Values


@dataclass(frozen=True, eq=False)
class Taught:
    """What was taught of K labels, and of what lies in their places instead: ``means`` (K, 10);
    ``wander`` (K, 10, 10): how a label's mean differs from picture to picture, the lamp's shift aside;
    ``spread`` (10, 10): how tokens of one label usually differ within a picture; ``labels``: how many
    are labels, those after them being holes."""

    means: Values
    wander: Values
    spread: Values
    labels: int

    @cached_property
    def modes(self) -> Values:
        """Return how a lamp acts on each mean: (K, 10, 6). Holes do not glow."""
        parts = self.means[:, :-1].reshape(-1, PARTS, 3)
        modes = np.zeros((*self.means.shape, MODES))
        modes[:, :, :3] = SHIFT
        modes[:, :-1, 3] = (parts - parts.mean(2, keepdims=True)).reshape(len(parts), -1)
        modes[: self.labels, -4:-1, 4] = 1.0
        modes[: self.labels, -1, 5] = 1.0
        return modes

    @cached_property
    def held(self) -> Values:
        """Return how precisely means are held where they are expected: (K, 10, 10)."""
        return np.asarray(np.linalg.inv(self.wander))

    @cached_property
    def roots(self) -> Roots:
        """Return square roots of how means differ."""
        return Roots.of_spreads(self.wander)

    @property
    def has_holes(self) -> bool:
        """Whether something besides labels was taught."""
        return self.labels < len(self.means)

    def under(self, lamp: Values) -> Values:
        """Return the means under a lamp (6,), (K, 10), or under several (S, 6): (S, K, 10)."""
        moved = self.modes.reshape(-1, MODES) @ lamp[..., None]
        return np.asarray(self.means + moved.reshape(*lamp.shape[:-1], *self.means.shape))


@dataclass(frozen=True, eq=False)
class Explained:
    """How a picture's n colours are explained: ``means`` (K, 10), ``spread`` (10, 10), ``spreads``
    (K, 10, 10): what the other labels tell of it; ``lamp`` (6,);
    ``unsure`` (6, 6): how well that is known; ``counts`` (K,): how many tokens each label has;
    ``shares`` (n, K): to what part each belongs where; ``widths`` (K,): how wide each cluster is against
    what the others tell, 1 as they are; ``score``: logarithm of how likely
    all that is."""

    means: Values
    spread: Values
    spreads: Values
    lamp: Values
    unsure: Values
    counts: Values
    shares: Values
    widths: Values
    score: float


def explained(
    colours: Values,
    weights: Values,
    allowed: Values,
    taught: Taught,
    starts: Sequence[tuple[Lamps, Values, Sequence[float]]],
) -> list[Explained]:
    """Return how the colours (n, 10) are explained best, from each of some starts on, all at once.

    ``weights`` (n,): how much each counts; ``allowed`` (n, K): 0 where a colour cannot be that label;
    ``starts``: which lamps are likely, a lamp (6,) and one of ``WIDE`` each.
    """
    lamps = Lamps(
        np.stack([likely.usual for likely, _, _ in starts]),
        np.stack([likely.precision for likely, _, _ in starts]),
    )
    may_be = np.log(np.maximum(allowed.T, 1e-12))
    fit = _fitted(colours, weights, may_be, taught, lamps, starts)
    spreads, widths = _spreads(fit.scatter[:, : taught.labels], fit.told(taught), taught)
    # Holes are more alike than tokens: else many would be likelier tokens of one label.
    holes = _learnt(fit.scatter[:, taught.labels :], fit.counts - fit.told(taught), taught)
    each = [whitened(fit.spread), whitened(holes)] if taught.has_holes else [whitened(fit.spread)]
    shares, likely = _shares(colours, may_be + _usual(fit.counts), fit.means, each, taught)
    scores = likely @ weights - _unlikeliness(fit, holes, taught, lamps)
    counts = shares @ weights
    unsure = np.linalg.inv(fit.curve)
    return [
        Explained(
            fit.means[one],
            fit.spread[one],
            spreads[one],
            fit.lamp[one],
            unsure[one],
            counts[one],
            shares[one].T,
            widths[one],
            TEMPER * score,
        )
        for one, score in enumerate(scores.tolist())
    ]


@dataclass(frozen=True, eq=False)
class _Fit:
    """What was fitted to a picture from each of S starts on: ``lamp`` (S, 6); ``curve`` (S, 6, 6): how
    sharply that is told; ``means`` (S, K, 10); ``counts`` (S, K): tokens of each label and hole;
    ``scatter`` (S, K, 10, 10) about the means; ``spread`` (S, 10, 10) of the labels' tokens."""

    lamp: Values
    curve: Values
    means: Values
    counts: Values
    scatter: Values
    spread: Values

    def told(self, taught: Taught) -> Values:
        """Return the counts of labels, 0 for holes: (S, K)."""
        return self.counts * (np.arange(self.counts.shape[1]) < taught.labels)


def _fitted(
    colours: Values,
    weights: Values,
    may_be: Values,
    taught: Taught,
    lamps: Lamps,
    starts: Sequence[tuple[Lamps, Values, Sequence[float]]],
) -> _Fit:
    """Return what fits the colours (n, 10) after all rounds. ``may_be``: logarithms (K, n) of how likely
    each is each label beforehand; ``lamps``: those of the starts."""
    lamp = np.stack([start for _, start, _ in starts])
    wide = np.array([[*widths, *[1.0] * (ROUNDS - len(widths))] for _, _, widths in starts])
    means = taught.under(lamp)
    nothing = np.zeros((*means.shape, NUMBERS))
    spread = np.broadcast_to(taught.spread, (len(starts), NUMBERS, NUMBERS))
    fit = _Fit(lamp, lamps.precision, means, np.ones(means.shape[:2]), nothing, spread)
    scattered = Scattered(colours)
    for number in range(ROUNDS):
        axes = axes_of(fit.spread, taught.roots, wide[:, number])
        shares, _ = _shares(colours, may_be + _usual(fit.counts), fit.means, [axes.whole])
        weighed = weights * shares
        middles = weighed @ colours / np.maximum(weighed.sum(2), 1e-9)[..., None]
        fit = _moved(axes, middles, weighed, scattered, taught, _early(lamps, wide[:, number]))
    return fit


def _moved(
    axes: Axes, middles: Values, weighed: Values, scattered: Scattered, taught: Taught, lamps: Lamps
) -> _Fit:
    """Return what fits clusters with these ``middles`` (S, K, 10), whose tokens weigh so much
    (S, K, n)."""
    counts = weighed.sum(2)
    lamp, curve = _lamp(middles, np.maximum(counts, 1e-3), taught, axes, lamps)
    usual = taught.under(lamp)
    means = usual + axes.held(middles - usual, counts)
    scatter = scattered.about(means, middles, weighed)
    told = counts * (np.arange(counts.shape[1]) < taught.labels)
    spread = _learnt(scatter[:, : taught.labels], told, taught)
    return _Fit(lamp, curve, means, counts, scatter, spread)


def _unlikeliness(fit: _Fit, holes: Values, taught: Taught, lamps: Lamps) -> Values:
    """Return how much is against what was fitted beside the colours themselves, (S,): means, lamps and
    spreads should be near the usual. ``holes`` (S, 10, 10): the spread of holes."""
    off, far = fit.means - taught.under(fit.lamp), fit.lamp - lamps.usual
    moved = (off * (off[:, :, None] @ taught.held)[:, :, 0]).sum((1, 2))
    lit = ((far[:, None] @ lamps.precision)[:, 0] * far).sum(1)
    stiff = _stiffness(fit.spread, taught) + _stiffness(holes, taught)
    return np.asarray(0.5 * (moved + lit + USUAL_TOKENS * stiff))


def _usual(counts: Values) -> Values:
    """Return how usual each label is, logarithms (S, K, 1): without that, two that share a cluster would
    explain it better."""
    return np.asarray(np.log((counts + 1) / (counts + 1).mean(1, keepdims=True)))[..., None]


def _learnt(scatter: Values, counts: Values, taught: Taught) -> Values:
    """Return how much tokens differ as these scatter about their means, held near the usual:
    (S, 10, 10)."""
    whole = USUAL_TOKENS * taught.spread + scatter.sum(1)
    return np.asarray(whole / (USUAL_TOKENS + counts.sum(1))[:, None, None])


def _stiffness(spread: Values, taught: Taught) -> Values:
    """Return how much is against each spread (S, 10, 10): it should be near the usual."""
    fits = np.trace(taught.spread @ np.linalg.inv(spread), axis1=1, axis2=2)
    return np.asarray(fits + np.linalg.slogdet(spread)[1])


def _shares(
    colours: Values,
    may_be: Values,
    means: Values,
    white: Sequence[White],
    taught: Taught | None = None,
) -> tuple[Values, Values]:
    """Return to what part each colour belongs to each mean, (S, K, n), and the logarithm of its
    likelihood, (S, n).

    ``may_be``: logarithms of how likely each is beforehand, (S, K, n). ``white``: the spread, or that of
    labels and that of holes. What belongs to none is as likely as an outlier under the spread that was
    ``taught``, or the given one.
    """
    size = white[0].size[:, None] if taught is None else np.linalg.slogdet(taught.spread)[1]
    labels = means.shape[1] if taught is None else taught.labels
    parts = zip((means[:, :labels], means[:, labels:]), white, strict=False)
    away = np.concatenate([_away(colours, m, w.root) + w.size[:, None, None] for m, w in parts], 1)
    like = may_be - 0.5 * away
    none = -0.5 * (OUTLIER + size)
    best = np.maximum(like.max(1), none)
    odds = np.exp(like - best[:, None])
    total = odds.sum(1) + np.exp(none - best)
    return odds / total[:, None], best + np.log(total)


def _early(lamps: Lamps, wide: Values) -> Lamps:
    """Return the same lamps, those of each start, as they are likely in a round: while spreads are still
    wide, (S,), nothing tells glow and texture."""
    held = np.zeros((len(wide), MODES, MODES))
    held[:, 4:, 4:] = HELD * np.eye(MODES - 4) * (wide > 1)[:, None, None]
    return Lamps(lamps.usual, lamps.precision + held)


def _lamp(
    middles: Values, counts: Values, taught: Taught, axes: Axes, lamps: Lamps
) -> tuple[Values, Values]:
    """Return the likeliest lamps for clusters with these middles, (S, 6), and how sure they are,
    (S, 6, 6). ``lamps``: which are likely from each start on."""
    turned = axes.to @ taught.modes
    sure = counts[..., None] / (counts[..., None] + axes.scales)
    off = sure * (axes.to @ (middles - taught.means)[..., None])[..., 0]
    flat = flipped(turned.reshape(len(counts), -1, MODES))
    curve = flat @ (sure[..., None] * turned).reshape(len(counts), -1, MODES) + lamps.precision
    pull = (flat @ off.reshape(len(counts), -1, 1))[..., 0]
    pull += (lamps.precision @ lamps.usual[..., None])[..., 0]
    return np.asarray(np.linalg.solve(curve, pull[..., None])[..., 0]), np.asarray(curve)


def _spreads(scatter: Values, counts: Values, taught: Taught) -> tuple[Values, Values]:
    """Return what all labels but one tell of how much tokens of one differ, (S, K, 10, 10), and how wide
    each is against that, (S, K): a label that takes in tokens of another, never taught, is wider."""
    whole = USUAL_TOKENS * taught.spread + scatter.sum(1, keepdims=True)
    many = USUAL_TOKENS + counts.sum(1, keepdims=True) - counts
    own = np.zeros((*counts.shape, NUMBERS, NUMBERS))
    own[:, : taught.labels] = scatter
    others = (whole - own) / many[..., None, None]
    widths = np.trace(np.linalg.solve(others, own), axis1=2, axis2=3) / NUMBERS
    return others, widths / np.maximum(counts, 1)


def label_chances(found: Explained, taught: Taught, lamps: Lamps, *, alone: bool = False) -> Values:
    """Return how likely each cluster (row) is each label (column): (K, K).

    ``alone``: what is empty is exchanged with what is not, never for another that is empty.

    Clusters exchanged in pairs, and round in threes, are weighed under the lamp that suits each.
    """
    many = len(found.means)
    ways = _exchanges(many)
    counts = np.where(found.counts > LEAST_COUNTED, found.counts, 0.0)
    sure = np.linalg.inv(taught.wander + found.spread / np.maximum(counts, 1e-6)[:, None, None])
    sure[counts == 0] = 0.0
    shifted = taught.under(np.array([*lamps.usual[:3], *found.lamp[3:]]))
    off = _middles(found, taught)[:, None] - shifted
    sized = off @ sure
    # Of each cluster as each label, then of all together in each way.
    own, each = (sized * off).sum(2), np.arange(many)
    pull = (sized @ SHIFT)[each, ways].sum(1)
    curve = (SHIFT.T @ sure @ SHIFT).sum(0) + lamps.precision[:3, :3]
    cost = own[each, ways].sum(1) - ((pull @ np.linalg.inv(curve)) * pull).sum(1)
    odds = np.exp(-TEMPER * 0.5 * np.maximum(cost - cost.min(), 0))
    if alone:
        moved = ways != np.arange(many)
        odds[(moved & (counts == 0)).sum(1) > 1] = 0.0
    odds /= odds.sum()
    chances = np.zeros((many, many))
    for k in range(many):
        chances[k] = np.bincount(ways[:, k], odds, minlength=many)
    return chances


def wandered(found: Explained, taught: Taught) -> Values:
    """Return how far (squared, in spreads) each cluster lies from where its label should under the
    lamp, (K,): a cluster of what was never taught lies farther."""
    usual = taught.under(found.lamp)
    off = _middles(found, taught) - usual
    counts = np.maximum(found.counts, LEAST_COUNTED)[:, None, None]
    away = np.linalg.solve(taught.wander + found.spread / counts, off[..., None])[..., 0]
    return np.where(found.counts > LEAST_COUNTED, (off * away).sum(1), 0.0)


def _middles(found: Explained, taught: Taught) -> Values:
    """Return the middles of the clusters themselves, not held near what was taught: (K, 10)."""
    usual = taught.under(found.lamp)
    counts = np.maximum(found.counts, 1e-6)[:, None, None]
    held = found.spread / counts @ taught.held
    moved = (held @ (found.means - usual)[..., None])[..., 0]
    return np.asarray(np.where(found.counts[:, None] > LEAST_COUNTED, found.means + moved, found.means))


@cache
def _exchanges(many: int) -> NDArray[np.intp]:
    """Return for each way to exchange clusters the label of each: (ways, K), as it is first."""
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
    colours: Values, weights: Values, found: Explained, taught: Taught
) -> tuple[Values, Values]:
    """Return how likely (logarithm) each colour is under each label, and how far (squared, in spreads)
    it is from each: (n, K) each. A colour does not speak for itself: it is left out of its own cluster.
    """
    usual = taught.under(found.lamp)
    root = np.linalg.cholesky(np.linalg.inv(found.spreads))
    wander = taught.wander + taught.modes @ found.unsure @ np.swapaxes(taught.modes, 1, 2)
    scales, turned = np.linalg.eigh(np.swapaxes(root, 1, 2) @ wander @ root)
    scales = np.maximum(scales, 1e-9)
    white = root @ turned
    x = np.einsum("nd,kde->nke", colours, white)
    base = np.einsum("kd,kde->ke", usual, white)
    held = np.einsum("kd,kde->ke", _middles(found, taught), white)
    own = weights[:, None] * found.shares
    left = np.maximum(found.counts[None] - own, 0.0)[..., None]
    middle = (found.counts[:, None] * held)[None] - own[..., None] * x
    middle = np.where(left > 0.05, middle / np.maximum(left, 0.05), base[None])
    gain = left * scales / (1 + left * scales)
    mean = base[None] + gain * (middle - base[None])
    wide = 1 + scales / (1 + left * scales)
    away = ((x - mean) ** 2 / wide).sum(2)
    return -0.5 * away - 0.5 * np.log(wide).sum(2), away


def _away(colours: Values, means: Values, root: Values) -> Values:
    """Return the squared distances in spreads: (S, K, n)."""
    a, b = colours @ root, means @ root
    return np.asarray((b**2).sum(2)[..., None] + (a**2).sum(2)[:, None] - 2 * b @ flipped(a))
