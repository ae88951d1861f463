"""Names tokens: by their colours, explained together under a probable illuminant, and by their pattern.

If several illuminants explain the picture about equally well, each counts, so that yellow under one
illuminant and amber under another stays in doubt.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.tokens.naming.clusters import (
    SHIFT,
    TEMPER,
    WIDE,
    ClusterFit,
    IlluminantPrior,
    SeenColours,
    Taught,
    fit_clusters,
    label_chances,
    label_distances,
    likelihoods,
)
from vision.tokens.naming.ground import with_ground
from vision.tokens.naming.illuminants import (
    MANY_STARTS,
    SAME_BONUS,
    STARTS,
    broad_prior,
    estimate_illuminants,
    illuminants_of_background,
    may_be_illuminant,
    prior_of_ground,
    propose_priors,
)
from vision.tokens.naming.looks import PARTS, TokenLooks, looks_of_samples
from vision.tokens.naming.patterns import Matched
from vision.tokens.naming.prints import PLAIN_PATTERN, Prints
from vision.tokens.naming.shades import LIT_DEVIATION, SHADE_DEVIATION, Shades, taught_of
from vision.tokens.sets import HOLE, TokenSet

Values = NDArray[np.float64]

EXPLAINED = 0.93
"""Share of explained tokens from which, if a board gives the illuminant, no other is looked for."""
TOO_WIDE = 3.0
"""Relative width from which a cluster may belong to two labels."""
AGREES = 0.5
"""Least share of a label that a colour gets if it agrees with the print."""
LEAST_ODDS = 1e-4
"""Odds relative to the best below which an illuminant does not count."""
NO_PATTERN = 5.0
"""Difference assigned to patterns that were not compared."""
MOST_COMPARED = 32
"""Most patterns of a picture that are compared, those with the most weight."""
LOG_ODDS = 2.0
"""Distances are squared standard deviations, twice a logarithm of odds."""
MAY_BE = 0.3
"""Probability below which a cluster that more probably belongs to another label does not count for a
label's distance."""
SAME_TINT, SAME_SHADE = 0.08, 0.3
"""Differences in tint and brightness (logarithms) below which an even ground is the lesson's: on 14
photographs of one table the tint differed by 0.03 at most, on 20 drawn tables under any illuminant by
0.11."""
FAR = 400.0
"""Squared Mahalanobis distance assigned to things that were never taught."""


@dataclass(frozen=True, eq=False)
class PictureExplanation:
    """The explanations of a picture, or of its holes, the most probable first, and the taught data.

    ``of_label`` (kinds, labels): 1 if a kind belongs to a label; ``is_illuminant_known``: ground and
    light are the lesson's.
    """

    ways: list[tuple[ClusterFit, IlluminantPrior]]
    taught: Taught
    in_holes: bool
    of_label: Values
    is_illuminant_known: bool = False

    @property
    def ground_share(self) -> float:
        """The share of the picture's outlines that are the ground's own: few on a bare table, most on a
        board whose holes are empty."""
        counts = self.ways[0][0].counts
        return float(counts[self.taught.absolute :].sum() / (counts.sum() + 1))

    @property
    def means(self) -> Values:
        """Return the taught means, corrected by this picture's tokens: (K, 10)."""
        best = self.ways[0][0]
        return np.asarray(best.means - self.taught.under(best.illuminant) + self.taught.means)


