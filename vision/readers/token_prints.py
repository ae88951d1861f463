"""Which labels of a set are told by what is printed on them, and how surely."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.readers.token_looks import Looks
from vision.readers.token_patterns import Matched, Patterns
from vision.sets.tokens import TokenSample

MOST_PATTERNS = 5
"""So many samples of each label are compared by their patterns."""
TOLD_ALIKE = 0.8
"""Patterns of a label tell it if taught samples of it correlate so well with each other: facets of gems,
which have patterns as well, do not."""
MOST_TOLD = 0.75
"""Prints tell tokens apart where they tell so large a part of the labels that bear something: facets
of a gem or two may be much alike by chance."""
UNLIKE, BARE = 0.1, 0.05
"""A correlation less than 1 by the first, or, of what bears nothing, a difference of the second
(logarithms), is as much as photographs of the same differ."""
PLAIN_PATTERN = 1.0
"""A pattern that differs less, against that, is that label's."""
PATTERN_WEIGHT, PATTERN_NOISE, MOST_PATTERN_ODDS = 8.0, 0.015, 12.0
"""A pattern that differs twice as much from one label as from another is 2 to this power likelier to be
the other's; differences below the noise are alike, and none counts more than so much (logarithm)."""
Values = NDArray[np.float64]
Indices = NDArray[np.intp]


class Prints:
    """What is printed on the tokens of one set. Safe to call from several threads.

    ``tells`` (labels,): which labels are told by it; the others bear nothing, or anything.
    """

    def __init__(self, samples: Sequence[TokenSample], of: Indices, labels: int, looks: Looks) -> None:
        """``of`` (n,): the label's number of each sample; ``looks``: how they look."""
        chosen = _first_of_each(of)
        of = of[chosen]
        self._patterns = Patterns([samples[one] for one in chosen], of, labels)
        found = self._patterns.matched(looks.patches[chosen], np.arange(len(chosen)))
        own = np.arange(len(chosen)), of
        self.tells, self._bare = ~self._patterns.is_bare, np.full(labels, BARE)
        for k in range(labels):
            same = of == k
            # A label that was shown once has nothing to be compared with.
            if same.sum() > 1:
                self.tells[k] &= float(np.median(found.alike[own][same])) > TOLD_ALIKE
                self._bare[k] = max(BARE, 2 * float(np.median(found.distances[own][same])))

    @property
    def tell_most(self) -> bool:
        """Whether most labels are told by what is printed on them, all but those that bear nothing."""
        shown = ~self._patterns.is_bare
        return bool(shown.any() and self.tells.sum() > MOST_TOLD * shown.sum())

    def matched(self, patches: NDArray[np.float32]) -> Matched:
        """Return how what was sampled along rays (n, rays, steps, 3) matches each label."""
        return self._patterns.matched(patches)

    def weighed(self, likely: Values, matched: Matched) -> Values:
        """Return chances by colour (n, labels or one more) weighed with what patterns tell."""
        apart = np.log(matched.distances + PATTERN_NOISE)
        odds = np.minimum(PATTERN_WEIGHT * (apart - apart.min(1, keepdims=True)), MOST_PATTERN_ODDS)
        weighed = np.maximum(likely, 1e-9)
        weighed[:, : len(self.tells)] *= np.exp(-odds)
        return np.asarray(weighed / weighed.sum(1, keepdims=True))

    def differences(self, matched: Matched, of: Indices) -> tuple[Values, Values]:
        """Return how much patterns differ from those of labels ``of`` (n,), against what the same
        differ, and how well they correlate, 0 where that tells nothing."""
        rows, told = np.arange(len(of)), self.tells[of]
        printed = (1 - matched.alike[rows, of]) / UNLIKE
        pattern = np.where(told, printed, matched.distances[rows, of] / self._bare[of])
        return pattern, np.where(told, matched.alike[rows, of], 0.0)

    def told_scales(self, patches: NDArray[np.float32]) -> Values:
        """Return how large labels' patterns are against the outlines looked at: (n,), NaN where none is
        seen."""
        matched = self._patterns.matched(patches)
        rows, best = np.arange(len(patches)), matched.distances.argmin(1)
        pattern, _ = self.differences(matched, best)
        told = self.tells[best] & (pattern < PLAIN_PATTERN)
        return np.where(told, matched.scales[rows, best], np.nan)


def _first_of_each(of: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the numbers of a few samples of each label, from as many photographs as there are."""
    chosen: list[int] = []
    for k in range(int(of.max()) + 1):
        own = np.nonzero(of == k)[0].tolist()
        chosen += own[:: max(1, len(own) // MOST_PATTERNS)][:MOST_PATTERNS]
    return np.array(chosen, np.intp)
