"""Pictures as light, and what a sensor makes of light: noise, clipping, eight bits."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr

Light = NDArray[np.float32]
"""Linear light of each pixel and colour, 1 where the sensor is full."""
Map = NDArray[np.float32]
"""A number for each pixel, (h, w)."""

GAMMA = 2.2
FULL_WELL_E = 5000.0
"""Electrons that a pixel of a small sensor holds: they make the noise of light."""
READ_NOISE = 0.0008
"""Noise of the electronics, four such electrons, as a part of a full pixel."""
_FINE = 65535
_TO_LIGHT = ((np.arange(256) / 255) ** GAMMA).astype(np.float32)
_TO_VALUES = (255 * (np.arange(_FINE + 1) / _FINE) ** (1 / GAMMA)).astype(np.float32)


def light_of(image: ImageBgr) -> Light:
    """Return the light that a picture shows."""
    return np.asarray(cv2.LUT(image, _TO_LIGHT), np.float32)


def values_of(light: Light) -> Light:
    """Return what a camera makes of light, clipped, not yet rounded: 0 to 255."""
    fine = (np.clip(light, 0, 1) * _FINE).astype(np.uint16)
    return np.asarray(_TO_VALUES[fine], np.float32)


def rounded(values: Light) -> ImageBgr:
    """Return values as eight bits."""
    return np.asarray(np.clip(np.rint(values), 0, 255), np.uint8)


def exposed(light: Light, gain: float | Map, rng: np.random.Generator) -> ImageBgr:
    """Return the picture of so many times the light, with the noise that there is more of with less.

    The picture's own noise shrinks with the light; that of fewer electrons, and of the electronics, is
    larger than this.
    """
    gains = np.asarray(gain, np.float32)
    gains = gains[..., None] if gains.ndim else gains
    more = np.asarray(light * gains, np.float32)
    if np.min(gains) < 1:
        less = np.minimum(gains, 1)
        variance = more * (1 - less) / FULL_WELL_E + READ_NOISE**2 * (1 - less**2)
        more += np.sqrt(variance) * rng.standard_normal(more.shape, np.float32)
    return rounded(values_of(more))


def grain(image: ImageBgr) -> float:
    """Return the spread of a picture's noise, in its values (Immerkær 1996, median for mean)."""
    mask = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    return float(np.median(np.abs(cv2.filter2D(image[..., 1], cv2.CV_16S, mask)))) * 1.4826 / 6


def blurred(image: ImageBgr, kernel: Map, rng: np.random.Generator) -> ImageBgr:
    """Return a picture through other optics: light is spread, the sensor's noise is as before."""
    spread = cv2.filter2D(light_of(image), -1, kernel / kernel.sum(), borderType=cv2.BORDER_REFLECT)
    return grained(np.asarray(spread, np.float32), grain(image), rng)


def grained(light: Light, spread: float, rng: np.random.Generator) -> ImageBgr:
    """Return the picture of light that has lost its noise, with noise of this spread, in its values."""
    values = values_of(light)
    lost = spread**2 - grain(rounded(values)) ** 2
    if lost > 0:
        values += np.float32(np.sqrt(lost)) * rng.standard_normal(values.shape, np.float32)
    return rounded(values)
