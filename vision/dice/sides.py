"""Where the sides of dice are seen: on a known plane this is known, flattened at the height of the tops.

Seen at about 45° off the vertical a die's flattened side is a square like a top, and lies where the top
of a touching die would. At smaller angles it is a strip beside the top.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners
from vision.dice.geometry import squared
from vision.markers.plane import TablePlane

NEAR = 0.25
"""Distance, in sides, of a face's worst corner from a die's side within which it may be that side.
Chosen by hand: the top of a touching die is nearer only if the camera sees it at 37° to 51° off the
vertical."""
BESIDE = 1.4
"""Greatest distance between the centres of dice that touch or nearly do, in sides, in any position."""
Flat = NDArray[np.float64]
"""Faces flattened at the height of the dice's tops: (n, 4, 2), table mm."""


def lie_as_sides(flat_mm: Flat, plane: TablePlane, side_mm: float) -> list[bool]:
    """Tell which of these faces, flattened at the tops' height, may be a side of another."""
    return [bool(near) for near in _are_sides_of(flat_mm, flat_mm, plane, side_mm)]


def lie_as_any_side(flat_mm: Flat, plane: TablePlane, side_mm: float) -> list[bool]:
    """Tell which of these faces, flattened at the tops' height, lie like a side of some die.

    A side has one edge at the tops' height, and the other right below it on the table.
    """
    if not len(flat_mm):
        return []
    feet = _feet(flat_mm, plane, side_mm)
    lower = np.stack([np.roll(flat_mm, -3, 1), np.roll(flat_mm, -2, 1)], 2)
    below = np.stack([feet, np.roll(feet, -1, 1)], 2)
    away = np.linalg.norm(lower - below, axis=3).max(2).min(1)
    return [bool(near) for near in away < NEAR * side_mm]


def is_side_of(quad_px: Corners, top_px: Corners, plane: TablePlane, side_mm: float) -> bool:
    """Tell whether the first lies where a side of the other's die is seen, and not the other way round.

    Sides are seen on that side of their tops which is nearer to the camera.
    """
    one, top = plane.to_mm(np.concatenate([quad_px, top_px]), side_mm).reshape(2, 1, 4, 2)
    is_side = _are_sides_of(one, top, plane, side_mm) & ~_are_sides_of(top, one, plane, side_mm)
    return bool(is_side[0])


def lie_beside(flat_mm: Flat, is_die: Sequence[bool], plane: TablePlane, side_mm: float) -> list[bool]:
    """Tell which of these faces lie right beside one that is a die, but not at the place of one of its
    sides."""
    dice = flat_mm[np.array(is_die, bool)]
    away = np.linalg.norm(flat_mm.mean(1)[:, None] - dice.mean(1), axis=2)
    is_beside = ((away > 0) & (away < BESIDE * side_mm)).any(1)
    return [bool(one) for one in is_beside & ~_are_sides_of(flat_mm, dice, plane, side_mm)]


def _are_sides_of(flat_mm: Flat, dice_mm: Flat, plane: TablePlane, side_mm: float) -> NDArray[np.bool_]:
    """Tell which of these faces may be a side of one of those dice: (n,)."""
    if not (len(flat_mm) and len(dice_mm)):
        return np.zeros(len(flat_mm), bool)
    sides = _visible_sides(np.stack([squared(one) for one in dice_mm]), plane, side_mm)
    turned = np.stack([np.roll(flat_mm, turns, 1) for turns in range(4)])
    away = np.linalg.norm(turned[:, :, None] - sides, axis=4).max(3).min(0)
    return np.asarray((away < NEAR * side_mm).any(1))


def sides_beside(quads_px: Sequence[Corners], plane: TablePlane, side_mm: float) -> NDArray[np.float64]:
    """Return how far the side below each edge of these tops is visible beyond it: (n, 4), in tops'
    sides.

    Negative if the top hides it. An edge leads from the corner of its number to the next.
    """
    tops_mm = plane.to_mm(np.concatenate(quads_px), side_mm).reshape(-1, 4, 2)
    return _seen_beside(tops_mm, _feet(tops_mm, plane, side_mm))


def _visible_sides(
    tops_mm: NDArray[np.float64], plane: TablePlane, side_mm: float
) -> NDArray[np.float64]:
    """Return the visible sides of dice (n, 4, 2), flattened like the tops: (m, 4, 2)."""
    feet = _feet(tops_mm, plane, side_mm)
    sides = np.stack([feet, np.roll(feet, -1, 1), np.roll(tops_mm, -1, 1), tops_mm], axis=2)
    return np.asarray(sides[_seen_beside(tops_mm, feet) > 0], np.float64)


def _feet(tops_mm: NDArray[np.float64], plane: TablePlane, side_mm: float) -> NDArray[np.float64]:
    """Return the visible places of the lower corners below those of the tops, flattened like these: (n,
    4, 2)."""
    return plane.to_mm(plane.to_px(tops_mm.reshape(-1, 2), 0.0), side_mm).reshape(-1, 4, 2)


def _seen_beside(tops_mm: NDArray[np.float64], feet: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far the lower edges lie beyond those of the tops, in sides of these: (n, 4)."""
    next_top, next_foot = np.roll(tops_mm, -1, 1), np.roll(feet, -1, 1)
    outwards = (tops_mm + next_top) / 2 - tops_mm.mean(1, keepdims=True)
    away = ((feet + next_foot - tops_mm - next_top) / 2 * outwards).sum(2)
    return np.asarray(away / np.maximum(2 * (outwards**2).sum(2), 1e-9), np.float64)
