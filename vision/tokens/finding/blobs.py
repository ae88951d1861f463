"""Finds tokens of any round shape that stand out from an even ground: candies, beans, nuggets.

Edges alone vote for circles of one size. On a plain table whole tokens stand out by their colour, while
a shadow nearly keeps the table's: so each is cut out first, touching ones are split, and an oval is laid
around each and corrected by the outline along rays.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.medians import medians
from vision.tokens.finding.outlines import RADIUS_PX, Outlines, Work, logarithms
from vision.tokens.finding.ovals import ovals_from

TINT, LIGHT = 0.22, 0.9
"""Difference (logarithms) from the ground in tint, or in light, from which something stands out: shadows
differ by less in either."""
OWN_PART = 0.5
"""A pixel belongs to a thing if it differs from the ground in the same direction, and at least half as
much, as the thing's core: light thrown on the table differs less, a shadow in another direction."""
CORE = 0.6
"""Share of a thing that differs less than its core."""
GROUND_STEP, GROUND_RADII, MOST_GROUND = 4, 8, 101
"""Reduction of the picture in which the ground is computed, and the number of radii over which it is
smoothed."""
UNEVEN = 0.015
"""Variation of the ground (median of tint, logarithms), as in wood grain, above which nothing is cut
out. On photographs of a painted table it was 0.003 to 0.006."""
SMALLEST, LARGEST = 0.3, 9.0
"""Least and greatest area, relative to a circle of the working radius, of a possible token, or of
touching ones."""
AT_EDGE, LONG = (2.2, 1.2), 3.0
"""Length, in radii, along which the picture's edge cuts a thing that is not a token; the second value
applies to things as large as this many tokens: a finger."""
LEAST_EACH, MISFIT, BETTER = 0.45, 0.12, 0.8
"""Least size of each of several touching tokens; misfit below which a thing is a single oval;
improvement that splitting must bring."""
WHOLE_MISFIT = 0.2
"""Misfit of its oval above which a thing is not seen whole: a finger lies over it, or two are one."""
DEEPEST, LEAST_PIXELS = 5, 9
OTHER_TINT = 0.6
"""Difference in tint, as a share of the thing's own, from which a part belongs to another thing."""
SAME_AREA, SAME_PLACE, ANOTHERS = 0.3, 0.4, 0.6
"""Greatest difference (logarithm of the area; place in radii) between a thing and the outline around it;
if it is larger, the thing counts as no more closed than this."""
TINT_APART = 1.5
"""Weight of tint in splitting: a difference of 1 counts as this many radii, so that tokens of two
colours separate."""
ROUNDS = 8
HALVED = 0.25
"""Two halves that fit one oval this well are one token if it is at least as closed as both: on 17 real
photographs everything that was halved and fitted was one egg, while others misfitted more."""
Values = NDArray[np.float64]
Part = tuple[NDArray[np.float64], NDArray[np.float64]]
Floats = NDArray[np.float32]
Pixels = NDArray[np.intp]


def find_blobs(work: Work) -> Outlines:
    """Return ovals around everything that stands out from the ground; none if that is uneven."""
    parted = [(thing, _parted(*thing)) for thing in _things(work)]
    parts = [part for _, of in parted for part in of]
    found = _ovals_round(work, parts)
    first = np.cumsum([0, *(len(of) for _, of in parted)])
    halved = [n for n, (thing, of) in enumerate(parted) if len(of) == 2 and _misfit(*thing) < HALVED]
    wholes = [parted[n][0] for n in halved]
    whole = _ovals_round(work, wholes)
    halves = [slice(first[n], first[n] + 2) for n in halved]
    # The border between halves of one token is no outline.
    is_one = np.array(
        [whole.covered[n] >= found.covered[of].max() for n, of in enumerate(halves)], np.bool_
    )
    stays = np.ones(len(parts), np.bool_)
    for n in np.nonzero(is_one)[0].tolist():
        stays[halves[n]] = False
    whole = _as_seen(whole, wholes).only(is_one)
    return _as_seen(found, parts).only(stays).joined(whole)


def _ovals_round(work: Work, parts: Sequence[Part]) -> Outlines:
    """Return the ovals around parts, corrected by the visible outline."""
    ovals = [_oval(places) for places, _ in parts]
    centres = np.array([centre for centre, _ in ovals]).reshape(-1, 2)
    shapes = np.array([shape for _, shape in ovals]).reshape(-1, 2, 2)
    return ovals_from(work, centres, shapes)


