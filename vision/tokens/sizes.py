"""How large the tokens of a picture are, where nothing tells it: the size that the most clean outlines
share."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.markers.finder import Points
from vision.pyramid import Pyramid
from vision.tokens.finding.outlines import RADIUS_PX, Outlines, Work, find_tokens, work_picture
from vision.tokens.seen import apart, on_a_marker

STEP, LARGEST, SMALLEST = 1.19, 2.2, 0.45
"""Ratio of the sizes tried, from the largest on, against the lesson's."""
FALLEN, ENOUGH = 0.5, 3.0
"""Once the score has fallen to this part of the best, of at least so many clean outlines, no smaller
sizes are tried: what is printed or mirrored on tokens has outlines, too."""
JAGGED, OWN_SIZE = 0.05, 0.12
"""Outlines this jagged are not clean; one found larger or smaller by so much (a logarithm) counts for a
good half less."""
CLEAN, PLAIN = 0.8, 0.03
"""The shared size is the median of outlines as closed, and no more jagged."""
RIVAL = 0.5
"""Another size whose score is such a part of the best is worth a look."""
MOST_STEPS, SETTLED = 3, 0.03
Values = NDArray[np.float64]


def likely_radii(picture: Pyramid, usual_px: float, cards: Sequence[Points]) -> list[float]:
    """Return the radii (px) that tokens are most likely to have, the most likely first.

    ``usual_px``: the lesson's; ``cards``: the corners of marker cards, whose squares have outlines.
    """
    tried: list[tuple[float, float]] = []
    own: dict[float, float | None] = {}
    size = LARGEST
    while size > SMALLEST:
        radius = usual_px * size
        work, found = _outlines(picture, radius)
        is_on_a_card = on_a_marker(found, work, cards)
        count, own[radius] = _clean_outlines(found, is_on_a_card), _own_size(found, is_on_a_card)
        # Of two that are as clean the larger: a smaller one may be printed on it.
        tried.append((count * size, radius))
        best = max(tried)
        if best[0] > ENOUGH * best[1] / usual_px and tried[-1][0] < FALLEN * best[0]:
            break
        size /= STEP
    peaks = [tried[0], *(later for before, later in pairwise(tried) if later > before)]
    peaks = [one for one in peaks if not any(_is_near(one, two) and two > one for two in tried)]
    peaks = sorted(peaks, reverse=True)[:2] or [max(tried)]
    likely = [one for one in peaks if one[0] >= RIVAL * peaks[0][0]]
    return [_settled(picture, radius, own[radius], cards) for _, radius in likely]


def _is_near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return bool(abs(np.log(one[1] / other[1])) < 1.5 * np.log(STEP))


def _clean_outlines(found: Outlines, is_on_a_card: NDArray[np.bool_]) -> float:
    """Return how many outlines of the working radius are clean, each counted as far as it is."""
    off = np.log(found.radii / RADIUS_PX) / OWN_SIZE
    clean = found.covered**4 * np.clip(1 - found.jagged / JAGGED, 0, 1) * np.exp(-(off**2))
    clean[is_on_a_card] = 0.0
    return float(clean[apart(found, clean, 0.05)].sum())


def _own_size(found: Outlines, is_on_a_card: NDArray[np.bool_]) -> float | None:
    """Return how large clean outlines mostly are against the working radius; None if none is."""
    clean = (found.covered > CLEAN) & (found.jagged < PLAIN) & ~is_on_a_card
    return float(np.median(found.radii[clean])) / RADIUS_PX if clean.any() else None


def _settled(picture: Pyramid, radius_px: float, own: float | None, cards: Sequence[Points]) -> float:
    """Return the radius (px) near this one that most clean outlines share.

    One is found a little smaller or larger than it is looked for: step by step its own size is found.
    ``own``: that of those found with this radius, against it.
    """
    for left in reversed(range(MOST_STEPS)):
        if own is None:
            break
        radius_px *= own
        if not left or abs(np.log(own)) < SETTLED:
            break
        work, found = _outlines(picture, radius_px)
        own = _own_size(found, on_a_marker(found, work, cards))
    return radius_px


def _outlines(picture: Pyramid, radius_px: float) -> tuple[Work, Outlines]:
    work = work_picture(picture, radius_px)
    return work, find_tokens(work)
