"""The finest detail that a picture resolves: its blur in each direction, and its noise.

The blur is that of its sharpest edges, measured by how much their slope falls when the picture is
blurred once more: for an edge with blur s, blurred again by t, the slopes are as sqrt(s² + t²) to s
(Zhuo and Sim, Defocus map estimation from a single image, Pattern Recognition 44, 2011). A moving camera
blurs only the edges across its path, so each direction is measured separately. Since many edges are soft
themselves, the measurement only bounds the blur from above; the result is the widest blur along one line
that all directions together allow: a blur s along a line appears as s cos(a) at edges that meet it at an
angle a.

A bare table has no such edges. It is in focus if its finest texture is visible: neighbouring px
correlate, unlike the sensor's noise, and px further apart do not, as they would after a blur.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]
"""A picture: shape (height, width), grey levels."""

BOX_PX = 5
"""Side of the box filter by which the picture is blurred once more."""
BLURRED_AGAIN_PX = float(np.sqrt((BOX_PX**2 - 1) / 12))
"""Standard deviation of that blur, in px: slopes distinguish blurs up to about that size."""
HALVINGS = 3
"""Number of sizes of the picture, each half the one before: wide blurs are measured at a small size."""
TOLD_TO = 1.7
"""Blur in px, at the size examined, up to which it can be measured; a wider one is measured at a smaller
size."""
DIRECTIONS = 8
"""Number of directions, over half a turn, into which edges are sorted."""
LEAST_STEP = 0.25
"""Least rise of an edge, as a share of the picture's brightest level: the outline of a thing. The grain
of wood and the edges of shadows are less, and soft by themselves."""
BRIGHTEST = 0.99
"""Share of the picture that is darker than the level that counts as its brightest."""
LEAST_LEVELS = 4.0
"""Least rise of an edge in grey levels, in the darkest picture, too: less is noise."""
LEAST_SLOPE = 2.0
"""Grey levels a px that an edge rises by at least."""
ENOUGH_EDGES = 12
"""Number of px of edges that suffice to measure the blur in a direction."""
SHARPEST = 0.1
"""Share of the sharpest edges whose blur is taken: soft shadows are not blur."""
MOST_LOOKED_AT = 3000
"""Most px of edges that are measured, evenly chosen: more add nothing."""
SOBEL_GAIN = 8.0
"""OpenCV's derivative for a slope of one level a px."""
NOISE_KERNEL = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
"""A kernel that responds to noise, but not to edges and shading (Immerkær, Fast noise variance
estimation, 1996)."""
NOISE_SHARE, NOISE_SCALE = 0.75, 1.15 * 6
"""The noise value is the one below which this share of the picture lies; for normal noise it is this
many standard deviations."""
STRIPS, STRIP_PX = 6, 16
"""Number and height of the strips across the picture in which noise is measured."""


MEETS = (
    np.cos(np.pi * (np.arange(2 * DIRECTIONS)[:, None] / 2 - np.arange(DIRECTIONS)) / DIRECTIONS) ** 2
)
MEETS = np.maximum(MEETS, 1e-6)
"""How the variance of a line's blur appears at edges of each direction: (lines, directions)."""
ONE_WAY = 2.0
"""Ratio between the blurs along two lines above which something moved."""
TEXTURE_STRIPS, TEXTURE_STRIP_PX = 5, 40
"""Number and height of the strips across the picture in which texture is measured."""
SMOOTH_PX, MOST_ROUGH = 2.0, 6.0
"""Texture is what a blur of this many px removes, up to this many grey levels: without the few clear
edges."""
GO_APART = 0.2
"""Greatest correlation of px two apart in it, in one direction at least, since wood has its grain. On
ten simulated bare tables that is 0.14 and less, blurred by 3 px or more 0.25 and more, or all is
noise."""


@dataclass(frozen=True)
class Sharpness:
    """``blur_px``: of clear edges in each direction, NaN if there are none; ``noise``: grey levels."""

    blur_px: tuple[float, ...]
    noise: float

    @property
    def widest_px(self) -> float:
        """The widest blur along any line that the edges allow, px; infinite if there are too few."""
        return float(np.sqrt(self._allowed().max()))

    @property
    def sharpest_px(self) -> float:
        """The blur of the sharpest edges of all, px; infinite if there are none."""
        return float(np.min(np.nan_to_num(self.blur_px, nan=np.inf)))

    @property
    def is_one_way(self) -> bool:
        """Whether the picture is blurred along one line much more than along another."""
        allowed = self._allowed()
        return bool(allowed.max() > ONE_WAY**2 * allowed.min())

    def _allowed(self) -> NDArray[np.float64]:
        """Return the variance of the widest blur that is allowed along each of some lines, px²."""
        bounds = np.nan_to_num(np.square(self.blur_px), nan=np.inf)[None] / MEETS
        return np.asarray(bounds.min(axis=1), np.float64)


