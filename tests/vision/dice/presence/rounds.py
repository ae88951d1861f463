"""Drawn draughts, counters and chips with pips on them: each looks like a die's top, and is none."""

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.dice.presence.dominoes import PIPS, fill, rounded, view
from tests.vision.dice.presence.textures import (
    SIZE_WH,
    Light,
    Rng,
    cloth,
    dot,
    photographed,
    two_colours,
)
from vision.corners import Corners
from vision.dice.geometry import UPRIGHT
from vision.frame import ImageBgr


class Look:
    """How the pieces of one picture look: colours, pips, rim, thickness; sizes in diameters."""

    def __init__(self, rng: Rng) -> None:
        self.body, self.ink = two_colours(rng)
        self.pip, self.spread = rng.uniform(0.05, 0.1), rng.uniform(0.17, 0.25)
        self.rim = rng.uniform(0.8, 0.95) if rng.random() < 0.4 else 1.0
        self.rim_shade = rng.uniform(0.7, 1.2)
        self.depth, self.shade = rng.uniform(0.0, 0.25), rng.uniform(0.55, 0.85)


def rounds(rng: Rng) -> tuple[ImageBgr, list[Corners]]:
    """Return a picture of round pieces, and the squares (4, 2) round those that bear pips."""
    look, ground = Look(rng), rng.uniform(20, 235, 3)
    while abs(ground.mean() - look.body.mean()) < 40:
        ground = rng.uniform(20, 235, 3)
    picture, across = cloth(rng, ground), rng.uniform(24, 100)
    drawn = [_draw(rng, picture, place, across, look) for place in _places(rng, across)]
    to_seen = view(rng)
    seen = cv2.warpPerspective(picture, to_seen, SIZE_WH, borderMode=cv2.BORDER_REFLECT)
    corners = [cv2.perspectiveTransform(square[None], to_seen)[0] for square in drawn]
    whole = [quad for quad in corners if (quad > 2).all() and (quad < np.array(SIZE_WH) - 2).all()]
    return photographed(rng, np.asarray(seen, np.float32)), whole


def _places(rng: Rng, across: float) -> list[NDArray[np.float64]]:
    """Return the maps (2 x 3) from a piece's own frame, one diameter across, onto the table (px)."""
    width, height = SIZE_WH
    step = across * rng.uniform(1.02, 2.5)
    places = []
    for y in np.arange(step / 2, height, step):
        for x in np.arange(step / 2, width, step):
            if rng.random() < 0.5:
                turn = rng.uniform(0, 2 * np.pi)
                along = across * np.array([np.cos(turn), np.sin(turn)])
                places.append(np.column_stack([along, [-along[1], along[0]], [x, y]]))
    return places


def _draw(rng: Rng, picture: Light, place: NDArray[np.float64], across: float, look: Look) -> Corners:
    outline = rounded(1.0, 1.0, 0.5)
    sunk = place + np.array([[0, 0, 0], [0, 0, look.depth * across]])
    fill(picture, sunk, outline, look.body * look.shade)
    fill(picture, place, outline, look.body * look.rim_shade)
    fill(picture, place, outline * look.rim, look.body)
    for pip in PIPS[int(rng.integers(1, 7))]:
        x, y = place @ np.array([look.spread * pip[0], look.spread * pip[1], 1.0])
        dot(picture, x, y, look.pip * across, look.ink)
    return np.asarray(np.column_stack([UPRIGHT, np.ones(4)]) @ place.T)
