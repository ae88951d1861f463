"""Finds dice in a small picture first; larger ones are looked at only where they are, if they are found.

The time of the finder grows with the pixels that it sees. Larger sizes are searched in full only when
the smaller ones show nothing that is plainly a die, and a large picture itself never: a die 20 px wide
leaves a trace in the half of it, and only there is it looked at; where the trace, straightened from the
large picture, is no face at all, not even there.
"""

from collections.abc import Callable, Sequence

import numpy as np

from vision.dice.finding.boxes import joined
from vision.dice.finding.partial_search import PartialSearch
from vision.dice.finding.top_faces import SIDES_PX, Box, Candidate, Look, TopFaceFinder, hottest, levels
from vision.pyramid import Pyramid

Telling = Callable[[list[Candidate]], list[bool]]
"""Tells something of each candidate."""

ALWAYS_PX = 420_000
"""A size of the picture with no more pixels is searched in full whatever larger things were found: a
round magnet may seem plainly a die, and the dice beside it would be missed unnoticed. In it dice of one
fiftieth of the picture's width are found. Chosen by hand: 640 x 640 is within it."""
ENOUGH_PX = 15.0
"""Where the smallest of the dice that are plain to see has so many px in the size searched last, and
none anywhere would be too small for it, larger pictures are not searched in full. Chosen by hand."""
MISREAD, SLOPE = 0.07, 0.5
"""Spread of the logarithm of dice's sides as they are found, and by how much it changes over a picture's
width, as far as nothing is known: under a camera tilted by 23° it does. Chosen by hand."""
MOST_SMALLER = float(np.log(2))
"""Dice twice as small as the smallest that is plain to see are not looked for on its account."""
FINE_PX = 24.0
"""Dice smaller than this in the size searched last are looked at in the next larger one, too: like all
others they are seen in two sizes then."""
AROUND = 1.6
"""How far round a candidate's centre the larger picture is looked at, in its sides. Chosen by hand: the
whole die, its side faces and a neighbour's edge."""
MOST_WEIGHED = 16
"""So many of the hottest candidates of each size are examined to learn whether some are plainly dice.
Chosen by hand, to save time."""


def find_coarse_first(
    finder: TopFaceFinder,
    pyramid: Pyramid,
    plainly: Telling,
    perhaps: Telling,
    part: PartialSearch | None = None,
) -> list[Candidate]:
    """Return the candidates of every size at which something may lie, the corners in px.

    ``plainly`` tells what is plainly a die, ``perhaps`` what may be a face. With ``part`` only those
    that lie in its places.
    """
    found: list[Candidate] = []
    traces: list[Candidate] = []
    plainest = [] if part is None else hottest(part.known, MOST_WEIGHED)
    for times in levels(pyramid):
        width, height = pyramid.size_wh(times)
        if width * height > ALWAYS_PX:
            plain = [one for one, is_plain in zip(plainest, plainly(plainest), strict=True) if is_plain]
            side = min((one.side_px for one in plain), default=0.0) / 2 ** (times + 1)
            if _least_anywhere(plain, pyramid.size_wh(0)) / 2 ** (times + 1) < SIDES_PX[0]:
                side = 0.0  # Others may have been too small to be found.
            if side >= FINE_PX:
                return found
            if side >= ENOUGH_PX:
                hints = [*found, *_faces(_not_found(traces, found), perhaps)]
                near = finder.find_near(pyramid, times, _places(hints, times, (width, height)))
                if not any(plainly([one for one in near if one.side_px < ENOUGH_PX * 2 ** (times + 1)])):
                    return found + near
                found += near  # Others as small may lie anywhere.
            elif times == 0:
                places = _places(_faces(traces, perhaps), times, (width, height))
                return found + finder.find_near(pyramid, times, places)
        look = _look(finder, pyramid, times, part)
        traces = look.traces
        found += look.found
        plainest += hottest(look.found, MOST_WEIGHED)
    return found


def _look(finder: TopFaceFinder, pyramid: Pyramid, times: int, part: PartialSearch | None) -> Look:
    if part is None:
        return finder.look(pyramid, times)
    looks = [finder.look(pyramid, times, piece) for piece in part.pieces(times, pyramid.size_wh(times))]
    return Look(
        part.only([one for look in looks for one in look.found]),
        part.only([one for look in looks for one in look.traces]),
    )


def _faces(traces: list[Candidate], perhaps: Telling) -> list[Candidate]:
    return [one for one, may_be in zip(traces, perhaps(traces), strict=True) if may_be]


def _not_found(traces: list[Candidate], found: list[Candidate]) -> list[Candidate]:
    """Return the traces that are not among what was found in the same picture, too."""
    among = set(found)
    return [one for one in traces if one not in among]


def _least_anywhere(plain: Sequence[Candidate], size_wh: tuple[int, int]) -> float:
    """Return how small a die in a corner of the picture may be, px, as the plain ones tell; 0: none do.

    Dice of one table seem the smaller the farther off they lie. The logarithm of their sides is taken to
    change evenly over the picture: a linear regression, less its standard error. Few dice, or dice that
    lie close together, say little of the other end of the table.
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


def _places(found: Sequence[Candidate], times: int, size_wh: tuple[int, int]) -> list[Box]:
    """Return the pieces of the picture halved so many times in which the smaller candidates lie."""
    boxes = []
    for one in found:
        side = one.side_px / 2**times
        if side < 2 * FINE_PX:
            centre, reach = one.corners_px.mean(0) / 2**times, AROUND * side
            low = np.floor(np.maximum(centre - reach, 0)).astype(int).tolist()
            high = np.ceil(np.minimum(centre + reach, size_wh)).astype(int).tolist()
            boxes.append((low[0], low[1], high[0], high[1]))
    return joined([box for box in boxes if box[0] < box[2] and box[1] < box[3]])
