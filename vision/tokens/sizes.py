"""The size of a picture's tokens, if nothing else gives it: the one shared by the most clean
outlines."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.markers.finder import Points
from vision.pyramid import Pyramid
from vision.tokens.finding.outlines import RADIUS_PX, Outlines, Work, find_tokens, work_picture
from vision.tokens.seen import apart, on_a_marker

STEP, LARGEST, SMALLEST = 1.19, 2.2, 0.45
"""Ratio between the sizes tried, the largest and the smallest, relative to the lesson's."""
JAGGED, OWN_SIZE = 0.05, 0.12
"""Jaggedness above which outlines are not clean; difference in size (a logarithm) at which an outline
counts slightly less than half."""
CLEAN, PLAIN = 0.8, 0.03
"""The shared size is the median over outlines at least this closed and at most this jagged."""
PLAINLY, INNER = 0.5, 0.85
"""Cleanness of a larger outline, and size relative to it, that make a smaller one within it a print on
it or a facet."""
RIVAL = 0.5
"""Share of the best score from which another size is examined."""
MOST_STEPS, SETTLED = 3, 0.03
Values = NDArray[np.float64]


def likely_radii(picture: Pyramid, usual_px: float, cards: Sequence[Points]) -> list[float]:
    """Return the most probable radii (px) of tokens, the most probable first.

    ``usual_px``: the lesson's; ``cards``: the corners of marker cards, whose squares have outlines.
    """
    tried: list[tuple[float, float]] = []
    own: dict[float, float | None] = {}
    larger = np.zeros((0, 3))
    size = LARGEST
    while size > SMALLEST:
        radius = usual_px * size
        work, found = _outlines(picture, radius)
        clean = _cleanness(found)
        is_no_token = on_a_marker(found, work, cards) | _is_within(found, work, larger)
        clean[is_no_token] = 0.0
        kept = apart(found, clean, 0.05)
        count, own[radius] = float(clean[kept].sum()), _own_size(found, is_no_token)
        plain = kept[clean[kept] > PLAINLY]
        places = np.column_stack([work.to_px(found.centres[plain]), found.radii[plain] / work.scale])
        larger = np.vstack([larger, places])
        # Of two equally clean ones the larger: the smaller one may be printed on it.
        tried.append((count * size, radius))
        size /= STEP
    peaks = [tried[0], *(later for before, later in pairwise(tried) if later > before)]
    peaks = [one for one in peaks if not any(_is_near(one, two) and two > one for two in tried)]
    peaks = sorted(peaks, reverse=True)[:2] or [max(tried)]
    likely = [one for one in peaks if one[0] >= RIVAL * peaks[0][0]]
    return [_settled(picture, radius, own[radius], cards) for _, radius in likely]


def _is_near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return bool(abs(np.log(one[1] / other[1])) < 1.5 * np.log(STEP))


def _cleanness(found: Outlines) -> Values:
    """Return how clean the outlines are, and how near to the working radius: (n,), at most 1."""
    off = np.log(found.radii / RADIUS_PX) / OWN_SIZE
    clean = found.covered**4 * np.clip(1 - found.jagged / JAGGED, 0, 1) * np.exp(-(off**2))
    return np.asarray(clean, np.float64)


def _is_within(found: Outlines, work: Work, larger: Values) -> NDArray[np.bool_]:
    """Return which lie within one of the ``larger`` outlines (m, 3), centres and radii in px: what is
    printed on a token, and its facets, have outlines, too."""
    away = np.linalg.norm(work.to_px(found.centres)[:, None] - larger[None, :, :2], axis=2)
    radii = found.radii[:, None] / work.scale
    is_within = (away + radii < larger[:, 2]) & (radii < INNER * larger[:, 2])
    return np.asarray(is_within.any(1))


def _own_size(found: Outlines, is_no_token: NDArray[np.bool_]) -> float | None:
    """Return the usual size of clean outlines relative to the working radius; None if there are none."""
    clean = (found.covered > CLEAN) & (found.jagged < PLAIN) & ~is_no_token
    return float(np.median(found.radii[clean])) / RADIUS_PX if clean.any() else None


def _settled(picture: Pyramid, radius_px: float, own: float | None, cards: Sequence[Points]) -> float:
    """Return the radius (px) near this one that most clean outlines share.

    An outline is found slightly smaller or larger than the radius it is looked for with: its own size is
    found step by step. ``own``: the relative size of those found with this radius.
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
