"""Which labels of a set are told by what is printed on them, and how surely."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.tokens.naming.looks import Looks
from vision.tokens.naming.patterns import Matched, Patterns
from vision.tokens.sets import TokenSample

MOST_PATTERNS = 5
"""So many samples of each label are compared by their patterns."""
TOLD_ALIKE, MORE_ALIKE = 0.8, 0.1
"""Patterns of a label tell it if taught samples of it correlate so well with each other, and by so much
better than with other labels: facets of gems are much like those of others. On drawn lessons signs are
more alike by 0.15 to 0.35, facets by 0.1 at most."""
MOST_TOLD = 0.75
"""Prints tell tokens apart where they tell so large a part of the labels that bear something: facets
of a gem or two may be much alike by chance."""
UNLIKE, BARE = 0.1, 0.05
"""A correlation less than 1 by the first, or, of what bears nothing, a difference of the second
(logarithms), is as much as photographs of the same differ."""
PLAIN_PATTERN = 1.0
"""A pattern that differs less, against that, is that label's."""
PATTERN_WEIGHT, PATTERN_NOISE, MOST_PATTERN_ODDS = 8.0, 0.15, 12.0
"""A pattern that differs twice as much from one label as from another is 2 to this power more likely to
be the other's; differences below the noise are alike, and none counts more than so much (logarithm)."""
LEAST_BY_COLOUR, LEAST_OF_TOLD = 1e-9, 1e-2
"""Colours make a label no less likely than this; the second one that its print tells: under a strange
lamp a print tells more."""
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
        others = found.alike.copy()
        others[own] = -1.0
        self.tells, self._bare = ~self._patterns.is_bare, np.full(labels, BARE)
        for k in range(labels):
            same = of == k
            like = float(np.median(others.max(1)[same]))
            # A label that was shown once has nothing to be compared with but others.
            if same.sum() == 1:
                self.tells[k] &= like < TOLD_ALIKE + MORE_ALIKE / 2
            else:
                alike = float(np.median(found.alike[own][same]))
                self.tells[k] &= alike > max(TOLD_ALIKE, like + MORE_ALIKE)
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
        labels = len(self.tells)
        apart = np.log(self._differing(matched) + PATTERN_NOISE)
        odds = np.minimum(PATTERN_WEIGHT * (apart - apart.min(1, keepdims=True)), MOST_PATTERN_ODDS)
        weighed = np.maximum(likely, LEAST_BY_COLOUR)
        least = np.where(self.tells, LEAST_OF_TOLD, LEAST_BY_COLOUR)
        weighed[:, :labels] = np.maximum(likely[:, :labels], least) * np.exp(-odds)
        return np.asarray(weighed / weighed.sum(1, keepdims=True))

    def differences(self, matched: Matched, of: Indices) -> tuple[Values, Values]:
        """Return how much patterns differ from those of labels ``of`` (n,), against what the same
        differ, and how well they correlate, 0 where that tells nothing."""
        rows = np.arange(len(of))
        pattern = self._differing(matched)[rows, of]
        return pattern, np.where(self.tells[of], matched.alike[rows, of], 0.0)

    def _differing(self, matched: Matched) -> Values:
        """Return how much patterns differ from those of each label, 1 being as much as the same do:
        (n, labels)."""
        printed = (1 - matched.alike) / UNLIKE
        return np.where(self.tells, printed, matched.distances / self._bare)

    def told_scales(self, patches: NDArray[np.float32]) -> Values:
        """Return how large labels' patterns are against the outlines looked at: (n,), NaN where none is
        seen."""
        matched = self._patterns.matched(patches)
        told, best = self.told(matched)
        return np.where(told, matched.scales[np.arange(len(patches)), best], np.nan)

    def told(self, matched: Matched) -> tuple[NDArray[np.bool_], Indices]:
        """Return which plainly bear a label's print, (n,), and the label whose they are likest, (n,)."""
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
