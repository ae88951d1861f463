"""Names tokens: by their colours under the lamp that explains them all together, and by their pattern.

Taught colours of a label are a normal distribution. A lamp shifts the logarithms of all colours alike;
which shift it is follows from the tokens themselves (expectation maximisation, Dempster, Laird and Rubin
1977), held near the lamps that are likely: that of the lesson, or the one the ground tells. Where
several lamps explain the picture about equally well, each has a say in the names, so that yellow under
one lamp and amber under another stays in doubt.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.readers.token_looks import Looks, Patterns, looks_of_samples
from vision.sets.tokens import TokenSample, TokenSet

Values = NDArray[np.float64]

BOTH = np.vstack([np.eye(3), np.eye(3)])
"""How a lamp's shift acts on the six numbers of a colour."""
OWN_SPREAD, SHADE_SPREAD, LIT_SPREAD, TINT_SPREAD = 0.04, 0.18, 0.1, 0.05
"""By so much tokens of one label differ at least (logarithms): in each number, in brightness alike where
the light is not known from a board and where it is, and in tint alike. Chosen by hand: lessons show few
tokens, and lamps are not even."""
LAMP_SHADE, LAMP_WARMTH, LAMP_GREEN = 0.4, 0.2, 0.025
"""How far lamps differ from the lesson's: standard deviations of brightness, of warm against cold, and
of green against purple, in which lamps, and a camera's white, hardly differ."""
SAME_GROUND = 0.05
"""How well a ground that is the same as in the lesson tells the lamp."""
SAME_LOOK, SAME_BONUS = 0.2, 3.0
"""A ground whose colour differs by less (logarithms) is taken for the lesson's, under nearly its lamp;
that is likelier by so much (logarithm) than another ground under another lamp."""
OUTLIER = 30.0
"""A colour farther (squared, in spreads) from every label is none of them, for the lamp."""
TEMPER = 0.5
"""The six numbers are not independent, and spreads were learnt from few: logarithms of likelihoods count
half."""
LEAST_TEXTURE, MOST_TEXTURE = 0.03, 5.0
"""Least that textures of taught tokens spread by; no texture counts as farther off, in spreads."""
HIDDEN_ON = 28.0
"""On a ground that is nearer (squared, in spreads) to a label's colour, tokens of it may go unseen."""
ROUNDS = 6
PLAINLY_APART = 8.0
"""Labels whose mean colours are farther apart (squared, in spreads) are told apart by these alone."""
MOST_PATTERNS = 5
"""So many samples of each label are compared by their patterns."""
PLAIN_PATTERN = 1.5
"""A pattern that differs less, against what is usual, is that label's."""
PATTERN_WEIGHT, MOST_PATTERN, LEAST_PATTERN = 4.0, 4.0, 0.03
"""A pattern that differs twice as much as is usual is less likely by so much (logarithm); one that
differs so many times as much is no less likely than one that differs more; least that is usual."""


@dataclass(frozen=True, eq=False)
class Named:
    """What n tokens may be. ``chances`` (n, labels); ``strange`` (n,): how far each is from the
    likeliest label (squared, in spreads, 6 being usual); ``pattern`` (n,): how much its pattern differs
    against what is usual, 1 where patterns do not count; ``none`` (n,): how much nearer the nearest
    label is than what is no token (in logarithms of likelihood); ``empty`` (n,): how far what is no
    token is (squared, in spreads)."""

    chances: Values
    strange: Values
    pattern: Values
    none: Values
    empty: Values
    lamp: Values


