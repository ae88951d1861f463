"""The built-in die of signs is read under lamps and on tables that never taught it."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from tests.rigs.house.dice import NAME
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.manifests.labelled import LabelledPhoto
from vision.workshop.evaluation.dice import DICE_MEASURE, JudgedPhoto, judge
from vision.workshop.simulation import SceneWishes, random_scene, render
from vision.workshop.simulation.stage import SYMBOL_DICE, house_dice
from vision.workshop.training.calibration.dice import labelled

SIZE_WH = (960, 720)
READER = DiceReader(load(NAME))


def judged(seed: int) -> JudgedPhoto:
    """Read one to three of the house's own dice in any light, seen by any camera."""
    rng = np.random.default_rng([seed, 91])
    wishes = SceneWishes(dice=1 + seed % 3, die_px=(40, 110), hands=False)
    scene = random_scene(rng, "pips", SIZE_WH, wishes)
    dice = tuple(
        replace(die, style=SYMBOL_DICE, face=str(rng.choice(SYMBOL_DICE.faces))) for die in scene.dice
    )
    rendered = render(replace(scene, dice=dice), SIZE_WH, seed)
    labels = LabelledPhoto(Path("die"), "die", tuple(labelled(rendered)), {})
    return judge(labels, READER.read(rendered.image_bgr), READER.taught)


def test_the_house_die_goes_with_its_set() -> None:
    assert house_dice(NAME) is SYMBOL_DICE
    assert {face.name for face in READER.taught.faces} == set(SYMBOL_DICE.faces)


def test_signs_are_read_under_lamps_never_taught() -> None:
    found = DICE_MEASURE.report([judged(seed) for seed in range(12)])
    assert found["silent"].hits == 0
    assert found["dice_right"].share is not None
    assert found["dice_right"].share >= 0.9
    assert found["dice_sure"].share is not None
    assert found["dice_sure"].share >= 0.75
