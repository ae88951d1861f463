"""The tokens' labels, if only the number of each label is given.

The possible tokens of all photographs are put into groups of similar looks: each belongs to a label, or
to one of its shades, or to none. Counts that differ from photograph to photograph decide. Each
photograph keeps its own counts, unless too few possible tokens were found. If another assignment is
nearly as good, the labels that differ are in doubt.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.sets.kind import Sample
from vision.tokens.naming.looks import BRIGHTNESS, PARTS, looks_of_samples
from vision.tokens.naming.shades import SAME_LESSON
from vision.tokens.teaching.colour_words import tint_of, unlike_word
from vision.tokens.teaching.groups import likely_labels, merged, sizes_of
from vision.tokens.teaching.sharing import shared_out

VIVID_PART, MIDDLE_PART = 2, 0
"""Indices of a look's parts that decide; middle and brightness count less: they mirror the lamp."""
MIDDLE_TINT, BRIGHT, MIDDLE_BRIGHT = 0.5, 0.3, 0.15
NEIGHBOUR, LEAST_SPREAD, MOST_SPREAD = 2, 0.03, 0.06
"""Neighbour whose distance gives the spread of one shade, and limits on it (logarithms)."""
ROBUST = 30.0
"""Squared Mahalanobis distance above which further distance counts less and less."""
SHADE, SHADES_APART = 12.0, 8.0
"""Cost of a shade, and additional cost for its difference in tint from its label's other shades."""
WORD = 20.0
"""Cost of a shade at right angles to its label's colour word."""
LEFT_OUT, MISSING, MISPLACED, NAMED_OTHERWISE = 30.0, 30.0, 25.0, 200.0
"""Costs: a clear thing is not a token; a token was not found; one belongs to a wrong group; one with a
known label gets another."""
MORE_GROUPS, PLAIN = 8, 0.4
"""Limit on groups beyond twice the labels; clearness from which things are grouped."""
MOST_TRIED, ROUNDS = 6, 4
NO_RIVAL = 15.0
"""Additional cost up to which another assignment counts as equally good."""
IN_DOUBT = 0.3
"""Share of doubtful tokens from which a label is in doubt."""
APART, ALIKE = 14.0, 0.5
"""Cost below which a token could have another label, and share of it added to the assignment's cost."""
CLEARLY = 4.0
"""Additional cost up to which a token with another label is in doubt."""
Values = NDArray[np.float64]
Labels = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class CountedPhoto:
    """Possible tokens of one photograph: ``crops`` (n,) in the form of samples; ``plain`` (n,): how
    clearly each is one, 0 to 1; ``counts``: how many there are of each label."""

    crops: tuple[ImageBgr, ...]
    plain: Values
    counts: Mapping[str, int]


@dataclass(frozen=True, eq=False)
class Sorted:
    """The label of each thing in a photograph, None if it is no token or its label is uncertain; and the
    number of its tokens that were not found."""

    labels: tuple[str | None, ...]
    is_clear: tuple[bool, ...]
    missing: int


@dataclass(frozen=True, eq=False)
class _Assignment:
    """One assignment: ``labels`` (n,), ``swapped`` (n,): least cost of another label for each; and the
    total cost."""

    labels: Labels
    swapped: Values
    cost: float


def sorted_by_counts(
    photos: Sequence[CountedPhoto], known: Sequence[Sample] = ()
) -> tuple[list[Sorted], tuple[str, ...]]:
    """Return the things of each photograph with the labels that fit best, and the labels in doubt.

    ``known``: samples with known labels; photographs may show more of these.
    """
    if not any(len(photo.crops) for photo in photos):
        return [Sorted((), (), sum(photo.counts.values())) for photo in photos], ()
    sort = _Sort(photos, known)
    ways = sort.ways()
    best, none = ways[0], len(sort.labels)
    doubt = best.swapped < CLEARLY
    for rival in ways[1:]:
        if rival.cost < best.cost + NO_RIVAL:
            doubt |= (rival.labels != best.labels) & (rival.labels < none)
    in_doubt = []
    for number, label in enumerate(sort.labels):
        own = (best.labels == number) & ~sort.is_known
        if own.any() and doubt[own].mean() > IN_DOUBT:
            in_doubt.append(label)
    found = []
    for number, photo in enumerate(photos):
        rows = np.nonzero(sort.photo == number)[0]
        of = best.labels[rows]
        names = tuple(None if k == none else sort.labels[k] for k in of.tolist())
        clear = tuple((~doubt[rows]).tolist())
        found.append(Sorted(names, clear, sum(photo.counts.values()) - int((of < none).sum())))
    return found, tuple(in_doubt)


