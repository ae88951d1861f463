"""Finds dice in a small picture first, and searches larger ones only where dice are, if any are found.

The time of the finder grows with the pixels that it sees. Larger sizes are searched in full only if the
smaller ones show nothing that is clearly a die, and a large picture itself never: a die 20 px wide
leaves a trace at half its size, and only such places are searched; if the trace, straightened from the
large picture, is no face at all, not even these.
"""

from collections.abc import Callable, Sequence

import numpy as np

from vision.dice.finding.boxes import joined
from vision.dice.finding.partial_search import PartialSearch
from vision.dice.finding.top_faces import (
    SIDES_PX,
    Box,
    SizeLook,
    TopFace,
    TopFaceFinder,
    hottest,
    levels,
)
from vision.pyramid import Pyramid

Telling = Callable[[list[TopFace]], list[bool]]
"""A function of each candidate."""

ALWAYS_PX = 420_000
"""A size of the picture with at most this many pixels is always searched in full: something like a round
magnet may seem clearly a die, and the dice beside it would be missed unnoticed. In it dice of one
fiftieth of the picture's width are found. Chosen by hand: 640 x 640 is within it."""
ENOUGH_PX = 15.0
"""Width in px, in the size searched last, of the smallest clear die from which larger pictures are not
searched in full, if no die anywhere would be too small. Chosen by hand."""
MISREAD, SLOPE = 0.07, 0.5
"""Prior spread of the logarithm of the sides of found dice, and of its change over a picture's width: as
under a camera tilted by 23°. Chosen by hand."""
MOST_SMALLER = float(np.log(2))
"""Ratio to the smallest clear die below which smaller dice are not looked for."""
FINE_PX = 24.0
"""Width below which dice are also looked at in the next larger size: like all others they are then seen
in two sizes."""
AROUND = 1.6
"""Distance around a candidate's centre, in its sides, that is searched in the larger picture. Chosen by
hand: the whole die, its side faces and a neighbour's edge."""
MOST_WEIGHED = 16
"""Number of the hottest candidates of each size that are examined to learn whether some are clearly
dice. Chosen by hand, to save time."""


def find_coarse_first(
    finder: TopFaceFinder,
    pyramid: Pyramid,
    plainly: Telling,
    perhaps: Telling,
    part: PartialSearch | None = None,
) -> list[TopFace]:
    """Return the candidates of every size at which there may be some, with corners in px.

    ``plainly`` tells which are clearly dice, ``perhaps`` which may be faces. With ``part`` only those
    that lie in its places.
    """
    found: list[TopFace] = []
    traces: list[TopFace] = []
    plainest = [] if part is None else hottest(part.known, MOST_WEIGHED)
    for times in levels(pyramid):
        width, height = pyramid.size_wh(times)
        if width * height > ALWAYS_PX:
            plain = [one for one, is_plain in zip(plainest, plainly(plainest), strict=True) if is_plain]
            side = min((one.side_px for one in plain), default=0.0) / 2 ** (times + 1)
            if _least_anywhere(plain, pyramid.size_wh(0)) / 2 ** (times + 1) < SIDES_PX[0]:
                side = 0.0  # There may be smaller dice, which this size does not show.
            if side >= FINE_PX:
                return found
            if side >= ENOUGH_PX:
                hints = [*found, *_faces(_not_found(traces, found), perhaps)]
                near = finder.find_near(pyramid, times, _places(hints, times, (width, height)))
                if not any(plainly([one for one in near if one.side_px < ENOUGH_PX * 2 ** (times + 1)])):
                    return found + near
                found += near  # Other dice of this size may lie anywhere.
            elif times == 0:
                places = _places(_faces(traces, perhaps), times, (width, height))
                return found + finder.find_near(pyramid, times, places)
        look = _look(finder, pyramid, times, part)
        traces = look.traces
        found += look.found
        plainest += hottest(look.found, MOST_WEIGHED)
    return found


def _look(finder: TopFaceFinder, pyramid: Pyramid, times: int, part: PartialSearch | None) -> SizeLook:
    if part is None:
        return finder.look(pyramid, times)
    looks = [finder.look(pyramid, times, piece) for piece in part.pieces(times, pyramid.size_wh(times))]
    return SizeLook(
        part.only([one for look in looks for one in look.found]),
        part.only([one for look in looks for one in look.traces]),
    )


def _faces(traces: list[TopFace], perhaps: Telling) -> list[TopFace]:
    return [one for one, may_be in zip(traces, perhaps(traces), strict=True) if may_be]


def _not_found(traces: list[TopFace], found: list[TopFace]) -> list[TopFace]:
    """Return the traces that are not among the candidates found in the same picture."""
    among = set(found)
    return [one for one in traces if one not in among]


def _least_anywhere(plain: Sequence[TopFace], size_wh: tuple[int, int]) -> float:
    """Return the smallest possible size of a die in a corner of the picture, px, according to the clear
    ones; 0 if there are none.

    Dice on one table seem smaller the farther off they lie. The logarithm of their sides is assumed to
    change linearly over the picture: a linear regression, minus its standard error. Few dice, or dice
    close together, say little about the other end of the table.
    """
    if not plain:
        return 0.0
    places = np.stack([one.corners_px.mean(0) for one in plain]) / size_wh[0]
    centre = places.mean(0)
    known = np.column_stack([np.ones(len(plain)), places - centre])
    certainty = known.T @ known / MISREAD**2 + np.diag([0.0, 1.0, 1.0]) / SLOPE**2
    spread = np.linalg.inv(certainty)
    sides = np.log([one.side_px for one in plain])
    fit = spread @ known.T @ sides / MISREAD**2
    ends = np.array([[x, y] for x in (0.0, 1.0) for y in (0.0, size_wh[1] / size_wh[0])])
    corners = np.column_stack([np.ones(4), ends - centre])
    errors = np.sqrt(np.einsum("ij,jk,ik->i", corners, spread, corners))
    return float(np.exp(max((corners @ fit - errors).min(), sides.min() - MOST_SMALLER)))


def _places(found: Sequence[TopFace], times: int, size_wh: tuple[int, int]) -> list[Box]:
    """Return the pieces of the picture, halved this often, in which the smaller candidates lie."""
    boxes = []
    for one in found:
        side = one.side_px / 2**times
        if side < 2 * FINE_PX:
            centre, reach = one.corners_px.mean(0) / 2**times, AROUND * side
            low = np.floor(np.maximum(centre - reach, 0)).astype(int).tolist()
            high = np.ceil(np.minimum(centre + reach, size_wh)).astype(int).tolist()
            boxes.append((low[0], low[1], high[0], high[1]))
    return joined([box for box in boxes if box[0] < box[2] and box[1] < box[3]])
