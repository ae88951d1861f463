"""The size of a photograph's tokens with known centres: the outline that most of them share."""

from collections.abc import Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from vision.pyramid import Pyramid
from vision.tokens.finding.outlines import (
    RADIUS_PX,
    STEPS,
    Outlines,
    along_rays,
    logarithm,
    rays,
    settled,
    work_picture,
)

STEP = 1.12
"""Ratio of the radii tried one after the other."""
LEAST, LARGEST = 0.005, 0.14
"""Radii tried, in parts of the picture's longer side."""
MOST_TRIED = 24
"""Most tokens that are examined for the size."""
NEIGHBOURS = 0.56
"""Greatest size of a token relative to the distance to its neighbour."""
LARGER = 0.5
"""Drawings on a token have outlines, too: of two equally clear and closed ones, the larger counts more
by this power of the radius."""
HOLE = (1.15, 1.75)
"""A hole's radius, in radii of the tokens in it."""
INNER = slice(2, 8)
"""Steps of a ray, up to half the way to the neighbour, that certainly show the token itself."""
EDGE = 0.5
"""Ratio of the differences between labels' tokens to those at their centres below which tokens end."""
NEAR_EDGE = 1.08
"""Greatest ratio between the outline's radius and the radius where the colours end."""
NARROW = np.arange(10, 15) / 12
"""Range along a ray, in radii, in which an outline of exactly that radius is looked for."""
LEAST_OF_EACH = 2
LEAST_SCORE = 12.0
"""Score of clearness and closedness below which there is no outline."""
TAPPED_OFF = 0.4
"""Distance, in radii, by which a tap may miss a token's centre: the token is looked for within it."""
MOST_OFF = 0.7
"""Distance from the place, in radii, beyond which something else lies there."""
PLAIN, CLOSED = 3.0, 0.7
"""Clearness and visible share of a single token's outline; otherwise nothing stands out.

On 28 photographs of simulated loose gems and stones (seed 7101) 154 of 156 tokens' centres reach it, 130
of 156 places 0.4 radii from them, and 6 of 336 places on the bare table; on 28 others (seed 7102) 83 of
84, 62 of 84 and 4 of 168.
"""
PLAIN_SIZED, CLOSED_SIZED = 2.0, 0.3
"""The same if the tokens' size is known: of those places 156, 154 and 25; 84, 83 and 23."""
Values = NDArray[np.float64]


