"""Teaches the board of the simulated table: ``python -m tests.rigs.house.board``.

The pictures are those of the simulated table itself: its board empty, and with each piece once, four
times, turned all ways.
"""

import tempfile
from pathlib import Path

import numpy as np

from companion.simulation.games.drunter.pieces import shipped_kit
from vision.boards.sets import save_board
from vision.boards.teaching.teacher import teach_board
from vision.manifests.manifest import BOARD, read_manifest
from vision.sets.kind import BUILT_IN
from vision.workshop.simulation.photos.boards import teaching_scenes
from vision.workshop.simulation.photos.manifests import write_photos
from vision.workshop.simulation.stage import house_board, house_scene

NAME = "drunter"
SIZE_WH = (1920, 1440)
SURFACE = "wood_pale"


def main() -> None:
    """Write the built-in set."""
    kit = shipped_kit()
    board, slabs = house_board(kit, NAME)
    empty = house_scene(SURFACE, mat=False, board=board)
    scenes = teaching_scenes(np.random.default_rng(1), kit, empty, slabs, times=4)
    with tempfile.TemporaryDirectory() as folder:
        manifest = write_photos(Path(folder), "teach", scenes, SIZE_WH, 1, corners=True)
        lesson = teach_board(NAME, list(read_manifest(manifest, BOARD).photos))
    save_board(lesson.taught, BUILT_IN / NAME)
    for note in lesson.notes:
        print(note)


if __name__ == "__main__":
    main()
