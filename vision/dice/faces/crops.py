"""Straightened crops: a top face as if seen from straight above, with a narrow margin."""

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
"""Side of a crop in sides of the face, as in the network's training: it sees the face's edges, too."""
LEAST_CONTRAST = 12.0
"""Standard deviation in grey levels below which a crop's contrast is not raised further, so that the
noise of an empty place does not become a drawing. Chosen by hand; the network was trained with it."""
SPARED_PX = 0.25
"""Distance of samples beyond one pixel of the picture that is accepted, since each further sample costs
time. Chosen by hand."""
MOST_SAMPLES = 4
"""A crop's pixel is the mean of at most 4 x 4 samples. This is enough for faces of 145 px; larger ones
are taken from a smaller size of the picture, so that no pixel is skipped. Chosen for its speed."""

_NOMINAL = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / MARGIN
_NOMINAL_32 = _NOMINAL.astype(np.float32)


def nominal_corners() -> Corners:
    """Return the corners of the face in a crop: (4, 2) in half sides of the crop, -1 to 1."""
    return _NOMINAL.copy()


def crop_to_picture(corners_px: Corners) -> NDArray[np.float64]:
    """Return the homography (3 x 3) from half sides of the crop to pixels of the picture."""
    target = np.asarray(corners_px, np.float32)
    return np.asarray(cv2.getPerspectiveTransform(_NOMINAL_32, target), np.float64)


def straighten(picture: Picture, corners_px: Corners) -> ImageBgr:
    """Return the crop (48, 48, 3) of one face, with its first corner at the top left; the face may have
    any size.

    Places beyond the picture's edge are grey 127.
    """
    points = corners_px.tolist()
    longest = max(dist(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True))
    pyramid, halvings = pyramid_of(picture), 0
    # A picture far narrower than the face would vanish.
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
    """Return the number of samples across a crop's pixel, for a face with this longest side."""
    return max(ceil(longest_px * MARGIN / CROP_PX - SPARED_PX), 1)


@cache
def _to_half_sides(extent_px: int) -> NDArray[np.float64]:
    """Return the map (3 x 3) from pixels of a crop of this size, counted at their centres."""
    scale = 2 / extent_px
    return np.array([[scale, 0, scale / 2 - 1], [0, scale, scale / 2 - 1], [0, 0, 1]])


def network_input(crops: list[ImageBgr]) -> NDArray[np.float32]:
    """Return crops in the network's form: (n, 3, 48, 48), each with mean 0 and contrast 1."""
    stacked = np.stack(crops).astype(np.float32)
    stacked -= stacked.mean((1, 2, 3), keepdims=True)
    spread = np.sqrt(np.einsum("nyxc,nyxc->n", stacked, stacked) / stacked[0].size)
    stacked /= np.maximum(spread, LEAST_CONTRAST)[:, None, None, None]
    return np.ascontiguousarray(stacked.transpose(0, 3, 1, 2))
