"""Finds tokens that are not circles in a picture: gems that stand on their edge, or lean on others.

Where a circle's outline is open, ovals of some widths, directions and places are tried. The best of each
is corrected by the rays' crossings with the outline, as circles are, including its width and direction.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.tokens.finding.outlines import (
    FULL_EDGE,
    NEAR_OUTLINE,
    RADIUS_PX,
    RAYS,
    STEPS,
    Outlines,
    Work,
    along_rays,
    directions,
    looked_at,
    outline,
    steps_first,
)

CLOSED, SMALL = 0.85, 0.9
"""Visible share of a circle's outline, and relative size, from which no oval is looked for."""
MOST_OPEN = 48
"""Most circles that are examined as ovals, the most closed ones."""
WIDTHS, WAYS, MOVED = (0.6, 0.8), 6, (-0.35, 0.0, 0.35)
"""Widths relative to lengths that are tried, number of directions, and shifts across (in radii)."""
TRIED_RAYS, TRIED_STEPS = 4, np.nonzero((STEPS > 0.8) & (STEPS < 1.2))[0]
"""Step between the rays that a coarse comparison of these uses."""
NARROWEST, SHORTEST, LONGEST = 0.45, 0.85, 1.2
"""Least widths relative to lengths, and range of lengths relative to the expected radius, of ovals."""
ANY_LENGTH = (0.5, 2.2)
"""The same lengths if the ground shows the things' extents."""
ROUNDS = 3
FARTHEST = 0.9
"""Greatest distance, in radii, of an oval's centre from the circle's."""
Values = NDArray[np.float64]


def find_ovals(work: Work, circles: Outlines) -> Outlines:
    """Return the ovals at places where circles do not fit."""
    rows = np.argsort(-circles.covered)
    fits = (circles.covered > CLOSED) & (circles.radii > SMALL * RADIUS_PX)
    rows = rows[~fits[rows]][:MOST_OPEN]
    first = circles.centres[rows]
    centres, shapes = _best_tried(work, first)
    for _ in range(ROUNDS):
        centres, shapes = _put_right(work, centres, shapes, (SHORTEST, LONGEST))
    length = np.linalg.norm(shapes, ord=2, axis=(1, 2))
    width = np.linalg.norm(shapes, ord=-2, axis=(1, 2)) / length
    is_near = np.linalg.norm(centres - first, axis=1) < FARTHEST * RADIUS_PX
    ways = directions() @ np.swapaxes(shapes, 1, 2) / length[:, None, None]
    return looked_at(work, centres[is_near], length[is_near], ways[is_near], width[is_near])


def ovals_from(work: Work, centres: Values, shapes: Values) -> Outlines:
    """Return the ovals (n, 2) and (n, 2, 2), px, after correction."""
    for _ in range(ROUNDS):
        centres, shapes = _put_right(work, centres, shapes, ANY_LENGTH)
    length = np.linalg.norm(shapes, ord=2, axis=(1, 2))
    width = np.linalg.norm(shapes, ord=-2, axis=(1, 2)) / length
    ways = directions() @ np.swapaxes(shapes, 1, 2) / length[:, None, None]
    return looked_at(work, centres, length, ways, width)


@cache
def _tried() -> tuple[Values, Values]:
    """Return the places tried, (m, 2), and their shapes, (m, 2, 2), in radii."""
    places, shapes = [], []
    for angle in np.arange(WAYS) * np.pi / WAYS:
        long, across = (
            np.array([np.cos(angle), np.sin(angle)]),
            np.array([-np.sin(angle), np.cos(angle)]),
        )
        for width in WIDTHS:
            for moved in MOVED:
                places.append(moved * across)
                shapes.append(np.outer(long, long) + width * np.outer(across, across))
    return np.array(places), np.array(shapes)


@cache
def _places_tried() -> Values:
    """Return the places along rays of all ovals tried, (m * rays * steps, 2): px from the circle's
    middle."""
    places, shapes = (RADIUS_PX * one for one in _tried())
    ways = directions()[::TRIED_RAYS] @ np.swapaxes(shapes, 1, 2)
    tried = places[:, None, None] + ways[:, :, None] * STEPS[TRIED_STEPS][:, None]
    return np.asarray(tried.reshape(-1, 2))


def _best_tried(work: Work, circles: Values) -> tuple[Values, Values]:
    """Return the best oval near each place (n, 2): middles and shapes (n, 2, 2), px."""
    places, shapes = (RADIUS_PX * one for one in _tried())
    seen = along_rays(work.with_room, circles, np.ones(len(circles)), np.ones(1), _places_tried())
    rays = seen.shape[1] // len(TRIED_STEPS)
    steps = steps_first(seen.reshape(len(circles), rays, len(TRIED_STEPS), 3))
    change = (np.maximum(steps[2:], steps[:-2]) - np.minimum(steps[2:], steps[:-2])).max((0, 1))
    held = (
        np.minimum(change, FULL_EDGE)
        .astype(np.float32)
        .reshape(len(circles), len(places), RAYS // TRIED_RAYS)
    )
    best = held.mean(2).argmax(1)
    return circles + places[best], shapes[best]


def _put_right(
    work: Work, centres: Values, shapes: Values, lengths: tuple[float, float]
) -> tuple[Values, Values]:
    """Return centres and shapes corrected by the outlines that the rays cross."""
    ways = directions()[::2]
    turned = ways @ np.swapaxes(shapes, 1, 2)
    ones = np.ones(len(centres))
    place, strength = outline(along_rays(work.with_room, centres, ones, NEAR_OUTLINE, turned), 1)
    weight = np.minimum(strength, FULL_EDGE) * (strength > work.least_edge)
    x, y = ways.T
    terms = np.column_stack([np.ones(len(ways)), x, y, x * x - y * y, 2 * x * y])
    products = (terms[:, :, None] * terms[:, None]).reshape(len(ways), -1)
    curve = (weight @ products).reshape(-1, 5, 5) + np.eye(5)
    pull = (weight * (place - 1)) @ terms
    size, right, down, along, aslant = np.linalg.solve(curve, pull[..., None])[..., 0].T
    change = np.stack([np.stack([along, aslant], 1), np.stack([aslant, -along], 1)], 1)
    change += (1 + size)[:, None, None] * np.eye(2)
    moved = centres + (shapes @ np.stack([right, down], 1)[..., None])[..., 0]
    u, stretch, _ = np.linalg.svd(shapes @ change)
    long = np.clip(stretch[:, 0], lengths[0] * RADIUS_PX, lengths[1] * RADIUS_PX)
    wide = np.clip(stretch[:, 1], NARROWEST * long, long)
    return moved, u @ (np.stack([long, wide], 1)[..., None] * np.swapaxes(u, 1, 2))
