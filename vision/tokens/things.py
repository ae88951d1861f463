"""Evidence from things cut out of a plain ground: which outlines are tokens, and which tokens were
missed."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.tokens.finding.outlines import Outlines
from vision.tokens.seen import SeenTokens, is_whole

MOST_DISTANCE = 60.0
"""Squared Mahalanobis distance from its label beyond which it is another thing."""
ON_IT = 0.75
"""Distance from a listed token's centre (radii) within which a thing is that token."""
STANDS_OUT, MAY_BE_CUT, ANY_SIZE = 0.99, 0.3, (-0.3, 0.55)
"""Probability of being a token for a thing cut out of an even ground that looks like a label and
deviates in size by less than the third (logarithm); the second if its outline is another's, or open. The
smaller size was chosen by hand: with -0.42 a painted coin was surely a candy."""
NOT_CUT_OUT = 0.9
"""On such a ground, greatest probability for other outlines, or other sizes: a fingertip is as round,
and so is a print."""

Values = NDArray[np.float64]


def with_things(seen: SeenTokens, presence: Values) -> Values:
    """Return each outline's probability of being a token's, (n,), given the things that stand out."""
    least = np.where(is_whole(seen.found), STANDS_OUT, MAY_BE_CUT)
    presence = np.where(_stands_out(seen), np.maximum(presence, least), presence)
    is_other = _is_beside_things(seen.found) | (seen.found.cut_out & ~_has_size(seen))
    return np.where(is_other, np.minimum(presence, NOT_CUT_OUT), presence)


def _stands_out(seen: SeenTokens) -> NDArray[np.bool_]:
    """Return which were cut out of an even ground, and look like some label: (n,)."""
    return np.asarray(seen.found.cut_out & (seen.named.distance < MOST_DISTANCE) & _has_size(seen))


def _has_size(seen: SeenTokens) -> NDArray[np.bool_]:
    """Return which have about the usual size in the picture: (n,)."""
    size = np.log(seen.found.radii * np.sqrt(seen.found.widths) / seen.usual)
    return np.asarray((size > ANY_SIZE[0]) & (size < ANY_SIZE[1]))


def left_out(seen: SeenTokens, listed: Sequence[int]) -> list[int]:
    """Return the things that stand out and look like some label, but have no listed token."""
    found = seen.found
    rows = np.nonzero(found.cut_out & (seen.named.distance < MOST_DISTANCE))[0]
    left = found.centres[rows]
    taken = found.only(np.array(listed, np.intp))
    away = np.linalg.norm(left[:, None] - taken.centres[None], axis=2)
    across = taken.radii * (1 + taken.widths) / 2
    return [*map(int, rows[(away > ON_IT * across).all(1)])]


def _is_beside_things(found: Outlines) -> NDArray[np.bool_]:
    """Return the outlines at places where nothing was cut out, on a ground from which other things were:
    (n,)."""
    things = found.centres[found.cut_out]
    if not len(things):
        return np.zeros(len(found), np.bool_)
    away = np.linalg.norm(found.centres[:, None] - things[None], axis=2)
    return np.asarray(away.min(1) > found.radii)
