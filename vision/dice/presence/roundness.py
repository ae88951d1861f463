"""Whether a piece is round: a draught, a counter or a chip with pips on it looks like a die's top.

A die's outline has corners, however worn they are. The outline is matched with a circle and with squares
with round corners, at several sizes and places; if the circle fits best the piece is round. The tops of
many dice are discs themselves, since their corners are rounded: such a disc is as wide as the top, while
a round piece is wider than the square that is read on it, or narrower if it was misread.
"""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.presence.surroundings import SIDE_PX, Surroundings

DIRECTIONS = 64
"""Number of directions, evenly spaced from the face's centre, in which the outline is looked for."""
STEP_PX = 0.5
RADII_PX = np.arange(SIDE_PX / 4, SIDE_PX * 1.06, STEP_PX)
"""Possible distances of the outline: from half as far as the face's edge to beyond its corners."""
BLUR, GAP = 3, 4
"""Number of these radii over which colours are smoothed, and distance at which they are compared: 2
px."""
HALF_SIDES_PX = np.arange(0.75, 1.44, 0.05) * SIDE_PX / 2
"""Possible sizes of the outline: distances from its centre to its nearest point."""
OFF_PX = 2.0
"""Distance of its centre from the face's, in one of eight directions, or none: corners are misread."""
CORNERS = (0.2, 0.4, 1.0)
"""Radii of the corners, in half sides, of the outlines that are tried: two dice, the last a circle."""
MOSTLY = 0.3
"""Share of directions left out when the outline's full step is taken, since clearer ones, such as the
dark side of the piece, are no better."""
ROUND = 1.06
"""Ratio by which a circle must fit better than any square for the piece to be round. Chosen by hand,
with the numbers above, on 320 drawn round pieces and 1,897 dice of photographs: five of the pieces
fitted it worse, eight of the dice, small and blurred, better."""

PLAINLY_ROUND, TOPS_DISC = 1.2, (0.92, 1.07)
"""Between ``ROUND`` and this ratio a piece is round only if it is narrower or wider than the disc of a
die's top, which is as wide as the face (ratios). Chosen by hand: of 37 dice of photographs with more
than ``ROUND``, the roundest 1.18, 27 are discs of tops; of 1,253 drawn round pieces at most eight."""

NEAR = slice(12, 84)
"""Rows and columns of the surroundings that are examined."""
NEAR_PX = 72
MIDDLE = slice(24, 48, 2)
"""Every second one of these at the face's centre, where its ground is visible between pips."""
PIP = np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9)), np.uint8)
"""A spot on the ground that is nowhere wider than this is a pip: a quarter of a side. It removes nothing
from the surroundings of a piece without hollows."""

Table = NDArray[np.float32]


def are_round(surroundings: Surroundings) -> list[bool]:
    """Tell of each face whether it is the top of a round piece."""
    return [_is_round(one) for one in surroundings]


def _is_round(surroundings_bgr: NDArray[np.uint8]) -> bool:
    roundness, width = _roundness(surroundings_bgr)
    is_tops_disc = TOPS_DISC[0] < width < TOPS_DISC[1]
    return roundness > (PLAINLY_ROUND if is_tops_disc else ROUND)