class TokenNamer:
    """Names tokens of one taught set. Safe to call from several threads."""

    def __init__(self, taught: TokenSet) -> None:
        self.labels = taught.labels
        looks = looks_of_samples(taught.samples)
        self._of = np.array([taught.labels.index(one.label) for one in taught.samples])
        lamps = _lamps_of(taught.samples, self._of, looks.colours)
        colours = looks.colours - lamps @ BOTH.T
        self.means = np.array([colours[self._of == k].mean(0) for k in range(len(self.labels))])
        off = colours - self.means[self._of]
        self.spread = _spread(off, len(self.labels), SHADE_SPREAD)
        self._lit_spread = _spread(off, len(self.labels), LIT_SPREAD)
        self.around = looks.around - lamps
        self._texture = float(np.median(looks.texture)), max(float(looks.texture.std()), LEAST_TEXTURE)
        self._learn_patterns(taught, looks)
        nothing = looks_of_samples(taught.nothing)
        self._nothing = nothing.colours
        self._nothing -= _lamps_near(taught.nothing, taught.samples, lamps) @ BOTH.T

    def _learn_patterns(self, taught: TokenSet, looks: Looks) -> None:
        """Learn how much patterns of one label differ, and those of different ones.

        Patterns cost time: they count only where colours do not tell all labels apart.
        """
        apart = _away(self.means, self.means, _inverse(self.spread))
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
        self, looks: Looks, weights: Values, lamp: Values | None = None, shifts: Values | None = None
    ) -> Named:
        """Return what tokens may be. ``weights`` (n,): how much each counts in finding the lamp.

        ``lamp`` (3,): the shift that something else, a board, has told. ``shifts`` (n, 3): how each
        place is lit against the whole picture.
        """
        colours = looks.colours if shifts is None else looks.colours - shifts @ BOTH.T
        own_spread = self.spread if lamp is None else self._lit_spread
        precision = _inverse(own_spread)
        lamps = self._lamps(colours, looks.around, weights, precision, lamp)
        chances = np.zeros((len(colours), len(self.labels)))
        total, strange, empty = 0.0, np.zeros(len(colours)), np.zeros(len(colours))
        patterns = self._pattern_distances(looks, weights > 0)
        for shift, unsure, score in lamps:
            spread = own_spread + BOTH @ unsure @ BOTH.T
            inverse = _inverse(spread)
            away = _away(colours - BOTH @ shift, self.means, inverse)
            like = -TEMPER * 0.5 * away - self._pattern_weight * np.minimum(
                patterns, MOST_PATTERN * self.usual
            )
            weight = np.exp(score - lamps[0][2])
            odds = np.exp(like - like.max(1, keepdims=True))
            chances += weight * odds / odds.sum(1, keepdims=True)
            strange += weight * away.min(1)
            empty += weight * self._to_nothing(colours - BOTH @ shift, inverse)
            total += weight
        best = patterns[np.arange(len(patterns)), chances.argmax(1)] if len(patterns) else np.zeros(0)
        pattern = best / self.usual if self.has_patterns else np.ones(len(colours))
        strange, empty = strange / total, empty / total
        usual, wide = self._texture
        strange += np.clip((looks.texture - usual) / wide - 1, 0, MOST_TEXTURE) ** 2
        return Named(
            chances / total, strange, pattern, np.clip(empty - strange, -40, 20), empty, lamps[0][0]
        )

    def is_like(self, colour: Values, lamp: Values) -> bool:
        """Tell whether a ground of this colour (3,) may hide tokens of some label."""
        both = (np.concatenate([colour, colour]) - BOTH @ lamp)[None]
        return bool(_away(both, self.means, _inverse(self._lit_spread)).min() < HIDDEN_ON)

    def _to_nothing(self, colours: Values, precision: Values) -> Values:
        """Return how far (squared, in spreads) the nearest is that is no token."""
        if not len(self._nothing):
            return np.full(len(colours), 400.0)
        return np.asarray(_away(colours, self._nothing, precision).min(1))

    def _pattern_distances(self, looks: Looks, which: NDArray[np.bool_]) -> Values:
        """Return how much each pattern differs from the nearest of each label: (n, labels)."""
        found = np.full((len(which), len(self.labels)), MOST_PATTERN * self.usual)
        if not self.has_patterns or not which.any():
            return found
        apart = self._patterns.distances(looks.patterns[which])
        labels = range(len(self.labels))
        found[which] = np.stack([apart[:, self._patterns_of == k].min(1) for k in labels], 1)
        return found

    def _lamps(
        self, colours: Values, around: Values, weights: Values, precision: Values, given: Values | None
    ) -> list[tuple[Values, Values, float]]:
        """Return the lamps that explain the colours: shift, how unsure it is, score; the best first."""
        if given is not None:
            prior = _inverse(_covariance(0.06, 0.03))
            return [self._fitted(colours, weights, precision, given, given, prior)]
        prior = _inverse(_lamps_covariance())
        starts = [np.zeros(3), np.full(3, -0.3), np.full(3, 0.3)]
        starts += [np.array([b, 0, -b]) + a for b in (-0.3, 0.3) for a in (-0.3, 0.0)]
        found = [self._fitted(colours, weights, precision, s, np.zeros(3), prior) for s in starts]
        ground = self._ground(around, weights)
        if ground is not None:
            sure = _inverse(_covariance(2 * SAME_GROUND, SAME_GROUND))
            shift, unsure, score = self._fitted(colours, weights, precision, ground, ground, sure)
            found.append((shift, unsure, score + SAME_BONUS))
        found.sort(key=lambda one: -one[2])
        return [one for n, one in enumerate(found) if all(_differ(one, two) for two in found[:n])]

    def _ground(self, around: Values, weights: Values) -> Values | None:
        """Return the lamp if the ground is the lesson's; None where it is another."""
        seen = weights > 0.3
        if not seen.any():
            return None
        shift = np.median(around[seen], 0) - np.median(self.around, 0)
        return np.asarray(shift) if np.abs(shift).max() < SAME_LOOK else None

    def _fitted(
        self,
        colours: Values,
        weights: Values,
        precision: Values,
        start: Values,
        usual: Values,
        prior: Values,
    ) -> tuple[Values, Values, float]:
        """Return the lamp near ``start`` under which the colours are likeliest."""
        shift, acts = start, BOTH.T @ precision
        for _ in range(ROUNDS):
            away = _away(colours - BOTH @ shift, self.means, precision)
            like = np.exp(-0.5 * np.minimum(away, 200))
            share = weights[:, None] * like / (like.sum(1, keepdims=True) + np.exp(-0.5 * OUTLIER))
            curve = share.sum() * acts @ BOTH + prior
            pull = np.einsum("nk,nkd->d", share, colours[:, None] - self.means[None])
            shift = np.linalg.solve(curve, acts @ pull + prior @ usual)
        away = _away(colours - BOTH @ shift, self.means, precision)
        like = np.log(np.exp(-0.5 * np.minimum(away, 200)).sum(1) + np.exp(-0.5 * OUTLIER))
        off = shift - usual
        score = TEMPER * float(weights @ like) - 0.5 * float(off @ prior @ off)
        return shift, np.linalg.inv(curve), score


