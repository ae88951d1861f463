"""How far the print that lies somewhere is still seen: a shadow leaves its edges, a thing does not.

Over any part of a cell the edges seen, in six directions, are correlated with those of what was named.
What is needed for that are sums, so places are described by their own ones (``print_sums``) and a part
by their mean over it.
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
    """Return sums over the directions of each place's edges, where what is seen differs from a sample
    (s, s, 9) by ``away``: (s, s, 5).

    Squares of the sample's edges, squares of those seen, their products, the sample's, those seen.
    """
    own = sample[..., :DIRECTIONS]
    seen = away[..., :DIRECTIONS] + own
    pairs = ((own, own), (seen, seen), (own, seen))
    squares = [np.einsum("yxk,yxk->yx", one, other) for one, other in pairs]
    return np.stack([*squares, own.sum(2), seen.sum(2)], 2)


def how_much(mean: Sums) -> float:
    """Return how much print lies where these sums (5,) are the mean, as a logarithm."""
    return float(np.log1p(mean[0]))


def still_seen(mean: Sums) -> float:
    """Return the correlation of the edges seen with those of what lies there, where these sums (5,) are
    the mean: about 0 where it is hidden, or where it has no print."""
    own, seen, both, own_sum, seen_sum = (float(one) for one in mean)
    spread = max(own - own_sum**2 / DIRECTIONS, 0) * max(seen - seen_sum**2 / DIRECTIONS, 0)
    return (both - own_sum * seen_sum / DIRECTIONS) / (float(np.sqrt(spread)) + LEAST_PRINT)