@dataclass(frozen=True, eq=False)
class TokenNames:
    """The possible names of n tokens. ``chances`` (n, labels); ``distance`` (n,): distance from the most
    likely label (squared Mahalanobis distance, 10 being usual); ``pattern`` (n,): difference of its
    pattern relative to that between equal ones, 1 if patterns do not count; ``alike`` (n,): correlation
    with that label's print, 0 if prints are no evidence; ``moved`` (n, 2) and ``scales`` (n,): that
    pattern's centre, in radii, and its size relative to the outline; ``none_margin`` (n,): how much
    nearer the nearest label is than background (in logarithms of likelihood); ``none_distance`` (n,):
    distance from background (squared Mahalanobis distance); ``width`` (n,): relative width of its
    label's cluster; ``label_distance`` (n,): that cluster's distance (squared Mahalanobis distance) from
    where the label should be; ``illuminant`` (3,): the most probable illuminant's shift; ``explained``:
    the explanation."""

    chances: Values
    distance: Values
    pattern: Values
    alike: Values
    moved: Values
    scales: Values
    none_margin: Values
    none_distance: Values
    width: Values
    label_distance: Values
    illuminant: Values
    explained: PictureExplanation

    def replaced(
        self, which: NDArray[np.intp], by: "TokenNames", rows: NDArray[np.intp]
    ) -> "TokenNames":
        """Return the same with some (m,) replaced by rows (m,) of others."""
        parts = {}
        for part in PARTS_OF_EACH:
            parts[part] = getattr(self, part).copy()
            parts[part][which] = getattr(by, part)[rows]
        return replace(self, **parts)

    def joined(self, other: "TokenNames") -> "TokenNames":
        """Return the names of these outlines, followed by those of others."""
        both: dict[str, Any] = {
            part: np.concatenate([getattr(self, part), getattr(other, part)]) for part in PARTS_OF_EACH
        }
        return replace(self, **both)


PARTS_OF_EACH = tuple(
    one.name for one in fields(TokenNames) if one.name not in ("illuminant", "explained")
)


