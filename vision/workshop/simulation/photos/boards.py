"""Writes photographs of a simulated board with their manifest: for teaching, for figures, for trials.

Everything is decided by one seed. The pictures of one folder show one make of board, like those of one
owner.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.readings.board import EMPTY
from vision.readings.places import GridCell
from vision.workshop.simulation.boards.scenery import (
    PAWN_PAINTS,
    BoardKit,
    BoardWishes,
    cells_of,
    laid_pawn,
    laid_slab,
    makes_of,
    random_board_scene,
)
from vision.workshop.simulation.boards.things import LaidBoard, Pieces, Slab, SlabMake
from vision.workshop.simulation.optics.camera import Projection
from vision.workshop.simulation.renderer import Renderer
from vision.workshop.simulation.scene import Rendered, Scene
from vision.workshop.simulation.tokens.things import LaidGemBoard

SIZE_WH = (2304, 1296)
HIDDEN_BELOW = 0.75
"""Visible share of a cell below which it is not judged."""
_JPEG = 92


def board_photo(scene: Scene, size_wh: tuple[int, int], seed: int) -> Rendered:
    """Return the picture of a scene with a board, and the truth about it."""
    return Renderer(scene, size_wh).render((), scene.hands, seed=seed, pieces=scene.pieces)


def manifest_line(
    scene: Scene, rendered: Rendered, image: str, *, corners: bool = True
) -> dict[str, Any]:
    """Return a picture's line of a manifest: the content of each cell, and the hidden cells."""
    board = scene.board
    assert board is not None
    height, width = rendered.image_bgr.shape[:2]
    line: dict[str, Any] = {"image": image, "grid": list(board.make.grid)}
    if corners:
        line["corners"] = corner_cells_px(board, Projection(scene.camera, (width, height)))
    cells: dict[str, Any] = {}
    for true in rendered.cells:
        name = f"{true.cell.column},{true.cell.row}"
        if true.label is None and true.on is None:
            continue
        words: dict[str, Any] = {"label": true.label or EMPTY}
        if true.label is not None:
            words["turns"] = true.turns
        if true.on is not None:
            words["on"] = true.on
        cells[name] = words
    line["cells"] = cells
    hidden = [c.cell for c in rendered.cells if c.visible < HIDDEN_BELOW]
    if hidden:
        line["hidden"] = [f"{cell.column},{cell.row}" for cell in hidden]
    line["conditions"] = _conditions(scene)
    return line


def corner_cells_px(board: LaidBoard | LaidGemBoard, projection: Projection) -> list[list[float]]:
    """Return the centres of the four corner cells, px, clockwise from the top left; on a gem board those
    of its holes."""
    columns, rows = (n - 1 for n in board.make.grid)
    places = [board.place_mm(x, y) for x, y in ((0, 0), (columns, 0), (columns, rows), (0, rows))]
    seen = projection.table_to_picture(places, board.thick_mm)
    return [[round(float(x), 2), round(float(y), 2)] for x, y in seen]


def write_board_photos(
    folder: Path,
    kit: BoardKit,
    *,
    style: str,
    seed: int,
    count: int,
    size_wh: tuple[int, int] = SIZE_WH,
    wishes: BoardWishes | None = None,
) -> tuple[Path, Path]:
    """Write photographs for teaching a board, and ``count`` of it in play; return both manifests.

    ``teach.jsonl``: the empty board, then one photograph with every kind of piece once, pawns on bare
    cells and on a piece; ``play.jsonl``: boards in play, shifted, in any light and tilt, some behind
    hands and cups.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng([seed, 60])
    wishes = replace(wishes or BoardWishes(), style=style, make=seed)
    empty = empty_scene(rng, kit, size_wh, style, seed)
    teach = teaching_scenes(rng, kit, empty, makes_of(kit, style, seed)[1])
    play = [random_board_scene(rng, kit, size_wh, wishes) for _ in range(count)]
    return (
        write_photos(folder, "teach", teach, size_wh, seed, corners=True),
        write_photos(folder, "play", play, size_wh, seed, corners=False),
    )


def empty_scene(
    rng: np.random.Generator, kit: BoardKit, size_wh: tuple[int, int], style: str, make: int
) -> Scene:
    """Return the bare board for its teaching photograph: complete, nearly from above."""
    wishes = BoardWishes(
        style=style, make=make, lays=0, pawns=False, tilt_deg=5.0, hands=0, cup=False, markers=False
    )
    return random_board_scene(rng, kit, size_wh, wishes)


def teaching_scenes(
    rng: np.random.Generator, kit: BoardKit, empty: Scene, make: SlabMake, times: int = 1
) -> list[Scene]:
    """Return the scenes for teaching a board: empty, then this often with every kind of piece once."""
    assert empty.board is not None
    pieces = [every_piece(rng, kit, empty.board, make, turns) for turns in range(times)]
    return [empty, *(replace(empty, pieces=each) for each in pieces)]


def every_piece(
    rng: np.random.Generator, kit: BoardKit, board: LaidBoard, make: SlabMake, first_turns: int = 0
) -> Pieces:
    """Return every kind of piece once, in all turns, and pawns: on the last piece, on bare cells."""
    taken = {start for line in kit.lines for start in line.starts}
    slabs: list[Slab] = []
    for number, labels in enumerate(kit.slabs):
        turns = (number + first_turns) % 4
        cells = next(
            cells
            for first in board.cells
            if taken.isdisjoint(cells := cells_of(first, turns, len(labels))) and _inside(kit, cells)
        )
        taken.update(cells)
        slabs.append(laid_slab(rng, board, make, labels, cells[0], turns, 0.4))
    bare = [cell for cell in reversed(board.cells) if cell not in taken][3:12:4]
    pawns = [
        laid_pawn(rng, board, kit.pawn, cell, PAWN_PAINTS[number], False, make, 25.0)
        for number, cell in enumerate(bare)
    ]
    end = cells_of(cells[0], turns, len(labels))[-1]
    pawns.append(laid_pawn(rng, board, kit.pawn, end, PAWN_PAINTS[3], True, make, 25.0))
    return Pieces(tuple(slabs), tuple(pawns))


def _inside(kit: BoardKit, cells: list[GridCell]) -> bool:
    columns, rows = kit.grid
    return all(0 <= cell.column < columns and 0 <= cell.row < rows for cell in cells)


def write_photos(
    folder: Path, name: str, scenes: list[Scene], size_wh: tuple[int, int], seed: int, *, corners: bool
) -> Path:
    """Write pictures of scenes with a board, and their manifest; return the manifest's path."""
    lines = []
    for number, scene in enumerate(scenes):
        rendered = board_photo(scene, size_wh, seed * 1000 + number)
        image = f"{name}-{number:02d}.jpg"
        quality = [cv2.IMWRITE_JPEG_QUALITY, _JPEG]
        cv2.imwrite(str(folder / image), rendered.image_bgr, quality)
        lines.append(manifest_line(scene, rendered, image, corners=corners))
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def _conditions(scene: Scene) -> list[str]:
    board = scene.board
    assert board is not None
    found = [board.make.style, f"tilt {round(scene.camera.tilt_deg / 5) * 5}"]
    if scene.hands:
        found.append("hand")
    if scene.props:
        found.append("cup")
    return found
