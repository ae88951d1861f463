"""The possible tokens in a picture."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import Matrix
from vision.markers.finder import Points
from vision.tokens.finding.board import BoardPlace
from vision.tokens.finding.outlines import RADIUS_PX, Outlines, Work
from vision.tokens.naming.looks import ground_differences
from vision.tokens.naming.names import TokenNames

LOOKED_AT = 0.35
"""Share of rays that cross an outline below which it is left out."""
SIZES = (1.0, 1.3, 0.77, 1.7, 0.6, 2.1, 0.48)
"""Sizes of tokens, relative to the lesson's, that are looked for one after the other."""
AT_A_MARKER = 0.6
"""Distance from a marker's black square, in radii, within which a thing is part of the marker. Chosen by
hand: a token beside one has its centre a whole radius away."""
RAGGED_OUTLINED, RAGGED_JAGGED = 0.85, 0.015
"""An outline that is no more closed, and more jagged, is ragged, as rings of grain are. Chosen by hand:
of 34 stones on simulated tables none was less closed than 0.92, nor more jagged than 0.006."""
OTHER_SIZE = 0.25
"""Difference (a logarithm) from the size looked for above which a thing does not explain colours."""
NEARLY_WHOLE = 0.7
"""Part of a token's area."""
WHOLE_OUTLINED, WHOLE_JAGGED = 0.75, 0.035
"""Least closedness and greatest jaggedness of the outline of a thing cut out of an even ground. Chosen
by hand: otherwise two touching tokens may be one."""
PLAIN_OUTLINED, PLAIN_JAGGED, PRINTED = 0.8, 0.04, 0.8
"""Closedness and smoothness of an outline within which, and relative size below which, a thing is print
on a token."""
BLURRED, SHARP = 0.4, 0.55
"""Sharpness at which outlines count almost nothing, and fully, in that."""
HARDLY, AS_GROUND, UNLIKE_GROUND = 0.02, 0.1, 0.2
"""Least weight, for things that differ from their surroundings by at most the second (logarithms);
beyond the third they count fully. Of rings of grain on drawn stone nine in ten differ by less than 0.13,
of gems on any table hardly one does."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SeenTokens:
    """The possible tokens in a picture, and the board's place.

    ``cells`` (n,): the number of the hole in which an outline is looked for, -1 elsewhere. ``usual``:
    the usual radius in the picture, in working px. ``is_size_told``: the tokens' size is known, or
    enough of them show it.
    """

    work: Work
    found: Outlines
    named: TokenNames
    cells: NDArray[np.intp]
    usual: float
    place: BoardPlace | None = None
    is_size_told: bool = True


def to_work(work: Work) -> Matrix:
    """Return the map (3 x 3) from pixels of the picture to those of the working one."""
    half = 0.5 * work.scale - 0.5
    return np.array([[work.scale, 0, half], [0, work.scale, half], [0, 0, 1.0]])


def apart(found: Outlines, score: Values, least: float) -> NDArray[np.intp]:
    """Return the numbers of those with a high score that do not overlap, the best first."""
    x, y = found.centres.T
    reach = 0.75 * (found.radii[:, None] + found.radii[None])
    on = (x[:, None] - x[None]) ** 2 + (y[:, None] - y[None]) ** 2 <= reach**2
    free, kept = np.ones(len(score), np.bool_), []
    for one in np.argsort(-score).tolist():
        if score[one] < least:
            break
        if free[one]:
            kept.append(one)
            free &= ~on[one]
    return np.array(kept, np.intp)


def is_whole(found: Outlines) -> NDArray[np.bool_]:
    """Return which were cut out of an even ground, and have a complete outline: (n,)."""
    return found.cut_out & (found.covered > WHOLE_OUTLINED) & (found.jagged < WHOLE_JAGGED)


def is_covered(found: Outlines, other: Outlines) -> NDArray[np.bool_]:
    """Return which lie on another thing that was cut out of the ground whole: (n,)."""
    whole = other.only(is_whole(other))
    x, y = (found.centres[:, k, None] - whole.centres[None, :, k] for k in (0, 1))
    reach = whole.radii * (1 + whole.widths) / 2
    return np.asarray((x**2 + y**2 < reach**2).any(1))


def is_printed_on(found: Outlines, circles: Outlines) -> NDArray[np.bool_]:
    """Return which lie within a clear larger circle: print on a token, (n,)."""
    plain = circles.only((circles.covered > PLAIN_OUTLINED) & (circles.jagged < PLAIN_JAGGED))
    x, y = (found.centres[:, k, None] - plain.centres[None, :, k] for k in (0, 1))
    across = found.radii * (1 + found.widths) / 2
    is_within = np.hypot(x, y) + PRINTED * across[:, None] < plain.radii
    return np.asarray((is_within & (across[:, None] < PRINTED * plain.radii)).any(1))


def weights_of(found: Outlines) -> Values:
    """Return each outline's weight in explaining the colours of a picture: (n,)."""
    weights = np.clip((found.covered - 0.5) / 0.3, 0, 1)
    return weights * ((np.abs(np.log(found.radii / RADIUS_PX)) < OTHER_SIZE) | found.cut_out)


