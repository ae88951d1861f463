"""Where a picture has no usable light: washed out, black, or without any light and shade.

A lit table is never completely even: light falls off across it, and things shade it. If means over large
cells agree to a fraction of a grey level, the sensor saw no table: a covered lens, a part of the picture
that was never delivered, blocks that compression left bare.
"""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.readings.places import BoxPx
from vision.readings.reading import Unjudged, Why

PIECE_SHARE = 0.035
"""Width of the smallest piece that is looked for, as a share of the picture's: a smaller washed-out
place hides no piece. Dice of 25 px on photographs of 640 px are among the smallest that are read."""
WASHED_OUT = 250
"""Grey level from which every channel counts as washed out: a sensor's clipping, after JPEG."""
BLACK = 16
"""Grey level that no channel exceeds in a black place: a surface reflecting 4 % of a correctly exposed
white is at 55."""
LEAST_BLACK = 0.06
"""Size, as a share of the picture, from which a black place has no light: of 310 photographs of a desk
with a black cable and a black keyboard the blackest has 0.03."""
CELLS_ACROSS = 24
"""Cells into which the picture's width is divided to look for light and shade."""
EVEN = 0.25
"""Grey levels, besides noise, by which neighbouring cells differ at most in places without light and
shade."""
LEAST_EVEN = 0.1
"""Size, as a share of the picture, from which a place without light and shade counts. Of 583 photographs
and drawings the largest has 0.02; if the lower third of a picture is missing, 0.27."""

Places = NDArray[np.uint8]


def unlit_places(picture: ImageBgr, grey: NDArray[np.uint8], noise: float) -> Iterator[Unjudged]:
    """Yield the places without usable light, in px of this picture.

    ``grey`` is the same picture (height, width); ``noise``: its standard deviation in grey levels.
    """
    every = grey[::2, ::2]
    size = max(3, round(PIECE_SHARE * every.shape[1]) | 1)
    piece = np.ones((size, size), np.uint8)
    if (every >= WASHED_OUT).any():
        bright = picture[::2, ::2].min(axis=2) >= WASHED_OUT
        yield from _boxes(_open(bright, piece), "bright", 2.0)
    if (every <= BLACK).mean() >= LEAST_BLACK:
        black = _open(picture[::2, ::2].max(axis=2) <= BLACK, piece)
        if black.mean() >= LEAST_BLACK:
            yield from _boxes(black, "dark", 2.0)
    yield from _even(every, noise)


def _open(places: NDArray[np.bool_], piece: Places) -> Places:
    """Return the places that a piece fits into."""
    return np.asarray(cv2.morphologyEx(places.astype(np.uint8), cv2.MORPH_OPEN, piece), np.uint8)


def _even(grey: NDArray[np.uint8], noise: float) -> Iterator[Unjudged]:
    height, width = grey.shape
    down = max(2, round(CELLS_ACROSS * height / width))
    cell_px = width / CELLS_ACROSS
    cells = cv2.resize(grey.astype(np.float32), (CELLS_ACROSS, down), interpolation=cv2.INTER_AREA)
    even = EVEN + 2 * noise / cell_px
    alike = np.zeros(cells.shape, np.uint8)
    across, along = np.abs(np.diff(cells, axis=1)) < even, np.abs(np.diff(cells, axis=0)) < even
    alike[:, 1:] += across
    alike[:, :-1] += across
    alike[1:] += along
    alike[:-1] += along
    for box, share, where in _regions((alike >= 3).astype(np.uint8)):
        if share >= LEAST_EVEN:
            level = float(cells[where].mean())
            why: Why = "dark" if level <= BLACK else "bright" if level >= WASHED_OUT else "covered"
            yield Unjudged(why, _scale(box, 2 * cell_px))


def _boxes(places: Places, why: Why, scale: float) -> Iterator[Unjudged]:
    for box, _, _ in _regions(places):
        yield Unjudged(why, _scale(box, scale))


def _regions(places: Places) -> Iterator[tuple[BoxPx, float, NDArray[np.bool_]]]:
    """Yield the box of each connected place, its share of the picture, and which cells it has."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(places, connectivity=4)
    for number in range(1, count):
        left, top, width, height, area = stats[number].tolist()
        yield BoxPx(left, top, width, height), area / places.size, labels == number


def _scale(box: BoxPx, scale: float) -> BoxPx:
    return BoxPx(*(value * scale for value in box))
