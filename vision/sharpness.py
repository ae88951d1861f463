"""How sharp a picture is: how wide its edges are, whatever lies there and however noisy it is.

Method: an edge that is blurred once more loses the less of its slope the more it was blurred before
(Zhuo and Sim 2011, "Defocus map estimation from a single image"). So the ratio of two slopes tells the
blur, and the contrast of what lies there does not matter.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr

_FIRST_PX: Final = 1.5
"""Standard deviation of what every picture is blurred with first: it takes most of the noise away."""
_SECOND_PX: Final = 3.0
"""Standard deviation of what it is blurred with again, to compare."""
_LEAST_SLOPE: Final = 2.0
"""Least slope of an edge, in grey levels a pixel. Chosen by hand."""
_NOISES: Final = 8.0
"""Least slope of an edge, in medians of all slopes: those are noise and texture. Chosen by hand."""
_HALVED_PX: Final = 1700
"""A picture that is wider is halved first, as often as need be: what is sharper than a pixel of that is
sharp enough, and it costs a quarter."""
_LEAST_EDGES: Final = 60
"""With fewer places on edges nothing is said of a picture."""
_TELLING: Final = 60.0
"""Percentile of the edges that tells: shadows have softer ones, and fine lines seem sharper. Chosen on
real photographs, blurred by 1 to 5 px: there it comes nearest."""


def blur_px(image_bgr: ImageBgr) -> float | None:
    """Return how far a picture's edges are blurred: a Gaussian's standard deviation, in pixels.

    None where it has no edges to tell by. What is sharper than half a pixel is not told apart.
    """
    grey = np.asarray(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY), np.float32)
    times = 1
    while grey.shape[1] > _HALVED_PX:
        half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        grey, times = np.asarray(half, np.float32), 2 * times
    slope = _slope(grey, _FIRST_PX)
    again = _slope(grey, float(np.hypot(_FIRST_PX, _SECOND_PX)))
    least = max(_LEAST_SLOPE, _NOISES * float(np.median(slope[::4, ::4])))
    is_edge = (slope > least) & (slope >= cv2.dilate(slope, np.ones((3, 3), np.uint8)))
    if np.count_nonzero(is_edge) < _LEAST_EDGES:
        return None
    ratio = np.maximum(slope[is_edge] / np.maximum(again[is_edge], 1e-3), 1.001)
    variance = _SECOND_PX**2 / (ratio**2 - 1) - _FIRST_PX**2
    return times * float(np.sqrt(max(0.0, float(np.percentile(variance, _TELLING)))))


def _slope(grey: NDArray[np.float32], blurred_px: float) -> NDArray[np.float32]:
    """Return how steep a picture is at each pixel, in grey levels a pixel, once it is blurred so far."""
    blurred = cv2.GaussianBlur(grey, (0, 0), blurred_px)
    across, down = (cv2.Sobel(blurred, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    return np.asarray(cv2.magnitude(across, down), np.float32)
