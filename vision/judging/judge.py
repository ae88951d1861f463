"""Can it be judged? The judgement of a picture, before anybody looks for pieces in it."""

from dataclasses import dataclass
from math import inf

import cv2
import numpy as np

from vision.frame import ImageBgr
from vision.judging.light import BLACK, PIECE_SHARE, WASHED_OUT, unlit_places
from vision.judging.seams import has_seam
from vision.judging.sharpness import sharpness_of, texture_of
from vision.readings.places import BoxPx
from vision.readings.reading import Unjudged, Why

LOOKED_AT_PX = 720
"""Approximate width at which the picture is judged: blur that is visible at this size hides pieces."""
MOST_BLUR = 0.062
"""Blur of the picture, as a share of a piece's side, up to which the piece can be read. Of 64
photographs of dice, blurred and defocused in 13 steps, 106 of 1,536 pictures were read wrongly with
certainty; one of these had less blur than this, and every unspoilt one has less."""
MOST_NOISE = 0.025
"""Noise, as a standard deviation relative to the brightest level, up to which pieces can be read: the
noisiest of 583 photographs and drawings has 0.02, a webcam's photographs in a sixteenth of the light
0.026, some of which are read wrongly with certainty."""
LEAST_TEXTURE, PLAIN_TEXTURE = 0.55, 1.0
"""Grey levels of the finest texture from which a bare table counts as in focus: if it shows no edge at
all and is as fine along rows as along columns; and in all other cases. Of ten simulated bare tables
white paper has 0.6, the others 1.6 and more; of 60 photographs that are blurred by 80 px along a line
none is as fine in both directions, and in one direction they have 0.98 at most."""
BRIGHTEST = 0.01
"""Share of the picture that counts as its brightest light."""


@dataclass(frozen=True)
class Judgement:
    """Which parts of a picture of ``size_px`` (width, height) can be judged, and how finely.

    ``unjudged``: parts that cannot be judged, whatever is looked for; the whole picture comes before its
    parts. ``finest_px``: the side of the smallest piece that the rest resolves; ``why_coarse``: why a
    smaller one cannot be read.
    """

    size_px: tuple[int, int]
    unjudged: tuple[Unjudged, ...] = ()
    finest_px: float = 0.0
    why_coarse: Why = "blurred"

    def of_pieces(self, side_px: float | None) -> tuple[Unjudged, ...]:
        """Return the parts that cannot be judged for pieces with such a side; None: no piece was
        seen."""
        side_px = PIECE_SHARE * self.size_px[0] if side_px is None else side_px
        is_whole = any(one.box_px == whole(self.size_px) for one in self.unjudged)
        if is_whole or self.finest_px <= side_px:
            return self.unjudged
        return (*self.unjudged, Unjudged(self.why_coarse, whole(self.size_px)))


def whole(size_px: tuple[int, int]) -> BoxPx:
    """Return the box of a whole picture."""
    return BoxPx(0.0, 0.0, float(size_px[0]), float(size_px[1]))


def judge(image_bgr: ImageBgr) -> Judgement:
    """Return how far a picture can be judged by itself."""
    height, width = image_bgr.shape[:2]
    size = (width, height)
    picture, scale = smaller(image_bgr)
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    sharpness = sharpness_of(grey)
    finest = scale * sharpness.widest_px / MOST_BLUR
    smallest = PIECE_SHARE * width
    if finest > smallest:
        texture = texture_of(grey)
        # Sharp edges that all run in one direction belong to a moving picture, or a table's edge.
        is_sharp_one_way = scale * sharpness.sharpest_px / MOST_BLUR <= smallest
        strength = texture.both_ways if is_sharp_one_way else texture.one_way
        is_fine = np.isinf(finest) and texture.both_ways >= LEAST_TEXTURE
        if is_fine or strength >= PLAIN_TEXTURE:
            finest = 0.0
        elif np.isinf(finest):
            return Judgement(size, (Unjudged(_why_bare(picture), whole(size)),), inf)
    unjudged = []
    if sharpness.noise > MOST_NOISE * _brightest(picture):
        unjudged.append(Unjudged("dark", whole(size)))
    if has_seam(image_bgr):
        unjudged.append(Unjudged("banded", whole(size)))
    unjudged += [
        Unjudged(one.why, _enlarge(one.box_px, scale))
        for one in unlit_places(picture, grey, sharpness.noise)
    ]
    why: Why = "moving" if sharpness.is_one_way else "blurred"
    return Judgement(size, tuple(unjudged), finest, why)


def blur_px(image_bgr: ImageBgr) -> float | None:
    """Return the widest blur along any line, as a standard deviation in px; None if there are no edges
    to measure it."""
    picture, scale = smaller(image_bgr)
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    widest = sharpness_of(grey).widest_px
    return scale * widest if np.isfinite(widest) else None


def smaller(image_bgr: ImageBgr) -> tuple[ImageBgr, float]:
    """Return the picture at the judged size, and how many of its px make one there."""
    height, width = image_bgr.shape[:2]
    times = max(1, round(width / LOOKED_AT_PX))
    if times == 1:
        return image_bgr, 1.0
    size = (max(1, width // times), max(1, height // times))
    return np.asarray(cv2.resize(image_bgr, size, interpolation=cv2.INTER_AREA), np.uint8), float(times)


def _enlarge(box: BoxPx, times: float) -> BoxPx:
    return BoxPx(*(value * times for value in box))


def _brightest(picture: ImageBgr) -> float:
    """Return the level that a hundredth of the picture exceeds on some channel."""
    channels = [np.ascontiguousarray(picture[::4, ::4, channel]) for channel in range(3)]
    counts = np.cumsum(np.bincount(np.maximum.reduce(channels).ravel()))
    return float(np.searchsorted(counts, (1 - BRIGHTEST) * counts[-1]))


def _why_bare(picture: ImageBgr) -> Why:
    """Return why a picture shows no edges in any direction."""
    if _brightest(picture) <= 2 * BLACK:
        return "dark"
    return "bright" if float(np.median(picture[::4, ::4])) >= WASHED_OUT else "covered"
