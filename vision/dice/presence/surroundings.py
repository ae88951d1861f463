"""A face's surroundings: it is straightened, with an equally large part of the picture on all sides."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners
from vision.dice.geometry import side_of
from vision.pyramid import Picture, pyramid_of

SIDE_PX = 32
"""Size in which a face is examined, with as much of the picture on every side."""
COARSEST = 1.6
"""Most px of the picture for one of these."""
EXTENT_PX = 3 * SIDE_PX

Surroundings = NDArray[np.uint8]
"""Faces with their surroundings: shape (n, 96, 96, 3), BGR; beyond the picture's edge is grey 127."""


def surroundings(picture: Picture, quads_px: Sequence[Corners]) -> Surroundings:
    """Return each face straightened, with as much on every side."""
    if not quads_px:
        return np.zeros((0, EXTENT_PX, EXTENT_PX, 3), np.uint8)
    return np.stack([_surroundings(picture, quad) for quad in quads_px])


def _surroundings(picture: Picture, quad_px: Corners) -> NDArray[np.uint8]:
    halvings = 0
    while side_of(quad_px) > COARSEST * SIDE_PX * 2**halvings:
        halvings += 1
    target = ((quad_px + 0.5) / 2**halvings - 0.5).astype(np.float32)
    seen = cv2.warpPerspective(
        pyramid_of(picture)[halvings],
        cv2.getPerspectiveTransform(_CORNERS, target),
        (EXTENT_PX, EXTENT_PX),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(127, 127, 127),
    )
    return np.asarray(seen, np.uint8)


_CORNERS = (np.array([[1, 1], [2, 1], [2, 2], [1, 2]]) * SIDE_PX - 0.5).astype(np.float32)
"""The face's corners: the centres of a picture's first pixels are at 0."""
