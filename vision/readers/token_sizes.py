"""How large the tokens of a picture are, where nothing tells it: the size that the most clean outlines
share."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.finders.tokens import RADIUS_PX, Found, Work, find_tokens, work_picture
from vision.marker_finder import Points
from vision.pyramid import Pyramid
from vision.readers.token_seen import apart, on_a_marker

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
    """Return the radii (px) that tokens are likeliest to have, the likeliest first.

    ``usual_px``: the lesson's; ``cards``: the corners of marker cards, whose squares have outlines.
    """
    tried: list[tuple[float, float]] = []
    size = LARGEST
    while size > SMALLEST:
        radius = usual_px * size
        count = clean_outlines(*_outlines(picture, radius), cards)
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
    return [_settled(picture, radius, cards) for _, radius in likely]


def _is_near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return bool(abs(np.log(one[1] / other[1])) < 1.5 * np.log(STEP))


def clean_outlines(work: Work, found: Found, cards: Sequence[Points]) -> float:
    """Return how many outlines of the working radius are clean, each counted as far as it is."""
    off = np.log(found.radii / RADIUS_PX) / OWN_SIZE
    clean = found.covered**4 * np.clip(1 - found.jagged / JAGGED, 0, 1) * np.exp(-(off**2))
    clean[on_a_marker(found, work, cards)] = 0.0
    return float(clean[apart(found, clean, 0.05)].sum())


def _settled(picture: Pyramid, radius_px: float, cards: Sequence[Points]) -> float:
    """Return the radius (px) near this one that most clean outlines share.

    One is found a little smaller or larger than it is looked for: step by step its own size is found.
    """
    for _ in range(MOST_STEPS):
        work, found = _outlines(picture, radius_px)
        clean = (found.covered > CLEAN) & (found.jagged < PLAIN) & ~on_a_marker(found, work, cards)
        if not clean.any():
            break
        step = float(np.median(found.radii[clean])) / RADIUS_PX
        radius_px *= step
        if abs(np.log(step)) < SETTLED:
            break
    return radius_px


def _outlines(picture: Pyramid, radius_px: float) -> tuple[Work, Found]:
    work = work_picture(picture, radius_px)
    return work, find_tokens(work)
