"""Draws printed sheets and the flat pieces that are laid on them."""

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.readings.places import GridCell
from vision.sheets.outlines import CELL_MM, SHEET_MM, draw_sheet
from vision.workshop.simulation.boards.slabs import draw_walls
from vision.workshop.simulation.dice.drawing import View
from vision.workshop.simulation.optics.light import Linear, colour_to_linear
from vision.workshop.simulation.optics.shading import Lighting, lamp_place, seen_under
from vision.workshop.simulation.optics.shadows import Blocker
from vision.workshop.simulation.surroundings.props import Drawing
from vision.workshop.simulation.surroundings.sprites import Sprite, draw_sprite
from vision.workshop.simulation.things import Things
from vision.workshop.simulation.tokens.things import Block, LaidSheet

_PX_PER_MM = 6
_PAPER_WHITE, _PRINT_BLACK = 0.86, 0.03
_ROOM_ON_SIDES = 0.6
_GRAIN = 0.05
_RIM_MM = 0.35


def sheet_sprite(sheet: LaidSheet) -> Sprite:
    """Return a sheet as it lies on the table."""
    drawing = _sheet_drawing(sheet.number, sheet.within)
    return Sprite(drawing, sheet.centre_mm, sheet.angle_deg, sheet.height_mm)


def block_blocker(block: Block) -> list[Blocker]:
    """Return a piece as an obstacle to the lamps, square by square."""
    return [
        Blocker(
            np.vstack([np.column_stack([square, np.full(4, -height)]) for height in _heights(block)])
        )
        for square in block.squares_mm()
    ]


def draw_block(light: Linear, view: View, block: Block, lighting: Lighting) -> None:
    """Draw a piece over a picture of light (h, w, 3)."""
    falls = _light_on(block, lighting)
    paint = np.asarray(colour_to_linear(block.colour) * falls * np.float32(_ROOM_ON_SIDES), np.float32)
    for square in block.squares_mm():
        draw_walls(light, view.projection, square, _heights(block), paint, lighting)
    sprite = Sprite(
        _block_drawing(block.cells, block.colour), block.centre_mm, block.angle_deg, block.top_mm
    )
    lit = Lighting((), tuple(float(v) for v in falls), (0.0, 0.0, 0.0))  # type: ignore[arg-type]
    draw_sprite(light, view, sprite, lit)


def uncovered(things: Things) -> Things:
    """Return the things without gems that sheets lie upon."""
    outlines = [sheet.corners_mm().astype(np.float32) for sheet in things.sheets]
    gems = tuple(
        gem
        for gem in things.gems
        if all(cv2.pointPolygonTest(outline, gem.centre_mm, False) < 0 for outline in outlines)
    )
    return replace(things, gems=gems)


def _heights(block: Block) -> tuple[float, float]:
    return block.height_mm, block.top_mm


def _light_on(block: Block, lighting: Lighting) -> Linear:
    """Return the light that falls on a piece's top: (3,)."""
    middle = np.array([*block.centre_mm, -block.top_mm])
    falls = np.array(lighting.ambient, np.float64)
    for lamp in lighting.lamps:
        way = lamp_place(lamp) - middle
        strength = (lamp.height_mm / float(np.linalg.norm(way))) ** 3
        seen = seen_under(middle, CELL_MM / 2, lamp, lighting.above)
        falls += np.array(lamp.light) * min(seen * strength, 3.0)
    return falls.astype(np.float32)


@lru_cache(maxsize=8)
def _sheet_drawing(number: int, within: frozenset[GridCell]) -> Drawing:
    gray = draw_sheet(number, within, _PX_PER_MM)
    light = _PRINT_BLACK + (_PAPER_WHITE - _PRINT_BLACK) * (gray / 255) ** 2.2
    value = np.rint(light ** (1 / 2.2) * 255).astype(np.uint8)
    bgra = np.dstack([value, value, value, np.full_like(value, 255)])
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * SHEET_MM
    return Drawing(bgra, float(_PX_PER_MM), 0.2, corners)


@lru_cache(maxsize=64)
def _block_drawing(cells: frozenset[GridCell], colour: tuple[int, int, int]) -> Drawing:
    """Return the top of a piece: with a little grain, and slightly darker edges."""
    columns, rows = 1 + max(c.column for c in cells), 1 + max(c.row for c in cells)
    side = round(CELL_MM * _PX_PER_MM)
    # Sides divisible by 16 stay centred when the drawing is halved.
    height, width = (16 * -(-(count * side + 16) // 16) for count in (rows, columns))
    left, top = (width - columns * side) // 2, (height - rows * side) // 2
    cover = np.zeros((height, width), np.uint8)
    for cell in cells:
        x, y = left + cell.column * side, top + cell.row * side
        cover[y : y + side, x : x + side] = 255
    image = _grain(colour, (height, width))
    inner = cv2.erode(cover, np.ones((2 * round(_RIM_MM * _PX_PER_MM) + 1,) * 2, np.uint8))
    image[inner == 0] = (image[inner == 0] * 0.75).astype(np.uint8)
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * [columns, rows] * CELL_MM
    return Drawing(np.dstack([image, cover]), float(_PX_PER_MM), 0.2, corners)


def _grain(colour: tuple[int, int, int], size_hw: tuple[int, int]) -> NDArray[np.uint8]:
    rng = np.random.default_rng(sum(colour))
    field = cv2.GaussianBlur(rng.normal(0, 1, size_hw).astype(np.float32), (0, 0), 6, sigmaY=1.5)
    image = np.array(colour, np.float32) * (1 + (field / field.std() * np.float32(_GRAIN))[..., None])
    return np.asarray(np.clip(image, 0, 255), np.uint8)
