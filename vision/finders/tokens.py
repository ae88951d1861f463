"""Finds what may be tokens: outlines of about one size, closed all round, whatever lies within.

Each edge votes for the places a token's radius away on both sides of it (the gradient form of the Hough
transform, Kimme, Ballard and Sklansky 1975; Loy and Zelinsky 2003), so tokens that touch each other, or
lie on a ground of any kind, are found one by one. Each place with many votes is then looked at along
rays from its middle; where the rays cross the outline, its centre and radius are put right.
"""

from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.pyramid import Pyramid

RADIUS_PX = 12.0
"""Radius of a token in the working picture. Chosen for its time: a symbol is still read."""
RAYS = 48
STEPS = np.arange(0, 1.5, 1 / 12)
"""Places along a ray, in radii of the token: one a pixel of the working picture."""
INSIDE = STEPS < 0.9
VOTING = (0.86, 1.0, 1.14)
"""Radii that edges vote for: perspective and gems that differ make some larger than others."""
LEAST_EDGE, FAINTEST_EDGE = 24, 8
"""Change of a colour over two pixels from which on there is an edge. Chosen by hand: noise of 4 levels
stays below. On a smooth ground, the second: a black stone on a dark table."""
GRAIN = 3.5
"""An edge is so much stronger than half of all changes in the picture, at least: so smooth it is."""
FULL_EDGE = 90
"""A stronger edge has no more votes."""
MOST_EDGES = 60000
MOST_ROWS = 16384
"""So many rays are sampled at once: OpenCV takes no more rows."""
MOST_FOUND = 260
"""So many places are looked at along rays, those with most votes."""
LEAST_VOTES = 0.16
"""Part of the votes of a whole outline from which on a place is looked at."""
OUTLINE = (0.72, 1.28)
"""Where along a ray, in radii, its outline is looked for."""
LOW, HIGH = (int(np.searchsorted(STEPS, one)) for one in OUTLINE)
NEAR_OUTLINE = STEPS[LOW - 1 : HIGH + 1]
SIZES = (0.7, 1.4)
"""How small and how large a token may be against the size it is looked for in."""
MOST_SHIFT = 0.3
"""So far, in radii, a centre is moved at most when it is put right."""
ROUGHEST = 0.17
"""No outline is more jagged than this, in radii: what crosses it farther off does not belong to it."""
Values = NDArray[np.float64]
Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Work:
    """A picture in which tokens have a radius of about ``RADIUS_PX``; ``scale``: its size against the
    picture's own."""

    image_bgr: ImageBgr
    scale: float

    @cached_property
    def edges(self) -> tuple[Floats, Floats, Floats]:
        """Direction (x, y) and strength of the colour that changes most at each pixel."""
        return _edges(np.asarray(cv2.GaussianBlur(self.image_bgr, (3, 3), 0), np.uint8))

    @cached_property
    def least_edge(self) -> float:
        """Change of a colour over two pixels from which on there is an edge."""
        grain = float(np.median(self.edges[2][::3, ::3]))
        return float(np.clip(GRAIN * grain, FAINTEST_EDGE, LEAST_EDGE))

    def to_px(self, points: Values) -> Values:
        """Return points (n, 2) of this picture in pixels of the picture itself."""
        return (points + 0.5) / self.scale - 0.5

    def from_px(self, points: Values) -> Values:
        """Return pixels (n, 2) of the picture in this one."""
        return (points + 0.5) * self.scale - 0.5


