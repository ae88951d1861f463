"""Names tokens: by their colours, explained together under a lamp that is likely, and by their pattern.

Where several lamps explain the picture about equally well, each has a say in the names, so that yellow
under one lamp and amber under another stays in doubt.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.readers.token_clusters import (
    BOTH,
    TEMPER,
    WIDE,
    Explained,
    Lamps,
    Taught,
    explained,
    label_chances,
    likelihoods,
)
from vision.readers.token_lamps import STARTS, covariance, lamps_near, lamps_of, likely_lamps
from vision.readers.token_looks import Looks, Patterns, looks_of_samples
from vision.sets.tokens import HOLE, TokenSet

Values = NDArray[np.float64]

OWN_SPREAD, OWN_TINT, OWN_TEXTURE = 0.03, 0.03, 0.08
"""By so much tokens of one label usually differ within a picture (logarithms): in each number, in tint,
and in texture."""
SHADE_SPREAD, LIT_SPREAD = 0.1, 0.04
"""The same, in brightness: where the light is not known from a board, and where it is."""
WANDER, WANDER_SHADE, WANDER_TINT, WANDER_TEXTURE = 0.06, 0.05, 0.05, 0.12
"""By so much a label's mean differs from picture to picture, the lamp's shift aside."""
HOLE_WANDER = 0.03
"""The same of empty holes, in each number and in tint: the board that tells the light is all round."""
EXPLAINED = 0.93
"""Where a board tells the lamp and this part of the tokens is explained, no other lamp is looked for."""
LEAST_ODDS = 1e-4
"""A lamp that is less likely than this against the best has no say."""
HIDDEN_ON = 28.0
"""On a ground that is nearer (squared, in spreads) to a label's colour, tokens of it may go unseen."""
PLAINLY_APART = 3.8
"""Labels whose mean colours are farther apart (squared, in spreads) are told apart by these alone."""
MOST_PATTERNS = 5
"""So many samples of each label are compared by their patterns."""
PLAIN_PATTERN = 1.2
"""A pattern that differs less, against what is usual, is that label's."""
PATTERN_WEIGHT, MOST_PATTERN, LEAST_PATTERN = 4.0, 4.0, 0.03
"""A pattern that differs twice as much as is usual is less likely by so much (logarithm); one that
differs so many times as much is no less likely than one that differs more; least that is usual."""
LOG_ODDS = 2.0
"""Distances are squared, in spreads: twice a logarithm of odds."""
FAR = 400.0
"""Distance (squared, in spreads) to what was never taught."""


@dataclass(frozen=True, eq=False)
class Explanation:
    """The ways to explain a picture, the likeliest first, and what was taught."""

    ways: list[tuple[Explained, Lamps]]
    taught: Taught


@dataclass(frozen=True, eq=False)
class Named:
    """What n tokens may be. ``chances`` (n, labels); ``strange`` (n,): how far each is from the
    likeliest label (squared, in spreads, 7 being usual); ``pattern`` (n,): how much its pattern differs
    against what is usual, 1 where patterns do not count; ``none`` (n,): how much nearer the nearest
    label is than what is no token (in logarithms of likelihood); ``empty`` (n,): how far what is no
    token is (squared, in spreads); ``width`` (n,): how wide its label's cluster is against the others;
    ``lamp`` (3,): the likeliest lamp's shift; ``explained``: why."""

    chances: Values
    strange: Values
    pattern: Values
    none: Values
    empty: Values
    width: Values
    lamp: Values
    explained: Explanation

    def replaced(self, which: NDArray[np.intp], by: "Named", rows: NDArray[np.intp]) -> "Named":
        """Return the same with some (m,) taken from rows (m,) of others."""
        parts = {}
        for part in ("chances", "strange", "pattern", "none", "empty", "width"):
            parts[part] = getattr(self, part).copy()
            parts[part][which] = getattr(by, part)[rows]
        return replace(self, **parts)


