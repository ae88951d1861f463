"""Writes photographs of a simulated board with their manifest: for teaching, for figures, for trials.

Everything is decided by one seed. The pictures of one folder show one make of board, like those of one
owner.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np

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
from vision.workshop.simulation.boards.things import LaidBoard, Slab, SlabMake
from vision.workshop.simulation.photos.manifests import write_photos
from vision.workshop.simulation.scene import Scene
from vision.workshop.simulation.things import ThingsNow

SIZE_WH = (2304, 1296)


def write_board_photos(
    folder: Path,
    kit: BoardKit,
    *,
    style: str,
    seed: int,
    count: int,
    size_wh: tuple[int, int] = SIZE_WH,
) -> tuple[Path, Path]:
    """Write photographs for teaching a board, and ``count`` of it in play; return both manifests.

    ``teach.jsonl``: the empty board, then one photograph with every kind of piece once, pawns on bare
    cells and on a piece; ``play.jsonl``: boards in play, shifted, in any light and tilt, some behind
    hands and cups.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng([seed, 60])
    wishes = BoardWishes(style=style, make=seed)
    empty = empty_scene(rng, kit, size_wh, style, seed)
    teach = teaching_scenes(rng, kit, empty, makes_of(kit, style, seed)[1])
    play = [random_board_scene(rng, kit, size_wh, wishes) for _ in range(count)]
    return (
        write_photos(folder, "teach", teach, size_wh, seed),
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
    assert isinstance(empty.board, LaidBoard)
    things = [every_piece(rng, kit, empty.board, make, turns) for turns in range(times)]
    return [empty, *(replace(empty, things=each) for each in things)]


def every_piece(
    rng: np.random.Generator, kit: BoardKit, board: LaidBoard, make: SlabMake, first_turns: int = 0
) -> ThingsNow:
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
    return ThingsNow(tuple(slabs), tuple(pawns))


def _inside(kit: BoardKit, cells: list[GridCell]) -> bool:
    columns, rows = kit.grid
    return all(0 <= cell.column < columns and 0 <= cell.row < rows for cell in cells)