class _Sort:
    """All things of all photographs, the known samples last, as one additional photograph."""

    def __init__(self, photos: Sequence[CountedPhoto], known: Sequence[Sample]) -> None:
        said = {label for photo in photos for label in photo.counts}
        self.labels = sorted(said | {one.label for one in known})
        names = list(dict.fromkeys(one.photo for one in known))
        crops = [Sample("", crop, str(n)) for n, photo in enumerate(photos) for crop in photo.crops]
        self._looks = looks_of_samples([*crops, *known])
        told = [int(one.name) for one in crops] + [len(photos) + names.index(one.photo) for one in known]
        self.photo = np.array(told, np.intp)
        self.many = len(photos)
        self.of = np.array([-1] * len(crops) + [self.labels.index(one.label) for one in known], np.intp)
        self.is_known = self.of >= 0
        self.plain = np.concatenate([*(photo.plain for photo in photos), np.ones(len(known))])
        self.wanted = np.array(
            [[photo.counts.get(label, 0) for label in self.labels] for photo in photos], np.intp
        )

        self.tints = np.zeros((len(self.photo), 3))
        """The tint of each, under the illuminants last assumed."""

    @cached_property
    def _grounds(self) -> Values:
        """The colour around the things of each photograph: (photos, 3)."""
        around = self._looks.around
        numbers = range(int(self.photo.max()) + 1)
        return np.array([_median(around[self.photo == one]) for one in numbers])

    def _lamps(self) -> Iterator[Values]:
        """Yield possible illuminants of the photographs: (photos, 3). If all lie on one ground, it shows
        them; otherwise they may share one illuminant, or each have its own."""
        lamps = self._grounds - self._grounds.mean(0)
        yield lamps
        if np.abs(lamps).max() > SAME_LESSON:
            yield np.zeros_like(lamps)

    def looks(self, lamps: Values) -> Values:
        """Return each one's looks under the mean illuminant, in standard deviations: (n, 8)."""
        parts = self._looks.colours.reshape(-1, PARTS, 3) - lamps[self.photo][:, None]
        colours = np.exp(parts[:, (VIVID_PART, MIDDLE_PART)])
        self.tints = tint_of(colours[:, 0])
        bright = np.log(colours @ BRIGHTNESS.astype(np.float64) + 1.0)
        weights = np.array([BRIGHT, MIDDLE_BRIGHT])
        found = np.hstack([self.tints, MIDDLE_TINT * tint_of(colours[:, 1]), weights * bright])
        return np.asarray(found / _spread(found), np.float64)

    def ways(self) -> list[_Assignment]:
        """Return ways to sort all, the best first."""
        found: dict[bytes, _Assignment] = {}
        for lamps in self._lamps():
            looks = self.looks(lamps)
            plain = np.nonzero(self.plain >= PLAIN)[0]
            fewest = min(len(self.labels), len(plain))
            for of in merged(looks[plain], fewest, 2 * len(self.labels) + MORE_GROUPS):
                groups = np.full(len(looks), -1)
                groups[plain] = of
                for given in self._likely(groups)[:MOST_TRIED]:
                    way = self._settled(looks, groups, np.array(given))
                    key = way.labels.tobytes()
                    if key not in found or way.cost < found[key].cost:
                        found[key] = way
        return sorted(found.values(), key=lambda way: way.cost)

    def _likely(self, groups: Labels) -> list[tuple[int, ...]]:
        many = int(groups.max()) + 1
        none = len(self.labels)
        own = np.zeros((many, none + 1))
        tints = np.array([self.tints[groups == one].mean(0) for one in range(many)])
        own[:, :none] = self._words(tints)
        left = np.where(self.is_known, 0.0, LEFT_OUT * self.plain)
        own[:, none] = np.bincount(groups[groups >= 0], left[groups >= 0], many)
        for row in np.nonzero(self.is_known)[0].tolist():
            own[groups[row], np.arange(none + 1) != self.of[row]] += NAMED_OTHERWISE
        open_ = [groups[(self.photo == number) & (groups >= 0)] for number in range(self.many)]
        return likely_labels(sizes_of(open_, many), self.wanted, own, MISPLACED)

    def _words(self, tints: Values) -> Values:
        """Return each tint's disagreement (n, 3) with each label's word: (n, labels)."""
        return WORD * np.column_stack([unlike_word(label, tints) for label in self.labels])

    def _settled(self, looks: Values, groups: Labels, given: Labels) -> _Assignment:
        """Return the assignment that starts with these groups' labels, with each photograph's counts
        kept."""
        none = len(self.labels)
        kinds = np.where((groups >= 0) & (given[groups] < none), groups, -1)
        labels = np.full(len(looks), none)
        costs = np.zeros((len(looks), none + 1))
        for _ in range(ROUNDS):
            shades = np.unique(kinds[kinds >= 0])
            means = np.array([looks[kinds == one].mean(0) for one in shades]).reshape(-1, looks.shape[1])
            away = _robust(((looks[:, None] - means[None]) ** 2).sum(2))
            before, labels, costs = labels, *self._shared(away, given[shades])
            own = np.where(given[shades][None] == labels[:, None], away, np.inf)
            if len(shades):
                kinds = np.where(labels < none, shades[own.argmin(1)], -1)
                kinds = np.where(np.isfinite(own.min(1)), kinds, -1)
            if (before == labels).all():
                break
        swapped = np.full(len(labels), np.inf)
        for number in range(self.many):
            rows = np.nonzero(self.photo == number)[0]
            swapped[rows] = _swapped(labels[rows], costs[rows]) if len(rows) else 0.0
        # People who count pieces can distinguish the labels, so nearly equal things have one label.
        alike = ALIKE * float(np.maximum(0.0, APART - swapped).sum())
        return _Assignment(labels, swapped, alike + self._total(labels, costs, kinds, given))

    def _shared(self, away: Values, given: Labels) -> tuple[Labels, Values]:
        """Return all labels, and the cost of each thing with each label and with none."""
        none = len(self.labels)
        costs = np.full((len(away), none + 1), 10 * MISSING)
        for label in range(none):
            if (given == label).any():
                costs[:, label] = away[:, given == label].min(1)
        costs[:, none] = LEFT_OUT * self.plain
        labels = self.of.copy()
        for number in range(self.many):
            rows = np.nonzero(self.photo == number)[0]
            labels[rows] = shared_out(costs[rows], self.wanted[number], MISSING)
        return labels, costs

    def _total(self, labels: Labels, costs: Values, kinds: Labels, given: Labels) -> float:
        """Return an assignment's total cost: for each thing, for the tokens not found, and for the
        shades."""
        none = len(self.labels)
        found = sum(int((labels[self.photo == n] < none).sum()) for n in range(self.many))
        total = float(costs[np.arange(len(labels)), labels].sum())
        total += MISSING * (float(self.wanted.sum()) - found)
        shades = np.unique(kinds[kinds >= 0])
        tints = np.array([self.tints[kinds == one].mean(0) for one in shades]).reshape(-1, 3)
        total += SHADE * len(shades)
        total += float(self._words(tints)[np.arange(len(shades)), given[shades]].sum())
        for label in np.unique(given[shades]):
            own = tints[given[shades] == label]
            total += SHADES_APART * float(np.linalg.norm(own - own.mean(0), axis=1).sum())
        return total


