"""Dice read from pictures of the simulator, from seeds that nothing was learnt from."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tests.figures.tables import pictures_table
from tests.vision.dice.test_reader import labelled, settled
from vision.clock import SteppedClock
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.frame import ImageBgr
from vision.manifests.labelled import LabelledPhoto
from vision.workshop.evaluation.dice import DICE_MEASURE, JudgedPhoto, judge
from vision.workshop.simulation import DieKind, random_scene, render
from vision.workshop.simulation.surroundings.surfaces import KINDS as SURFACES
from vision.workshop.simulation.table import SimulatedTable
from vision.workshop.training.calibration.dice import labelled as labels_of
from vision.workshop.training.samples.simulated import SIZES_WH

HOUSE_SEEDS = range(7000, 7075)
ANY_SEEDS = range(80000, 80060)
"""Training begins at seed 91000 of these."""
KINDS: tuple[DieKind, ...] = ("pips", "carcassonne")


def simulated() -> Iterator[str]:
    """Yield the figures of the house table, and of any table at all."""
    readers = {kind: DiceReader(load(kind)) for kind in KINDS}
    house = readers["carcassonne"]
    throws = [
        judge(photo, house.read(image), house.taught) for image, photo in map(house_throw, HOUSE_SEEDS)
    ]
    anything = [any_table(seed, readers) for seed in ANY_SEEDS]
    yield from pictures_table(
        {
            "the house table, nine dice thrown": DICE_MEASURE.report(throws),
            "any table at all": DICE_MEASURE.report(anything),
        }
    )


def house_throw(seed: int) -> tuple[ImageBgr, LabelledPhoto]:
    """Return a picture of nine dice thrown on the house table, and its labels.

    The surfaces take turns; in three of four pictures the mat with marker cards lies there.
    """
    clock = SteppedClock()
    surface = SURFACES[seed % len(SURFACES)]
    table = SimulatedTable(clock, seed=seed, surface=surface, mat=seed % 4 > 0)
    table.throw(count=9)
    return settled(table, clock), labelled(table)


def any_table(seed: int, readers: dict[DieKind, DiceReader]) -> JudgedPhoto:
    """Judge a reading of a scene drawn at random: any table, any camera, things and hands among dice."""
    kind, size_wh = KINDS[seed % len(KINDS)], SIZES_WH[seed % len(SIZES_WH)]
    rendered = render(random_scene(np.random.default_rng(seed), kind, size_wh), size_wh, seed)
    photo = LabelledPhoto(Path("any"), "any", tuple(labels_of(rendered)), {})
    return judge(photo, readers[kind].read(rendered.image_bgr), readers[kind].taught)
