"""The marker cards and the dice mat: the places of their black squares, and how they are drawn.

Table millimetres have their origin at the outer corner of the top left marker, x to the right and
y down. The four markers are ArUco ``DICT_4X4_50``, ids 0 to 3 clockwise from the top left.
"""

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

DICTIONARY = cv2.aruco.DICT_4X4_50
MARKER_SIDE_MM = 30.0
MARKER_IDS = (0, 1, 2, 3)
CARD_BORDER_MM = 6.0
"""White margin around a loose card's marker: the detector needs a cell of it, 5 mm."""
MAT_PAPER_MARGIN_MM = 10.0
"""Distance from the markers' outer corners to the paper's edge, as the mat is printed."""


class SizeMm(NamedTuple):
    """Width and height on the table."""

    width: float
    height: float


A4_LANDSCAPE = SizeMm(297.0, 210.0)


@dataclass(frozen=True)
class MarkerLayout:
    """Four markers at the corners of a play area of this size, their outer corners at its corners."""

    play: SizeMm

    def corners_mm(self) -> NDArray[np.float64]:
        """Return the markers' corners in table mm: shape (4 ids, 4, 2), clockwise from top left."""
        right, bottom = self.play.width - MARKER_SIDE_MM, self.play.height - MARKER_SIDE_MM
        lefts_tops = np.array([[0.0, 0.0], [right, 0.0], [right, bottom], [0.0, bottom]])
        return squares_at(lefts_tops, MARKER_SIDE_MM)


def squares_at(lefts_tops: NDArray[np.float64], side: float) -> NDArray[np.float64]:
    """Return the corners of squares, clockwise from their top lefts (n, 2): (n, 4, 2)."""
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) * side
    return lefts_tops[:, None, :] + square[None, :, :]


MAT_LAYOUT = MarkerLayout(
    SizeMm(
        A4_LANDSCAPE.width - 2 * MAT_PAPER_MARGIN_MM,
        A4_LANDSCAPE.height - 2 * MAT_PAPER_MARGIN_MM,
    )
)
"""The places of the A4 mat's markers; the paper's top left corner is at (-10, -10) mm."""


def draw_marker(marker_id: int, side_px: int) -> NDArray[np.uint8]:
    """Return one marker without its white border: shape (side_px, side_px), 0 or 255."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    cells = dictionary.markerSize + 2
    small = cv2.aruco.generateImageMarker(dictionary, marker_id, cells)
    return np.asarray(cv2.resize(small, (side_px, side_px), interpolation=cv2.INTER_NEAREST), np.uint8)


def draw_card(marker_id: int, px_per_mm: int) -> NDArray[np.uint8]:
    """Return a loose marker card: the marker with its white border, gray."""
    border = round(CARD_BORDER_MM * px_per_mm)
    marker = draw_marker(marker_id, round(MARKER_SIDE_MM * px_per_mm))
    return np.pad(marker, border, constant_values=255)


def draw_mat(px_per_mm: int) -> NDArray[np.uint8]:
    """Return the A4 mat, landscape: gray, shape (210, 297) times ``px_per_mm``."""
    size = (round(A4_LANDSCAPE.height * px_per_mm), round(A4_LANDSCAPE.width * px_per_mm))
    paper = np.full(size, 255, np.uint8)
    side = round(MARKER_SIDE_MM * px_per_mm)
    for marker_id, corners in zip(MARKER_IDS, MAT_LAYOUT.corners_mm(), strict=True):
        left, top = (round((v + MAT_PAPER_MARGIN_MM) * px_per_mm) for v in corners[0])
        paper[top : top + side, left : left + side] = draw_marker(marker_id, side)
    return paper
