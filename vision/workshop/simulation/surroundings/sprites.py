"""Flat things in the picture: paper with markers, props, hands; each is a drawing placed at a height."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers.cards import (
    A4_LANDSCAPE,
    CARD_BORDER_MM,
    MARKER_IDS,
    MARKER_SIDE_MM,
    MAT_PAPER_MARGIN_MM,
    draw_card,
    draw_mat,
)
from vision.readings.places import PointMm
from vision.workshop.simulation.dice.drawing import RayCamera
from vision.workshop.simulation.optics.camera import window_of
from vision.workshop.simulation.optics.light import Linear, to_linear
from vision.workshop.simulation.optics.shading import Lighting, lamp_place
from vision.workshop.simulation.optics.shadows import Blocker
from vision.workshop.simulation.scene import Hand, Mat, Prop, Shade
from vision.workshop.simulation.shapes import oblong, upright
from vision.workshop.simulation.surroundings.hands import HAND_VARIANTS, hand_drawing
from vision.workshop.simulation.surroundings.props import PropDrawing, prop_drawing

Floats = NDArray[np.float64]
_MARKER_PX_PER_MM = 8
_PAPER_WHITE = 0.86
_PRINT_BLACK = 0.03


@dataclass(frozen=True, eq=False)
class Sprite:
    """A drawing on the table (or above it), its middle at ``centre_mm``, turned clockwise."""

    drawing: PropDrawing
    centre_mm: PointMm
    angle_deg: float
    height_mm: float
    scale: float = 1.0

    def outline_mm(self) -> NDArray[np.float64]:
        """Return the drawing's outline on the table: (n, 2)."""
        turn = np.radians(self.angle_deg)
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        return np.asarray(self.drawing.outline_mm * self.scale @ matrix.T + np.array(self.centre_mm))

    def blocker(self) -> Blocker:
        """Return it as an obstacle to the lamps."""
        return Blocker(upright(self.outline_mm(), self.height_mm), hull=False, flat=True)


def mat_sprites(mat: Mat) -> list[Sprite]:
    """Return the A4 sheet, or the four cards, as they lie on the table."""
    if mat.sheet:
        middle = PointMm(
            A4_LANDSCAPE.width / 2 - MAT_PAPER_MARGIN_MM, A4_LANDSCAPE.height / 2 - MAT_PAPER_MARGIN_MM
        )
        return [Sprite(_print_markers(None), middle, 0.0, 0.2)]
    centres = mat.layout.corners_mm().mean(axis=1)
    return [
        Sprite(_print_markers(marker_id), PointMm(float(x), float(y)), 0.0, 0.3)
        for marker_id, (x, y) in zip(MARKER_IDS, centres, strict=True)
    ]


def prop_sprite(prop: Prop) -> Sprite:
    """Return a prop as it lies on the table."""
    drawing = prop_drawing(prop.kind, prop.variant)
    return Sprite(drawing, prop.centre_mm, prop.angle_deg, drawing.height_mm, prop.scale)


def hand_sprite(hand: Hand) -> Sprite:
    """Return a hand as it hovers."""
    return Sprite(
        hand_drawing(hand.variant % HAND_VARIANTS), hand.palm_mm, hand.angle_deg, hand.height_mm
    )


def shade_blocker(shade: Shade) -> Blocker:
    """Return something outside the picture as an obstacle to the lamps."""
    turn = np.radians(shade.angle_deg)
    along, across = np.array([np.sin(turn), -np.cos(turn)]), np.array([np.cos(turn), np.sin(turn)])
    half = along * shade.length_mm / 2, across * shade.width_mm / 2
    ends = np.array([half[0] + half[1], half[0] - half[1], -half[0] - half[1], half[1] - half[0]])
    return Blocker(np.column_stack([ends + np.array(shade.centre_mm), np.full(4, -shade.height_mm)]))


