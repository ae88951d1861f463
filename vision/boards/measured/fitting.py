"""Aligns samples with a cell's piece: by a small shift, turn and change of size.

Nobody lays pieces straight, and those of some height look larger. So each sample is moved to its best
fit by Gauss and Newton's method, robustly against places that differ much (Baker and Matthews,
Lucas-Kanade 20 years on, 2004; iteratively reweighted as in ``board_places``).
"""

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.grid import PX_PER_CELL
from vision.boards.measured.places import (
    DEPTH,
    Places,
    coloured_strangely,
    mean_unlikeness,
    tinted,
    without_light,
)

MOST_MOVED = np.array([4.0, 4.0, 0.15, 0.06], np.float32)
"""Greatest movement of a sample: px of the straightened board, across and down; radians; share."""
USUAL = np.array([2.0, 2.0, 0.06, 0.03], np.float32)
"""Usual movement of pieces; more needs evidence. Chosen by hand."""
STEP_PX = 2
"""Distance between a sample's places, px of the straightened board."""
MIDDLE_PX = PX_PER_CELL / 2 - 1
"""Distance from the middle of its places to its top left pixel."""
Values = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Thin:
    """Every second of a sample's places (s, s, 9), their slopes across and down (2, s, s, 9), and
    products of these: (3, s * s)."""

    places: Places
    slopes: Places
    products: Values


@dataclass(frozen=True, eq=False)
class Sample:
    """A sample's places (s, s, 9): the ``thin`` ones determine its alignment, all of them its
    quality."""

    places: Places
    thin: Thin

    def tinted(self, tint: NDArray[np.float64]) -> "Sample":
        """Return the sample with all colours shifted by this tint (3,), as logarithms."""
        thin = replace(self.thin, places=tinted(self.thin.places, tint))
        return Sample(tinted(self.places, tint), thin)


def sample_of(places: Places) -> Sample:
    """Return a sample described at every second pixel: (s, s, 9)."""
    slope_down, slope_across = np.gradient(places, 2.0, axis=(0, 1))
    down, across = np.asarray(slope_down)[::2, ::2], np.asarray(slope_across)[::2, ::2]
    products = [(a * b).sum(2).reshape(-1) for a, b in ((across, across), (across, down), (down, down))]
    slopes = np.stack([across, down]).astype(np.float32)
    thin = np.ascontiguousarray(places[::2, ::2])
    return Sample(places, Thin(thin, slopes, np.asarray(products, np.float32)))


@dataclass(frozen=True, eq=False)
class Laid:
    """Samples aligned with a cell: each one's dissimilarity (n,), and the strangeness of each place
    then, as squared distances (n, s, s); ``coloured``: the same in colour alone; ``away`` (n, s, s, 9):
    the differences."""

    unlike: Values
    strange: Values
    coloured: Values
    away: Places


def laid_over(
    seen: Places,
    samples: list[Sample],
    corners: NDArray[np.intp],
    steps: int,
) -> Laid:
    """Return samples aligned with a picture's places (height, width, 9), starting from these top left
    pixels (n, 2), in this many steps."""
    planes = [np.ascontiguousarray(seen[..., first : first + 3]) for first in range(0, DEPTH, 3)]
    own = np.stack([one.places for one in samples])
    thin = np.stack([one.thin.places for one in samples])
    slopes = np.stack([one.thin.slopes for one in samples], 1)
    products = np.stack([one.thin.products for one in samples], 1)
    moved = best = np.zeros((len(samples), 4), np.float32)
    away, strange = _away(planes, thin, corners, moved, 2 * STEP_PX)
    unlike = mean_unlikeness(strange)
    for _ in range(steps):
        moved = _stepped(moved, away, strange, slopes, products)
        away, strange = _away(planes, thin, corners, moved, 2 * STEP_PX)
        share = mean_unlikeness(strange)
        best = np.where((share < unlike)[:, None], moved, best)
        unlike = np.minimum(share, unlike)
    away, strange = _away(planes, own, corners, best, STEP_PX)
    share = mean_unlikeness(strange)
    return Laid(share, strange, coloured_strangely(away), away)


def _away(
    planes: list[Places], samples: Places, corners: NDArray[np.intp], moved: Values, step_px: int
) -> tuple[Places, Values]:
    """Return the differences between the picture and the samples moved like this (n, 4), at every given
    pixel, without the light: (n, s, s, 9), and their squares."""
    many, side = samples.shape[:2]
    x, y = _along(side, step_px)
    middle = corners + moved[:, :2] + MIDDLE_PX
    turned, larger = moved[:, 2, None, None], 1 + moved[:, 3, None, None]
    across = (middle[:, 0, None, None] + larger * x - turned * y).reshape(-1, side)
    down = (middle[:, 1, None, None] + larger * y + turned * x).reshape(-1, side)
    whole, rest = cv2.convertMaps(across.astype(np.float32), down.astype(np.float32), cv2.CV_16SC2)
    parts = [
        cv2.remap(plane, whole, rest, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for plane in planes
    ]
    away = np.concatenate(parts, 2).reshape(many, side, side, DEPTH) - samples
    return away, without_light(away)


def _stepped(moved: Values, away: Places, strange: Values, slopes: Places, products: Values) -> Values:
    """Return samples moved by one step, to where the difference would be least if it changed
    linearly."""
    many, side = strange.shape[:2]
    weights = (1 / (1 + strange) ** 2).reshape(many, -1)
    ways, pairs = _ways(side, 2 * STEP_PX)
    towards = np.einsum("anyxk,nyxk->anyx", slopes, away).reshape(2, many, -1) * weights
    bend = np.einsum("pnq,pqr->nr", products * weights, pairs).reshape(many, 4, 4)
    slope = np.einsum("anq,aqr->nr", towards, ways)
    usual = np.diag(1 / USUAL**2)
    change = np.linalg.solve(bend + usual, (slope + moved / USUAL**2)[..., None])[..., 0]
    return np.asarray(np.clip(moved - change, -MOST_MOVED, MOST_MOVED), np.float32)


@cache
def _along(side: int, step_px: int) -> tuple[Values, Values]:
    """Return the distances of a sample's places from its middle, px across and down: (s, s) each."""
    along = (step_px * np.arange(side) - MIDDLE_PX).astype(np.float32)
    x, y = np.meshgrid(along, along)
    return x, y


@cache
def _ways(side: int, step_px: int) -> tuple[Values, Values]:
    """Return each place's movement across and down when a sample is moved across, down, turned, enlarged
    (2, s * s, 4), and products of these for each of ``Thin.products`` (3, s * s, 16)."""
    x, y = (each.reshape(-1) for each in _along(side, step_px))
    one, none = np.ones_like(x), np.zeros_like(x)
    ways = np.stack([np.stack([one, none, -y, x], 1), np.stack([none, one, x, y], 1)])
    across, down = ways[0, :, :, None], ways[1, :, :, None]
    a, b = np.swapaxes(across, 1, 2), np.swapaxes(down, 1, 2)
    pairs = np.stack([across * a, across * b + down * a, down * b])
    return ways, np.asarray(pairs.reshape(3, side * side, 16), np.float32)
