"""Draws flat round stones: a printed top, a cut side, a little gloss."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.simulation.boards.slabs import draw_walls
from vision.workshop.simulation.dice.drawing import RayCamera
from vision.workshop.simulation.dice.signs import sign_art
from vision.workshop.simulation.optics.light import Linear, colour_to_linear
from vision.workshop.simulation.optics.shading import (
    Lighting,
    lamp_place,
    light_on_top,
    lobe_power,
    strength_at,
)
from vision.workshop.simulation.optics.shadows import Blocker
from vision.workshop.simulation.shapes import circle, upright
from vision.workshop.simulation.surroundings.props import PropDrawing
from vision.workshop.simulation.surroundings.sprites import Sprite, draw_top
from vision.workshop.simulation.tokens.styles import stone_style
from vision.workshop.simulation.tokens.things import Stone, StoneMake

_PX_PER_MM = 12
_BACK = "back"
_ROOM_ON_SIDES = 0.6


def stone_blocker(stone: Stone) -> Blocker:
    """Return a stone as an obstacle to the lamps."""
    rim = stone.outline_mm(20)
    return Blocker(np.vstack([upright(rim, h) for h in (stone.height_mm, stone.top_mm)]))


def draw_stone(light: Linear, view: RayCamera, stone: Stone, lighting: Lighting) -> None:
    """Draw a stone over a picture of light (h, w, 3)."""
    style = stone_style(stone.make.style, stone.make.seed)
    falls, shines = _light_on(view, stone, lighting, style.gloss)
    side = style.back if stone.face == _BACK else style.side
    paint = np.asarray(colour_to_linear(side) * falls * np.float32(_ROOM_ON_SIDES), np.float32)
    heights = (stone.height_mm, stone.top_mm)
    draw_walls(light, view.projection, stone.outline_mm(), heights, paint, lighting)
    sprite = Sprite(
        stone_drawing(stone.make, stone.face), stone.centre_mm, stone.angle_deg, stone.top_mm
    )
    cover = np.zeros((*light.shape[:2], 1), np.float32)
    draw_top(light, view, sprite, falls, cover)
    if shines.any():
        light += cover * shines


def _light_on(view: RayCamera, stone: Stone, lighting: Lighting, gloss: float) -> tuple[Linear, Linear]:
    """Return the light on a stone's top, and its reflection towards the camera: (3,) each."""
    middle = np.array([*stone.centre_mm, -stone.top_mm])
    half_mm, shines = stone.make.across_mm / 4, np.zeros(3)
    to_eye = view.projection.position - middle
    to_eye = to_eye / np.linalg.norm(to_eye)
    for lamp in lighting.lamps:
        way = lamp_place(lamp) - middle
        half = way / float(np.linalg.norm(way)) + to_eye
        strength = strength_at(middle, half_mm, lamp, lighting)
        upright = -half[2] / np.linalg.norm(half)
        power = lobe_power(0.9 * gloss, lamp)
        shines += np.array(lamp.light) * strength * 0.04 * gloss * (power + 8) / 8 * upright**power
    falls = light_on_top(middle, half_mm, lighting)
    return falls.astype(np.float32), shines.astype(np.float32)


@lru_cache(maxsize=32)
def stone_drawing(make: StoneMake, face: str) -> PropDrawing:
    """Return one side of a stone."""
    style = stone_style(make.style, make.seed)
    rng = np.random.default_rng([make.seed, sum(map(ord, face)), 77])
    side = 16 * -(-round((make.across_mm + 2) * _PX_PER_MM) // 16)
    ground = style.back if face == _BACK else style.grounds.get(face, style.side)
    image = _grain(rng, side, ground, style.grain)
    radius = make.across_mm / 2 * _PX_PER_MM
    if face != _BACK:
        ink = sign_art(face, make.seed, round(2 * radius), 0.66 if style.ring else 0.72)
        first = (side - ink.shape[0]) // 2
        here = image[first : first + ink.shape[0], first : first + ink.shape[1]]
        share = ink[..., None] / np.float32(255)
        here[:] = (here + (np.array(style.ink) - here) * share).astype(np.uint8)
        if style.ring:
            _ring(image, radius * 0.86, style.ink, 0.5)
    _ring(image, radius * 0.985, (20, 20, 22), 0.5)
    cover = np.zeros((side, side), np.uint8)
    middle = round((side - 1) / 2 * 16)
    cv2.circle(cover, (middle, middle), round(radius * 16), 255, -1, cv2.LINE_AA, 4)
    rim = circle(1.0, 32) * make.across_mm / 2
    return PropDrawing(np.dstack([image, cover]), float(_PX_PER_MM), 0.0, rim)


def _grain(
    rng: np.random.Generator, side: int, ink: tuple[int, int, int], strength: float
) -> NDArray[np.uint8]:
    field = cv2.GaussianBlur(rng.normal(0, 1, (side, side)).astype(np.float32), (0, 0), 5, sigmaY=1.5)
    field = field / field.std() * np.float32(0.05 * strength)
    image = np.array(ink, np.float32) * (1 + field[..., None])
    return np.asarray(np.clip(image, 0, 255), np.uint8)


def _ring(image: NDArray[np.uint8], radius: float, ink: tuple[int, int, int], wide_mm: float) -> None:
    middle = round((image.shape[0] - 1) / 2 * 16)
    wide = max(1, round(wide_mm * _PX_PER_MM))
    cv2.circle(image, (middle, middle), round(radius * 16), ink, wide, cv2.LINE_AA, 4)
