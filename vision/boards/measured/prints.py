"""How much of a place's print is still visible: a shadow leaves its edges, a thing does not.

Over any part of a cell the visible edges, in six directions, are correlated with those of the named
piece. This needs only sums, so each place has its own (``print_sums``), and a part has their mean.
"""

import numpy as np
from numpy.typing import NDArray

from vision.boards.looks import DIRECTIONS
from vision.boards.measured.places import Places

SUMS = 5
LEAST_PRINT = 0.1
"""Edges that vary by about this (squares of ``board_places.EDGE``) are the camera's noise."""
Sums = NDArray[np.float32]


def print_sums(away: Places, sample: Places) -> Sums:
    """Return sums over the directions of each place's edges, if the picture differs from a sample (s, s,
    9) by ``away``: (s, s, 5).

    Squares of the sample's edges, squares of the visible ones, their products, the sample's, the visible
    ones.
    """
    own = sample[..., :DIRECTIONS]
    seen = away[..., :DIRECTIONS] + own
    pairs = ((own, own), (seen, seen), (own, seen))
    squares = [np.einsum("yxk,yxk->yx", one, other) for one, other in pairs]
    return np.stack([*squares, own.sum(2), seen.sum(2)], 2)


def how_much(mean: Sums) -> float:
    """Return the amount of print, as a logarithm, if these sums (5,) are the mean."""
    return float(np.log1p(mean[0]))


def still_seen(mean: Sums) -> float:
    """Return the correlation of the visible edges with those of the piece, if these sums (5,) are the
    mean: about 0 if it is hidden, or has no print."""
    own, seen, both, own_sum, seen_sum = (float(one) for one in mean)
    spread = max(own - own_sum**2 / DIRECTIONS, 0) * max(seen - seen_sum**2 / DIRECTIONS, 0)
    return (both - own_sum * seen_sum / DIRECTIONS) / (float(np.sqrt(spread)) + LEAST_PRINT)