def _as_seen(found: Outlines, parts: Sequence[Part]) -> Outlines:
    """Return ovals as cut out; another thing's outline is no evidence for these parts."""
    centres = np.array([places.mean(0) for places, _ in parts]).reshape(-1, 2)
    areas = np.pi * found.radii**2 * found.widths / np.array([len(places) for places, _ in parts])
    moved = np.linalg.norm(found.centres - centres, axis=1)
    as_seen = (np.abs(np.log(np.maximum(areas, 1e-3))) < SAME_AREA) & (moved < SAME_PLACE * RADIUS_PX)
    as_seen &= np.array([_misfit(*part) < WHOLE_MISFIT for part in parts], np.bool_)
    covered = np.where(as_seen, found.covered, np.minimum(found.covered, ANOTHERS))
    return replace(found, covered=covered, cut_out=np.ones(len(found), np.bool_))


def _ground(image: NDArray[np.uint8]) -> Floats:
    """Return the ground's colour at each pixel, logarithms: (height, width, 3)."""
    height, width = image.shape[:2]
    size = max(8, width // GROUND_STEP), max(8, height // GROUND_STEP)
    small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    reach = min(int(GROUND_RADII * RADIUS_PX / GROUND_STEP) | 1, MOST_GROUND)
    ground = _log(np.asarray(cv2.medianBlur(small, reach), np.uint8))
    return np.asarray(cv2.resize(ground, (width, height)), np.float32)


def _against_ground(image: NDArray[np.uint8], ground: Floats) -> tuple[list[Floats], Floats]:
    """Return each pixel's difference from the ground, (height, width) each: in tint, three values, and
    light; and the size of that in tint."""
    # Colour by colour: numpy is slow in comparing three adjacent numbers.
    colours = cv2.split(cv2.subtract(_log(image), ground))
    light = (colours[0] + colours[1] + colours[2]) / np.float32(3)
    tints = [np.asarray(one - light, np.float32) for one in colours]
    most = np.maximum(np.maximum(*tints[:2]), tints[2])
    least = np.minimum(np.minimum(*tints[:2]), tints[2])
    return [*tints, np.asarray(light * np.float32(TINT / LIGHT), np.float32)], most - least


def _log(image: NDArray[np.uint8]) -> Floats:
    return np.asarray(cv2.LUT(image, logarithms()), np.float32)


def _things(work: Work) -> list[tuple[Values, Values]]:
    """Return for each thing that stands out its pixels (m, 2), x and y, and their tints (m, 3)."""
    ground = _ground(work.image_bgr)
    few = np.ascontiguousarray(work.image_bgr[::4, ::4]), np.ascontiguousarray(ground[::4, ::4])
    if float(medians(_against_ground(*few)[1].ravel())[0]) > UNEVEN:
        return []
    parts, tint = _against_ground(work.image_bgr, ground)
    plain = np.maximum(tint, np.abs(parts[3]))
    stands_out = np.asarray(cv2.GaussianBlur(plain, (0, 0), 1.0), np.float32)
    count, number, boxes, _ = cv2.connectedComponentsWithStats(
        np.asarray(stands_out > TINT, np.uint8), connectivity=4
    )
    found = []
    for one in range(1, count):
        x, y, wide, high, area = boxes[one].tolist()
        if not SMALLEST < area / (np.pi * RADIUS_PX**2) < 2 * LARGEST:
            continue
        window = np.s_[y : y + high, x : x + wide]
        if _comes_from_outside(number[window] == one, (x, y), number.shape):
            continue
        differs = np.dstack([part[window] for part in parts])
        for rows, columns in _own(number[window] == one, stands_out[window], differs):
            places = np.column_stack([columns + x, rows + y]).astype(np.float64)
            found.append((places, differs[rows, columns, :3].astype(np.float64)))
    return found


def _comes_from_outside(
    is_thing: NDArray[np.bool_], corner: tuple[int, int], shape: tuple[int, ...]
) -> bool:
    """Tell whether a thing continues beyond the picture's edge over more than a token's width: a
    hand."""
    (x, y), (high, wide) = corner, is_thing.shape
    at_edge = (
        is_thing[0].sum() * (y == 0),
        is_thing[-1].sum() * (y + high == shape[0]),
        is_thing[:, 0].sum() * (x == 0),
        is_thing[:, -1].sum() * (x + wide == shape[1]),
    )
    is_long = is_thing.sum() > LONG * np.pi * RADIUS_PX**2
    return bool(max(at_edge) > (AT_EDGE[1] if is_long else AT_EDGE[0]) * RADIUS_PX)


def _own(
    is_thing: NDArray[np.bool_], stands_out: Floats, differs: Floats
) -> list[tuple[Pixels, Pixels]]:
    """Return the rows and columns of a thing without its shadow and its glow."""
    core = differs[is_thing & (stands_out >= np.quantile(stands_out[is_thing], CORE))]
    way = np.median(core, 0)
    along = differs @ way / max(float(way @ way), 1e-9)
    whole = np.linalg.norm(differs, axis=2) / max(float(np.linalg.norm(way)), 1e-9)
    # A touching thing of another colour differs equally, but in another direction.
    is_own = is_thing & ((along > OWN_PART) | (whole > 1.5 * OWN_PART))
    is_own = np.asarray(is_own, np.uint8)
    is_own = cv2.morphologyEx(is_own, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    is_own = cv2.morphologyEx(is_own, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    count, number = cv2.connectedComponents(np.asarray(is_own, np.uint8), connectivity=4)
    parts = [(rows, columns) for rows, columns in (np.nonzero(number == one) for one in range(1, count))]
    limits = SMALLEST * np.pi * RADIUS_PX**2, LARGEST * np.pi * RADIUS_PX**2
    return [part for part in parts if limits[0] < len(part[0]) < limits[1]]


def _parted(places: Values, tints: Values, depth: int = 0) -> list[tuple[Values, Values]]:
    """Return the pixels, and their tints, of each of the touching tokens in one thing: it is split in
    two or three as long as the parts resemble ovals of one colour more than the whole does."""
    whole = _misfit(places, tints)
    area = len(places) / (np.pi * RADIUS_PX**2)
    if whole < MISFIT or area < 2 * LEAST_EACH or depth > DEEPEST:
        return [(places, tints)]
    tried = [_grouped(places, tints, many) for many in (2, 3) if area > many * LEAST_EACH]
    misfits = [sum(_misfit(places[one], tints[one]) * one.sum() for one in parts) for parts in tried]
    if min(misfits) / len(places) > BETTER * whole:
        return [(places, tints)]
    best = tried[int(np.argmin(misfits))]
    return [part for one in best for part in _parted(places[one], tints[one], depth + 1)]


def _grouped(places: Values, tints: Values, many: int) -> list[NDArray[np.bool_]]:
    """Return which pixels belong together in this many groups, by place and tint (Lloyd's k-means from
    distant seeds)."""
    points = np.hstack([places, tints * (TINT_APART * RADIUS_PX)])
    seeds = [points[np.linalg.norm(points - points.mean(0), axis=1).argmax()]]
    while len(seeds) < many:
        away = np.min([np.linalg.norm(points - seed, axis=1) for seed in seeds], axis=0)
        seeds.append(points[away.argmax()])
    middles = np.array(seeds)
    for _ in range(ROUNDS):
        group = ((middles**2).sum(1) - 2 * points @ middles.T).argmin(1)
        middles = np.array(
            [points[group == k].mean(0) if (group == k).any() else middles[k] for k in range(many)]
        )
    return [group == k for k in range(many) if np.count_nonzero(group == k) > LEAST_PIXELS]


def _oval(places: Values) -> tuple[Values, Values]:
    """Return the middle (2,) and shape (2, 2), px, of the oval with the same moments."""
    middle = places.sum(0) / len(places)
    off = places - middle
    values, axes = np.linalg.eigh(off.T @ off / (len(places) - 1) + np.eye(2) / 12)
    return middle, (axes * (2 * np.sqrt(values))) @ axes.T


def _misfit(places: Values, tints: Values) -> float:
    """Return the share of pixels outside its oval, and of its oval's without pixels; pixels of an
    unusual tint count half."""
    middle, shape = _oval(places)
    x, y = np.linalg.inv(shape) @ (places - middle).T
    outside = x**2 + y**2 > 1
    area = np.pi * float(np.linalg.det(shape))
    usual = medians(tints, axis=0)[0]
    apart = ((tints - usual) ** 2) @ np.ones(3)
    other = apart > (OTHER_TINT * np.linalg.norm(usual) + TINT) ** 2
    unlike = np.count_nonzero(outside) + abs(area - len(places)) + 0.5 * np.count_nonzero(other)
    return float(unlike) / len(places)
