"""Differences between two pictures of the same table that come from things, not from light.

Pictures are compared at a small size and as logarithms of light, where a lamp or a shadow is an added
constant. A shadow's edge is a step, a thing the size of a die is a bump; a median filter keeps steps and
removes bumps, so the removed part shows changes on the table.

The thresholds were chosen by hand on simulated tables under flicker, dusk, lamps and shadows, with dice
that move a little and hands (``tests/vision/motion/test_still.py``).
``tests/benchmarks/test_thresholds.py`` prints the margins given here. Differences of logarithms are
written as *log*: 0.05 log is 5 % of the light.
"""

from dataclasses import dataclass
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr

LogBgr = NDArray[np.float32]
"""A small picture: shape (height, width, 3), logarithm of blue, green and red light."""

WIDTH = 160
"""Width of the small pictures, in px. A die is 5 to 20 px wide there; comparing takes about 1 ms."""
_BLACK = 2.0
"""Grey levels added to every pixel, so that the logarithm of black is finite."""
_DARK = 20.0
"""Grey level at which a difference counts half: darker pixels are mostly noise."""
_WHITE = 244.0
"""Grey level from which a pixel is overexposed: its true brightness is unknown."""
_OVER_WHITE = 0.2
"""Weight of a difference if one of the two pixels is overexposed, 0 to 1."""
_BUMP = 11
"""Side of the median filter, in px of the small picture, 17 at first: narrower things, such as a moving
die, are removed as bumps; the wide soft edge of a shadow is kept as a step."""
_PARTS_WH = (8, 6)
"""Parts of the picture, across and down, whose light is compared: nothing is left of noise in them."""
_LEVELS = 128.0
"""Number of 8-bit steps for 1 log: OpenCV's large medians accept no other numbers."""
_MIN_PIXELS = 4
"""Least number of connected pixels of the small picture that must differ, since a single one may be
noise."""
_MEAN = np.full((1, 3), 1 / 3)
_DETAIL_PX, _AROUND = 2.0, 9
"""Detail is what a blur of this many px of the small picture removes; it is compared in squares with
this side: as wide as the medium things that a table shows."""
_SEEN_DETAIL = 0.02
"""Least detail, log, that a place must have before to be recognised by it."""
_SAME_DETAIL = 0.8
"""Correlation from which the detail is the same: under a sun patch whose light clips the picture it is
0.97, under a hand 0.34."""
_LEVEL_CHANGED, _TINT_CHANGED = 0.12, 0.08
"""Difference of brightness or of colour, log, from which a pixel may belong to a hand; regions of such
pixels are examined."""
_SHIFTED_PX, _ALIKE = 0.9, 0.5
"""A picture that correlates more than the second with the first one shifted by more than the first was
moved as a whole: such pictures correlate by 0.95 and more, and rolling dice mostly by 0.4 and less."""
_HAND_SHARES = (0.03, 0.5)
"""Least and greatest part of the picture that a hand covers. A larger share means another table or a
moved camera; the simulated hand covers 0.16 to 0.18."""
_TINTED, _ROUGH = 0.06, 0.03
"""A region is a thing if its colour has changed by this much (log, median), or if its brightness varies
this much within it (log, standard deviation). Where the table's detail does not show through, shadows
and lamps reached 0.019; hands had at least 0.16 and 0.077."""


def shrink(image_bgr: ImageBgr) -> LogBgr:
    """Return the picture 160 wide, as logarithms."""
    height = max(1, round(image_bgr.shape[0] * WIDTH / image_bgr.shape[1]))
    small = cv2.resize(image_bgr, (WIDTH, height), interpolation=cv2.INTER_AREA)
    return np.asarray(np.log(small.astype(np.float32) + np.float32(_BLACK)), dtype=np.float32)