def _roundness(surroundings_bgr: NDArray[np.uint8]) -> tuple[float, float]:
    """Return how much better a circle fits one face's outline than squares do: a ratio.

    Also how wide that circle is, in sides of the face.
    """
    steps = _steps(surroundings_bgr)
    least = round(MOSTLY * DIRECTIONS)
    full = float(np.partition(steps.max(1), least)[least])
    shown = np.sqrt(steps / max(full, 1.0))
    places, weights = _outlines()
    fits = np.minimum(shown.ravel()[places] * weights, 1).mean(2)
    circles, squares = fits[-1], fits[:-1]
    best = int(circles.argmax())
    half_px = HALF_SIDES_PX[best * len(HALF_SIDES_PX) // len(circles)]
    return float(circles[best] / max(float(squares.max()), 1e-6)), float(2 * half_px / SIDE_PX)


def _steps(surroundings_bgr: NDArray[np.uint8]) -> Table:
    """Return the outward step in the difference from the ground at each radius in each direction: (64,
    radii)."""
    seen = cv2.remap(_off_ground(surroundings_bgr[NEAR, NEAR]), *_rays(), cv2.INTER_LINEAR)
    smooth = cv2.blur(seen.astype(np.float32), (BLUR, 1))
    steps = np.zeros(seen.shape, np.float32)
    steps[:, GAP // 2 : -GAP // 2] = np.abs(smooth[:, GAP:] - smooth[:, :-GAP])
    return steps


def _off_ground(near_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return each pixel's difference from the face's ground in grey levels, without the pips."""
    inside = near_bgr[MIDDLE, MIDDLE].reshape(-1, 3)
    ground = np.partition(inside, len(inside) // 2, 0)[len(inside) // 2]
    blue, green, red = cv2.split(cv2.absdiff(near_bgr, np.full_like(near_bgr, ground)))
    return np.asarray(
        cv2.morphologyEx(cv2.max(cv2.max(blue, green), red), cv2.MORPH_OPEN, PIP), np.uint8
    )


@cache
def _rays() -> tuple[Table, Table]:
    """Return x and y of each radius in each direction, in px of the examined part: (64, radii) each."""
    angles = 2 * np.pi * np.arange(DIRECTIONS)[:, None] / DIRECTIONS
    centre = (NEAR_PX - 1) / 2
    x, y = centre + np.cos(angles) * RADII_PX, centre + np.sin(angles) * RADII_PX
    return x.astype(np.float32), y.astype(np.float32)


@cache
def _outlines() -> tuple[NDArray[np.intp], Table]:
    """Return the course of each outline, and the weights of its steps: (corners, sizes and centres, 64)
    each.

    The course: indices into a table of directions and radii. Steps are taken along the radius, and weigh
    more where the outline crosses it obliquely.
    """
    rays = np.stack(_rays(), -1) - (NEAR_PX - 1) / 2
    turns = np.arange(8) * np.pi / 4
    centres = np.concatenate(
        [np.zeros((1, 2)), OFF_PX * np.column_stack([np.cos(turns), np.sin(turns)])]
    )
    # One after the other: all of them at once take 20 MB.
    drawn = [
        _outline(rays - centre, half, corner * half)
        for corner in CORNERS
        for half in HALF_SIDES_PX
        for centre in centres
    ]
    shape = len(CORNERS), len(HALF_SIDES_PX) * len(centres), DIRECTIONS
    places, weights = (np.stack(one).reshape(shape) for one in zip(*drawn, strict=True))
    return places, weights.astype(np.float32)


def _outline(rays: NDArray[np.float64], half: float, corner: float) -> tuple[NDArray[np.intp], Table]:
    """Return the same for one outline: (64) each; ``rays``: (64, radii, 2) px from its centre."""
    beyond = _beyond(rays, half, corner)
    radius = np.abs(beyond[:, 1:-1]).argmin(1)[:, None] + 1
    rise = np.take_along_axis(beyond, radius + 1, 1) - np.take_along_axis(beyond, radius - 1, 1)
    weights = np.sqrt(2 * STEP_PX / np.maximum(rise, STEP_PX))
    return radius[:, 0] + np.arange(DIRECTIONS) * len(RADII_PX), weights[:, 0].astype(np.float32)


def _beyond(points: NDArray[np.float64], half: float, corner: float) -> NDArray[np.float64]:
    """Return how far points lie beyond the outline of a square with round corners; negative within."""
    away = np.abs(points) - (half - corner)
    outside = np.hypot(*np.moveaxis(np.maximum(away, 0), -1, 0))
    return np.asarray(outside + np.minimum(away.max(-1), 0) - corner)
