"""Finds possible tokens: closed outlines of about one size, whatever is within.

At half size, each edge votes for the places one token radius away on both sides of it (the gradient form
of the Hough transform, Kimme, Ballard and Sklansky 1975; Loy and Zelinsky 2003), so touching tokens are
found separately, on any ground. Each place with many votes is then examined along rays from its middle;
the crossings with the outline correct its centre and radius.
"""

from dataclasses import dataclass, fields
from functools import cache, cached_property
from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.medians import medians
from vision.pyramid import Pyramid

RADIUS_PX = 12.0
"""Radius of a token in the working picture. Chosen for speed: a symbol is still readable."""
RAYS = 48
STEPS = np.arange(0, 1.5, 1 / 12)
"""Places along a ray, in radii of the token: one per pixel of the working picture."""
INSIDE = STEPS < 0.9
VOTING = (0.86, 1.0, 1.14)
"""Radii that edges vote for: perspective and differing gems make some larger than others."""
SPOT_PX = 4
"""Pixels of the working picture in one spot, where only colours count."""
COARSE = 2
"""Reduction of the picture in which edges vote: rays correct the places anyway."""
LEAST_EDGE, FAINTEST_EDGE = 24, 8
"""Change of a colour over two pixels from which on there is an edge. Chosen by hand: noise of 4 levels
stays below. The second value applies to a smooth ground, for example a black stone on a dark table."""
_WAYS = ((1, 0), (0, 1))
GRAIN = 3.5
"""Least strength of an edge relative to the median of all changes in the picture, which measures its
smoothness."""
EVERY_ROW = 24
"""Step in rows between those that measure the ground's smoothness."""
FULL_EDGE = 90
"""A stronger edge has no more votes."""
MOST_EDGES = 20000
MOST_FOUND = 260
"""Most places that are examined along rays, those with the most votes."""
LEAST_VOTES = 0.16
"""Share of a whole outline's votes from which a place is examined."""
SPREAD = 1.0
"""Distance, in pixels of the coarse picture, within which votes are for the same place."""
OPEN = 0.25
"""Share of rays below which, after correction, there is no outline."""
OUTLINE = (0.72, 1.28)
"""Range along a ray, in radii, in which its outline is looked for."""
LOW, HIGH = (int(np.searchsorted(STEPS, one)) for one in OUTLINE)
NEAR_OUTLINE = STEPS[LOW - 1 : HIGH + 1]
_NEARNESS = (1 - 0.5 * np.abs(STEPS[LOW:HIGH, None, None] - 1) / 0.28).astype(np.float32)
"""Weight of each step there: the nearer to the expected radius, the more."""
SIZES = (0.7, 1.4)
"""Range of a token's size relative to the size looked for."""
MOST_SHIFT = 0.3
"""Greatest movement of a centre, in radii, by correction."""
DARK = 12.0
"""Light added before logarithms are taken: the noise of dark places is no colour."""
ROUGHEST = 0.17
"""Greatest jaggedness of an outline, in radii: crossings farther off do not belong to it."""
Values = NDArray[np.float64]
Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Work:
    """A picture in which tokens have a radius of about ``RADIUS_PX``; ``scale``: its size against the
    picture's own."""

    image_bgr: ImageBgr
    scale: float

    @cached_property
    def with_room(self) -> NDArray[np.uint8]:
        """The picture with a fourth number a pixel: OpenCV samples four in half the time of three."""
        return np.asarray(cv2.cvtColor(self.image_bgr, cv2.COLOR_BGR2BGRA), np.uint8)

    @cached_property
    def spots(self) -> Floats:
        """The picture made ``SPOT_PX`` times smaller, logarithms: (height, width, 3)."""
        height, width = (max(1, extent // SPOT_PX) for extent in self.image_bgr.shape[:2])
        whole = self.image_bgr[: SPOT_PX * height, : SPOT_PX * width]
        small = cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.LUT(small, logarithms()), np.float32)

    @cached_property
    def least_edge(self) -> float:
        """Change of a colour over two pixels from which on there is an edge.

        The least strength of an edge, from the ground's smoothness in a few rows.
        """
        rows = np.arange(4, self.image_bgr.shape[0] - 2, EVERY_ROW)
        bands = self.image_bgr[rows[:, None] + np.arange(-2, 3)]
        smooth = cv2.GaussianBlur(bands.reshape(-1, *bands.shape[2:]), (3, 3), 0)
        # Of each band only the middle row is free of its neighbours' edges.
        x, y = (cv2.Scharr(smooth, cv2.CV_16S, *way)[2::5, ::2].astype(np.float32) for way in _WAYS)
        squared = x * x + y * y
        strongest = np.maximum(np.maximum(squared[..., 0], squared[..., 1]), squared[..., 2])
        grain = float(medians(np.sqrt(strongest).ravel())[0]) / 16
        return float(np.clip(GRAIN * grain, FAINTEST_EDGE, LEAST_EDGE))

    def to_px(self, points: Values) -> Values:
        """Return points (n, 2) of this picture in pixels of the picture itself."""
        return (points + 0.5) / self.scale - 0.5

    def from_px(self, points: Values) -> Values:
        """Return pixels (n, 2) of the picture in this one."""
        return (points + 0.5) * self.scale - 0.5


@dataclass(frozen=True, eq=False)
class Outlines:
    """Possible tokens, in the working picture: row n belongs to the nth.

    ``centres`` (n, 2), ``radii`` (n,); ``widths`` (n,): width of an oval relative to its length, 1 for a
    circle. ``covered`` (n,): share of rays that cross an outline; ``plainly`` (n,): share that cross a
    clear one, however smooth the ground is; ``strength`` (n,): its mean strength in grey levels;
    ``jagged`` (n,): distance, in radii, between neighbouring rays' crossings; ``colours`` (n, rays,
    steps, 3): the colours along the rays, 1.0 being its radius; ``cut_out`` (n,): whether it stands out
    whole from an even ground.
    """

    centres: Values
    radii: Values
    widths: Values
    covered: Values
    plainly: Values
    strength: Values
    jagged: Values
    colours: NDArray[np.uint8]
    cut_out: NDArray[np.bool_]

    @cached_property
    def patches(self) -> Floats:
        """The logarithms of the colours along the rays: (n, rays, steps, 3)."""
        if not len(self):
            return np.zeros(self.colours.shape, np.float32)
        flat = cv2.LUT(self.colours.reshape(1, -1), logarithms())
        return np.asarray(flat, np.float32).reshape(self.colours.shape)

    @cached_property
    def sharpness(self) -> Values:
        """Share of the change across the outline that happens at once, (n,): 1 at a thing's edge, less
        at a shadow's, or at coloured light from a clear gem."""
        steps = steps_first(self.colours[:, :, LOW - 1 : HIGH + 1])
        at_once = (np.maximum(steps[2:], steps[:-2]) - np.minimum(steps[2:], steps[:-2])).max((0, 1))
        in_all = (steps.max(0) - steps.min(0)).max(0)
        at_once, in_all = (
            one.reshape(len(self), RAYS).sum(1, dtype=np.int64) for one in (at_once, in_all)
        )
        return np.asarray(at_once / np.maximum(in_all, RAYS), np.float64)

    def __len__(self) -> int:
        return len(self.radii)

    def only(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> "Outlines":
        """Return only some outlines: those of these rows, or the marked ones."""
        return Outlines(*(getattr(self, part)[which] for part in PARTS))

    def replaced(self, which: NDArray[np.intp], by: "Outlines", rows: NDArray[np.intp]) -> "Outlines":
        """Return the outlines with those in ``which`` (m,) replaced ``by`` the rows (m,) of others."""
        parts = [getattr(self, part).copy() for part in PARTS]
        for own, part in zip(parts, PARTS, strict=True):
            own[which] = getattr(by, part)[rows]
        return Outlines(*parts)

    def joined(self, other: "Outlines") -> "Outlines":
        """Return these outlines, and after them the others."""
        return Outlines(*(np.concatenate([getattr(self, one), getattr(other, one)]) for one in PARTS))


PARTS = tuple(one.name for one in fields(Outlines))


def work_picture(picture: Pyramid, radius_px: float) -> Work:
    """Return the picture scaled so that tokens of this radius (px) have the working one."""
    scale = RADIUS_PX / radius_px
    halvings = 0
    while scale * 2 ** (halvings + 1) <= 1:
        halvings += 1
    width, height = picture.size_wh(0)
    size = max(8, round(width * scale)), max(8, round(height * scale))
    # The mean of all pixels takes longer than everything else; only prints need it.
    how = cv2.INTER_AREA if halvings else cv2.INTER_LINEAR
    image = cv2.resize(picture[halvings], size, interpolation=how)
    return Work(np.asarray(image, np.uint8), scale)


def ground_of(work: Work) -> Values:
    """Return the colour of most of a picture, logarithms: (3,)."""
    shown = work.image_bgr[::4, ::4].reshape(-1, 3).astype(np.float32)
    return np.asarray(logarithm(medians(shown, axis=0)[0]), np.float64)


def _edges(image: ImageBgr) -> tuple[Floats, Floats, Floats]:
    """Return for each pixel the direction and strength of the change of the colour that changes most
    there."""
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


def find_tokens(work: Work) -> Outlines:
    """Return every possible token centre, those with the most votes first."""
    votes = _votes(work)
    peak = (votes >= cv2.dilate(votes, np.ones((5, 5), np.uint8))) & (votes > LEAST_VOTES)
    rows, columns = np.nonzero(peak)
    best = np.argsort(-votes[rows, columns])[:MOST_FOUND]
    coarse = np.column_stack([columns[best], rows[best]]).astype(np.float64)
    centres, radii, covered = _put_right(work, COARSE * (coarse + 0.5) - 0.5)
    is_outline = covered > OPEN
    return looked_at(work, centres[is_outline], radii[is_outline])


def _votes(work: Work) -> Floats:
    """Return for each pixel of the coarse picture the share of a whole outline that votes for it."""
    height, width = (extent // COARSE for extent in work.image_bgr.shape[:2])
    whole = work.image_bgr[: COARSE * height, : COARSE * width]
    coarse = cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)
    gx, gy, edge = (one.ravel() for one in _edges(np.asarray(coarse, np.uint8)))
    strong = edge > work.least_edge / 2
    if np.count_nonzero(strong) > MOST_EDGES:
        strong = edge > np.partition(edge, -MOST_EDGES)[-MOST_EDGES]
    at = np.flatnonzero(strong)
    strength = edge[at]
    weight = np.minimum(strength, FULL_EDGE / 2) / (FULL_EDGE / 2)
    rows, columns = np.divmod(at, width)
    radius = RADIUS_PX / COARSE
    sides = radius * np.array([sign * size for size in VOTING for sign in (1, -1)], np.float32)
    # A margin receives the votes for places beyond the picture's edge.
    margin = ceil(radius * max(VOTING))
    x, y = (
        np.rint(np.multiply.outer(sides, way[at] / strength) + (along + margin).astype(np.float32))
        for along, way in ((columns, gx), (rows, gy))
    )
    wide, high = width + 2 * margin, height + 2 * margin
    places = (y * np.float32(wide) + x).astype(np.intp).ravel()
    weights = np.tile(weight.astype(np.float64), len(sides))
    total = np.bincount(places, weights, minlength=high * wide).reshape(high, wide)
    total = total[margin:-margin, margin:-margin].astype(np.float32)
    # An outline is an edge some two pixels wide; its votes spread over the radii voted for.
    all_round = 2 * np.pi * radius * 2 * 0.6
    spread = cv2.GaussianBlur(total, (0, 0), SPREAD)
    return np.asarray(spread * (2 * np.pi * SPREAD**2 / all_round), np.float32)


@cache
def directions() -> Values:
    """Return the directions of rays: (rays, 2), of length 1."""
    angles = np.arange(RAYS) * 2 * np.pi / RAYS
    return np.column_stack([np.cos(angles), np.sin(angles)])


def rays(
    image: NDArray[np.uint8],
    centres: Values,
    radii: Values,
    steps: Values = STEPS,
    ways: Values | None = None,
) -> Floats:
    """Return the colours along rays from these places: (n, rays, steps, 3), 0 to 255."""
    return along_rays(image, centres, radii, steps, ways).astype(np.float32)


def along_rays(
    image: NDArray[np.uint8],
    centres: Values,
    radii: Values,
    steps: Values = STEPS,
    ways: Values | None = None,
) -> NDArray[np.uint8]:
    """Return the same as whole numbers. ``ways`` (rays, 2), or (n, rays, 2): the directions of rays.

    ``image``: (h, w, 3), or (h, w, 4), whose last numbers are left out.
    """
    ways = directions() if ways is None else ways
    shape = len(centres), ways.shape[-2], len(steps), 3
    if not len(centres):
        return np.zeros(shape, np.uint8)
    at = _places(centres, radii, steps, ways)
    found = cv2.remap(image, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    if found.shape[2] > 3:
        found = cv2.cvtColor(found, cv2.COLOR_BGRA2BGR)
    return np.asarray(found, np.uint8).reshape(shape)


def _places(centres: Values, radii: Values, steps: Values, ways: Values) -> Floats:
    """Return the places along rays, (n, rays * steps, 2).

    Each is a sum of a few numbers of its token: a single matrix product gives all of them.
    """
    if ways.ndim == 2:
        given = np.column_stack([radii, centres])
        parts = np.zeros((3, len(ways) * len(steps), 2), np.float32)
        parts[0] = (ways[:, None] * steps[:, None]).reshape(-1, 2)
        parts[1, :, 0] = parts[2, :, 1] = 1
    else:
        middles = np.broadcast_to(centres[:, None], ways.shape)
        given = np.dstack([ways * radii[:, None, None], middles]).reshape(-1, 4)
        parts = np.zeros((4, len(steps), 2), np.float32)
        parts[0, :, 0] = parts[1, :, 1] = steps
        parts[2, :, 0] = parts[3, :, 1] = 1
    at = given.astype(np.float32) @ parts.reshape(len(parts), -1)
    return np.asarray(at.reshape(len(centres), -1, 2))


def logarithm(colours: Floats) -> Floats:
    """Return colours in a form in which a lamp's colour and brightness only shift them."""
    return np.asarray(np.log(colours + DARK), np.float32)


@cache
def logarithms() -> Floats:
    """Return the logarithms of the values 0 to 255, to be looked up: (256,)."""
    return logarithm(np.arange(256, dtype=np.float32))


def settled(
    work: Work, centres: Values, radii: Values, rounds: int = 2, sizes: tuple[float, float] = SIZES
) -> Outlines:
    """Return the outlines at these places, with centres and radii corrected by the visible outline.

    ``sizes``: its possible range relative to the given radii.
    """
    centres, radii, _ = _put_right(work, centres, radii, rounds, sizes)
    return looked_at(work, centres, radii)


def _put_right(
    work: Work,
    centres: Values,
    radii: Values | None = None,
    rounds: int = 2,
    sizes: tuple[float, float] = SIZES,
) -> tuple[Values, Values, Values]:
    """Return corrected centres and radii, and the share of the rays that crossed an outline then."""
    radii = np.full(len(centres), RADIUS_PX) if radii is None else radii
    centres, radii, covered = centres.copy(), radii.copy(), np.ones(len(centres))
    first, given, rows = centres.copy(), radii.copy(), np.arange(len(centres))
    ways = directions()[::2]
    for _ in range(rounds):
        seen = along_rays(work.with_room, centres[rows], radii[rows], NEAR_OUTLINE, ways)
        place, strength = outline(seen, 1)
        weight = np.minimum(strength, FULL_EDGE) * (strength > work.least_edge)
        total = weight.sum(1) + 1e-6
        mean = (weight * place).sum(1) / total
        off = weight * (place - mean[:, None])
        shift = 2 * off @ ways / total[:, None]
        covered[rows] = (weight > 0).mean(1)
        moved = centres[rows] + shift * radii[rows][:, None]
        far = np.linalg.norm(moved - first[rows], axis=1) > MOST_SHIFT * RADIUS_PX
        has = covered[rows] > 0.4
        centres[rows[has & far]] = first[rows[has & far]]
        # Places that did not move would only be seen again.
        goes, rows = has & ~far, rows[has & ~far]
        centres[rows] = moved[goes]
        radii[rows] = np.clip(radii[rows] * mean[goes], sizes[0] * given[rows], sizes[1] * given[rows])
    return centres, radii, covered


def looked_at(
    work: Work,
    centres: Values,
    radii: Values,
    ways: Values | None = None,
    widths: Values | None = None,
) -> Outlines:
    """Return the outlines at these places. ``ways`` (n, rays, 2): the directions of rays; ``widths``
    (n,): width relative to length, if it is no circle."""
    seen = along_rays(work.with_room, centres, radii, STEPS, ways)
    place, strength = outline(seen)
    near = np.abs(place - 1) < ROUGHEST
    crosses, plainly = (strength > work.least_edge) & near, (strength > LEAST_EDGE) & near
    held = np.minimum(strength, FULL_EDGE).mean(1)
    jagged = _jagged(place, crosses)
    widths = np.ones(len(radii)) if widths is None else widths
    cut_out = np.zeros(len(radii), np.bool_)
    return Outlines(
        centres, radii, widths, crosses.mean(1), plainly.mean(1), held, jagged, seen, cut_out
    )


def _jagged(place: Values, crosses: NDArray[np.bool_]) -> Values:
    """Return the distance between neighbouring rays' crossings of an outline: grain has no smooth
    one."""
    both = crosses & np.roll(crosses, 1, 1)
    apart = np.abs(place - np.roll(place, 1, 1)) * both
    many = both.sum(1)
    return np.where(many > 0, apart.sum(1) / np.maximum(many, 1), ROUGHEST)


def outline(seen: NDArray[np.uint8], first: int = LOW) -> tuple[Values, Values]:
    """Return each ray's crossing of an outline, in radii, and its strength: (n, rays) each.

    ``first``: the number, among the steps seen, of the first possible place of an outline.
    """
    many, count = seen.shape[:2]
    steps = steps_first(seen[:, :, first - 1 : first + HIGH - LOW + 1])
    outer, inner = steps[2:], steps[:-2]
    differs = (np.maximum(outer, inner) - np.minimum(outer, inner)).max(1)
    change = differs.astype(np.float32).reshape(len(differs), many, count)
    # Neighbouring rays cross a closed outline at nearly the same place.
    smooth = change + np.float32(0.5) * (np.roll(change, 1, 2) + np.roll(change, -1, 2))
    best = _largest(smooth * _NEARNESS)
    here = best * differs.shape[1] + np.arange(differs.shape[1])
    low, high = np.maximum(here - differs.shape[1], 0), here + differs.shape[1]
    # At an end there is no neighbour beyond: the end's own value replaces it.
    low, high = np.where(best > 0, low, here), np.where(best < len(differs) - 1, high, here)
    before, at, after = (smooth.ravel().take(one) for one in (low, here, high))
    off = (after - before) / (before + at + after + 1e-6) * STEPS[1]
    strength = change.ravel().take(here).astype(np.float64)
    return (STEPS[LOW:HIGH][best] + off).reshape(many, count), strength.reshape(many, count)


def steps_first(seen: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return colours seen along rays, (n, rays, steps, 3), as (steps, 3, n * rays).

    numpy is slow in comparing a few adjacent numbers, and fast with many.
    """
    many, count, steps, colours = seen.shape
    turned = np.ascontiguousarray(seen.reshape(many * count, steps * colours).T)
    return turned.reshape(steps, colours, many * count)


def _largest(numbers: Floats) -> NDArray[np.intp]:
    """Return the index on the first axis of the largest entry, the first of several, flattened over the
    other axes."""
    rows = numbers.reshape(len(numbers), numbers[0].size)
    top, best = rows[0].copy(), np.zeros(rows.shape[1], np.intp)
    for number in range(1, len(rows)):
        best[rows[number] > top] = number
        np.maximum(top, rows[number], out=top)
    return best