def bumps(before: LogBgr, now: LogBgr) -> NDArray[np.float32]:
    """Return each place's change, without changes of light: (height, width), signed.

    Each row's median is removed first: lamps on alternating current send bright bands through a picture
    whose rows are exposed one after the other.
    """
    difference = _light(now - before)
    difference -= np.median(difference, axis=1, keepdims=True)
    levels = np.clip(difference * _LEVELS + 128, 0, 255).astype(np.uint8)
    steps = cv2.medianBlur(levels, _BUMP).astype(np.float32)
    bump = (levels.astype(np.float32) - steps) / np.float32(_LEVELS) * _trust(before, now)
    return np.asarray(cv2.blur(bump, (3, 3)), dtype=np.float32)


def _trust(before: LogBgr, now: LogBgr) -> NDArray[np.float32]:
    """Return the weight of each difference, 0 to 1: little in the dark and if one pixel is
    overexposed."""
    one, other = cv2.exp(_light(before)), cv2.exp(_light(now))
    darker = np.minimum(one, other)
    trust = darker / (darker + np.float32(_DARK))
    one_sided = (one > _WHITE) != (other > _WHITE)
    return np.asarray(np.where(one_sided, trust * np.float32(_OVER_WHITE), trust), dtype=np.float32)


def relit_by(before: LogBgr, now: LogBgr) -> float:
    """Return by how much the light has changed: log, mean over large parts of the picture."""
    parts = cv2.resize(now - before, _PARTS_WH, interpolation=cv2.INTER_AREA)
    return float(np.abs(parts).mean())


def noise_of(bump: NDArray[np.float32]) -> float:
    """Return the standard deviation of a difference, not counting the few places that have changed."""
    return float(1.4826 * np.median(np.abs(bump)))


def has_changed(bump: NDArray[np.float32], threshold: float) -> bool:
    """Tell whether something has moved: a few neighbouring places differ by more than this (log)."""
    mask = (np.abs(bump) > threshold).astype(np.uint8)
    if int(mask.sum()) < _MIN_PIXELS:
        return False
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    return bool(stats[1:, cv2.CC_STAT_AREA].max() >= _MIN_PIXELS)


def stands_out(before: LogBgr, now: LogBgr, threshold: float) -> NDArray[np.bool_]:
    """Return where there is something that was nowhere within 1 px before, so that camera shake does not
    explain it.

    It exceeds a threshold (log), and is not a change of light: (height, width).
    """
    one, other = _light(before), _light(now)
    other = other - np.median(other - one, axis=1, keepdims=True)
    around = np.ones((3, 3))
    out = (other > cv2.dilate(one, around) + threshold) | (other < cv2.erode(one, around) - threshold)
    return np.asarray(out & (np.abs(bumps(before, now)) > threshold), np.bool_)


def is_shifted(before: LogBgr, now: LogBgr) -> bool:
    """Tell whether the picture as a whole has moved, by about 1 px or more: the camera shakes."""
    one, other = _light(before), _light(now)
    window = cv2.createHanningWindow((one.shape[1], one.shape[0]), cv2.CV_32F)
    (right, down), alike = cv2.phaseCorrelate(one, other, window)
    return alike > _ALIKE and hypot(right, down) > _SHIFTED_PX