@dataclass(frozen=True)
class Texture:
    """Strength of the finest texture, in grey levels: if it must be fine along rows and columns, and if
    one of them is enough, as for wood; 0 if it is not fine."""

    both_ways: float
    one_way: float


def sharpness_of(grey: Grey) -> Sharpness:
    """Return how sharp a picture is, in its own px."""
    least = max(LEAST_LEVELS, LEAST_STEP * _brightest(grey))
    noise, blur = noise_of(grey), _blur_of(grey, least, TOLD_TO)
    for halving in range(1, HALVINGS):
        scale = 2.0**halving
        wider = np.isnan(blur) | (blur > TOLD_TO * scale / 2)
        if not wider.any():
            break
        grey = np.asarray(cv2.pyrDown(grey), np.uint8)
        is_last = halving == HALVINGS - 1
        found = scale * _blur_of(grey, least, np.inf if is_last else TOLD_TO)
        blur = np.where(wider & ~np.isnan(found), found, blur)
    return Sharpness(tuple(blur.tolist()), noise)


def noise_of(grey: Grey) -> float:
    """Return the standard deviation of the noise, in grey levels."""
    tops = np.linspace(0, max(0, grey.shape[0] - STRIP_PX), STRIPS).astype(int)
    strips = [grey[top : top + STRIP_PX] for top in tops]
    rough = np.concatenate([cv2.filter2D(one, cv2.CV_16S, NOISE_KERNEL).ravel() for one in strips])
    counts = np.cumsum(np.bincount(np.abs(rough)))
    return float(np.searchsorted(counts, NOISE_SHARE * counts[-1])) / NOISE_SCALE


def texture_of(grey: Grey) -> Texture:
    """Return the strength of a bare table's finest texture, in grey levels; 0 if out of focus."""
    if min(grey.shape) < 3:
        return Texture(0.0, 0.0)
    tops = np.linspace(0, max(0, grey.shape[0] - TEXTURE_STRIP_PX), TEXTURE_STRIPS).astype(int)
    strips = np.stack([grey[top : top + TEXTURE_STRIP_PX] for top in tops]).astype(np.float32)
    smooth = np.stack([cv2.GaussianBlur(one, (0, 0), SMOOTH_PX) for one in strips])
    rough = np.clip(strips - smooth, -MOST_ROUGH, MOST_ROUGH)
    both = (rough, rough.transpose(0, 2, 1))
    together = [float((one[:, :-1] * one[:, 1:]).mean()) for one in both]
    apart = [float((one[:, :-2] * one[:, 2:]).mean()) for one in both]
    strength, most = float(np.sqrt(max(0.0, min(together)))), GO_APART * float((rough**2).mean())
    return Texture(strength * (max(apart) <= most), strength * (min(apart) <= most))


def _brightest(grey: Grey) -> float:
    counts = np.cumsum(np.bincount(grey[::4, ::4].ravel()))
    return float(np.searchsorted(counts, BRIGHTEST * counts[-1]))


def _blur_of(grey: Grey, least_step: float, most_px: float) -> NDArray[np.float64]:
    """Return the blur of the sharpest edges in each direction, NaN if there are too few.

    It uses edges that may rise by ``least_step`` within a blur of ``most_px``.
    """
    least_slope = max(LEAST_SLOPE, least_step / (most_px * np.sqrt(2 * np.pi)))
    across, down = cv2.spatialGradient(grey)
    slope = cv2.add(cv2.convertScaleAbs(across, alpha=0.5), cv2.convertScaleAbs(down, alpha=0.5))
    places = np.flatnonzero(slope[::2] >= least_slope * SOBEL_GAIN / 2)  # only of every other row
    places = places[:: len(places) // MOST_LOOKED_AT + 1]
    places += places // grey.shape[1] * grey.shape[1]
    softer = cv2.blur(grey, (BOX_PX, BOX_PX))
    across_soft, down_soft = cv2.spatialGradient(softer)
    x, y, x_soft, y_soft = (
        one.ravel()[places].astype(np.float32) / SOBEL_GAIN
        for one in (across, down, across_soft, down_soft)
    )
    steep = np.hypot(x, y)
    softened = np.maximum((x * x_soft + y * y_soft) / np.maximum(steep, 1e-6), 1e-3)
    falls = steep / softened
    blur = BLURRED_AGAIN_PX / np.sqrt(np.maximum(falls**2 - 1, 1e-3))
    plain = (falls > 1) & (steep * blur * np.sqrt(2 * np.pi) >= least_step)
    ways = np.rint((np.arctan2(y, x) % np.pi) / np.pi * DIRECTIONS).astype(int) % DIRECTIONS
    return np.array([_sharpest(blur[plain & (ways == way)]) for way in range(DIRECTIONS)])


def _sharpest(blur: NDArray[np.float32]) -> float:
    if len(blur) < ENOUGH_EDGES:
        return np.nan
    sharp = int(SHARPEST * len(blur))
    return float(np.partition(blur, sharp)[sharp])