class TokenNamer:
    """Names tokens of one taught set. Safe to call from several threads."""

    def __init__(self, taught: TokenSet) -> None:
        self.labels = taught.labels
        looks = looks_of_samples(taught.samples)
        self._of = np.array([taught.labels.index(one.label) for one in taught.samples])
        lamps = lamps_of(taught.samples, self._of, looks.colours)
        numbers = looks.numbers(lamps)
        means = [numbers[self._of == k].mean(0) for k in range(len(self.labels))]
        self._ground = np.median(looks.around - lamps, 0)
        nothing = looks_of_samples(taught.nothing)
        self._nothing = nothing.numbers(lamps_near(taught.nothing, taught.samples, lamps))
        holes = np.array([one.label == HOLE for one in taught.nothing], np.bool_)
        self.has_holes = bool(holes.any())
        every = [*means, self._nothing[holes].mean(0)] if self.has_holes else means
        self._loose = _taught(np.array(every), len(means), SHADE_SPREAD)
        self._lit = _taught(np.array(every), len(means), LIT_SPREAD)
        self._learn_patterns(taught, looks)

    def _learn_patterns(self, taught: TokenSet, looks: Looks) -> None:
        """Learn how much patterns of one label differ, and those of different ones.

        Patterns cost time: they count only where colours do not tell all labels apart.
        """
        means = self._loose.means[: len(self.labels), :6]
        usual = self._loose.wander[0] + self._loose.spread
        apart = _away(means, means, _inverse(usual[:6, :6]))
        self.has_patterns = bool((apart + 1e9 * np.eye(len(apart))).min() < PLAINLY_APART)
        chosen = _first_of_each(self._of) if self.has_patterns else np.zeros(0, np.intp)
        self._patterns = Patterns([taught.samples[one] for one in chosen])
        self._patterns_of = self._of[chosen]
        self.usual, self._pattern_weight = 1.0, 0.0
        self._tells = np.zeros(len(self.labels), bool)
        if not self.has_patterns:
            return
        found = self._patterns.distances(looks.patterns)
        found[chosen, np.arange(len(chosen))] = np.inf
        same = self._of[:, None] == self._patterns_of[None]
        own = np.where(same, found, np.inf).min(1)
        others = float(np.median(np.where(same, np.inf, found).min(1)))
        seen = np.isfinite(own)
        self.usual = max(float(np.median(own[seen])) if seen.any() else 0.4 * others, LEAST_PATTERN)
        self._pattern_weight = PATTERN_WEIGHT / self.usual
        contrast = [
            self._patterns.contrast[self._patterns_of == k].mean() for k in range(len(self.labels))
        ]
        self._tells = np.array(contrast) > 0.5 * max(contrast)

    def telling(self, named: "Named", which: NDArray[np.bool_]) -> int:
        """Return how many of these have plainly the pattern of a label that has one."""
        best = named.chances.argmax(1) if len(named.chances) else np.zeros(0, np.intp)
        return int((which & self._tells[best] & (named.pattern < PLAIN_PATTERN)).sum())

    def named(
        self,
        looks: Looks,
        weights: Values,
        lamp: Values | None = None,
        shifts: Values | None = None,
        holes: NDArray[np.bool_] | None = None,
    ) -> Named:
        """Return what tokens may be. ``weights`` (n,): how much each counts in explaining the picture.

        ``lamp`` (3,): the shift that something else, a board, has told. ``shifts`` (n, 3): how each
        place is lit against the whole picture. ``holes`` (n,): which lie in a hole, if at all.
        """
        numbers = looks.numbers(shifts)
        taught = self._loose if lamp is None else self._lit
        allowed = self._allowed(len(numbers), holes)
        ways = self._ways(numbers, looks, weights, allowed, taught, lamp)
        return self._named(looks, numbers, weights, Explanation(ways, taught), holes)

    def again(
        self,
        explanation: Explanation,
        looks: Looks,
        shifts: Values | None = None,
        holes: NDArray[np.bool_] | None = None,
    ) -> Named:
        """Return what other places of a picture that is explained already show."""
        numbers = looks.numbers(shifts)
        nothing_yet = [
            (replace(found, shares=np.zeros((len(numbers), len(found.means)))), lamps)
            for found, lamps in explanation.ways
        ]
        told = replace(explanation, ways=nothing_yet)
        return self._named(looks, numbers, np.zeros(len(numbers)), told, holes, patterned=True)

    def _allowed(self, many: int, holes: NDArray[np.bool_] | None) -> Values:
        allowed = np.ones((many, len(self._loose.means)))
        if self.has_holes:
            allowed[:, len(self.labels)] = 0.0 if holes is None else holes
        return allowed

    def _named(
        self,
        looks: Looks,
        numbers: Values,
        weights: Values,
        explanation: Explanation,
        holes: NDArray[np.bool_] | None,
        *,
        patterned: bool = False,
    ) -> Named:
        labels, taught, ways = len(self.labels), explanation.taught, explanation.ways
        allowed = self._allowed(len(numbers), holes)
        patterns = self._pattern_distances(looks, (weights > 0) | patterned)
        pattern_odds = -self._pattern_weight * np.minimum(patterns, MOST_PATTERN * self.usual)
        chances = np.zeros(allowed.shape)
        total, strange, empty = 0.0, np.zeros(len(numbers)), np.zeros(len(numbers))
        for found, lamps in ways:
            odds = float(np.exp(found.score - ways[0][0].score))
            if odds < LEAST_ODDS:
                continue
            like, away = self._likelihoods(numbers, weights, found, taught, holes)
            own = TEMPER * like + np.log(np.maximum(allowed, 1e-12))
            own[:, :labels] += pattern_odds
            share = np.exp(own - own.max(1, keepdims=True))
            share /= share.sum(1, keepdims=True)
            chances += odds * share @ label_chances(found, taught, lamps)
            strange += odds * away[:, :labels].min(1)
            empty += odds * self._to_nothing(numbers, away, found, allowed)
            total += odds
        chances /= total
        is_empty = chances[:, labels] if self.has_holes else np.zeros(len(numbers))
        chances = chances[:, :labels] / np.maximum(chances[:, :labels].sum(1, keepdims=True), 1e-12)
        best = patterns[np.arange(len(patterns)), chances.argmax(1)] if len(patterns) else np.zeros(0)
        pattern = best / self.usual if self.has_patterns else np.ones(len(numbers))
        strange, empty = strange / total, empty / total
        none = np.clip(empty - strange, -40, 20)
        none = np.minimum(none, LOG_ODDS * np.log((1 - is_empty + 1e-6) / (is_empty + 1e-6)))
        best_way = ways[0][0]
        width = best_way.widths[chances.argmax(1)] if len(chances) else np.zeros(0)
        return Named(chances, strange, pattern, none, empty, width, best_way.lamp[:3], explanation)

    def _likelihoods(
        self,
        numbers: Values,
        weights: Values,
        found: Explained,
        taught: Taught,
        holes: NDArray[np.bool_] | None,
    ) -> tuple[Values, Values]:
        """Return how likely and how far each is from each label: what lies beside a board leans, and
        differs more than what lies in its holes."""
        like, away = likelihoods(numbers, weights, found, taught)
        if holes is not None and not holes.all():
            wider = replace(found, spreads=found.spreads + self._loose.spread)
            beside = ~holes
            like[beside], away[beside] = likelihoods(
                numbers[beside], weights[beside], replace(wider, shares=found.shares[beside]), taught
            )
        return like, away

    def is_like(self, colour: Values, lamp: Values) -> bool:
        """Tell whether a ground of this colour (3,) may hide tokens of some label."""
        both = (np.concatenate([colour, colour]) - np.concatenate([lamp, lamp]))[None]
        usual = (self._lit.wander[0] + self._lit.spread)[:6, :6]
        means = self._lit.means[: len(self.labels), :6]
        return bool(_away(both, means, _inverse(usual)).min() < HIDDEN_ON)

    def _to_nothing(self, numbers: Values, away: Values, found: Explained, allowed: Values) -> Values:
        """Return how far (squared, in spreads) the nearest is that is no token."""
        labels = len(self.labels)
        nearest = np.full(len(numbers), FAR)
        if len(self._nothing):
            precision = _inverse(self._loose.wander[0] + found.spread)
            nearest = _away(numbers - BOTH @ found.lamp[:3], self._nothing, precision).min(1)
        if not self.has_holes:
            return nearest
        in_hole = allowed[:, labels] > 0
        return np.where(in_hole, away[:, labels], nearest)

    def _pattern_distances(self, looks: Looks, which: NDArray[np.bool_]) -> Values:
        """Return how much each pattern differs from the nearest of each label: (n, labels)."""
        found = np.full((len(which), len(self.labels)), MOST_PATTERN * self.usual)
        if not self.has_patterns or not which.any():
            return found
        apart = self._patterns.distances(looks.patterns[which])
        labels = range(len(self.labels))
        found[which] = np.stack([apart[:, self._patterns_of == k].min(1) for k in labels], 1)
        return found

    def _ways(
        self,
        numbers: Values,
        looks: Looks,
        weights: Values,
        allowed: Values,
        taught: Taught,
        told: Values | None,
    ) -> list[tuple[Explained, Lamps]]:
        """Return the ways to explain the colours under a likely lamp, the best first."""
        found: list[tuple[Explained, Lamps]] = []
        for lamps, bonus in likely_lamps(looks, weights, self._ground, told):
            for number, start in enumerate(STARTS):
                if number == 1 and (bonus or (told is not None and _is_explained(found, weights))):
                    break
                at = lamps.usual + np.array([*start, 0.0])
                for widths in WIDE:
                    fit = explained(numbers, weights, allowed, taught, lamps, at, widths)
                    found.append((replace(fit, score=fit.score + bonus), lamps))
        found.sort(key=lambda one: -one[0].score)
        kept: list[tuple[Explained, Lamps]] = []
        for one in found:
            if all(_differ(one[0], two[0]) for two in kept):
                kept.append(one)
        return kept


