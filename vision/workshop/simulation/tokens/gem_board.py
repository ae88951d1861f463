"""The gem board: printed ground, a red field at the head of each row, shaded holes."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.readings.places import PointMm
from vision.workshop.simulation.boards.board_print import mottled
from vision.workshop.simulation.boards.slabs import draw_walls
from vision.workshop.simulation.dice.drawing import RayCamera
from vision.workshop.simulation.optics.light import Linear, colour_to_linear
from vision.workshop.simulation.optics.shading import Lighting, lamp_place
from vision.workshop.simulation.shapes import oblong, turned
from vision.workshop.simulation.surroundings.props import PropDrawing
from vision.workshop.simulation.surroundings.sprites import Sprite, draw_sprite
from vision.workshop.simulation.tokens.styles import GemBoardStyle, gem_board_style
from vision.workshop.simulation.tokens.things import GemBoardMake, LaidGemBoard

PX_PER_MM = 5
_ORIGIN = PointMm(0.0, 0.0)
_SHIFT = 4
DEPTH_MM = {"recess": 1.6, "dimple": 0.9, "ring": 0.0}
"""Depth of the holes of each kind."""

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]


def floor_mm(board: LaidGemBoard) -> float:
    """Return the height above the table of the floor below a gem in a hole."""
    style = gem_board_style(board.make.style, board.make.seed)
    return board.thick_mm - DEPTH_MM[style.hole]


def lay_gem_board(albedo: Linear, view: RayCamera, board: LaidGemBoard, lighting: Lighting) -> None:
    """Draw both halves over a picture of the table's albedo (h, w, 3)."""
    style = gem_board_style(board.make.style, board.make.seed)
    paint = colour_to_linear([round(0.6 * v) for v in style.ground[1]])
    to_lamp = _lamp_on_board(board, lighting)
    for half, outline in enumerate(board.outlines_mm()):
        draw_walls(albedo, view.projection, outline, (0.0, board.thick_mm), paint, lighting)
        drawing = half_drawing(board.make, half, to_lamp)
        middle = outline.mean(axis=0)
        at = PointMm(float(middle[0]), float(middle[1]))
        draw_sprite(albedo, view, Sprite(drawing, at, board.angle_deg, board.thick_mm), None)


def _lamp_on_board(board: LaidGemBoard, lighting: Lighting) -> tuple[float, float]:
    """Return the direction of most light, along the board's own axes: slants, rounded."""
    way = np.zeros(2)
    for lamp in lighting.lamps:
        to_lamp = lamp_place(lamp) - np.array([*board.centre_mm, 0.0])
        share = float(np.mean(lamp.light)) / max(float(np.mean(lighting.ambient)), 0.05)
        way += to_lamp[:2] / -to_lamp[2] * min(share, 1.5)
    x, y = turned(np.clip(way, -1.2, 1.2)[None], -board.angle_deg)[0]
    return round(float(x), 1), round(float(y), 1)


@lru_cache(maxsize=6)
def half_drawing(make: GemBoardMake, half: int, to_lamp: tuple[float, float]) -> PropDrawing:
    """Return one half of a board as it is seen in such light: 0 the left one, 1 the right."""
    whole = _print(make, to_lamp)
    plain = LaidGemBoard(make, _ORIGIN)
    width, height = make.size_mm
    cut = round((plain.seam_mm + width / 2) * PX_PER_MM)
    image = np.ascontiguousarray(whole[:, :cut] if half == 0 else whole[:, cut:])
    across = cut / PX_PER_MM if half == 0 else width - cut / PX_PER_MM
    cover = np.full(image.shape[:2], 255, np.uint8)
    return PropDrawing(np.dstack([image, cover]), float(PX_PER_MM), 0.0, oblong(across, height))


