"""Finds things as large as tokens, of any kind, and bare holes and prints of that size, with a small
trained network."""

from dataclasses import dataclass
from functools import cache
from math import ceil
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import Network
from vision.pyramid import Pyramid

WORK_RADIUS_PX, STRIDE = 8.0, 4
"""A token's radius in the picture that the network sees, and the width of its answers' cells."""
WHOLE = 8
"""The network's picture has sides that are multiples of this."""
LEAST_LOGIT, LEAST_PLACE = -3.0, -0.5
"""Logits from which a thing, and a bare place, are listed at all."""
MOST_THINGS = 400
"""Most things that are listed, the clearest."""
APART = 0.8
"""Distance between two things, in the radius of the clearer one, below which they are one."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Things:
    """Things of a token's size: ``centres`` (n, 2) and ``radii`` (n,) in px of the picture, ``logits``
    (n,) of being there; ``places`` (m, 2): the centres of bare holes and prints."""

    centres: Values
    radii: Values
    logits: Values
    places: Values

    def only(self, chosen: NDArray[np.bool_]) -> "Things":
        """Return those chosen (n,), with all places."""
        return Things(self.centres[chosen], self.radii[chosen], self.logits[chosen], self.places)


@cache
def _network() -> Network:
    return Network(Path(__file__).with_name("finder.onnx"))


def find_things(picture: Pyramid, radius_px: float) -> Things:
    """Return the things in a picture whose tokens have about this radius: from two thirds to one and a
    half."""
    scale = WORK_RADIUS_PX / radius_px
    halvings = 0
    while scale * 2 ** (halvings + 1) <= 1:
        halvings += 1
    width, height = (max(WHOLE, round(extent * scale)) for extent in picture.size_wh(0))
    how = cv2.INTER_AREA if scale * 2**halvings < 1 else cv2.INTER_LINEAR
    small = cv2.resize(picture[halvings], (width, height), interpolation=how)
    right, below = (ceil(extent / WHOLE) * WHOLE - extent for extent in (width, height))
    padded = cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_REPLICATE)
    blob = np.ascontiguousarray(padded.transpose(2, 0, 1)[None], np.float32) / np.float32(255)
    found = np.asarray(_network()(blob)[0], np.float64)
    sides = np.array([picture.size_wh(0)], np.float64) / (width, height)
    centres, (logits, sizes) = _peaks(found[0], found, LEAST_LOGIT)
    things = Things(
        (centres + 0.5) * sides - 0.5,
        WORK_RADIUS_PX * np.exp(sizes) * sides.mean(),
        logits,
        np.zeros((0, 2)),
    )
    places, _ = _peaks(found[1], found, LEAST_PLACE)
    things = _apart(things)
    last = np.array(picture.size_wh(0)) - 1
    inside = np.asarray(((things.centres > 0) & (things.centres < last)).all(1))
    things = things.only(inside)
    return Things(things.centres, things.radii, things.logits, (places + 0.5) * sides - 0.5)


def _peaks(heat: Values, found: Values, least: float) -> tuple[Values, tuple[Values, Values]]:
    """Return the centres (n, 2) of peaks in the small picture, with their logits and the logarithms of
    their sizes."""
    most = cv2.dilate(heat.astype(np.float32), np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= most) & (heat > least))
    order = np.argsort(-heat[rows, columns])[:MOST_THINGS]
    rows, columns = rows[order], columns[order]
    cells = np.column_stack([columns, rows]) + 0.5
    offsets = found[2:4, rows, columns].T
    return (cells + offsets) * STRIDE - 0.5, (heat[rows, columns], found[4, rows, columns])


def _apart(things: Things) -> Things:
    """Return the clearest of things that lie in one place."""
    kept: list[int] = []
    for one in range(len(things.logits)):
        away = np.hypot(*(things.centres[kept] - things.centres[one]).T)
        if not (away < APART * things.radii[kept]).any():
            kept.append(one)
    chosen = np.zeros(len(things.logits), np.bool_)
    chosen[kept] = True
    return things.only(chosen)