class TokenNamer:
    """Names tokens of one taught set. Safe to call from several threads."""

    def __init__(self, taught: TokenSet) -> None:
        self.labels = taught.labels
        looks = looks_of_samples(taught.samples)
        self._of = np.array([taught.labels.index(one.label) for one in taught.samples])
        illuminants = estimate_illuminants(taught.samples, self._of, looks.colours)
        numbers = looks.numbers(illuminants)
        self.prints = self._prints(taught, looks)
        means = [numbers[self._of == k].mean(0) for k in range(len(self.labels))]
        self._ground = np.median(looks.around - illuminants, 0)
        nothing = looks_of_samples(taught.nothing)
        self._nothing = nothing.numbers(
            illuminants_of_background(taught.nothing, taught.samples, illuminants)
        )
        holes = np.array([one.label == HOLE for one in taught.nothing], np.bool_)
        self.has_holes = bool(holes.any())
        every = [*means, self._nothing[holes].mean(0)] if self.has_holes else means
        self._loose = taught_of(np.array(every), len(means), SHADE_DEVIATION)
        if self.prints is None and not self.has_holes:
            self._loose = with_ground(self._loose)
        self._lit = taught_of(np.array(every), len(means), LIT_DEVIATION)
        self._each = np.eye(len(self.labels))
        alone = self.prints is None and not self.has_holes
        shades = Shades.of(taught, self._of, looks) if alone else None
        self.are_told_apart = shades is None or shades.are_told_apart
        """Whether colours distinguish the labels as they were taught; otherwise no colour is sure."""
        self._shades = None
        if shades is not None and self.are_told_apart:
            self._shades = replace(shades, taught=with_ground(shades.taught))

    def _prints(self, taught: TokenSet, looks: TokenLooks) -> Prints | None:
        """Return the tokens' prints; None if they are no evidence."""
        prints = Prints(taught.samples, self._of, len(self.labels), looks)
        return prints if prints.tell_most else None

    def telling(self, named: "TokenNames") -> NDArray[np.bool_]:
        """Return which clearly have the pattern of a label with a print: (n,)."""
        if self.prints is None or not len(named.chances):
            return np.zeros(len(named.chances), np.bool_)
        told = self.prints.tells[named.chances.argmax(1)]
        return np.asarray(told & (named.pattern < PLAIN_PATTERN))

    def named(
        self,
        looks: TokenLooks,
        weights: Values,
        illuminant: Values | None = None,
        shifts: Values | None = None,
        *,
        in_holes: bool = False,
        after: PictureExplanation | None = None,
    ) -> TokenNames:
        """Return the possible names of tokens. ``weights`` (n,): the weight of each in explaining the
        picture.

        ``illuminant`` (3,): a shift known from elsewhere, a board. ``shifts`` (n, 3): each place's light
        relative to the whole picture. ``in_holes``: they lie in that board's holes; ``after``: for
        tokens beside it, the explanation of those in the holes.
        """
        colours = _seen_colours(looks, shifts)
        taught = self._lit if in_holes else self._loose
        if after is not None:
            taught = replace(taught, means=np.vstack([after.means, taught.means[taught.absolute :]]))
        priors = list(propose_priors(looks, weights, self._ground, illuminant, in_holes=in_holes))
        allowed = _allowed(len(colours), len(self.labels), taught, in_holes=in_holes)
        enough = None if illuminant is None else EXPLAINED if in_holes else 0.0
        matched = self._matched(looks, weights)
        ways = self._ways(colours, weights, allowed, taught, priors, enough, matched)
        return self._named(
            colours, weights, PictureExplanation(ways, taught, in_holes, self._each), matched
        )

    def again(
        self,
        explanation: PictureExplanation,
        looks: TokenLooks,
        shifts: Values | None = None,
    ) -> TokenNames:
        """Return the names at other places of an already explained picture."""
        colours = _seen_colours(looks, shifts)
        nothing_yet = [
            (replace(found, responsibilities=np.zeros((len(colours), len(found.means)))), prior)
            for found, prior in explanation.ways
        ]
        told = replace(explanation, ways=nothing_yet)
        matched = self._matched(looks, np.ones(len(colours)))
        return self._named(colours, np.zeros(len(colours)), told, matched)

    def _matched(self, looks: TokenLooks, weights: Values) -> "_Compared | None":
        """Return the matches of those with the most weight with labels' prints; None if there are no
        prints."""
        if self.prints is None:
            return None
        rows = _most(weights, MOST_COMPARED)
        return _Compared(rows, self.prints.matched(looks.patches[rows]))

    def named_on(self, ground: Values, looks: TokenLooks, weights: Values) -> TokenNames | None:
        """Return the possible names of tokens on a ground without a pattern, under the illuminant that
        it shows; None if it is not the lesson's, or no such illuminant explains the picture. ``ground``:
        its colour, (3,)."""
        shades = self._shades
        if shades is None or not may_be_illuminant(shift := ground - shades.ground):
            return None
        colours = _seen_colours(looks)
        is_same = bool(np.ptp(shift) < SAME_TINT and abs(shift.mean()) < SAME_SHADE)
        allowed = _allowed(len(colours), len(shades.of_label), shades.taught, in_holes=False)
        likely = [(prior_of_ground(shift), 0.0)]
        if not is_same:
            # It may also be another ground: its illuminant must explain the tokens as well as any does.
            likely = [(broad_prior(), 0.0), (prior_of_ground(shift), SAME_BONUS)]
        enough = 0.0 if is_same else None
        ways = self._ways(colours, weights, allowed, shades.taught, likely, enough, None)
        narrow = replace(ways[0][0], widths=ways[0][0].widths[: len(shades.widths)] / shades.widths)
        if not (is_same or _explains_enough([(narrow, ways[0][1])], weights, EXPLAINED)):
            return None
        told = PictureExplanation(ways, shades.taught, False, shades.of_label, is_same)
        return self._named(colours, weights, told, None)

    def _named(
        self,
        colours: SeenColours,
        weights: Values,
        explanation: PictureExplanation,
        matched: "_Compared | None",
    ) -> TokenNames:
        taught, ways, kinds = explanation.taught, explanation.ways, len(explanation.of_label)
        allowed = _allowed(len(colours), kinds, taught, in_holes=explanation.in_holes)
        prints = self.prints
        chances = np.zeros(allowed.shape)
        total, none_distance = 0.0, np.zeros(len(colours))
        far = np.zeros((len(colours), kinds))
        for found, prior in ways:
            odds = float(np.exp(found.score - ways[0][0].score))
            if odds < LEAST_ODDS:
                continue
            like, away = likelihoods(colours, weights, found, taught)
            own = TEMPER * like + np.log(np.maximum(allowed, 1e-12))
            share = np.exp(own - own.max(1, keepdims=True))
            share /= share.sum(1, keepdims=True)
            told = label_chances(found, taught, prior, alone=explanation.of_label is not self._each)
            likely = share @ told
            if prints is not None and matched is not None:
                likely[matched.rows] = prints.weighed(likely[matched.rows], matched.match)
            chances += odds * likely
            far += odds * _to_kinds(away[:, :kinds], told[:kinds, :kinds])
            none_distance += odds * self._to_nothing(colours, like, away, found, explanation)
            total += odds
        chances /= total
        is_empty = chances[:, kinds:].sum(1)
        chances = chances[:, :kinds] / np.maximum(chances[:, :kinds].sum(1, keepdims=True), 1e-12)
        # A token without print resembles any smooth ground: its colour is weighed for its own label.
        distance = far[np.arange(len(far)), chances.argmax(1)] if matched is not None else far.min(1)
        distance, none_distance = distance / total, none_distance / total
        none_margin = np.clip(none_distance - distance, -40, 20)
        none_margin = np.minimum(
            none_margin, LOG_ODDS * np.log((1 - is_empty + 1e-6) / (is_empty + 1e-6))
        )
        best_way = ways[0][0]
        best = chances.argmax(1) if len(chances) else np.zeros(0, np.intp)
        width, off = best_way.widths[best], label_distances(best_way, taught)[best]
        if self._shades is not None and taught is self._shades.taught:
            width = width / self._shades.widths[best]
        chances = chances @ explanation.of_label
        printed = self._printed(chances, matched)
        illuminant = best_way.illuminant[:3]
        return TokenNames(
            chances, distance, *printed, none_margin, none_distance, width, off, illuminant, explanation
        )

    def _printed(
        self, chances: Values, matched: "_Compared | None"
    ) -> tuple[Values, Values, Values, Values]:
        """Return the difference of each one's pattern from its most likely label's, their correlation,
        and where that pattern lies."""
        many = len(chances)
        if self.prints is None or matched is None:
            return np.ones(many), np.zeros(many), np.zeros((many, 2)), np.ones(many)
        pattern, alike = np.full(many, NO_PATTERN), np.zeros(many)
        moved, scales = np.zeros((many, 2)), np.ones(many)
        compared, match = matched.rows, matched.match
        rows, best = np.arange(len(compared)), chances[compared].argmax(1)
        pattern[compared], alike[compared] = self.prints.differences(match, best)
        moved[compared], scales[compared] = match.moved[rows, best], match.scales[rows, best]
        return pattern, alike, moved, scales

    def away_from_bare(self, colours: Values, illuminant: Values) -> Values:
        """Return the squared Mahalanobis distance of spots with these colours (n, 3) from the label that
        could best hide on them, (n,): labels with a print show on any ground."""
        ground = np.tile(colours - illuminant, PARTS)
        covariance = (self._lit.between_pictures[0] + self._lit.covariance)[:-1, :-1]
        means = self._lit.means[: len(self.labels), :-1]
        if self.prints is not None:
            means = means[~self.prints.tells]
        return np.asarray(_squared_distances(ground, means, _inverse(covariance)).min(1, initial=np.inf))

    def _to_nothing(
        self,
        colours: SeenColours,
        like: Values,
        away: Values,
        found: ClusterFit,
        explanation: PictureExplanation,
    ) -> Values:
        """Return the squared Mahalanobis distance from the nearest background. What the ground may look
        like in this picture is less certain than a label, so that its spread counts, too."""
        taught = explanation.taught
        if explanation.in_holes and self.has_holes:
            return np.asarray(away[:, taught.labels])
        nearest = np.full(len(colours), FAR)
        if len(self._nothing):
            precision = _inverse(self._loose.between_pictures[0] + found.covariance)
            nearest = _squared_distances(
                colours.own - SHIFT @ found.illuminant[:3], self._nothing, precision
            ).min(1)
        ground = -2 * like[:, taught.absolute :]
        return np.asarray(np.minimum(nearest, ground.min(1, initial=np.inf)))

    def _ways(
        self,
        colours: SeenColours,
        weights: Values,
        allowed: Values,
        taught: Taught,
        likely: Sequence[tuple[IlluminantPrior, float]],
        enough: float | None,
        matched: "_Compared | None",
    ) -> list[tuple[ClusterFit, IlluminantPrior]]:
        """Return the explanations of the colours under a probable illuminant, the best first.

        ``enough``: the explained share from which no other illuminant is looked for; None if there is no
        evidence for the illuminant. The same holds if the first explanation gives every clear print its
        own name.
        """
        every = MANY_STARTS if enough is None and self.prints is None else STARTS

        def explain(
            some: Sequence[tuple[tuple[IlluminantPrior, float], Sequence[float]]],
        ) -> list[tuple[ClusterFit, IlluminantPrior]]:
            starts = [
                (prior, prior.mean + np.array([*shift, 0.0, 0.0]), widths)
                for (prior, _), shift in some
                for widths in WIDE
            ]
            fits = fit_clusters(colours, weights, allowed, taught, starts)
            bonuses = [bonus for (_, bonus), _ in some for _ in WIDE]
            return [
                (replace(fit, score=fit.score + bonus), prior)
                for fit, bonus, (prior, _, _) in zip(fits, bonuses, starts, strict=True)
            ]

        found = explain([(one, every[0]) for one in likely])
        own = found[: len(WIDE)]
        is_enough = enough is not None and _explains_enough(own, weights, enough)
        if not is_enough and not self._agrees(own, matched):
            found += explain([(likely[0], shift) for shift in every[1:]])
        found.sort(key=lambda one: -one[0].score)
        # Of explanations with the same names, the most probable.
        kept: dict[bytes, tuple[ClusterFit, IlluminantPrior]] = {}
        for one in found:
            kept.setdefault(one[0].responsibilities.argmax(1).tobytes(), one)
        return list(kept.values())

    def _agrees(
        self, found: Sequence[tuple[ClusterFit, IlluminantPrior]], matched: "_Compared | None"
    ) -> bool:
        """Tell whether the best explanation gives every clear print its own name."""
        if self.prints is None or matched is None:
            return False
        told, label = self.prints.told(matched.match)
        best = max((fit for fit, _ in found), key=lambda fit: fit.score)
        responsibilities = best.responsibilities[matched.rows[told]]
        return bool(
            told.any()
            and (responsibilities[np.arange(len(responsibilities)), label[told]] > AGREES).all()
        )