def _print(make: GemBoardMake, to_lamp: tuple[float, float]) -> Image:
    style, rng = gem_board_style(make.style, make.seed), np.random.default_rng([make.seed, 75])
    image = mottled(rng, make.size_mm, style.ground, style.mottling)
    board, middle = LaidGemBoard(make, _ORIGIN), np.array(make.size_mm) / 2
    columns, rows = make.grid
    if style.bands:
        _bands(image, board, style, middle)
    _figures(rng, image, style)
    for row in range(rows):
        x, y = np.array(board.board_mm(-1.38, row)) + middle
        _red_field(image, x, y, 0.8 * make.row_mm, style)
        for column in range(columns):
            x, y = np.array(board.board_mm(column, row)) + middle
            _hole(image, float(x), float(y), style, to_lamp)
    edge = tuple(int(0.6 * v) for v in style.ground[1])
    cv2.rectangle(image, (0, 0), (image.shape[1] - 1, image.shape[0] - 1), edge, 2 * PX_PER_MM // 2)
    return image


def _bands(image: Image, board: LaidGemBoard, style: GemBoardStyle, middle: Floats) -> None:
    for row in range(board.make.grid[1]):
        y = board.board_mm(0, row)[1] + middle[1]
        high = 0.46 * board.make.row_mm
        top, low = (round((y + side * high) * PX_PER_MM) for side in (-1, 1))
        strip = image[top:low]
        strip[:] = np.clip(strip * (1.12 if row % 2 else 0.88), 0, 255).astype(np.uint8)
        cv2.rectangle(image, (0, top), (image.shape[1], low), style.figure_ink, 2)


def _figures(rng: np.random.Generator, image: Image, style: GemBoardStyle) -> None:
    """Print ornaments anywhere on the ground; holes and fields are printed over them."""
    height, width = image.shape[:2]
    for _ in range(0 if style.figures == "none" else 260):
        at, size = rng.uniform((0, 0), (width, height)), rng.uniform(2, 5) * PX_PER_MM
        points = {"zigzag": _zigzag, "leaves": _leaf, "stones": _flagstone}[style.figures](rng)
        turn = rng.uniform(0, 360)
        outline = np.rint((turned(points, turn) * size + at) * (1 << _SHIFT)).astype(np.int32)
        ink = tuple(
            int(v) for v in np.clip(np.array(style.figure_ink) * rng.uniform(0.85, 1.15), 0, 255)
        )
        if style.figures == "leaves":
            cv2.fillPoly(image, [outline], ink, cv2.LINE_AA, _SHIFT)
        else:
            closed = style.figures == "stones"
            cv2.polylines(image, [outline], closed, ink, round(0.6 * PX_PER_MM), cv2.LINE_AA, _SHIFT)


def _zigzag(rng: np.random.Generator) -> Floats:
    count = int(rng.integers(3, 7))
    return np.stack([np.arange(count) - count / 2, np.arange(count) % 2 * 0.8], axis=1) * 0.6


def _leaf(rng: np.random.Generator) -> Floats:
    along = np.linspace(-1, 1, 9)
    wide = (1 - along**2) * rng.uniform(0.25, 0.45)
    return np.concatenate(
        [np.stack([along, wide], axis=1), np.stack([along[::-1], -wide[::-1]], axis=1)]
    )


def _flagstone(rng: np.random.Generator) -> Floats:
    angles = np.sort(rng.uniform(0, 2 * np.pi, 6))
    return np.stack([np.cos(angles), np.sin(angles)], axis=1) * rng.uniform(0.6, 1.0, (6, 1))


def _red_field(image: Image, x: float, y: float, side_mm: float, style: GemBoardStyle) -> None:
    half = side_mm / 2
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) * (0.8, 1.0)
    outline = np.rint((corners + np.array([x, y])) * PX_PER_MM * (1 << _SHIFT)).astype(np.int32)
    cv2.fillPoly(image, [outline], style.red, cv2.LINE_AA, _SHIFT)
    cv2.polylines(image, [outline], True, style.rim, PX_PER_MM // 2 + 1, cv2.LINE_AA, _SHIFT)


def _hole(image: Image, x: float, y: float, style: GemBoardStyle, to_lamp: tuple[float, float]) -> None:
    """Draw a hole: its floor, the shade of the wall towards the lamp, and the lit rim opposite."""
    radius = style.hole_mm / 2 * PX_PER_MM
    at = np.array([x, y]) * PX_PER_MM
    _disc(image, at, radius + 0.5 * PX_PER_MM, style.rim)
    _disc(image, at, radius, style.floor)
    depth = DEPTH_MM[style.hole] * PX_PER_MM
    if not depth:
        return
    reach = int(radius + 3)
    left, top = (int(v) - reach for v in at)
    patch = image[top : top + 2 * reach, left : left + 2 * reach]
    rows, columns = np.mgrid[0 : patch.shape[0], 0 : patch.shape[1]].astype(np.float32)
    dx, dy = columns + left - np.float32(at[0]), rows + top - np.float32(at[1])
    inside = np.hypot(dx, dy) < radius
    lamp = np.array(to_lamp)
    # The rim on the lamp's side throws a shadow as long as the lamp's slant and the hole's depth imply.
    beyond = np.hypot(dx + lamp[0] * depth, dy + lamp[1] * depth)
    shade = np.clip((beyond - radius) / (0.5 * PX_PER_MM) + 0.5, 0, 1) * 0.45
    slope = (dx * lamp[0] + dy * lamp[1]) / np.float32(radius)
    near_rim = np.clip((np.hypot(dx, dy) - 0.55 * radius) / (0.45 * radius), 0, 1)
    bent = near_rim * slope * (0.25 if style.hole == "dimple" else 0.0)
    factor = np.clip(1 - shade - 0.12 * near_rim - bent, 0.3, 1.5)
    seen = np.where(inside[..., None], patch * factor[..., None], patch)
    patch[:] = np.clip(seen, 0, 255).astype(np.uint8)


def _disc(image: Image, at: Floats, radius: float, ink: tuple[int, int, int]) -> None:
    x, y = (round(float(v) * (1 << _SHIFT)) for v in at)
    cv2.circle(image, (x, y), round(radius * (1 << _SHIFT)), ink, -1, cv2.LINE_AA, _SHIFT)
