"""Finds dice on a table with a known plane: the picture is flattened at the height of the dice's tops.

There every top face is a square of known size, and one pass of the finder at one scale is enough.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.finding.top_faces import FAINTEST_HEAT, GREY, Box, TopFace, TopFaceFinder
from vision.frame import ImageBgr
from vision.markers.plane import TablePlane
from vision.pyramid import Pyramid

FLAT_SIDE_PX = 18.0
"""Side of a die in the flat picture: small, since the finder's time grows with its square. Chosen by
hand: 22 with the first networks, 18 after longer training."""
MOST_PX = 1_200_000
"""Largest flat picture, in pixels: a camera near the horizontal sees far more table than dice can be
read on. Nothing is laid flat then. Chosen by hand: this covers a table of 1 x 1 m."""
LEAST_EXTENT_PX = 16
"""Least width and height of a flat picture: a smaller one contains no die."""
MOST_SHRUNK = 256
"""Greatest ratio of sizes between the picture and the flat one that the pyramid covers: as large as the
largest dice in any picture."""
SIZE_LIMITS = (0.72, 1.4)
"""Ratios of a candidate's side to the die's beyond which it is no die of this set. Chosen by hand; 137
dice on known planes measured 0.95 to 1.11, with refined corners."""


@dataclass(frozen=True, eq=False)
class FlatView:
    """The picture flattened at the height of the dice's tops; ``to_picture`` (3 x 3) maps back."""

    image_bgr: ImageBgr
    to_picture: NDArray[np.float64]

    def in_picture(self, found: Sequence[TopFace]) -> list[TopFace]:
        """Return candidates of the flat picture with their corners in px of the picture itself."""
        return _move(found, self.to_picture)

    def from_picture(self, found: Sequence[TopFace]) -> list[TopFace]:
        """Return candidates of the picture with their corners in px of the flat picture."""
        return _move(found, np.asarray(np.linalg.inv(self.to_picture), np.float64))


def flat_view(pyramid: Pyramid, plane: TablePlane, side_mm: float) -> FlatView | None:
    """Return the flattened picture; None if it would be far too large or small."""
    px_per_mm = FLAT_SIDE_PX / side_mm
    height, width = pyramid[0].shape[:2]
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    scaled = _upright(plane, frame, side_mm) * px_per_mm
    outline = plane.to_mm(frame, side_mm) @ scaled.T
    low, high = outline.min(0), outline.max(0)
    size = np.ceil(high - low).astype(int)
    if size.min() < LEAST_EXTENT_PX or size[0] * size[1] > MOST_PX:
        return None
    to_flat = np.vstack([np.column_stack([scaled, -low]), [0, 0, 1]])
    to_picture = plane.homography(side_mm) @ np.linalg.inv(to_flat)
    return FlatView(_laid_flat(pyramid, to_picture, (int(size[0]), int(size[1]))), to_picture)


def find_in_flat(finder: TopFaceFinder, flat_bgr: ImageBgr, place: Box | None = None) -> list[TopFace]:
    """Return the candidates of the right size in a flat picture, or in one place of it; in its px."""
    found = finder.find_level(flat_bgr, least_heat=FAINTEST_HEAT, place=place)
    return [one for one in found if SIZE_LIMITS[0] < one.side_px / FLAT_SIDE_PX < SIZE_LIMITS[1]]


def find_on_plane(
    finder: TopFaceFinder, pyramid: Pyramid, plane: TablePlane, side_mm: float
) -> list[TopFace] | None:
    """Return the candidates of the right size, their corners in px of the picture.

    None if the flat picture would be far too large or small.
    """
    view = flat_view(pyramid, plane, side_mm)
    return None if view is None else view.in_picture(find_in_flat(finder, view.image_bgr))


def _move(found: Sequence[TopFace], matrix: NDArray[np.float64]) -> list[TopFace]:
    return [
        TopFace(cv2.perspectiveTransform(one.corners_px[None], matrix)[0], one.heat) for one in found
    ]


def _upright(plane: TablePlane, frame_px: np.ndarray, height_mm: float) -> np.ndarray:
    """Return the rotation (2 x 2) of table mm after which up on the table is up in the picture.

    Dice then show their sides below their tops, as mostly in the finder's training pictures, and the
    picture's outline is straight, so that the flat picture is small.
    """
    top_left, top_right, bottom_right, bottom_left = frame_px
    ends = np.array([bottom_left + bottom_right, top_left + top_right]) / 2
    bottom, top = plane.to_mm(ends, height_mm)
    x, y = (top - bottom) / np.linalg.norm(top - bottom)
    return np.array([[-y, x], [-x, -y]])


def _laid_flat(pyramid: Pyramid, to_picture: np.ndarray, size: tuple[int, int]) -> ImageBgr:
    """Return the flat picture, taken from the level of the pyramid at which no pixels are skipped."""
    centre = np.array([[[size[0] / 2, size[1] / 2], [size[0] / 2 + 1, size[1] / 2]]], np.float64)
    a, b = cv2.perspectiveTransform(centre, to_picture)[0]
    halvings = int(np.log2(int(np.clip(round(float(np.linalg.norm(b - a))), 1, MOST_SHRUNK))))
    times = 2**halvings
    shrink = np.array([[1 / times, 0, 0.5 / times - 0.5], [0, 1 / times, 0.5 / times - 0.5], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(
        pyramid[halvings],
        shrink @ to_picture,
        size,
        flags=flags,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(GREY,) * 3,
    )
    return np.asarray(flat, np.uint8)
