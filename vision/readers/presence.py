"""Whether something is a die of the set at all: a logistic of what finder and eye say, of how like it
is to any face of the set, and of its size, for the dice of one table are of one size.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.readers.confidence import fitted, log_odds
from vision.readers.crops import Corners
from vision.readers.geometry import share_direction, sides_apart

HARDLY_FROM = 0.02
"""Less likely than this after the first look, it is not looked at again."""
DOUBT_FROM = 0.2
"""Between this and ``DIE_FROM`` a die may have been missed."""
DIE_FROM = 0.5
PLAINLY_FROM = 0.85
"""Between ``DIE_FROM`` and this it may be none: it is told as a die, but is never sure."""

MOST_RIVAL = 0.5
"""What was given up for a die must have been less plain than this part of it, or it is never sure."""
SAME_AREA = 1.22
"""Dice that touch differ less in area than this; more, and one of the two may be a side."""
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


def is_beyond_doubt(hint: Hint, chance: float, others: Sequence[Hint]) -> bool:
    """Tell whether a die is beyond doubt: likely, no rival, no larger or smaller face against it."""
    area = cv2.contourArea(hint.corners_px.astype(np.float32))
    beside = [
        cv2.contourArea(other.corners_px.astype(np.float32))
        for other in others
        if other is not hint
        and sides_apart(hint.corners_px, other.corners_px) < BESIDE
        and share_direction(hint.corners_px, other.corners_px)
    ]
    alike = all(1 / SAME_AREA < area / max(other, 1.0) < SAME_AREA for other in beside)
    return chance >= PLAINLY_FROM and hint.rival < MOST_RIVAL and alike


def presence_signs(hints: Sequence[Hint]) -> NDArray[np.float64]:
    """Return what speaks for each: shape (n, 6)."""
    if not hints:
        return np.zeros((0, 6))
    areas = [cv2.contourArea(hint.corners_px.astype(np.float32)) for hint in hints]
    sizes = np.log(np.maximum(areas, 1.0)) / 2
    weights = np.array([hint.heat * max(hint.likeness, 0.01) ** 4 for hint in hints])
    order = np.argsort(sizes)
    gathered = np.cumsum(weights[order])
    usual = sizes[order][int(np.searchsorted(gathered, gathered[-1] / 2))]
    return np.column_stack(
        [
            np.ones(len(hints)),
            [np.clip(log_odds(hint.heat), -3, 2) for hint in hints],
            [np.clip(log_odds(hint.face), -4, 6) for hint in hints],
            [np.clip(hint.likeness, 0, 1) for hint in hints],
            np.minimum(np.abs(sizes - usual), 1.0),
            _outshone(hints, sizes),
        ]
    )


def _outshone(hints: Sequence[Hint], sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how much larger and plainer something right beside each is, 0 to 1.5."""
    plain = 2 * sizes + np.log([hint.heat for hint in hints])
    centres = np.array([hint.corners_px.mean(0) for hint in hints])
    outshone = np.zeros(len(hints))
    for number, hint in enumerate(hints):
        away = np.linalg.norm(centres - centres[number], axis=1)
        near = np.nonzero((away < 2 * np.exp(sizes.max())) & (plain > plain[number]))[0]
        beside = [i for i in near.tolist() if sides_apart(hint.corners_px, hints[i].corners_px) < BESIDE]
        outshone[number] = max((float(plain[i] - plain[number]) for i in beside), default=0.0)
    return np.minimum(outshone, 1.5)
