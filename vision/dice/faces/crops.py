"""Straightened crops: a top face as if seen from straight above, with a little of what lies round it."""

from functools import cache
from math import ceil, dist

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners
from vision.frame import ImageBgr
from vision.pyramid import Picture, pyramid_of

CROP_PX = 48
"""Side of a crop, as the network was trained with."""
MARGIN = 1.4
"""Side of a crop in sides of the face, as the network was trained with: it sees the face's edges,
too."""
LEAST_CONTRAST = 12.0
"""Standard deviation in grey levels below which a crop's contrast is not raised any further, so that the
noise of an empty place is not blown up into a drawing. Chosen by hand; the network was trained with
it."""
SPARED_PX = 0.25
"""Samples may lie this much more than a pixel of the picture apart, for each further one costs time.
Chosen by hand."""
MOST_SAMPLES = 4
"""A crop's pixel is the mean of at most 4 x 4 samples. They suffice for faces of 145 px; larger ones are
taken from a smaller size of the picture, so that no pixel is passed over. Chosen for its speed."""

_NOMINAL = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / MARGIN
_NOMINAL_32 = _NOMINAL.astype(np.float32)


def nominal_corners() -> Corners:
    """Return where a crop's face has its corners: (4, 2) in half sides of the crop, -1 to 1."""
    return _NOMINAL.copy()


def crop_to_picture(corners_px: Corners) -> NDArray[np.float64]:
    """Return the homography (3 x 3) from half sides of the crop to pixels of the picture."""
    target = np.asarray(corners_px, np.float32)
    return np.asarray(cv2.getPerspectiveTransform(_NOMINAL_32, target), np.float64)


def straighten(picture: Picture, corners_px: Corners) -> ImageBgr:
    """Return the crop (48, 48, 3) of one face, its first corner top left; the face may be of any size.

    Beyond the picture's edge lies grey 127.
    """
    points = corners_px.tolist()
    longest = max(dist(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True))
    pyramid, halvings = pyramid_of(picture), 0
    # Of a picture that is far narrower than the face nothing would be left.
    while _samples(longest) > MOST_SAMPLES and min(pyramid.size_wh(halvings + 1)) > 0:
        longest, halvings = longest / 2, halvings + 1
    extent = CROP_PX * min(_samples(longest), MOST_SAMPLES)
    matrix = crop_to_picture(corners_px / 2**halvings - 0.5) @ _to_half_sides(extent)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpPerspective(
        pyramid[halvings],
        matrix,
        (extent, extent),
        flags=flags,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(127, 127, 127),
    )
    if extent > CROP_PX:
        crop = cv2.resize(crop, (CROP_PX, CROP_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(crop, np.uint8)


def _samples(longest_px: float) -> int:
    """Return how many samples across make a crop's pixel, for a face whose longest side is this."""
    return max(ceil(longest_px * MARGIN / CROP_PX - SPARED_PX), 1)


@cache
def _to_half_sides(extent_px: int) -> NDArray[np.float64]:
    """Return the map (3 x 3) from pixels of a crop of this size, counted at their centres."""
    scale = 2 / extent_px
    return np.array([[scale, 0, scale / 2 - 1], [0, scale, scale / 2 - 1], [0, 0, 1]])


def network_input(crops: list[ImageBgr]) -> NDArray[np.float32]:
    """Return crops as the network takes them: (n, 3, 48, 48), each with mean 0 and contrast 1."""
    stacked = np.stack(crops).astype(np.float32)
    stacked -= stacked.mean((1, 2, 3), keepdims=True)
    spread = np.sqrt(np.einsum("nyxc,nyxc->n", stacked, stacked) / stacked[0].size)
    stacked /= np.maximum(spread, LEAST_CONTRAST)[:, None, None, None]
    return np.ascontiguousarray(stacked.transpose(0, 3, 1, 2))
