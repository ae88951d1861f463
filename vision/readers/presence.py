"""Whether something is a die of the set at all: a logistic regression on what finder and examiner found,
on how like it is to any face of the set, and on its size, for the dice of one table are of one size.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners
from vision.readers.confidence import fitted, log_odds
from vision.readers.geometry import area_of, share_direction, sides_apart, stretch_between

PLAIN_HEAT = 0.3
"""Below this heat (0 to 1) the finder's doubt lowers the face score in proportion. Chosen by hand: of
1260 dice fewer than 1 in 100 were fainter."""
HARDLY_FROM = 0.02
"""Less likely than this after one examination, something is not examined again: it saves time, and of
1255 dice one was below it in the end. Chosen by hand."""
DOUBT_FROM = 0.2
"""Between this chance and ``DIE_FROM`` a die may have been missed: the reading is not sure. Chosen by
hand after each training, between 0.1 and 0.25: lower asks about more that is nothing, higher misses more
in silence. In 1260 dice's pictures one die and 7 other things lay between."""
DIE_FROM = 0.5
"""From this chance on something is a die: it is likelier one than not."""
PLAINLY_FROM = 0.85
"""Between ``DIE_FROM`` and this chance something is read as a die but is never sure. Chosen by hand: in
1260 dice's pictures 12 of the dice and 3 of 6 other things from ``DIE_FROM`` on lay between."""

MOST_RIVAL = 0.5
"""A die is never sure if what was dropped for it stood out this much as strongly as itself (a ratio, see
``Sighting.rival``). Chosen by hand, 0.7 at first."""
SAME_AREA = 1.25
"""Ratio of areas within which two faces that touch may both be tops. Chosen by hand: touching dice of
the house table, of one size, reached 1.24."""
SAME_STRETCH = 1.11
"""Ratio of stretch within which two faces that touch may both be tops. Chosen by hand: of 198 pairs of
touching dice 1 in 100 was beyond it."""
BESIDE = 1.2
"""So many sides apart at most are the middles of a die's top and of its side. Chosen by hand: 1, and
what corners are misread by."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """What speaks for something being a die.

    ``heat``: the finder's; ``face_score``: the examiner's; ``likeness``: the cosine to the face it is
    most like; ``rival`` as in a sighting: what was dropped for it.
    """

    heat: float
    face_score: float
    likeness: float
    corners_px: Corners
    rival: float = 0.0


def presence(evidence: Sequence[Evidence]) -> list[float]:
    """Return for everything in one picture the chance that it is a die."""
    odds = presence_features(evidence) @ fitted().presence
    return [float(chance) for chance in 1 / (1 + np.exp(-np.clip(odds, -30, 30)))]


def top_face_chance(face_score: float, heat: float) -> float:
    """Return the chance of being a top face of any kind: the face score, lowered where heat is faint."""
    return face_score * min(1.0, heat / PLAIN_HEAT)


def is_beyond_doubt(one: Evidence, chance: float, others: Sequence[Evidence]) -> bool:
    """Tell whether a die is beyond doubt: likely, no rival, and no face unlike it against it."""
    beside = [other.corners_px for other in others if other is not one]
    alike = all(_alike(one.corners_px, quad) for quad in beside)
    return chance >= PLAINLY_FROM and one.rival < MOST_RIVAL and alike


def _alike(quad_px: Corners, other_px: Corners) -> bool:
    """Tell whether two faces are apart, or as alike as tops that touch."""
    if sides_apart(quad_px, other_px) >= BESIDE:
        return True
    area, other = area_of(quad_px), area_of(other_px)
    same_size = 1 / SAME_AREA < area / max(other, 1.0) < SAME_AREA
    same_plane = stretch_between(quad_px, other_px) < SAME_STRETCH
    return same_plane and (same_size or not share_direction(quad_px, other_px))


def presence_features(evidence: Sequence[Evidence]) -> NDArray[np.float64]:
    """Return what the chance of being a die is worked out from: (n, 6).

    The limits keep any one feature from deciding alone; they were chosen by hand, before the weights
    were fitted with them.
    """
    if not evidence:
        return np.zeros((0, 6))
    areas = [area_of(one.corners_px) for one in evidence]
    sizes = np.log(np.maximum(areas, 1.0)) / 2
    usual = _usual_size(evidence, sizes)
    return np.column_stack(
        [
            np.ones(len(evidence)),
            np.clip([log_odds(one.heat) for one in evidence], -3, 2),
            np.clip([log_odds(one.face_score) for one in evidence], -4, 6),
            np.clip([one.likeness for one in evidence], 0, 1),
            np.minimum(np.abs(sizes - usual), 1.0),
            _outshone(evidence, sizes),
        ]
    )


def _usual_size(evidence: Sequence[Evidence], sizes: NDArray[np.float64]) -> float:
    """Return the median of the sizes, weighted by how much each thing seems to be a die of the set."""
    weights = np.array([one.heat * max(one.likeness, 0.01) ** 4 for one in evidence])
    order = np.argsort(sizes)
    gathered = np.cumsum(weights[order])
    return float(sizes[order][int(np.searchsorted(gathered, gathered[-1] / 2))])


def _outshone(evidence: Sequence[Evidence], sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how much larger and hotter something right beside each is: log of the ratio, 0 to 1.5."""
    strengths = 2 * sizes + np.log([one.heat for one in evidence])
    stronger_by = strengths - strengths[:, None]
    centres = np.array([one.corners_px for one in evidence]).mean(1)
    away = np.linalg.norm(centres - centres[:, None], axis=2)
    outshone = np.zeros(len(evidence))
    for one, other in np.argwhere((away < 2 * np.exp(sizes.max())) & (stronger_by > 0)).tolist():
        if sides_apart(evidence[one].corners_px, evidence[other].corners_px) < BESIDE:
            outshone[one] = max(outshone[one], stronger_by[one, other])
    return np.minimum(outshone, 1.5)
