"""Drawn pictures of printed puzzles with pieces on them: right, wrong, askew, under a hand."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from companion.games.ubongo.cards import faces
from companion.games.ubongo.components import Shape, Symbol
from companion.games.ubongo.solver import find_filling
from companion.table.plays.ubongo.puzzle_check import Outcome, cells_of
from vision.frame import ImageBgr
from vision.readings.places import GridCell, PointMm
from vision.sheets.outlines import CELLS, SHEET_MM
from vision.workshop.simulation.boards.scenery import any_photo, any_surface, camera_over, lit_room
from vision.workshop.simulation.motion import pointing_hand
from vision.workshop.simulation.renderer import render
from vision.workshop.simulation.scene import Scene
from vision.workshop.simulation.things import ThingsNow
from vision.workshop.simulation.tokens.things import Block, LaidSheet

KINDS: Final = ("filled", "missing", "half_off", "a_cell_off", "overlapping", "strewn", "hand", "empty")
"""What may be: all right; a piece is missing, half a square off, a square off, or on another one; pieces
lie anyhow; a hand lies on it; nothing does."""
COLOURS: Final = (
    (245, 245, 245),
    (60, 60, 200),
    (60, 150, 220),
    (120, 180, 210),
    (30, 30, 30),
    (60, 140, 60),
)
COVERED, FREE = 0.85, 0.15
"""Shares of a square that pieces hide: from the one on it is covered, up to the other free."""
_FINE = 10


@dataclass(frozen=True)
class PuzzlePicture:
    """A picture, the puzzle's number, what kind it is, and the share of each cell that pieces hide."""

    image_bgr: ImageBgr
    number: int
    kind: str
    hidden: dict[GridCell, float]

    @property
    def may_be(self) -> frozenset[Outcome]:
        """What may be said of it; beside that it cannot be told."""
        within = cells_of(faces()[self.number].puzzle)
        least = min(self.hidden[cell] for cell in within)
        if self.kind == "hand":  # where a square is really free, it may be seen beside the hand
            return frozenset({"bare", "unclear"} if least <= FREE else {"unclear"})
        beside = max(self.hidden[cell] for cell in CELLS if cell not in within)
        if least >= COVERED and beside <= FREE:
            return frozenset({"filled"})
        is_nearly = least >= 0.75 and beside <= 0.25
        return frozenset({"filled", "bare"}) if is_nearly else frozenset({"bare", "unclear"})


def puzzle_picture(rng: np.random.Generator, kind: str, size_wh: tuple[int, int]) -> PuzzlePicture:
    """Return a picture of one puzzle in any light."""
    number = int(rng.integers(len(faces())))
    within = cells_of(faces()[number].puzzle)
    middle = PointMm(*rng.normal((200, 140), 8).tolist())
    sheet = LaidSheet(number, within, middle, float(rng.uniform(0, 360)))
    blocks = tuple(_blocks(rng, sheet, number, kind))
    corners = (sheet.corners_mm() - np.array(middle)) * rng.uniform(1.1, 2.6) + np.array(middle)
    scene = Scene(
        dice=(),
        camera=camera_over(rng, middle, corners, 3.0, size_wh, None),
        surface=any_surface(rng),
        lamps=(),
        photo=any_photo(rng),
        things=ThingsNow(sheets=(sheet,), blocks=blocks),
    )
    scene = lit_room(rng, scene)
    if kind == "hand":
        scene = replace(scene, hands=(_hand(rng, sheet, within),))
    image = render(scene, size_wh, int(rng.integers(1 << 30))).image_bgr
    return PuzzlePicture(image, number, kind, _hidden(sheet, blocks))