def radius_of(
    picture: Pyramid, centres_px: Values, labels: Sequence[str] = (), *, in_holes: bool = False
) -> float:
    """Return the radius (px) of tokens with these middles (n, 2).

    ``in_holes``: the holes also have outlines, around those of the tokens; colours distinguish the two
    if ``labels`` (n) differ.
    """
    longer = max(picture.size_wh(0))
    least, largest = LEAST * longer, _largest(centres_px, longer)
    edge = _colour_edge(picture, centres_px, labels) if in_holes else None
    if edge is not None:
        least, largest = edge / NEAR_EDGE, min(edge * NEAR_EDGE, largest)
    radii = np.geomspace(least, largest, max(3, int(log(largest / least) / log(STEP)) + 2))
    some = slice(None, None, max(1, len(centres_px) // MOST_TRIED))
    centres_px, labels = centres_px[some], labels[some]
    if len(set(labels)) > 1 and not in_holes:
        scores = np.array([_shared(picture, centres_px, labels, radius) for radius in radii.tolist()])
    else:
        scores = np.array([_score(picture, centres_px, radius) for radius in radii.tolist()])
    return _best(radii, scores * radii ** (0.0 if in_holes else LARGER))


def radius_at(picture: Pyramid, at_px: Values) -> float | None:
    """Return the radius (px) of the token around a place (2,); None if nothing stands out there."""
    longer = max(picture.size_wh(0))
    count = int(log(LARGEST / LEAST) / log(STEP)) + 2
    radii = np.geomspace(LEAST * longer, LARGEST * longer, count)
    plain, covered = _of_one(picture, at_px, radii)
    counts = (plain >= PLAIN) & (covered >= CLOSED)
    return _best(radii, plain * counts * radii**LARGER) if counts.any() else None


def stands_out(picture: Pyramid, at_px: Values, radius: float) -> bool:
    """Tell whether something of about this radius (px) stands out from the ground at a place (2,)."""
    plain, covered = _of_one(picture, at_px, radius * STEP ** np.arange(-2.0, 3.0))
    return bool(((plain >= PLAIN_SIZED) & (covered >= CLOSED_SIZED)).any())


def _of_one(picture: Pyramid, at_px: Values, radii: Values) -> tuple[Values, Values]:
    """Return for each radius (px) the clearness of an outline around a place, and its visible share."""
    ways = np.arange(6) * np.pi / 3
    off = TAPPED_OFF * np.vstack([np.zeros((1, 2)), np.stack([np.cos(ways), np.sin(ways)], 1)])
    best = []
    for radius in radii.tolist():
        work = work_picture(picture, radius)
        starts = work.from_px(at_px + off * radius)
        found = settled(work, starts, np.full(len(starts), RADIUS_PX), rounds=1)
        far = np.linalg.norm(work.to_px(found.centres) - at_px, axis=1) > MOST_OFF * radius
        plain = np.where(far, 0.0, _plainness(found))
        best.append((plain.max(), found.covered[plain.argmax()]))
    plain, covered = np.array(best).T
    return plain, covered


def _colour_edge(picture: Pyramid, centres_px: Values, labels: Sequence[str]) -> float | None:
    """Return the radius (px) from which on tokens of different labels no longer differ in colour.

    Holes look the same, whatever lies in them. None if too few labels are given, or all look the same.
    """
    named = np.array(labels)
    kinds, counts = np.unique(named, return_counts=True) if len(labels) else (named, np.zeros(0))
    kinds = kinds[counts >= LEAST_OF_EACH]
    if len(kinds) < 2:
        return None
    apart = np.linalg.norm(centres_px[:, None] - centres_px[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    reach = float(np.median(apart.min(1))) / 2 / STEPS[-1]
    rings = logarithm(rays(picture[0], centres_px, np.full(len(named), reach))).mean(1)
    tints = rings - rings.mean(2, keepdims=True)
    differ = np.array([np.median(tints[named == one], 0) for one in kinds]).std(0).mean(1)
    inner = float(differ[INNER].mean())
    if inner <= 0:
        return None
    left = differ / inner - EDGE
    last = int(np.nonzero(left > 0)[0].max())
    if last + 1 >= len(STEPS):
        return None
    part = left[last] / (left[last] - left[last + 1])
    return float(reach * (STEPS[last] + part * (STEPS[last + 1] - STEPS[last])))


def hole_radius(picture: Pyramid, centres_px: Values, token_px: float) -> float | None:
    """Return the radius (px) of holes with these centres (n, 2); None if they have no outlines."""
    centres_px = centres_px[:: max(1, len(centres_px) // MOST_TRIED)]
    radii = np.geomspace(HOLE[0], HOLE[1], 5) * token_px
    scores = np.array([_score(picture, centres_px, radius) for radius in radii.tolist()])
    if scores.max() < LEAST_SCORE:
        return None
    return _best(radii, scores)


def _best(radii: Values, scores: Values) -> float:
    """Return the best radius, or one between two nearly equal ones; the least if there is no outline."""
    best = int(scores.argmax())
    if scores[best] <= 0:
        return float(radii[best])
    near = slice(max(best - 1, 0), best + 2)
    weight = np.maximum(scores[near] - 0.6 * scores[best], 0)
    return float(np.exp((np.log(radii[near]) * weight).sum() / weight.sum()))


def _largest(centres_px: Values, longer: int) -> float:
    largest = LARGEST * longer
    if len(centres_px) > 1:
        apart = np.linalg.norm(centres_px[:, None] - centres_px[None], axis=2)
        np.fill_diagonal(apart, np.inf)
        largest = min(largest, NEIGHBOURS * float(np.quantile(apart.min(1), 0.1)))
    return max(largest, STEP * LEAST * longer)


def _score(picture: Pyramid, centres_px: Values, radius: float) -> float:
    """Return how plain and how closed an outline of this radius is, in the mean of all tokens."""
    work = work_picture(picture, radius)
    many = len(centres_px)
    found = settled(work, work.from_px(centres_px), np.full(many, RADIUS_PX), rounds=1)
    return float(_plainness(found).mean())


def _plainness(found: Outlines) -> Values:
    """Return how clear and closed each outline is that was looked for at ``RADIUS_PX``."""
    off = np.abs(np.log(found.radii / RADIUS_PX))
    plain: Values = found.covered**2 * np.minimum(found.strength, 60) * np.exp(-((off / 0.18) ** 2))
    return plain


def _shared(picture: Pyramid, centres_px: Values, labels: Sequence[str], radius: float) -> float:
    """Return how plain and how closed an outline of just this radius is that all labels share.

    The mean over labels is the harmonic one: some have a printed ring, all have their own outline.
    """
    work = work_picture(picture, radius)
    given = np.full(len(centres_px), RADIUS_PX)
    found = settled(work, work.from_px(centres_px), given, rounds=1)
    seen = along_rays(work.image_bgr, found.centres, given, NARROW).astype(np.float64)
    change = np.abs(seen[:, :, 2:] - seen[:, :, :-2]).max((2, 3))
    plain = (change > work.least_edge).mean(1) ** 2 * np.minimum(change, 60).mean(1)
    named = np.array(labels)
    means = np.array([plain[named == one].mean() for one in np.unique(named)])
    return float(1 / np.mean(1 / (means + 1)))