def _swapped(labels: Labels, costs: Values) -> Values:
    """Return the least cost of another label for each token of a photograph, (n,): it must change places
    with one of those, or with one that was not found. Things that are not tokens count for nothing."""
    more = costs - costs[np.arange(len(labels)), labels][:, None]
    kinds = more.shape[1]
    back = np.full((kinds, kinds), np.inf)
    for label in np.unique(labels):
        back[label] = more[labels == label].min(0)
    back[-1, :-1] = np.minimum(back[-1, :-1], MISSING)
    swapped = more + back[:, labels].T
    swapped[np.arange(len(labels)), labels] = np.inf
    return np.where(labels < kinds - 1, swapped[:, :-1].min(1), np.inf)


def _robust(away: Values) -> Values:
    return np.asarray(ROBUST * np.log1p(away / ROBUST))


def _spread(looks: Values) -> float:
    """Return the spread of tokens within one shade."""
    apart = np.linalg.norm(looks[:, None] - looks[None], axis=2)
    at = min(NEIGHBOUR, len(looks) - 1)
    return float(np.clip(np.median(np.sort(apart, 1)[:, at]), LEAST_SPREAD, MOST_SPREAD))


def _median(around: Values) -> Values:
    return np.median(around, 0) if len(around) else np.zeros(3)
