"""Draws flat pieces with height: their printed tops, their cut sides, their shadows."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.simulation.boards.slab_print import slab_drawing
from vision.workshop.simulation.boards.styles import piece_style
from vision.workshop.simulation.boards.things import Slab
from vision.workshop.simulation.dice.drawing import RayCamera
from vision.workshop.simulation.optics.camera import Projection
from vision.workshop.simulation.optics.light import Linear, colour_to_linear
from vision.workshop.simulation.optics.shading import Lighting, lamp_place
from vision.workshop.simulation.optics.shadows import Blocker
from vision.workshop.simulation.shapes import upright
from vision.workshop.simulation.surroundings.sprites import Sprite

Floats = NDArray[np.float64]
_SHIFT = 4
_ROOM_ON_SIDES = 0.55
_CAMERA_FACES = 1e-3


def slab_sprite(slab: Slab) -> Sprite:
    """Return a piece's printed top."""
    return Sprite(slab_drawing(slab), slab.centre_mm, slab.angle_deg, slab.top_mm)


def slab_blocker(slab: Slab) -> Blocker:
    """Return a piece as an obstacle to the lamps."""
    outline = slab.corners_mm()
    return Blocker(np.vstack([upright(outline, h) for h in (slab.height_mm, slab.top_mm)]))


def draw_sides(picture: Linear, view: RayCamera, slab: Slab, lighting: Lighting) -> None:
    """Draw over a picture of albedo (h, w, 3) the sides of a piece that the camera sees.

    Where less light falls on them than on the table, their albedo is reduced.
    """
    heights = slab.height_mm, slab.top_mm
    draw_walls(picture, view.projection, slab.corners_mm(), heights, side_paint(slab), lighting)


def side_paint(slab: Slab) -> Linear:
    """Return the colour of a piece's cut sides, linear: (3,)."""
    style = piece_style(slab.make.style, slab.make.seed)
    return colour_to_linear([round(v) for v in style.sides])


def draw_walls(
    picture: Linear,
    projection: Projection,
    outline_mm: Floats,
    heights_mm: tuple[float, float],
    paint: Linear,
    lighting: Lighting,
) -> None:
    """Draw the upright walls of an outline (n, 2), clockwise, between two heights above the table."""
    low, high = heights_mm
    following = np.roll(outline_mm, -1, axis=0)
    eye, middle = projection.position[:2], outline_mm.mean(axis=0)
    for a, b in zip(outline_mm, following, strict=True):
        out = np.array([b[1] - a[1], a[0] - b[0]])
        out /= max(float(np.linalg.norm(out)), 1e-9)
        if float(out @ (eye - (a + b) / 2)) <= _CAMERA_FACES:
            continue
        corners = np.array([[*a, -low], [*b, -low], [*b, -high], [*a, -high]])
        share = _falls_on(out, np.array([*middle, -high]), lighting)
        _fill(picture, projection.world_to_picture(corners), paint * np.float32(share))


def _falls_on(out: Floats, at: Floats, lighting: Lighting) -> float:
    """Return the light on an upright wall as a share of that on the table beside it."""
    on_wall = _ROOM_ON_SIDES * float(np.mean(lighting.ambient))
    on_table = float(np.mean(lighting.ambient))
    for lamp in lighting.lamps:
        way = lamp_place(lamp) - at
        way = way / np.linalg.norm(way)
        strength = float(np.mean(lamp.light))
        on_wall += strength * max(0.0, float(out @ way[:2]))
        on_table += strength * max(0.0, -float(way[2]))
    return min(1.5, on_wall / max(on_table, 1e-6))


def _fill(picture: Linear, corners_px: Floats, paint: Linear) -> None:
    """Fill a polygon with a soft edge in a picture of light."""
    left, top = np.maximum(np.floor(corners_px.min(axis=0)).astype(int) - 1, 0).tolist()
    right, bottom = (np.ceil(corners_px.max(axis=0)).astype(int) + 2).tolist()
    patch = picture[top : max(bottom, top), left : max(right, left)]
    if not patch.size:
        return
    mask = np.zeros(patch.shape[:2], np.uint8)
    outline = np.rint((corners_px - [left, top]) * (1 << _SHIFT)).astype(np.int32)
    cv2.fillConvexPoly(mask, outline, 255, cv2.LINE_AA, _SHIFT)
    patch += (paint - patch) * (mask[..., None] / np.float32(255))
