"""Draws figures that are printed on a table's cloth: as round and as bright as tokens, but flat."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.workshop.simulation.shapes import circle, oblong
from vision.workshop.simulation.surroundings.props import ClearSheet, PropDrawing
from vision.workshop.simulation.surroundings.sprites import Sprite
from vision.workshop.simulation.tokens.things import PrintedSpot, SpotShape

_PX_PER_MM = 8
_DRAWN_MM = 16.0
_CORNERS = 60


def spot_sprite(spot: PrintedSpot) -> Sprite:
    """Return a figure as it is printed on the table."""
    drawing = _drawing(spot.shape, spot.colour)
    return Sprite(drawing, spot.centre_mm, spot.angle_deg, 0.0, spot.across_mm / _DRAWN_MM)


@lru_cache(maxsize=128)
def _drawing(shape: SpotShape, colour: tuple[int, int, int]) -> PropDrawing:
    sheet = ClearSheet(1.3 * _DRAWN_MM, 1.3 * _DRAWN_MM, _PX_PER_MM)
    ink, outline = np.array(colour, np.float64), _outline(shape)
    sheet.shape(outline, ink)
    if shape == "ring":
        sheet.shape(outline * 0.72, np.clip(ink * 1.5 + 30, 0, 255))
    return sheet.done(0.0, oblong(1.2 * _DRAWN_MM, 1.2 * _DRAWN_MM), shades=False)


def _outline(shape: SpotShape) -> NDArray[np.float64]:
    ring = circle(_DRAWN_MM / 2, _CORNERS)
    angles = np.arctan2(*ring.T)
    if shape == "oval":
        return np.asarray(ring * [1.0, 0.78])
    if shape == "blossom":
        return np.asarray(ring * (0.88 + 0.12 * np.cos(6 * angles))[:, None])
    if shape == "square":
        round_ = (np.abs(np.cos(angles)) ** 5 + np.abs(np.sin(angles)) ** 5) ** (-1 / 5)
        return np.asarray(0.9 * ring * round_[:, None])
    return np.asarray(ring)
