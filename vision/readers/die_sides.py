"""Tells on a known plane which faces may be the sides of others: where those are is known then.

Seen at about 45° off the vertical a die's side, laid flat at the height of the tops, is a square as a
top is, and lies where the top of a touching die would.
"""

import numpy as np
from numpy.typing import NDArray

from vision.plane import TablePlane
from vision.readers.geometry import squared

NEAR = 0.25
"""A face may be a die's side if no corner is farther from where that is, in sides. Chosen by hand: the
top of a touching die is nearer only where the camera looks at it from 37° to 51° off the vertical."""


def lie_as_sides(flat_mm: NDArray[np.float64], plane: TablePlane, side_mm: float) -> list[bool]:
    """Tell which of these faces (n, 4, 2), laid flat at the tops' height, may be a side of another."""
    if not len(flat_mm):
        return []
    sides = _visible_sides(np.stack([squared(one) for one in flat_mm]), plane, side_mm)
    turned = np.stack([np.roll(flat_mm, turns, 1) for turns in range(4)])
    away = np.linalg.norm(turned[:, :, None] - sides, axis=4).max(3).min(0)
    return [bool(near) for near in (away < NEAR * side_mm).any(1)]


def _visible_sides(
    tops_mm: NDArray[np.float64], plane: TablePlane, side_mm: float
) -> NDArray[np.float64]:
    """Return the sides that the camera sees of dice (n, 4, 2), laid flat as the tops: (m, 4, 2)."""
    feet = plane.to_mm(plane.to_px(tops_mm.reshape(-1, 2), 0.0), side_mm).reshape(-1, 4, 2)
    next_top, next_foot = np.roll(tops_mm, -1, 1), np.roll(feet, -1, 1)
    outwards = tops_mm + next_top - 2 * tops_mm.mean(1, keepdims=True)
    seen = ((feet + next_foot - tops_mm - next_top) * outwards).sum(2) > 0
    return np.asarray(np.stack([feet, next_foot, next_top, tops_mm], axis=2)[seen], np.float64)
