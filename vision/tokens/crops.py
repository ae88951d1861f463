"""A token cut out of a picture, in the size of samples."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.pyramid import Pyramid
from vision.tokens.sets import SAMPLE_PX, SAMPLE_RADIUS_PX


def crop_at(picture: Pyramid, centre_px: NDArray[np.float64], radius_px: float) -> ImageBgr:
    """Return the crop (SAMPLE_PX, SAMPLE_PX, 3) of a token at this place; what lies beyond the picture
    continues its edge."""
    scale, halvings = radius_px / SAMPLE_RADIUS_PX, 0
    while scale >= 2:
        scale, halvings = scale / 2, halvings + 1
    at = (centre_px + 0.5) / 2**halvings - 0.5
    shift = at - scale * (SAMPLE_PX - 1) / 2
    crop = cv2.warpAffine(
        picture[halvings],
        np.array([[scale, 0, shift[0]], [0, scale, shift[1]]]),
        (SAMPLE_PX, SAMPLE_PX),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(crop, np.uint8)