def _taught(means: Values, labels: int, shade: float) -> Taught:
    """Return what was taught: tokens and holes differ by what is usual, for lessons show few."""
    usual = _seven(OWN_SPREAD, shade, OWN_TINT, OWN_TEXTURE)
    token = _seven(WANDER, WANDER_SHADE, WANDER_TINT, WANDER_TEXTURE)
    hole = _seven(HOLE_WANDER, WANDER_SHADE, HOLE_WANDER, WANDER_TEXTURE)
    wander = np.stack([token] * labels + [hole] * (len(means) - labels))
    return Taught(means, wander, usual, labels)


def _seven(own: float, shade: float, tint: float, texture: float) -> Values:
    found = own**2 * np.eye(7) + BOTH @ covariance(shade, tint) @ BOTH.T
    found[6, 6] = texture**2
    return np.asarray(found)


def _is_explained(found: Sequence[tuple[Explained, Lamps]], weights: Values) -> bool:
    """Tell whether the best way explains nearly all."""
    best = max((fit for fit, _ in found), key=lambda fit: fit.score)
    return bool(best.counts.sum() > EXPLAINED * weights.sum())


def _differ(one: Explained, other: Explained) -> bool:
    """Tell whether two ways to explain a picture name some of it differently."""
    return bool((one.shares.argmax(1) != other.shares.argmax(1)).any())


def _first_of_each(of: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the numbers of a few samples of each label, from as many photographs as there are."""
    chosen: list[int] = []
    for k in range(int(of.max()) + 1):
        own = np.nonzero(of == k)[0].tolist()
        chosen += own[:: max(1, len(own) // MOST_PATTERNS)][:MOST_PATTERNS]
    return np.array(chosen, np.intp)


def _away(colours: Values, means: Values, precision: Values) -> Values:
    """Return the squared distances in spreads: (n, labels)."""
    root = np.linalg.cholesky(precision)
    a, b = colours @ root, means @ root
    return np.asarray(((a[:, None] - b[None]) ** 2).sum(2))


def _inverse(matrix: Values) -> Values:
    return np.asarray(np.linalg.inv(matrix), np.float64)