@dataclass(frozen=True, eq=False)
class Found:
    """What may be tokens, in the working picture: row n is of the nth.

    ``centres`` (n, 2), ``radii`` (n,). ``covered`` (n,): part of the rays that cross an outline;
    ``strength`` (n,): how strong it is in the mean, in grey levels; ``jagged`` (n,): how far apart, in
    radii, neighbouring rays cross it; ``patches`` (n, rays, steps, 3): the logarithm of the colours
    along the rays, 1.0 being its radius.
    """

    centres: Values
    radii: Values
    covered: Values
    strength: Values
    jagged: Values
    patches: Floats

    def __len__(self) -> int:
        return len(self.radii)

    def taken(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> "Found":
        """Return only these."""
        return Found(
            self.centres[which],
            self.radii[which],
            self.covered[which],
            self.strength[which],
            self.jagged[which],
            self.patches[which],
        )

    def replaced(self, which: NDArray[np.intp], by: "Found", rows: NDArray[np.intp]) -> "Found":
        """Return the same with some (m,) taken from rows (m,) of others."""
        parts = {}
        for part in ("centres", "radii", "covered", "strength", "jagged", "patches"):
            parts[part] = getattr(self, part).copy()
            parts[part][which] = getattr(by, part)[rows]
        return Found(**parts)


def work_picture(picture: Pyramid, radius_px: float) -> Work:
    """Return the picture made so large that tokens of this radius (px) have the working one."""
    scale = RADIUS_PX / radius_px
    halvings = 0
    while scale * 2 ** (halvings + 1) <= 1:
        halvings += 1
    width, height = picture.size_wh(0)
    size = max(8, round(width * scale)), max(8, round(height * scale))
    how = cv2.INTER_AREA if scale * 2**halvings < 1 else cv2.INTER_LINEAR
    image = np.asarray(cv2.resize(picture[halvings], size, interpolation=how), np.uint8)
    return Work(image, scale)


def _edges(image: ImageBgr) -> tuple[Floats, Floats, Floats]:
    """Return of each pixel the direction and strength of the colour that changes most there."""
    height, width = image.shape[:2]
    gx, gy = np.zeros((height, width), np.float32), np.zeros((height, width), np.float32)
    edge = np.zeros((height, width), np.float32)
    for channel in cv2.split(image):
        x = cv2.Scharr(channel, cv2.CV_32F, 1, 0, scale=1 / 16)
        y = cv2.Scharr(channel, cv2.CV_32F, 0, 1, scale=1 / 16)
        strength = cv2.magnitude(x, y)
        stronger = np.asarray(strength > edge, np.uint8)
        cv2.copyTo(x, stronger, gx)
        cv2.copyTo(y, stronger, gy)
        cv2.max(strength, edge, edge)
    return gx, gy, edge


def find_tokens(work: Work) -> Found:
    """Return every place that may be a token's middle, those with most votes first."""
    votes = _votes(work)
    peak = (votes >= cv2.dilate(votes, np.ones((7, 7), np.uint8))) & (votes > LEAST_VOTES)
    rows, columns = np.nonzero(peak)
    best = np.argsort(-votes[rows, columns])[:MOST_FOUND]
    centres = np.column_stack([columns[best], rows[best]]).astype(np.float64)
    return settled(work, centres, np.full(len(centres), RADIUS_PX))


def _votes(work: Work) -> Floats:
    """Return of each pixel which part of a whole outline votes for it."""
    gx, gy, edge = work.edges
    height, width = edge.shape
    strong = edge > work.least_edge / 2
    if np.count_nonzero(strong) > MOST_EDGES:
        strong = edge > np.partition(edge.ravel(), -MOST_EDGES)[-MOST_EDGES]
    rows, columns = np.nonzero(strong)
    strength = edge[rows, columns]
    weight = np.minimum(strength, FULL_EDGE / 2) / (FULL_EDGE / 2)
    ux, uy = gx[rows, columns] / strength, gy[rows, columns] / strength
    sides = RADIUS_PX * np.array([sign * radius for radius in VOTING for sign in (1, -1)], np.float32)
    x, y = (
        np.rint(along + np.multiply.outer(sides, unit)).astype(np.int32)
        for along, unit in ((columns, ux), (rows, uy))
    )
    within = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    weights = np.broadcast_to(weight, x.shape)[within]
    total = np.bincount((y * width + x)[within], weights, minlength=height * width)
    # An outline is an edge of some two pixels' width; its votes spread over the radii voted for.
    whole = 2 * np.pi * RADIUS_PX * 2 * 0.6
    spread = cv2.GaussianBlur(total.reshape(height, width).astype(np.float32), (0, 0), 1.5)
    return np.asarray(spread * (2 * np.pi * 1.5**2) / whole, np.float32)


@cache
def _directions() -> Values:
    angles = np.arange(RAYS) * 2 * np.pi / RAYS
    return np.column_stack([np.cos(angles), np.sin(angles)])


def rays(
    image: NDArray[np.uint8],
    centres: Values,
    radii: Values,
    steps: Values = STEPS,
    directions: Values | None = None,
) -> Floats:
    """Return the colours along rays from these places: (n, rays, steps, 3), 0 to 255."""
    ways = _directions() if directions is None else directions
    along = np.multiply.outer(np.asarray(radii, np.float32), np.asarray(steps, np.float32))
    x, y = (
        (
            np.asarray(centres[:, k], np.float32)[:, None, None]
            + along[:, None] * np.asarray(ways[:, k], np.float32)[None, :, None]
        ).reshape(-1, len(steps))
        for k in (0, 1)
    )
    found = [
        cv2.remap(
            image,
            x[start : start + MOST_ROWS],
            y[start : start + MOST_ROWS],
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        for start in range(0, len(x), MOST_ROWS)
    ]
    shape = (len(centres), len(ways), len(steps), 3)
    return (
        np.concatenate(found).reshape(shape).astype(np.float32) if found else np.zeros(shape, np.float32)
    )


def logarithm(colours: Floats) -> Floats:
    """Return colours so that a lamp's colour and brightness only shift them."""
    return np.asarray(np.log(colours + 12.0), np.float32)


def settled(
    work: Work, centres: Values, radii: Values, rounds: int = 2, sizes: tuple[float, float] = SIZES
) -> Found:
    """Return what lies at these places, centres and radii put right by the outline seen.

    ``sizes``: how small and how large it may be against the radii given.
    """
    first, given = centres, radii
    ways = _directions()[::2]
    for _ in range(rounds):
        place, strength = _outline(rays(work.image_bgr, centres, radii, NEAR_OUTLINE, ways), 1)
        weight = np.minimum(strength, FULL_EDGE) * (strength > work.least_edge)
        total = weight.sum(1) + 1e-6
        mean = (weight * place).sum(1) / total
        off = weight * (place - mean[:, None])
        shift = 2 * off @ ways / total[:, None]
        has = (weight > 0).mean(1) > 0.4
        centres = np.where(has[:, None], centres + shift * radii[:, None], centres)
        far = np.linalg.norm(centres - first, axis=1) > MOST_SHIFT * RADIUS_PX
        centres = np.where(far[:, None], first, centres)
        radii = np.where(has & ~far, np.clip(radii * mean, sizes[0] * given, sizes[1] * given), radii)
    seen = rays(work.image_bgr, centres, radii)
    place, strength = _outline(seen)
    crosses = (strength > work.least_edge) & (np.abs(place - 1) < ROUGHEST)
    held = np.minimum(strength, FULL_EDGE)
    return Found(centres, radii, crosses.mean(1), held.mean(1), _jagged(place, crosses), logarithm(seen))


def _jagged(place: Values, crosses: NDArray[np.bool_]) -> Values:
    """Return how far apart neighbouring rays cross an outline: grain has none that is smooth."""
    both = crosses & np.roll(crosses, 1, 1)
    apart = np.abs(place - np.roll(place, 1, 1)) * both
    many = both.sum(1)
    return np.where(many > 0, apart.sum(1) / np.maximum(many, 1), ROUGHEST)


def _outline(seen: Floats, first: int = LOW) -> tuple[Values, Values]:
    """Return where each ray crosses an outline, in radii, and how strong that is: (n, rays) each.

    ``first``: the number, among the steps seen, of the first at which an outline may be.
    """
    last = first + HIGH - LOW
    change = np.abs(seen[:, :, first + 1 : last + 1] - seen[:, :, first - 1 : last - 1])
    # Faster than max(-1), which numpy takes over three numbers at a time.
    change = np.maximum(np.maximum(change[..., 0], change[..., 1]), change[..., 2])
    # Neighbouring rays cross a closed outline at nearly the same place.
    smooth = change + 0.5 * (np.roll(change, 1, 1) + np.roll(change, -1, 1))
    nearness = (1 - 0.5 * np.abs(STEPS[LOW:HIGH] - 1) / 0.28).astype(np.float32)
    best = (smooth * nearness).argmax(-1)[..., None]
    strength = np.take_along_axis(change, best, -1)[..., 0]
    low, high = np.maximum(best - 1, 0), np.minimum(best + 1, smooth.shape[-1] - 1)
    before, at, after = (np.take_along_axis(smooth, one, -1)[..., 0] for one in (low, best, high))
    off = (after - before) / (before + at + after + 1e-6) * STEPS[1]
    return STEPS[LOW:HIGH][best[..., 0]] + off, strength.astype(np.float64)
