"""Finds the top faces of dice: the first network, over the whole picture at several scales.

Each candidate is a quadrilateral; which of its sides is the face's own top edge is found by the reader.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners
from vision.finders.shape import NOMINAL_SIDE_PX, STRIDE, corners_of
from vision.frame import ImageBgr
from vision.network import Network

MODEL = Path(__file__).parent / "top_faces.onnx"
GREY, CONTRAST = 127.0, 64.0
"""Grey level that the network takes as 0, and how many grey levels make 1; it was trained with them."""
PAD_PX = 16
"""Grey laid round the picture, so that a die whose centre lies just outside is seen as cut off: in px of
the scaled picture, about half a die there."""
SIDE_MULTIPLE = 16
"""The network takes pictures whose sides are multiples of this: it halves them four times."""
LEAST_HEAT = 0.12
"""Heat, 0 to 1, below which nothing is a candidate. Chosen by hand, low, for the examiner sees better:
the faintest of 1260 dice had 0.16."""
LEAST_LOG_ODDS = np.log(LEAST_HEAT / (1 - LEAST_HEAT))
SIDES_PX = (12.0, 50.0)
"""Sides of dice that the network has learnt, in px of the scaled picture. What it gives beyond is
dropped; the next scale finds it."""
SCALES = (0.125, 0.25, 0.5, 1.0)
"""Scales at which a picture is searched: each halves the one before, so that dice of 12 to 400 px of the
picture come to lie within ``SIDES_PX`` at one of them, most of them at two."""
LEAST_EXTENT_PX = 8
"""Least width and height of a scaled picture that is searched: a smaller one holds no die."""
TILE_PX = 1024
"""Side of the pieces a picture is searched in; chosen to bound the network's memory."""
TILE_OVERLAP_PX = 96
"""By so much the pieces overlap: nearly two of the largest dice, so that each die is whole in one."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """Perhaps a top face: corners clockwise (4, 2) px.

    ``heat``, 0 to 1, is the value of the network's heat map at its centre.
    """

    corners_px: Corners
    heat: float

    @property
    def side_px(self) -> float:
        """Root of the area."""
        return float(np.sqrt(cv2.contourArea(self.corners_px.astype(np.float32))))


class TopFaceFinder:
    """Finds top faces of 12 px a side and more."""

    def __init__(self) -> None:
        self._network = Network(MODEL)

    def find(self, image_bgr: ImageBgr) -> list[Candidate]:
        """Return the candidates at every scale; the same die may be among them several times.

        No scale is left out, not even when dice are clearly seen at another: what is clearly seen may be
        a round magnet four times a die's size, and the dice beside it would be missed unnoticed.
        """
        return [candidate for scale in SCALES for candidate in self.find_at(image_bgr, scale)]

    def find_at(self, image_bgr: ImageBgr, scale: float) -> list[Candidate]:
        """Return the candidates with the picture scaled so; corners in px of the picture given."""
        small = image_bgr
        if scale != 1.0:
            small = np.asarray(
                cv2.resize(image_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
            )
        if min(small.shape[:2]) < LEAST_EXTENT_PX:
            return []
        ratio = np.array([image_bgr.shape[1] / small.shape[1], image_bgr.shape[0] / small.shape[0]])
        return [
            Candidate((candidate.corners_px + offset) * ratio, candidate.heat)
            for offset, tile in _tiles(small)
            for candidate in self._find_in(tile)
        ]

    def _find_in(self, image_bgr: ImageBgr) -> list[Candidate]:
        outputs = self._network(_blob(image_bgr))[0]
        odds = outputs[0]
        is_peak = (odds >= cv2.dilate(odds, np.ones((3, 3), np.uint8))) & (odds > LEAST_LOG_ODDS)
        rows, columns = np.nonzero(is_peak)
        numbers = outputs[:, rows, columns].T.astype(np.float64)
        cells = np.column_stack([columns, rows]) + 0.5 + numbers[:, 1:3]
        heats = 1 / (1 + np.exp(-numbers[:, 0]))
        sides = NOMINAL_SIDE_PX * np.exp(numbers[:, 3])
        quads = corners_of(cells * STRIDE - PAD_PX, numbers[:, 3:])
        return [
            Candidate(quad, heat)
            for quad, heat, side in zip(quads, heats.tolist(), sides.tolist(), strict=True)
            if SIDES_PX[0] <= side <= SIDES_PX[1]
        ]


def _blob(image_bgr: ImageBgr) -> NDArray[np.float32]:
    height, width = image_bgr.shape[:2]
    below, right = (
        -(extent + PAD_PX) % SIDE_MULTIPLE + PAD_PX - (PAD_PX % SIDE_MULTIPLE)
        for extent in (height, width)
    )
    # Grey is 0 to the network. (cv2.dnn.blobFromImage takes twice as long.)
    blob = np.zeros((1, 3, PAD_PX + height + below, PAD_PX + width + right), np.float32)
    within = blob[0, :, PAD_PX : PAD_PX + height, PAD_PX : PAD_PX + width]
    for channel, plane in zip(cv2.split(image_bgr), within, strict=True):
        cv2.addWeighted(channel, 1 / CONTRAST, channel, 0, -GREY / CONTRAST, plane, cv2.CV_32F)
    return blob


def _tiles(image_bgr: ImageBgr) -> list[tuple[NDArray[np.float64], ImageBgr]]:
    """Return the picture in overlapping pieces that bound the network's memory: (offset px, piece)."""
    height, width = image_bgr.shape[:2]
    return [
        (np.array([x, y], np.float64), image_bgr[y : y + TILE_PX, x : x + TILE_PX])
        for y in _starts(height)
        for x in _starts(width)
    ]


def _starts(extent: int) -> Sequence[int]:
    step = TILE_PX - TILE_OVERLAP_PX
    return range(0, max(1, extent - TILE_OVERLAP_PX), step)
