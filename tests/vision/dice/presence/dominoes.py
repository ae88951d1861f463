"""Drawn dominoes: each half looks like a die's top, and is none."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

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

PIPS: dict[int, list[tuple[int, int]]] = {
    0: [],
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (1, 1), (-1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (1, 1), (-1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
GAP = 1.25
"""Tiles that lie apart lie at least so many sides apart from edge to edge, in rows of a grid."""


class Look:
    """How the tiles of one picture look: colours, pips, bar, corners, thickness; sizes in sides."""

    def __init__(self, rng: Rng) -> None:
        self.body, self.ink = two_colours(rng)
        self.pip, self.spread = rng.uniform(0.07, 0.12), rng.uniform(0.22, 0.29)
        self.bar, self.bar_width = rng.uniform(0.0, 0.5), rng.uniform(0.02, 0.08)
        self.corner, self.depth = rng.uniform(0.03, 0.2), rng.uniform(0.0, 0.3)
        self.shade = rng.uniform(0.55, 0.85)


def dominoes(rng: Rng) -> tuple[ImageBgr, list[Corners]]:
    """Return a picture of tiles, apart or in chains, and the corners (4, 2) of each half with pips."""
    look, ground = Look(rng), rng.uniform(20, 235, 3)
    while abs(ground.mean() - look.body.mean()) < 40:
        ground = rng.uniform(20, 235, 3)
    picture, side = cloth(rng, ground), rng.uniform(24, 80)
    halves = [half for tile in _tiles(rng, side) for half in _draw(rng, picture, tile, side, look)]
    to_seen = view(rng)
    seen = cv2.warpPerspective(picture, to_seen, SIZE_WH, borderMode=cv2.BORDER_REFLECT)
    corners = [cv2.perspectiveTransform(half[None], to_seen)[0] for half in halves]
    whole = [quad for quad in corners if (quad > 2).all() and (quad < np.array(SIZE_WH) - 2).all()]
    return photographed(rng, np.asarray(seen, np.float32)), whole


def _tiles(rng: Rng, side: float) -> Iterator[NDArray[np.float64]]:
    """Yield the maps (2 x 3) from a tile's own frame, two sides long, onto the table (px)."""
    width, height = SIZE_WH
    chained = rng.random() < 0.4
    step = (2 + GAP) * side
    for y in np.arange(step / 2, height, step):
        for x in np.arange(step / 2, width, 2.02 * side if chained else step):
            if rng.random() < 0.3:
                continue
            turn = 0.0 if chained else rng.uniform(0, 2 * np.pi)
            along = side * np.array([np.cos(turn), np.sin(turn)])
            yield np.column_stack([along, [-along[1], along[0]], [x, y]])


def _draw(
    rng: Rng, picture: Light, tile: NDArray[np.float64], side: float, look: Look
) -> Iterator[Corners]:
    outline = rounded(2.0, 1.0, look.corner)
    sunk = tile + np.array([[0, 0, 0], [0, 0, look.depth * side]])
    fill(picture, sunk, outline, look.body * look.shade)
    fill(picture, tile, outline, look.body)
    bar = rounded(look.bar_width, 2 * look.bar, 0.0)
    if look.bar > 0.2:
        fill(picture, tile, bar, look.ink)
    for half in (-0.5, 0.5):
        pips = PIPS[int(rng.integers(0, 7))]
        for pip in pips:
            x, y = tile @ np.array([half + look.spread * pip[0], look.spread * pip[1], 1.0])
            dot(picture, x, y, look.pip * side, look.ink)
        square = UPRIGHT + np.array([half, 0.0])
        if pips:
            yield np.column_stack([square, np.ones(4)]) @ tile.T


def rounded(width: float, height: float, radius: float) -> NDArray[np.float64]:
    """Return the outline of a rectangle round the origin whose corners are round."""
    turns = np.linspace(0, np.pi / 2, 6)
    arc = radius * np.column_stack([np.cos(turns), np.sin(turns)])
    inner = np.array([width, height]) / 2 - radius
    quarters = [
        (inner * sign) + arc @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        for a, sign in zip(np.arange(4) * np.pi / 2, ((1, 1), (-1, 1), (-1, -1), (1, -1)), strict=True)
    ]
    return np.concatenate(quarters)


def fill(
    picture: Light,
    tile: NDArray[np.float64],
    outline: NDArray[np.float64],
    colour: NDArray[np.float64],
) -> None:
    placed = np.column_stack([outline, np.ones(len(outline))]) @ tile.T
    cv2.fillPoly(picture, [np.round(placed * 16).astype(np.int32)], colour.tolist(), cv2.LINE_AA, 4)


def view(rng: Rng) -> NDArray[np.float64]:
    """Return a map (3 x 3) to the picture of a camera that looks a little aslant."""
    width, height = SIZE_WH
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), rng.uniform(0, 360), 1.0)
    tilt = np.array([[1, 0, 0], [0, 1, 0], [0, rng.uniform(0, 0.25) / height, 1]])
    return np.asarray(tilt @ np.vstack([turn, [0, 0, 1]]), np.float64)