@dataclass(frozen=True, eq=False)
class _Compared:
    """The outlines compared with prints: their numbers, (m,), and their matches."""

    rows: NDArray[np.intp]
    match: Matched


def _allowed(many: int, kinds: int, taught: Taught, *, in_holes: bool) -> Values:
    """Return a matrix of 1 and 0: which of them may be which kind, or empty."""
    allowed = np.ones((many, len(taught.means)))
    if not in_holes:
        allowed[:, kinds : taught.absolute] = 0.0
    return allowed


def _explains_enough(
    found: Sequence[tuple[ClusterFit, IlluminantPrior]], weights: Values, enough: float
) -> bool:
    """Tell whether the best explanation explains this share, and merges no two labels."""
    best = max((fit for fit, _ in found), key=lambda fit: fit.score)
    return bool(best.counts.sum() >= enough * weights.sum() and best.widths.max() < TOO_WIDE)


def _to_kinds(away: Values, told: Values) -> Values:
    """Return each one's distance from each kind (n, kinds): from the clusters that may belong to that
    kind.

    ``away`` (n, kinds): its distance from each cluster; ``told`` (kinds, kinds): each cluster's
    probability for each kind.
    """
    may_be = np.where(told >= np.minimum(MAY_BE, told.max(1, keepdims=True)), 0.0, FAR)
    return np.asarray((away[:, :, None] + may_be[None]).min(1))


def _seen_colours(looks: TokenLooks, shifts: Values | None = None) -> SeenColours:
    own = looks.numbers(shifts)
    return SeenColours(own, looks.beside() if looks.patches.size else np.zeros_like(own))


def _most(weights: Values, many: int) -> NDArray[np.intp]:
    """Return the numbers of those with the most weight, none with zero."""
    best = np.argsort(-weights)[:many]
    return np.asarray(best[weights[best] > 0], np.intp)


def _squared_distances(colours: Values, means: Values, precision: Values) -> Values:
    """Return the squared Mahalanobis distances: (n, labels)."""
    root = np.linalg.cholesky(precision)
    a, b = colours @ root, means @ root
    return np.asarray((a**2).sum(1)[:, None] + (b**2).sum(1) - 2 * a @ b.T)


def _inverse(matrix: Values) -> Values:
    return np.asarray(np.linalg.inv(matrix), np.float64)
