"""Finds the top faces of dice: the first network, over the picture at several sizes.

Each candidate is a quadrilateral; the reader finds which of its sides is the face's own top edge.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners
from vision.dice.finding.shape import STRIDE, corners_of
from vision.frame import ImageBgr
from vision.network import Network
from vision.pyramid import Picture, Pyramid, pyramid_of

MODEL = Path(__file__).parent / "top_faces.onnx"
GREY, CONTRAST = 127.0, 64.0
"""Grey level that the network takes as 0, and number of grey levels that make 1, as in its training."""
PAD_PX = 16
"""Width of the grey margin around the picture, so that a die whose centre lies just outside is seen as
cut off: in px of the scaled picture, about half a die there. A piece that ends within the picture has no
such margin: a third of small pieces would be grey."""
SIDE_MULTIPLE = 16
"""The network accepts pictures whose sides are multiples of this: it halves them four times."""
LEAST_HEAT = 0.12
"""Heat, 0 to 1, below which nothing is a candidate. Chosen by hand, low, since the examiner sees better:
the faintest of 1260 dice had 0.16."""
FAINTEST_HEAT = 0.045
"""The same if the size of dice is known, since few other things have that size: a cap half on white
paper and half on wood had 0.05 to 0.12. Chosen by hand."""
SIDES_PX = (12.0, 50.0)
"""Sides of dice that the network has learnt, in px of the picture searched. Results beyond are dropped;
the next size of the picture finds them."""
TRACE_HEAT = 0.08
"""Heat from which a small thing is a trace: perhaps a die too small for this size of the picture. Of 192
dice 10 px wide in photographs, half of them darkened, the faintest had 0.136."""
TRACE_PX = 24.0
"""Size above which nothing is a trace: dice 10 px wide seemed at most 18 px wide, except once in 332
times, and larger dice are found directly."""
LEAST_LOG_ODDS = np.log(FAINTEST_HEAT / (1 - FAINTEST_HEAT))
MOST_A_LEVEL = 60
"""Number of the hottest candidates kept at each size, so that texture of one size does not crowd out
dice of another. Chosen by hand: more than the dice of three games."""
TILE_PX = 656
"""Side of the pieces in which a picture is searched; it bounds the network's memory. The first piece of
any larger picture has this size, with grey on two sides: so the network allocates its memory once."""
TILE_OVERLAP_PX = 64
"""Overlap of the pieces: more than the largest dice, so that each die is complete in one."""
PLAIN = 0.065
"""Relative difference in light from the surroundings (three pixels averaged) below which a piece of a
large picture contains no die: of 2,437 dice in photographs and 298 simulated ones, shrunk to 12 px, the
faintest differed by 0.19. Simulated white paper differs by 0.055. Chosen by hand."""
LARGE_PX = 420_000
"""Plain pieces are skipped only in larger pictures: in smaller ones there is little to save."""
BAND_PX, BAND_STEP_PX = 96, 72
"""Bands in which a piece is examined, until one is not plain."""
Box = tuple[int, int, int, int]
"""Left, top, right and bottom in px; right and bottom are exclusive."""


@dataclass(frozen=True, eq=False)
class TopFace:
    """A possible top face: corners clockwise (4, 2) px.

    ``heat``, 0 to 1, is the value of the network's heat map at its centre.
    """

    corners_px: Corners
    heat: float

    @property
    def side_px(self) -> float:
        """Root of the area."""
        return float(np.sqrt(cv2.contourArea(self.corners_px.astype(np.float32))))


@dataclass(frozen=True)
class SizeLook:
    """The result for one size of a picture: possible top faces, and traces of possible smaller ones.

    A small thing that may be a top face is in both.
    """

    found: list[TopFace]
    traces: list[TopFace]


class TopFaceFinder:
    """Finds top faces of 12 px a side and more."""

    def __init__(self) -> None:
        self._network = Network(MODEL)

    def find(self, picture: Picture) -> list[TopFace]:
        """Return the candidates of every size; the same die may appear several times."""
        pyramid = pyramid_of(picture)
        return [one for times in levels(pyramid) for one in self.find_level(pyramid, times)]

    def find_level(
        self,
        picture: Picture,
        times: int = 0,
        least_heat: float = LEAST_HEAT,
        place: Box | None = None,
    ) -> list[TopFace]:
        """Return the candidates in the picture halved this often; corners in px of the full one.

        If there are very many, the hottest of them. ``place``, in px of the halved picture: search only
        there.
        """
        found = self._find_in_tiles(pyramid_of(picture)[times], place)
        return _scale(_fitting(found, least_heat), 2.0**times)

    def look(self, picture: Picture, times: int = 0, place: Box | None = None) -> SizeLook:
        """Return the same, and the traces of possible smaller ones."""
        found = self._find_in_tiles(pyramid_of(picture)[times], place)
        traces = [one for one in found if one.heat > TRACE_HEAT and one.side_px < TRACE_PX]
        scaled = dict(zip(found, _scale(found, 2.0**times), strict=True))
        return SizeLook(
            [scaled[one] for one in _fitting(found, LEAST_HEAT)], [scaled[one] for one in traces]
        )

    def find_near(self, pyramid: Pyramid, times: int, places: Sequence[Box]) -> list[TopFace]:
        """Return the candidates completely within pieces (px) of the picture halved this often."""
        found = []
        for place in places:
            left, top, right, bottom = place
            inside = [
                one
                for one in self._find_in_tiles(pyramid[times], place)
                if one.heat > LEAST_HEAT
                and _is_of_learnt_size(one)
                and (one.corners_px > [left, top]).all()
                and (one.corners_px < [right, bottom]).all()
            ]
            found += _scale(inside, 2.0**times)
        return found

    def _find_in_tiles(self, image_bgr: ImageBgr, place: Box | None = None) -> list[TopFace]:
        """Return the candidates in a picture, or in one place of it; corners in px of the picture."""
        left, top, right, bottom = place or (0, 0, image_bgr.shape[1], image_bgr.shape[0])
        is_large = (right - left) * (bottom - top) > LARGE_PX
        return [
            one
            for tile in _tiles((left, top, right, bottom))
            if not (is_large and is_plain(image_bgr[tile[1] : tile[3], tile[0] : tile[2]]))
            for one in self._find_in(image_bgr, tile)
        ]

    def _find_in(self, image_bgr: ImageBgr, piece: Box) -> list[TopFace]:
        height, width = image_bgr.shape[:2]
        columns, rows = _seen(piece[0], piece[2], width), _seen(piece[1], piece[3], height)
        outputs = self._network(_blob(image_bgr, columns, rows))[0]
        odds = outputs[0]
        is_peak = (odds >= cv2.dilate(odds, np.ones((3, 3), np.uint8))) & (odds > LEAST_LOG_ODDS)
        y, x = np.nonzero(is_peak)
        numbers = outputs[:, y, x].T.astype(np.float64)
        cells = np.column_stack([x, y]) + 0.5 + numbers[:, 1:3]
        heats = 1 / (1 + np.exp(-numbers[:, 0]))
        quads = corners_of(cells * STRIDE + [columns.start, rows.start], numbers[:, 3:])
        return [TopFace(quad, heat) for quad, heat in zip(quads, heats.tolist(), strict=True)]


def _fitting(found: Sequence[TopFace], least_heat: float) -> list[TopFace]:
    """Return the hottest of those that are hot enough and have a size that the network has learnt."""
    fitting = [one for one in found if one.heat > least_heat and _is_of_learnt_size(one)]
    return hottest(fitting, MOST_A_LEVEL)


def _is_of_learnt_size(one: TopFace) -> bool:
    return SIDES_PX[0] <= one.side_px <= SIDES_PX[1]


def _scale(found: Sequence[TopFace], times: float) -> list[TopFace]:
    return [TopFace(one.corners_px * times, one.heat) for one in found]


def hottest(found: Sequence[TopFace], most: int) -> list[TopFace]:
    """Return at most this many candidates, the hottest first."""
    return sorted(found, key=lambda one: -one.heat)[:most]


def levels(pyramid: Pyramid) -> Sequence[int]:
    """Return the numbers of halvings, the smallest picture first: for dice from 12 px to the picture's
    whole height.

    Each die lies within ``SIDES_PX`` at one of the sizes, most of them at two.
    """
    times = 0
    while min(pyramid.size_wh(times)) > SIDES_PX[1]:
        times += 1
    return range(times, -1, -1)


def _seen(low: int, high: int, extent: int) -> range:
    """Return the rows, or columns, of a piece that the network sees: a multiple of 16."""
    start = low if low > 0 else -PAD_PX
    stop = high if high < extent else extent + PAD_PX
    return range(start, stop + (start - stop) % SIDE_MULTIPLE)


def _blob(image_bgr: ImageBgr, columns: range, rows: range) -> NDArray[np.float32]:
    height, width = image_bgr.shape[:2]
    left, top = max(columns.start, 0), max(rows.start, 0)
    right, bottom = min(columns.stop, width), min(rows.stop, height)
    # Grey is 0 to the network. (cv2.dnn.blobFromImage takes twice as long.)
    blob = np.zeros((1, 3, len(rows), len(columns)), np.float32)
    within = blob[
        0, :, top - rows.start : bottom - rows.start, left - columns.start : right - columns.start
    ]
    for channel, plane in zip(cv2.split(image_bgr[top:bottom, left:right]), within, strict=True):
        cv2.addWeighted(channel, 1 / CONTRAST, channel, 0, -GREY / CONTRAST, plane, cv2.CV_32F)
    return blob


def _tiles(place: Box) -> list[Box]:
    """Return overlapping pieces of a place, which bound the network's memory."""
    left, top, right, bottom = place
    return [
        (left + x, top + y, min(left + x + TILE_PX, right), min(top + y + TILE_PX, bottom))
        for y in _starts(bottom - top)
        for x in _starts(right - left)
    ]


def is_plain(piece_bgr: ImageBgr) -> bool:
    """Tell whether nothing at all stands out in a piece of a picture: no die can lie there."""
    least = PLAIN * max(cv2.mean(piece_bgr)[:3])
    bands = range(0, piece_bgr.shape[0], BAND_STEP_PX)
    return all(_difference(piece_bgr[y : y + BAND_PX]) < least for y in bands)


def _difference(band_bgr: ImageBgr) -> int:
    """Return the greatest difference, in grey levels, of anything from its surroundings within some 12
    px."""
    few = np.ones((5, 5), np.uint8)
    smooth = cv2.blur(band_bgr, (3, 3))
    highest = cv2.dilate(cv2.dilate(smooth, few)[::4, ::4], few)
    lowest = cv2.erode(cv2.erode(smooth, few)[::4, ::4], few)
    return int(cv2.absdiff(highest, lowest).max())


def _starts(extent: int) -> Sequence[int]:
    step = TILE_PX - TILE_OVERLAP_PX
    return range(0, max(1, extent - TILE_OVERLAP_PX), step)
