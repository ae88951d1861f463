"""Teaches the tokens of the simulated table: ``python -m tests.rigs.house.tokens``.

The pictures are those of the simulated table itself, as its camera sees it: the gem board empty, then
full, with gems beside it; every face of the stones, on several tables.
"""

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from tests.vision.workshop.simulation.token_scenes import heap
from vision.manifests.manifest import TOKENS, read_manifest
from vision.readings.places import GridCell, PointMm
from vision.sets.kind import BUILT_IN
from vision.tokens.sets import save_tokens
from vision.tokens.teaching.teacher import teach_tokens
from vision.workshop.simulation.photos.manifests import write_photos
from vision.workshop.simulation.scene import Scene
from vision.workshop.simulation.stage import house_scene, house_tokens
from vision.workshop.simulation.things import ThingsNow
from vision.workshop.simulation.tokens.play import TokenKit
from vision.workshop.simulation.tokens.scenery import gem_in_hole, loose_gem
from vision.workshop.simulation.tokens.things import GEM_LABELS, STONE_FACES, Stone

SIZE_WH = (1280, 960)
SEED = 5
SURFACES = ("wood_pale", "felt", "white")
_BESIDE = 3
_STONES_EACH = 3


def gem_scenes() -> Iterator[Scene]:
    """Yield the empty board, then full ones, some gems lying below."""
    rng = np.random.default_rng([SEED, 81])
    makes = house_tokens(TokenKit(gem_board=True))
    board = makes.board
    assert board is not None
    yield _photographed(house_scene(SURFACES[0], board=board))
    for number, surface in enumerate(SURFACES):
        labels = rng.permutation([label for label in GEM_LABELS for _ in range(12)]).tolist()
        cells = [GridCell(column, row) for row in range(6) for column in range(12)]
        gems = [
            gem_in_hole(rng, board, makes.gems, label, cell)
            for label, cell in zip(labels, cells, strict=True)
        ]
        below = PointMm(board.centre_mm.x, board.centre_mm.y + board.make.size_mm[1] / 2 + 26.0)
        for at in range(_BESIDE * len(GEM_LABELS)):
            place = PointMm(below.x + 13.0 * (at % 9 - 4), below.y + 14.0 * (at // 9))
            gems.append(loose_gem(rng, makes.gems, GEM_LABELS[at % 6], place))
        scene = house_scene(surface, board=board, mat=number != 1)
        yield _photographed(replace(scene, things=ThingsNow(gems=tuple(gems))))


def stone_scenes() -> Iterator[Scene]:
    """Yield the stones, every face so often, on several tables, with the mat and without."""
    rng = np.random.default_rng([SEED, 82])
    make = house_tokens(TokenKit(stones=True)).stones
    for number, surface in enumerate(SURFACES):
        faces = rng.permutation([face for face in STONE_FACES for _ in range(_STONES_EACH)]).tolist()
        scene = house_scene(surface, mat=number != 1)
        places = heap(rng, len(faces), make.across_mm, PointMm(140.0, 95.0), 0.2)
        stones = (
            Stone(make, face, at, float(rng.uniform(0, 360)))
            for face, at in zip(faces, places, strict=True)
        )
        yield _photographed(replace(scene, things=ThingsNow(stones=tuple(stones))))


def _photographed(scene: Scene) -> Scene:
    return replace(scene, photo=replace(scene.photo, noise=0.01, jpeg=92))


SETS = {"ubongo_gems": gem_scenes, "gruftmeister_stones": stone_scenes}


def main() -> None:
    """Write the built-in sets, or those that are named."""
    for name in sys.argv[1:] or SETS:
        with tempfile.TemporaryDirectory() as folder:
            scenes = list(SETS[name]())
            manifest = write_photos(Path(folder), name, scenes, SIZE_WH, SEED)
            lesson = teach_tokens(name, list(read_manifest(manifest, TOKENS).photos))
        save_tokens(lesson.taught, BUILT_IN / name)
        for note in lesson.notes:
            print(note)


if __name__ == "__main__":
    main()
