"""Whether faces that seem to be tops may be sides of dice: told by all faces of a picture together.

Only where no plane is known: on a known plane a top is a square, and a side is not.
"""

from collections.abc import Sequence

import numpy as np

from vision.corners import Corners
from vision.dice.geometry import (
    UPRIGHT,
    area_of,
    is_before,
    may_touch,
    share_direction,
    sides_apart,
    stretch_between,
)
from vision.dice.presence.presence import BESIDE, MOST_RIVAL, Evidence

MANY_SIDES = 1 / 3
"""Where so many of the things in a picture may be sides of dice, all may be. Chosen by hand on simulated
pictures of cameras 40 to 55° off the vertical: 12 of 18 sides that were surely tops lay in such ones."""
MOST_SLANT = -3.1
"""Where what may be dice has on average these log-odds of being sides, or seen from far off the
vertical, all may be sides. Chosen by hand, with the network before this one, on 100 simulated pictures
of cameras tilted by 40 to 55°: of ten whose sides were surely tops one has less. With -2.3 three more of
120 photographs are sure as a whole, of dice seen from 36 to 43° off the vertical, but 15 instead of 8 of
653 simulated dice from 36 to 60° silently wrong."""
SQUARE_SLANT, SQUARE_STRETCH, ENOUGH_SQUARES = -0.5, 1.055, 3
"""The same where there are so many, all as square as seen from within 18° of the vertical (a ratio):
dice that touch with dark prints seem more aslant than they are. Chosen by hand, with the network before
this one, on ten pictures of built cities seen from above, of -0.97 at most; in none of 980 simulated
pictures of cameras tilted by 36 to 78° were so many as square."""
LIKE_DICE = 0.25
"""So likely a die is what tells how the camera looks. Chosen by hand: of 49 things that looked a
little like dice on two tables with gem boards 8 were more likely, and all four that told of one steep
camera."""
FROM_ABOVE = -5.5
"""Where they are on average so low, the picture was taken from nearly above, and no side is seen as a
face. Chosen by hand on 1,293 pictures and 240 of cameras tilted by 20 to 60°: with -6.6, 75 dice fewer
are sure, and no error is avoided; up to -5.0 there is none more."""
SAME_AREA = 1.25
"""Ratio of areas within which two faces that touch may both be tops. Chosen by hand: touching dice of
the house table, of one size, reached 1.24."""
SAME_STRETCH = 1.11
"""Ratio of stretch within which two faces that touch may both be tops. Chosen by hand: of 198 pairs of
touching dice 1 in 100 was beyond it."""
ASLANT = 1.15
"""Where squares look so much longer than broad (a ratio; a tilt of 30°), a die's side under its top may
look as another top before it does, and neither is sure. Chosen by hand: in 620 photographs and darkened
copies of dice seen about so far aslant both such pairs were a top and its side, and sure until then."""


def may_be_sides(evidence: Sequence[Evidence]) -> list[bool]:
    """Tell of each face in one picture whether another was seen that cannot be a top beside it.

    From nearly above no side looks like a face: there, faces that differ are dice that differ.
    """
    if not evidence:
        return []
    quads = np.stack([one.corners_px for one in evidence])
    sides = [one.rival >= MOST_RIVAL for one in evidence]
    if -np.inf < np.mean([one.slant for one in evidence]) < FROM_ABOVE:
        return sides
    for one, other in np.argwhere(may_touch(quads)).tolist():
        sides[one] |= one != other and not _alike(quads[one], quads[other])
    return sides


def seem_aslant(sides: Sequence[bool]) -> bool:
    """Tell whether so many of the faces in a picture may be sides that none is surely a top.

    From about 45° off the vertical a die's side is seen as plainly as its top; where a camera looks so,
    some dice show both, and others only the side.
    """
    return any(sides) and sum(sides) >= MANY_SIDES * len(sides)


def seem_seen_from_far_off(evidence: Sequence[Evidence], chances: Sequence[float]) -> bool:
    """Tell whether a picture seems taken from so far off the vertical that no face is surely a top.

    A side seen from its front looks like a top; what tells is how all the others are seen, less what is
    hardly a die: a board full of gems says nothing of the camera.
    """
    telling = [one for one, chance in zip(evidence, chances, strict=True) if chance >= LIKE_DICE]
    if not telling:
        return False
    are_square = len(telling) >= ENOUGH_SQUARES and all(
        stretch_between(UPRIGHT, one.corners_px) < SQUARE_STRETCH for one in telling
    )
    slant = float(np.mean([one.slant for one in telling]))
    return slant > (SQUARE_SLANT if are_square else MOST_SLANT)


def _alike(quad_px: Corners, other_px: Corners) -> bool:
    """Tell whether two faces are apart, or as alike as tops that touch."""
    if sides_apart(quad_px, other_px) >= BESIDE:
        return True
    area, other = area_of(quad_px), area_of(other_px)
    same_size = 1 / SAME_AREA < area / max(other, 1.0) < SAME_AREA
    same_plane = stretch_between(quad_px, other_px) < SAME_STRETCH
    if share_direction(quad_px, other_px) and is_before(quad_px, other_px, ASLANT):
        return False
    return same_plane and (same_size or not share_direction(quad_px, other_px))