def _blocks(rng: np.random.Generator, sheet: LaidSheet, number: int, kind: str) -> list[Block]:
    symbol = Symbol(str(rng.choice([str(symbol) for symbol in Symbol])))
    puzzle = faces()[number].puzzle
    filling = find_filling(puzzle.shape, puzzle.pieces_for(symbol))
    assert filling is not None
    within = cells_of(puzzle)
    shift = (min(c.column for c in within), min(c.row for c in within))
    style = [COLOURS[int(rng.integers(len(COLOURS)))] for _ in filling]
    placed = [
        _block(rng, sheet, shape, shift, bgr) for shape, bgr in zip(filling.values(), style, strict=True)
    ]
    wrong = int(rng.integers(len(placed)))
    way = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)][int(rng.integers(4))], float)
    if kind == "empty":
        return []
    if kind in ("missing", "hand") and rng.random() < (1.0 if kind == "missing" else 0.5):
        placed.pop(wrong)
    elif kind in ("half_off", "a_cell_off"):
        way *= rng.uniform(0.35, 0.65) if kind == "half_off" else 1.0
        placed[wrong] = _moved(placed[wrong], sheet, way)
    elif kind == "overlapping":
        on = placed[(wrong + 1) % len(placed)]
        top = replace(placed[wrong], centre_mm=on.centre_mm, height_mm=on.top_mm)
        placed = [*(block for n, block in enumerate(placed) if n != wrong), top]
    elif kind == "strewn":
        placed = [
            replace(
                block,
                centre_mm=PointMm(*rng.normal(sheet.centre_mm, 45).tolist()),
                angle_deg=float(rng.uniform(0, 360)),
            )
            for block in placed
        ]
    return placed


def _block(
    rng: np.random.Generator,
    sheet: LaidSheet,
    shape: Shape,
    shift: tuple[int, int],
    colour: tuple[int, int, int],
) -> Block:
    """Lay a piece as exactly as hands do."""
    left, top = min(c.column for c in shape), min(c.row for c in shape)
    cells = frozenset(GridCell(c.column - left, c.row - top) for c in shape)
    columns, rows = 1 + max(c.column for c in cells), 1 + max(c.row for c in cells)
    at = sheet.place_mm(shift[0] + left + columns / 2, shift[1] + top + rows / 2)
    x, y = rng.normal(at, 0.5).tolist()
    angle = sheet.angle_deg + float(rng.normal(0, 1.0))
    return Block(cells, colour, PointMm(x, y), angle, thick_mm=float(rng.choice([0.3, 2.0, 3.0])))


def _moved(block: Block, sheet: LaidSheet, way_cells: np.ndarray) -> Block:
    there, here = sheet.place_mm(*way_cells.tolist()), sheet.place_mm(0, 0)
    at = PointMm(block.centre_mm.x + there.x - here.x, block.centre_mm.y + there.y - here.y)
    return replace(block, centre_mm=at)


def _hand(rng: np.random.Generator, sheet: LaidSheet, within: Iterable[GridCell]):  # type: ignore[no-untyped-def]
    cells = sorted(within)
    cell = cells[int(rng.integers(len(cells)))]
    tips = sheet.place_mm(cell.column + 0.5, cell.row + 0.5)
    way = float(rng.uniform(0, 2 * np.pi))
    from_mm = PointMm(tips.x + 320 * float(np.cos(way)), tips.y + 320 * float(np.sin(way)))
    return pointing_hand(from_mm, tips, int(rng.integers(4)))


def _hidden(sheet: LaidSheet, blocks: Iterable[Block]) -> dict[GridCell, float]:
    """Return the share of each cell on which pieces lie, seen from above."""
    side = round(SHEET_MM * _FINE)
    mask = np.zeros((side, side), np.uint8)
    to_sheet = cv2.getPerspectiveTransform(
        sheet.corners_mm().astype(np.float32),
        np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32),
    )
    for block in blocks:
        for square in block.squares_mm():
            seen = cv2.perspectiveTransform(square[None], to_sheet)[0]
            cv2.fillConvexPoly(mask, np.rint(seen).astype(np.int32), 1)
    step = side // 8
    return {
        cell: float(mask[cell.row * step :, cell.column * step :][:step, :step].mean()) for cell in CELLS
    }
