"""Painted scenes that are painted once, kept in files and seen many times.

Painting a scene takes three times as long as learning from it. Each scene is used some thirty times:
turned, mirrored and recoloured, or with other corners. The scenes lie in blocks, each painted from its
own seed: a training that was interrupted paints none of them again.
"""

import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from math import ceil
from pathlib import Path

import numpy as np

from vision.workshop.training.record import whole_file
from vision.workshop.training.worlds.scenes import PaintedScene

Group = tuple[PaintedScene, ...]
"""Scenes of one size that belong together: either they show the same dice, or there is only one
scene."""


@dataclass(frozen=True)
class PaintedStock:
    """The painted scenes: ``blocks`` files of ``block`` groups each, taken from the endless
    ``paint``."""

    name: str
    seed: int
    blocks: int
    block: int
    paint: Callable[[np.random.Generator], Iterator[Group]]

    def at(self, folder: Path, needed: int) -> list[Group]:
        """Return the first blocks that hold this many groups, or all; blocks missing in the folder are
        painted.

        The pictures stay in their files until they are needed: they take more memory than everything
        else.
        """
        folder.mkdir(parents=True, exist_ok=True)
        count = min(self.blocks, ceil(needed / self.block))
        return [group for number in range(count) for group in self._block(folder, number)]

    def _block(self, folder: Path, number: int) -> list[Group]:
        images, truth = (folder / f"{self.name}.{number}.{kind}" for kind in ("npy", "truth"))
        if not truth.exists():
            rng = np.random.default_rng((self.seed, number))
            _write(list(islice(self.paint(rng), self.block)), images, truth)
        return _read(images, truth)


def _write(groups: list[Group], images: Path, truth: Path) -> None:
    """Write the pictures, then the truth: a block that has its truth is complete."""
    with whole_file(images) as file:
        np.save(file, np.stack([scene.image_bgr for scene in chain(*groups)]))
    nothing = np.zeros((0, 0, 3), np.uint8)
    with whole_file(truth) as file:
        pickle.dump([[replace(scene, image_bgr=nothing) for scene in group] for group in groups], file)


def _read(images: Path, truth: Path) -> list[Group]:
    pictures = iter(np.load(images, mmap_mode="r"))
    with truth.open("rb") as file:
        groups = pickle.load(file)
    return [
        tuple(replace(scene, image_bgr=np.asarray(next(pictures))) for scene in group)
        for group in groups
    ]
