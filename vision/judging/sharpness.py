"""How fine the detail is that a picture resolves: its blur in each direction, and its noise.

The blur is that of its sharpest edges, by how much their slope falls when the picture is blurred once
more: of an edge blurred by s, blurred again by t, slopes are as sqrt(s² + t²) to s (Zhuo and Sim,
Defocus map estimation from a single image, Pattern Recognition 44, 2011). A moving camera blurs only
the edges that lie across its way, so each direction is measured by itself; as many an edge is soft by
itself, what is measured only bounds the blur from above, and what counts is the widest blur along one
line that all directions together allow: of a line blurred by s, edges that it meets at an angle a are
blurred by s cos(a).

A bare table has no such edges. It is in focus if its finest texture is seen: neighbouring px go
together, as the sensor's noise does not, and px further apart do not, as they would after a blur.
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
"""Standard deviation of that blur, in px: slopes tell blurs up to about as much apart."""
HALVINGS = 3
"""So many sizes of the picture are looked at, each half the one before: wide blurs are measured
small."""
TOLD_TO = 1.7
"""Up to so many px, of the size that is looked at, a blur is told; a wider one is measured smaller."""
DIRECTIONS = 8
"""Into so many ways, of half a turn, edges are sorted by the direction in which they rise."""
LEAST_STEP = 0.25
"""An edge rises by so much at least, as a share of the picture's brightest: the outline of a thing. The
grain of wood and the edges of shadows are less, and soft by themselves."""
BRIGHTEST = 0.99
"""The picture's brightest is what so much of it is darker than."""
LEAST_LEVELS = 4.0
"""So many grey levels an edge rises by at least, in the darkest picture, too: less is noise."""
LEAST_SLOPE = 2.0
"""Grey levels a px that an edge rises by at least."""
ENOUGH_EDGES = 12
"""So many px of edges tell the blur in a direction."""
SHARPEST = 0.1
"""The blur is that of the sharpest, up to this share of them: soft shadows are no blur."""
MOST_LOOKED_AT = 3000
"""So many px of edges are looked at, evenly chosen: more tell nothing else."""
SOBEL_GAIN = 8.0
"""A slope of one level a px is so much in OpenCV's derivative."""
NOISE_KERNEL = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
"""What knows no edges and no shading, only noise (Immerkær, Fast noise variance estimation, 1996)."""
NOISE_SHARE, NOISE_SCALE = 0.75, 1.15 * 6
"""The noise is told by where so much of the picture has less; of normal noise that is so many times its
standard deviation."""
STRIPS, STRIP_PX = 6, 16
"""In so many strips across the picture, so high, noise is looked for."""


MEETS = (
    np.cos(np.pi * (np.arange(2 * DIRECTIONS)[:, None] / 2 - np.arange(DIRECTIONS)) / DIRECTIONS) ** 2
)
MEETS = np.maximum(MEETS, 1e-6)
"""How a line's blur, as variance, shows at edges that rise in each direction: (lines, directions)."""
ONE_WAY = 2.0
"""Where the blur along one line may be so many times that along another, something moved."""
TEXTURE_STRIPS, TEXTURE_STRIP_PX = 5, 40
"""In so many strips across the picture, so high, texture is looked for."""
SMOOTH_PX, MOST_ROUGH = 2.0, 6.0
"""Texture is what a blur of so many px takes away, up to so many grey levels: not the few plain
edges."""
GO_APART = 0.2
"""Px two apart correlate by so much in it at most: in one direction at least, for wood has its grain.
On ten simulated bare tables that is 0.14 and less, blurred by 3 px or more 0.25 and more, or all is
noise."""


@dataclass(frozen=True)
class Sharpness:
    """``blur_px``: of plain edges in each direction, NaN where there are none; ``noise``: grey
    levels."""

    blur_px: tuple[float, ...]
    noise: float

    @property
    def widest_px(self) -> float:
        """The widest blur along any line that the edges allow, px; infinite where there are too few."""
        return float(np.sqrt(self._allowed().max()))

    @property
    def sharpest_px(self) -> float:
        """The blur of the sharpest edges of all, px; infinite where there are none."""
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
    """How strong the finest texture is, in grey levels, where it is fine along rows and along columns,
    and where it is along one of them at least, as wood's is; 0 where it is not."""

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
    """Return how strong the finest texture of a bare table is; 0 out of focus."""
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
    """Return the blur of the sharpest edges in each direction, NaN where there are too few.

    Looked at are those that may rise by a ``least_step`` within a blur of ``most_px``.
    """
    least_slope = max(LEAST_SLOPE, least_step / (most_px * np.sqrt(2 * np.pi)))
    across, down = cv2.spatialGradient(grey)
    slope = cv2.add(cv2.convertScaleAbs(across, alpha=0.5), cv2.convertScaleAbs(down, alpha=0.5))
    places = np.flatnonzero(slope[::2] >= least_slope * SOBEL_GAIN / 2)  # of every other row
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
