"""Draws printed sheets and the flat pieces that are laid on them."""

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.readings.places import GridCell
from vision.sheets.outlines import CELL_MM, SHEET_MM, draw_sheet
from vision.workshop.simulation.boards.slabs import draw_walls
from vision.workshop.simulation.dice.drawing import RayCamera
from vision.workshop.simulation.optics.light import Linear, colour_to_linear
from vision.workshop.simulation.optics.shading import Lighting, light_on_top
from vision.workshop.simulation.optics.shadows import Blocker
from vision.workshop.simulation.shapes import oblong, upright
from vision.workshop.simulation.surroundings.props import PropDrawing
from vision.workshop.simulation.surroundings.sprites import Sprite, draw_top, on_paper
from vision.workshop.simulation.things import ThingsNow
from vision.workshop.simulation.tokens.things import Block, LaidSheet

_PX_PER_MM = 6
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
        Blocker(np.vstack([upright(square, height) for height in _heights(block)]))
        for square in block.squares_mm()
    ]


def draw_block(light: Linear, view: RayCamera, block: Block, lighting: Lighting) -> None:
    """Draw a piece over a picture of light (h, w, 3)."""
    middle = np.array([*block.centre_mm, -block.top_mm])
    falls = light_on_top(middle, CELL_MM / 2, lighting).astype(np.float32)
    paint = np.asarray(colour_to_linear(block.colour) * falls * np.float32(_ROOM_ON_SIDES), np.float32)
    for square in block.squares_mm():
        draw_walls(light, view.projection, square, _heights(block), paint, lighting)
    sprite = Sprite(
        _block_drawing(block.cells, block.colour), block.centre_mm, block.angle_deg, block.top_mm
    )
    draw_top(light, view, sprite, falls)


def uncovered(things: ThingsNow) -> ThingsNow:
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


@lru_cache(maxsize=8)
def _sheet_drawing(number: int, within: frozenset[GridCell]) -> PropDrawing:
    gray = draw_sheet(number, within, _PX_PER_MM)
    return on_paper((gray / 255) ** 2.2, _PX_PER_MM, (SHEET_MM, SHEET_MM))


@lru_cache(maxsize=64)
def _block_drawing(cells: frozenset[GridCell], colour: tuple[int, int, int]) -> PropDrawing:
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
    outline = oblong(columns, rows) * CELL_MM
    return PropDrawing(np.dstack([image, cover]), float(_PX_PER_MM), 0.2, outline)


def _grain(colour: tuple[int, int, int], size_hw: tuple[int, int]) -> NDArray[np.uint8]:
    rng = np.random.default_rng(sum(colour))
    field = cv2.GaussianBlur(rng.normal(0, 1, size_hw).astype(np.float32), (0, 0), 6, sigmaY=1.5)
    image = np.array(colour, np.float32) * (1 + (field / field.std() * np.float32(_GRAIN))[..., None])
    return np.asarray(np.clip(image, 0, 255), np.uint8)