def draw_sprite(
    picture: Linear,
    view: RayCamera,
    sprite: Sprite,
    lighting: Lighting | None,
    *,
    owner: NDArray[np.uint8] | None = None,
    mark: int = 0,
    cover_of: Linear | None = None,
) -> None:
    """Draw a sprite over a picture of light, or, without ``lighting``, over one of albedo.

    Where it is visible ``owner`` (h, w) gets ``mark``, and ``cover_of`` (h, w, 1) its cover.
    """
    window = _window(view, sprite)
    if window is None:
        return
    rows, columns = window
    x, y = view.table_points(rows, columns, sprite.height_mm)
    colour, cover = _look_up(sprite, x, y, view)
    if lighting is not None:
        colour = colour * light_at(lighting, sprite)
    under = picture[rows, columns]
    under += (colour - under) * cover[..., None]
    if cover_of is not None:
        np.maximum(cover_of[rows, columns], cover[..., None], out=cover_of[rows, columns])
    if owner is not None:
        owner[rows, columns][cover > 0.5] = mark


def _window(view: RayCamera, sprite: Sprite) -> tuple[slice, slice] | None:
    seen = view.projection.table_to_picture(sprite.outline_mm(), sprite.height_mm)
    return window_of(seen, view.projection.size_wh, 2)


def _look_up(sprite: Sprite, x: Linear, y: Linear, view: RayCamera) -> tuple[Linear, Linear]:
    """Return colour (h, w, 3), linear, and cover (h, w) at the table points x, y of the pixels."""
    world = np.array([*sprite.centre_mm, -sprite.height_mm])
    wanted = view.projection.px_per_mm(world) * sprite.scale
    bgra, px_per_mm = sprite.drawing.at_scale(wanted)
    turn, factor = np.radians(sprite.angle_deg), px_per_mm / sprite.scale
    along, across = np.float32(np.cos(turn) * factor), np.float32(np.sin(turn) * factor)
    dx, dy = x - np.float32(sprite.centre_mm.x), y - np.float32(sprite.centre_mm.y)
    column = dx * along + dy * across + np.float32((bgra.shape[1] - 1) / 2)
    row = dy * along - dx * across + np.float32((bgra.shape[0] - 1) / 2)
    seen = cv2.remap(bgra, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    cover = np.asarray(seen[..., 3] / np.float32(255), np.float32)
    return to_linear(np.asarray(seen[..., :3], np.uint8, order="C")), cover


def light_at(lighting: Lighting, sprite: Sprite) -> Linear:
    """Return the unshadowed light at a sprite's middle: (3,)."""
    total = np.asarray(lighting.ambient, np.float32).copy()
    middle = np.array([*sprite.centre_mm, -sprite.height_mm])
    for lamp in lighting.lamps:
        away = lamp_place(lamp) - middle
        share = (lamp.height_mm / float(np.linalg.norm(away))) ** 3
        total += np.asarray(lamp.light, np.float32) * np.float32(min(share, 3.0))
    return total


@lru_cache(maxsize=8)
def _print_markers(marker_id: int | None) -> PropDrawing:
    """Return one marker card or, with None, the whole mat, printed on paper."""
    if marker_id is None:
        gray = draw_mat(_MARKER_PX_PER_MM)
        size = (A4_LANDSCAPE.width, A4_LANDSCAPE.height)
    else:
        gray = draw_card(marker_id, _MARKER_PX_PER_MM)
        size = (MARKER_SIDE_MM + 2 * CARD_BORDER_MM,) * 2
    return on_paper(gray / 255, _MARKER_PX_PER_MM, size)


def on_paper(ink: Floats, px_per_mm: int, size_mm: tuple[float, float]) -> PropDrawing:
    """Return a print on white paper: where ``ink`` (h, w) is 1 the paper is bare, 0 is black."""
    light = _PRINT_BLACK + (_PAPER_WHITE - _PRINT_BLACK) * ink
    value = np.rint(light ** (1 / 2.2) * 255).astype(np.uint8)
    bgra = np.dstack([value, value, value, np.full_like(value, 255)])
    return PropDrawing(bgra, float(px_per_mm), 0.2, oblong(*size_mm))


def draw_top(
    light: Linear, view: RayCamera, sprite: Sprite, falls: Linear, cover_of: Linear | None = None
) -> None:
    """Draw the printed top of a thing on which this light (3,) falls; ``cover_of`` as for a sprite."""
    blue, green, red = falls.tolist()
    lit = Lighting((), (blue, green, red), (0.0, 0.0, 0.0))
    draw_sprite(light, view, sprite, lit, cover_of=cover_of)
