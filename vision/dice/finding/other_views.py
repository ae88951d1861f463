"""Other views of a picture in which nothing was seen: negative, smaller, darker.

Something that the finder does not see in one view it may see in another: a glossy die on a bright
grille, a dark one out of focus. An empty table is empty in all of them.
"""

from collections.abc import Iterator

import cv2
import numpy as np

from vision.frame import ImageBgr
from vision.pyramid import Pyramid

LONGEST_PX = 1000
"""Greatest width and height of views: if nothing is seen, three more looks must not take long."""
SMALLER, DARKER = 0.7, 2.0
"""Size of the smaller view, as a share of the picture's; exponent of the light in the darker view.
Chosen by hand together with the negative, out of fourteen views, on 49 simulated pictures of one die
that were surely empty (dark, out of focus, noisy; seeds 700000 to 702199): in 19 the three show the die,
in 2 of 93 empty ones something."""


def other_views(pyramid: Pyramid) -> Iterator[tuple[ImageBgr, float]]:
    """Yield views of a picture, and how many px of the picture a px of each is."""
    halvings = 0
    while max(pyramid.size_wh(halvings)) > LONGEST_PX:
        halvings += 1
    picture, times = pyramid[halvings], 2.0**halvings
    yield np.asarray(cv2.bitwise_not(picture), np.uint8), times
    smaller = cv2.resize(picture, None, fx=SMALLER, fy=SMALLER, interpolation=cv2.INTER_AREA)
    yield np.asarray(smaller, np.uint8), times / SMALLER
    yield np.asarray(cv2.LUT(picture, _darker()), np.uint8), times


def _darker() -> ImageBgr:
    return np.rint(255 * (np.arange(256) / 255) ** DARKER).astype(np.uint8)
