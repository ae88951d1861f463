"""Which labels of a set are recognised by their print, and how certainly."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.sets.kind import Sample
from vision.tokens.naming.looks import TokenLooks
from vision.tokens.naming.patterns import Matched, Patterns

MOST_PATTERNS = 5
"""Most samples of each label that are compared by their patterns."""
TOLD_ALIKE, MORE_ALIKE = 0.8, 0.1
"""Correlation among a label's taught samples, and lead over that with other labels, from which patterns
identify it: facets of gems resemble those of others. On drawn lessons signs lead by 0.15 to 0.35, facets
by 0.1 at most."""
MOST_TOLD = 0.75
"""Share of the labels with a print that must be identified by it for prints to count: facets of a gem or
two may be similar by chance."""
UNLIKE, BARE = 0.1, 0.05
"""Usual difference of a correlation from 1, or of colours (logarithms) for labels without print, between
photographs of the same thing."""
PLAIN_PATTERN = 1.0
"""Difference, relative to that, below which a pattern is clearly that label's."""
PATTERN_WEIGHT, PATTERN_NOISE, MOST_PATTERN_ODDS = 8.0, 0.15, 12.0
"""Power of 2 by which the odds fall with each doubling of a pattern's difference; noise below which
differences are equal; limit (logarithm) on each one's weight."""
LEAST_BY_COLOUR, LEAST_OF_TOLD = 1e-9, 1e-2
"""Least probability by colour; the second value is for the label that the print gives: under an unusual
light a print is better evidence."""
Values = NDArray[np.float64]
Indices = NDArray[np.intp]


class Prints:
    """The prints of the tokens of one set. Safe to call from several threads.

    ``tells`` (labels,): which labels are identified by their print; the others have no print, or varying
    ones.
    """

    def __init__(self, samples: Sequence[Sample], of: Indices, labels: int, looks: TokenLooks) -> None:
        """``of`` (n,): the label's number of each sample; ``looks``: their looks."""
        chosen = _first_of_each(of)
        of = of[chosen]
        self._patterns = Patterns([samples[one] for one in chosen], of, labels)
        found = self._patterns.matched(looks.patches[chosen], np.arange(len(chosen)))
        own = np.arange(len(chosen)), of
        others = found.alike.copy()
        others[own] = -1.0
        self.tells, self._bare = ~self._patterns.is_bare, np.full(labels, BARE)
        for k in range(labels):
            same = of == k
            like = float(np.median(others.max(1)[same]))
            # A label with a single sample can be compared with other labels only.
            if same.sum() == 1:
                self.tells[k] &= like < TOLD_ALIKE + MORE_ALIKE / 2
            else:
                alike = float(np.median(found.alike[own][same]))
                self.tells[k] &= alike > max(TOLD_ALIKE, like + MORE_ALIKE)
                self._bare[k] = max(BARE, 2 * float(np.median(found.distances[own][same])))

    @property
    def tell_most(self) -> bool:
        """Whether most labels with a print are identified by it."""
        shown = ~self._patterns.is_bare
        return bool(shown.any() and self.tells.sum() > MOST_TOLD * shown.sum())

    def matched(self, patches: NDArray[np.float32]) -> Matched:
        """Return how samples along rays (n, rays, steps, 3) match each label."""
        return self._patterns.matched(patches)

    def weighed(self, likely: Values, matched: Matched) -> Values:
        """Return probabilities by colour (n, labels or one more) combined with the patterns'
        evidence."""
        labels = len(self.tells)
        apart = np.log(self._differing(matched) + PATTERN_NOISE)
        odds = np.minimum(PATTERN_WEIGHT * (apart - apart.min(1, keepdims=True)), MOST_PATTERN_ODDS)
        weighed = np.maximum(likely, LEAST_BY_COLOUR)
        least = np.where(self.tells, LEAST_OF_TOLD, LEAST_BY_COLOUR)
        weighed[:, :labels] = np.maximum(likely[:, :labels], least) * np.exp(-odds)
        return np.asarray(weighed / weighed.sum(1, keepdims=True))

    def differences(self, matched: Matched, of: Indices) -> tuple[Values, Values]:
        """Return the patterns' differences from those of labels ``of`` (n,), relative to equal ones, and
        their correlations, 0 if that is no evidence."""
        rows = np.arange(len(of))
        pattern = self._differing(matched)[rows, of]
        return pattern, np.where(self.tells[of], matched.alike[rows, of], 0.0)

    def _differing(self, matched: Matched) -> Values:
        """Return the patterns' differences from those of each label, 1 being usual for equal ones: (n,
        labels)."""
        printed = (1 - matched.alike) / UNLIKE
        return np.where(self.tells, printed, matched.distances / self._bare)

    def told_scales(self, patches: NDArray[np.float32]) -> Values:
        """Return the size of labels' patterns relative to the examined outlines: (n,), NaN if none is
        seen."""
        matched = self._patterns.matched(patches)
        told, best = self.told(matched)
        return np.where(told, matched.scales[np.arange(len(patches)), best], np.nan)

    def told(self, matched: Matched) -> tuple[NDArray[np.bool_], Indices]:
        """Return which clearly have a label's print, (n,), and the most similar label, (n,)."""
        best = matched.distances.argmin(1)
        pattern, _ = self.differences(matched, best)
        return self.tells[best] & (pattern < PLAIN_PATTERN), best


def _first_of_each(of: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the numbers of a few samples of each label, from as many photographs as there are."""
    chosen: list[int] = []
    for k in range(int(of.max()) + 1):
        own = np.nonzero(of == k)[0].tolist()
        chosen += own[:: max(1, len(own) // MOST_PATTERNS)][:MOST_PATTERNS]
    return np.array(chosen, np.intp)