def _first_of_each(of: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the numbers of a few samples of each label, from as many photographs as there are."""
    chosen: list[int] = []
    for k in range(int(of.max()) + 1):
        own = np.nonzero(of == k)[0].tolist()
        chosen += own[:: max(1, len(own) // MOST_PATTERNS)][:MOST_PATTERNS]
    return np.array(chosen, np.intp)


def _differ(one: tuple[Values, Values, float], other: tuple[Values, Values, float]) -> bool:
    return bool(np.abs(one[0] - other[0]).max() > 0.05)


def _away(colours: Values, means: Values, precision: Values) -> Values:
    """Return the squared distances in spreads: (n, labels)."""
    root = np.linalg.cholesky(precision)
    a, b = colours @ root, means @ root
    return np.asarray(((a[:, None] - b[None]) ** 2).sum(2))


def _inverse(matrix: Values) -> Values:
    return np.asarray(np.linalg.inv(matrix), np.float64)


def _covariance(shade: float, tint: float) -> Values:
    return tint**2 * np.eye(3) + shade**2 * np.ones((3, 3))


def _lamps_covariance() -> Values:
    warmth = np.array([1, 0, -1]) / np.sqrt(2)
    green = np.array([1, -2, 1]) / np.sqrt(6)
    return np.asarray(
        LAMP_SHADE**2 * np.ones((3, 3))
        + LAMP_WARMTH**2 * np.outer(warmth, warmth)
        + LAMP_GREEN**2 * np.outer(green, green)
    )


def _spread(off: Values, labels: int, shade: float) -> Values:
    """Return the covariance of colours of one label, widened by what lessons cannot show."""
    many = len(off) - labels
    seen = off.T @ off / max(many, 1)
    held = many / (many + 12) if many > 0 else 0.0
    usual = OWN_SPREAD**2 * np.eye(6) + BOTH @ _covariance(shade, TINT_SPREAD) @ BOTH.T
    return np.asarray(held * seen + usual)


def _lamps_of(samples: Sequence[TokenSample], of: NDArray[np.intp], colours: Values) -> Values:
    """Return how each sample's photograph was lit against the mean of all: (n, 3)."""
    photos = [one.photo for one in samples]
    names = list(dict.fromkeys(photos))
    number = np.array([names.index(one) for one in photos])
    lamps = np.zeros((len(names), 3))
    mean_of_both = colours.reshape(-1, 2, 3).mean(1)
    for _ in range(10):
        lit = mean_of_both - lamps[number]
        means = np.array([lit[of == k].mean(0) for k in range(of.max() + 1)])
        rest = mean_of_both - means[of]
        lamps = np.array([rest[number == p].mean(0) for p in range(len(names))])
        lamps -= lamps.mean(0)
    return np.asarray(lamps[number])


def _lamps_near(nothing: Sequence[TokenSample], samples: Sequence[TokenSample], lamps: Values) -> Values:
    """Return how the photographs of what is no token were lit: (n, 3)."""
    known = {sample.photo: lamp for sample, lamp in zip(samples, lamps, strict=True)}
    return np.array([known.get(one.photo, np.zeros(3)) for one in nothing]).reshape(-1, 3)