def weights_of_clear(found: Outlines) -> Values:
    """Return the same for gems: of overlapping outlines only the clearest counts, and blurred ones
    hardly: the light that falls through gems is coloured, and as round as they are. Things that resemble
    the ground hardly count either: a table full of grain would pass for many gems of one colour under
    some illuminant."""
    weights = weights_of(found)
    once = apart(found, weights * np.clip(1 - 10 * found.jagged, 0.1, 1), 1e-6)
    weights[np.setdiff1d(np.arange(len(found)), once)] = 0.0
    weights *= np.clip((found.sharpness - BLURRED) / (SHARP - BLURRED), 0.05, 1)
    rows = np.nonzero(weights)[0]
    differ = ground_differences(found.patches[rows])
    weights[rows] *= np.clip((differ - AS_GROUND) / (UNLIKE_GROUND - AS_GROUND), HARDLY, 1)
    return weights


def on_a_marker(found: Outlines, work: Work, markers: Sequence[Points]) -> NDArray[np.bool_]:
    """Return which outlines lie on a table's marker, or at its edge: its squares look like tokens.

    A token there would hide the marker, which would then not be found. ``markers``: corners in px.
    """
    centres = np.asarray(work.to_px(found.centres), np.float32).reshape(-1, 2)
    near_px = AT_A_MARKER * np.asarray(found.radii, np.float64) / work.scale
    on = np.zeros(len(centres), np.bool_)
    for corners in markers:
        quad = np.asarray(corners, np.float32).reshape(-1, 1, 2)
        inside = [cv2.pointPolygonTest(quad, (float(x), float(y)), True) for x, y in centres]
        on |= np.asarray(inside, np.float64) >= -near_px
    return on


def has_free_spot(alike: NDArray[np.bool_], taken: Values, radius: float) -> bool:
    """Tell whether a token of this radius would fit nearly completely on pixels that are ``alike`` (h,
    w).

    ``taken`` (n, 2): centres of known tokens; their surroundings do not count.
    """
    free = np.asarray(alike, np.float32)
    for x, y in taken:
        cv2.circle(free, (round(x), round(y)), round(1.5 * radius), 0.0, -1)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(2 * radius) - 1,) * 2)
    part = cv2.filter2D(free, -1, disc / disc.sum(), borderType=cv2.BORDER_CONSTANT)
    return bool(part.max() > NEARLY_WHOLE)


def is_ragged(found: Outlines) -> NDArray[np.bool_]:
    """Return which outlines are as open and jagged as rings of grain: (n,)."""
    return np.asarray((found.covered < RAGGED_OUTLINED) & (found.jagged > RAGGED_JAGGED))
