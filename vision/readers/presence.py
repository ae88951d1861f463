"""Whether something is a die of the set at all: a logistic of what finder and eye say, of how like it
is to any face of the set, and of its size, for the dice of one table are of one size.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.readers.confidence import fitted, log_odds
from vision.readers.crops import Corners
from vision.readers.geometry import area_of, share_direction, sides_apart, stretch_between

PLAIN_HEAT = 0.3
HARDLY_FROM = 0.02
"""Less likely than this after the first look, it is not looked at again."""
DOUBT_FROM = 0.2
"""Between this and ``DIE_FROM`` a die may have been missed."""
DIE_FROM = 0.5
PLAINLY_FROM = 0.85
"""Between ``DIE_FROM`` and this it may be none: it is told as a die, but is never sure."""

MOST_RIVAL = 0.5
"""What was given up for a die must have been less plain than this part of it, or it is never sure."""
SAME_AREA = 1.25
SAME_STRETCH = 1.11
"""Dice that touch differ less in area and stretch than this; more, and one of the two may be a side."""
BESIDE = 1.2
"""So many sides apart at most are a die's top and its side."""


@dataclass(frozen=True, eq=False)
class Hint:
    """What speaks for a die: the finder's heat, the eye's word, the cosine to its likest face.

    ``rival`` as in a sighting: what was given up for it.
    """

    heat: float
    face: float
    likeness: float
    corners_px: Corners
    rival: float = 0.0


def presence(hints: Sequence[Hint]) -> list[float]:
    """Return for each of the hints of one picture the chance that it is a die."""
    odds = presence_signs(hints) @ fitted().presence
    return [float(chance) for chance in 1 / (1 + np.exp(-np.clip(odds, -30, 30)))]


def face_chance(face: float, heat: float) -> float:
    """Return the chance of being a top face of any kind: the eye's word, weakened by a faint heat."""
    return face * min(1.0, heat / PLAIN_HEAT)


def is_beyond_doubt(hint: Hint, chance: float, others: Sequence[Hint]) -> bool:
    """Tell whether a die is beyond doubt: likely, no rival, and no face unlike it against it."""
    beside = [other.corners_px for other in others if other is not hint]
    alike = all(_alike(hint.corners_px, quad) for quad in beside)
    return chance >= PLAINLY_FROM and hint.rival < MOST_RIVAL and alike


def _alike(quad_px: Corners, other_px: Corners) -> bool:
    """Tell whether two faces are apart, or as alike as tops that touch."""
    if sides_apart(quad_px, other_px) >= BESIDE:
        return True
    area, other = area_of(quad_px), area_of(other_px)
    same_size = 1 / SAME_AREA < area / max(other, 1.0) < SAME_AREA
    same_plane = stretch_between(quad_px, other_px) < SAME_STRETCH
    return same_plane and (same_size or not share_direction(quad_px, other_px))


def presence_signs(hints: Sequence[Hint]) -> NDArray[np.float64]:
    """Return what speaks for each: shape (n, 6)."""
    if not hints:
        return np.zeros((0, 6))
    areas = [area_of(hint.corners_px) for hint in hints]
    sizes = np.log(np.maximum(areas, 1.0)) / 2
    weights = np.array([hint.heat * max(hint.likeness, 0.01) ** 4 for hint in hints])
    order = np.argsort(sizes)
    gathered = np.cumsum(weights[order])
    usual = sizes[order][int(np.searchsorted(gathered, gathered[-1] / 2))]
    return np.column_stack(
        [
            np.ones(len(hints)),
            np.clip([log_odds(hint.heat) for hint in hints], -3, 2),
            np.clip([log_odds(hint.face) for hint in hints], -4, 6),
            np.clip([hint.likeness for hint in hints], 0, 1),
            np.minimum(np.abs(sizes - usual), 1.0),
            _outshone(hints, sizes),
        ]
    )


def _outshone(hints: Sequence[Hint], sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how much larger and plainer something right beside each is, 0 to 1.5."""
    plain = 2 * sizes + np.log([hint.heat for hint in hints])
    plainer = plain - plain[:, None]
    centres = np.array([hint.corners_px for hint in hints]).mean(1)
    away = np.linalg.norm(centres - centres[:, None], axis=2)
    outshone = np.zeros(len(hints))
    for one, other in np.argwhere((away < 2 * np.exp(sizes.max())) & (plainer > 0)).tolist():
        if sides_apart(hints[one].corners_px, hints[other].corners_px) < BESIDE:
            outshone[one] = max(outshone[one], plainer[one, other])
    return np.minimum(outshone, 1.5)
