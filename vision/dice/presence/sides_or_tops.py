"""Whether apparent tops may be sides of dice: inferred from all faces of a picture together.

Only without a known plane: on a known plane a top is a square, and a side is not.
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
"""Share of the things in a picture that may be sides of dice from which all may be. Chosen by hand on
simulated pictures of cameras 40 to 55° off the vertical: 12 of 18 sides that were taken for sure tops
were in such pictures."""
MOST_SLANT = -3.1
"""Mean log-odds of the possible dice being sides, or seen far off the vertical, from which all may be
sides. Chosen by hand, with the network before this one, on 100 simulated pictures of cameras tilted by
40 to 55°: of ten whose sides were taken for sure tops one has less. With -2.3 three more of 120
photographs are sure as a whole, of dice seen at 36 to 43° off the vertical, but 15 instead of 8 of 653
simulated dice at 36 to 60° are silently wrong."""
SQUARE_SLANT, SQUARE_STRETCH, ENOUGH_SQUARES = -0.5, 1.055, 3
"""The same if there are this many faces, all nearly square, as if seen within 18° of the vertical (a
ratio): touching dice with dark prints seem more oblique than they are. Chosen by hand, with the network
before this one, on ten pictures of built cities seen from above, which have -0.97 at most; none of 980
simulated pictures of cameras tilted by 36 to 78° has as many square faces."""
LIKE_DICE = 0.25
"""Probability of being a die from which a thing is evidence for the camera's tilt. Chosen by hand: of 49
things slightly resembling dice on two tables with gem boards 8 had more, and all four that suggested a
steep camera."""
FROM_ABOVE = -5.5
"""Mean log-odds below which the picture was taken from nearly above, and no side is visible as a face.
Chosen by hand on 1,293 pictures and 240 of cameras tilted by 20 to 60°: with -6.6, 75 dice fewer are
sure, and no error is avoided; up to -5.0 there is no further error."""
SAME_AREA = 1.25
"""Ratio of areas within which two touching faces may both be tops. Chosen by hand: touching dice of the
house table, of one size, reached 1.24."""
SAME_STRETCH = 1.11
"""Ratio of stretch within which two touching faces may both be tops. Chosen by hand: of 198 pairs of
touching dice 1 in 100 was beyond it."""
ASLANT = 1.15
"""Ratio of length to breadth of squares (a tilt of 30°) from which a die's side under its top may look
like another top in front of it, and neither is sure. Chosen by hand: in 620 photographs and darkened
copies of dice seen about this obliquely both such pairs were a top and its side, and had been sure."""


def may_be_sides(evidence: Sequence[Evidence]) -> list[bool]:
    """Tell of each face in one picture whether another was seen that cannot be a top beside it.

    From nearly above no side looks like a face: if faces differ there, the dice really differ.
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
    """Tell whether so many faces of a picture may be sides that none is surely a top.

    From about 45° off the vertical a die's side is as visible as its top; with such a camera some dice
    show both, and others only the side.
    """
    return any(sides) and sum(sides) >= MANY_SIDES * len(sides)


def seem_seen_from_far_off(evidence: Sequence[Evidence], chances: Sequence[float]) -> bool:
    """Tell whether a picture seems taken so far off the vertical that no face is surely a top.

    A side seen from its front looks like a top; the evidence is the apparent angle of all others, except
    improbable dice: a board full of gems says nothing about the camera.
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
    """Tell whether two faces are apart, or as similar as touching tops."""
    if sides_apart(quad_px, other_px) >= BESIDE:
        return True
    area, other = area_of(quad_px), area_of(other_px)
    same_size = 1 / SAME_AREA < area / max(other, 1.0) < SAME_AREA
    same_plane = stretch_between(quad_px, other_px) < SAME_STRETCH
    if share_direction(quad_px, other_px) and is_before(quad_px, other_px, ASLANT):
        return False
    return same_plane and (same_size or not share_direction(quad_px, other_px))
