"""A mask: the places of a picture that something covers, such as a hand over the table."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Outline = tuple[tuple[float, float], ...]
"""A polygon: x and y of its points as fractions of the picture's width and height, 0 to 1."""

CORNER_PX = 1.5
"""Distance, in pixels of the mask, within which points may be left out of an outline. Chosen by eye: a
hand keeps its fingers and takes some 10 to 30 points."""


@dataclass(frozen=True, eq=False)
class Mask:
    """Which places of a picture are covered.

    ``places`` (height, width) is the whole picture, greatly reduced; nobody writes to it.
    """

    places: NDArray[np.bool_]

    def outlines(self) -> tuple[Outline, ...]:
        """Return the outline of each connected part, the largest first."""
        found, _ = cv2.findContours(
            self.places.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
        )
        largest_first = sorted(found, key=cv2.contourArea, reverse=True)
        simple = (cv2.approxPolyDP(contour, CORNER_PX, True) for contour in largest_first)
        return tuple(
            self._as_parts(contour.reshape(-1, 2).tolist()) for contour in simple if len(contour) >= 3
        )

    def _as_parts(self, points: list[list[float]]) -> Outline:
        # The outermost pixels' centres count as the picture's edge, so that a hand visibly comes from
        # there.
        height, width = (max(1, extent - 1) for extent in self.places.shape)
        return tuple((x / width, y / height) for x, y in points)

    def covers(self, point_px: tuple[float, float], size_px: tuple[int, int]) -> bool:
        """Tell whether a point of the picture, whose width and height are given, is covered."""
        (x, y), (width, height) = point_px, size_px
        if not (0 <= x < width and 0 <= y < height):
            return False
        rows, columns = self.places.shape
        return bool(self.places[int(y / height * rows), int(x / width * columns)])