def change_at(before: LogBgr, now: LogBgr, place: tuple[float, float]) -> float:
    """Return a place's change (place as fractions of width and height) relative to the picture.

    That is the mean difference (log) of 3 x 3 px around it, in the channel that differs most.
    """
    height, width = now.shape[:2]
    column, row = int(place[0] * width), int(place[1] * height)
    difference = now - before
    difference -= np.median(difference, axis=(0, 1))
    patch = difference[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
    return float(np.abs(patch).mean(axis=(0, 1)).max()) if patch.size else 0.0


@dataclass(frozen=True, eq=False)
class Region:
    """A large changed region that reaches in over the picture's edge.

    ``places`` (height, width); ``tint``: how much its colour has changed (log, median); ``roughness``:
    how much its change of brightness varies within it (log, standard deviation).
    """

    places: NDArray[np.bool_]
    tint: float
    roughness: float

    @property
    def is_thing(self) -> bool:
        """Whether it is not light or shadow: these leave colours alone and are smooth inside."""
        return self.tint > _TINTED or self.roughness > _ROUGH


def hand_mask(before: LogBgr, now: LogBgr) -> NDArray[np.bool_] | None:
    """Return where something large, other than a shadow, reaches in over the edge: (height, width), or
    None."""
    things = [region.places for region in regions_at_edge(before, now) if region.is_thing]
    return np.asarray(np.logical_or.reduce(things), np.bool_) if things else None


def regions_at_edge(before: LogBgr, now: LogBgr) -> list[Region]:
    """Return the large changed regions that reach in over the picture's edge.

    Where the table's own detail still shows, nothing lies over it: its light has changed.
    """
    level, tint = _levels(before, now), _tints(before, now)
    mask = _opened(_changed(level, tint) & ~_shows_through(before, now))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    edge = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    least, most = (share * mask.size for share in _HAND_SHARES)
    reaching = [n for n in set(edge.tolist()) - {0} if least <= stats[n, cv2.CC_STAT_AREA] <= most]
    return [_region(level, tint, labels == number) for number in reaching]


def changed_mask(before: LogBgr, now: LogBgr) -> NDArray[np.uint8]:
    """Return 1 where brightness or colour has changed much, including light and shadow: (height,
    width)."""
    return _changed(_levels(before, now), _tints(before, now))


def _changed(level: NDArray[np.float32], tint: NDArray[np.float32]) -> NDArray[np.uint8]:
    changed = ((np.abs(level) > _LEVEL_CHANGED) | (tint > _TINT_CHANGED)).astype(np.uint8)
    return _opened(changed)


def _opened(places: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.morphologyEx(places, cv2.MORPH_OPEN, np.ones((3, 3))), np.uint8)


def _shows_through(before: LogBgr, now: LogBgr) -> NDArray[np.uint8]:
    """Return 255 where the detail that the table showed before still shows: (height, width)."""
    one, other = _detail(before), _detail(now)
    own, its, common = (_around(product) for product in (one * one, other * other, one * other))
    alike = (own > _SEEN_DETAIL**2) & (common > _SAME_DETAIL * np.sqrt(own * its))
    return np.asarray(alike, np.uint8) * np.uint8(255)


def _detail(picture: LogBgr) -> NDArray[np.float32]:
    light = _light(picture)
    return np.asarray(light - cv2.GaussianBlur(light, (0, 0), _DETAIL_PX), np.float32)


def _around(values: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(cv2.blur(values, (_AROUND, _AROUND)), np.float32)


def _region(level: NDArray[np.float32], tint: NDArray[np.float32], places: NDArray[np.bool_]) -> Region:
    """Measure a region without its own edge, where a shadow is not smooth either."""
    inside = cv2.erode(places.astype(np.uint8), np.ones((5, 5))) > 0
    if not inside.any():
        return Region(places, np.inf, np.inf)
    roughness = np.std((level - cv2.GaussianBlur(level, (0, 0), 2.0))[inside])
    return Region(places, float(np.median(tint[inside])), float(roughness))


def _levels(before: LogBgr, now: LogBgr) -> NDArray[np.float32]:
    """Return how much lighter each place is, relative to the whole picture: (height, width)."""
    difference = _light(now - before)
    return np.asarray(difference - np.median(difference), dtype=np.float32)


def _light(picture: LogBgr) -> NDArray[np.float32]:
    """Return the mean of the channels: (height, width)."""
    return np.asarray(cv2.transform(picture, _MEAN), dtype=np.float32)


def _tints(before: LogBgr, now: LogBgr) -> NDArray[np.float32]:
    """Return how much each place's colour has changed, relative to the whole picture: (height,
    width)."""
    difference = now - before
    tint = difference[..., (0, 2)] - difference[..., 1:2]
    tint -= np.median(tint, axis=(0, 1))
    return np.asarray(np.abs(tint).max(axis=2) * _trust(before, now), dtype=np.float32)
