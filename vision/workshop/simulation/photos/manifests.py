"""Writes photographs of scenes with their manifest: what lies on a board's cells, or which tokens lie
where."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2

from vision.readings.board import EMPTY
from vision.readings.places import GridCell
from vision.workshop.simulation.boards.things import LaidBoard
from vision.workshop.simulation.optics.camera import Projection
from vision.workshop.simulation.renderer import render
from vision.workshop.simulation.scene import Rendered, Scene, TrueCell, TrueToken
from vision.workshop.simulation.things import Board

HIDDEN_CELL, HIDDEN_TOKEN = 0.75, 0.6
"""Visible share below which a cell is not judged; below which a token is not listed, and its hole is
hidden."""
_JPEG = 92


def write_photos(
    folder: Path,
    name: str,
    scenes: Sequence[Scene],
    size_wh: tuple[int, int],
    seed: int,
    *,
    corners: bool = True,
) -> Path:
    """Write pictures of scenes and their manifest, with a board's corners or not; return its path."""
    lines = []
    for number, scene in enumerate(scenes):
        rendered = render(scene, size_wh, seed * 1000 + number)
        image = f"{name}-{number:02d}.jpg"
        quality = [cv2.IMWRITE_JPEG_QUALITY, _JPEG]
        cv2.imwrite(str(folder / image), rendered.image_bgr, quality)
        lines.append(manifest_line(scene, rendered, image, corners=corners))
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def manifest_line(
    scene: Scene, rendered: Rendered, image: str, *, corners: bool = True
) -> dict[str, Any]:
    """Return a picture's line of a manifest: the content of each cell or the tokens, and what is
    hidden."""
    height, width = rendered.image_bgr.shape[:2]
    line: dict[str, Any] = {"image": image}
    if scene.board is not None:
        line["grid"] = list(scene.board.make.grid)
        if corners:
            line["corners"] = corner_cells_px(scene.board, Projection(scene.camera, (width, height)))
    if isinstance(scene.board, LaidBoard):
        line["cells"] = {_named(true.cell): _cell(true) for true in rendered.cells if _holds(true)}
        hidden = [true.cell for true in rendered.cells if true.visible < HIDDEN_CELL]
    else:
        line["tokens"] = [_token(true) for true in rendered.tokens if true.visible >= HIDDEN_TOKEN]
        lost = (true.cell for true in rendered.tokens if true.visible < HIDDEN_TOKEN)
        hidden = [cell for cell in lost if cell is not None]
    if hidden:
        line["hidden"] = [_named(cell) for cell in hidden]
    line["conditions"] = _conditions(scene)
    return line


def corner_cells_px(board: Board, projection: Projection) -> list[list[float]]:
    """Return the centres of the four corner cells, px, clockwise from the top left; on a gem board those
    of its holes."""
    columns, rows = (n - 1 for n in board.make.grid)
    places = [board.place_mm(x, y) for x, y in ((0, 0), (columns, 0), (columns, rows), (0, rows))]
    seen = projection.table_to_picture(places, board.thick_mm)
    return [[round(float(x), 2), round(float(y), 2)] for x, y in seen]


def _named(cell: GridCell) -> str:
    return f"{cell.column},{cell.row}"


def _holds(true: TrueCell) -> bool:
    return true.label is not None or true.on is not None


def _cell(true: TrueCell) -> dict[str, Any]:
    words: dict[str, Any] = {"label": true.label or EMPTY}
    if true.label is not None:
        words["turns"] = true.turns
    return words if true.on is None else {**words, "on": true.on}


def _token(true: TrueToken) -> dict[str, Any]:
    x, y = (round(along, 2) for along in true.centre_px)
    words: dict[str, Any] = {"label": true.label, "x": x, "y": y}
    return words if true.cell is None else {**words, "cell": _named(true.cell)}


def _conditions(scene: Scene) -> list[str]:
    tilt, board, things = f"tilt {round(scene.camera.tilt_deg / 5) * 5}", scene.board, scene.things
    if isinstance(board, LaidBoard):
        found = [board.make.style, tilt]
    else:
        found = [tilt, scene.surface.kind]
        found += [f"board {board.make.style}"] if board is not None else []
        found += [f"gems {gem.make.style}" for gem in things.gems[:1]]
        found += [f"stones {stone.make.style}" for stone in things.stones[:1]]
    return [*found, *(["hand"] if scene.hands else []), *(["cup"] if scene.props else [])]
