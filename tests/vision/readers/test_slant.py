"""Cameras far off the vertical without markers: hardly a side is surely a top."""

from dataclasses import replace
from math import dist

import numpy as np
import pytest

from vision.readers.dice import DiceReader
from vision.readers.slant import SlantExaminer
from vision.reading import DiceReading
from vision.sets import load
from vision.simulation import DieKind, Rendered, SceneWishes, random_scene, render

SIZE_WH = (1280, 960)
KINDS: tuple[DieKind, ...] = ("pips", "carcassonne")
PICTURES = range(16)


@pytest.fixture(scope="module")
def readers() -> dict[DieKind, DiceReader]:
    return {kind: DiceReader(load(kind)) for kind in KINDS}


def drawn(number: int, tilts_deg: tuple[float, float], series: int) -> Rendered:
    """Return a picture of any table and any dice, the camera tilted by any angle between these."""
    rng = np.random.default_rng([4321, number, series])
    wishes = SceneWishes(hands=False, mat=False)
    scene = random_scene(rng, KINDS[number % 2], SIZE_WH, wishes)
    stands_deg, roll_deg = float(rng.uniform(0, 360)), float(rng.uniform(-180, 180))
    tilt_deg = float(rng.uniform(*tilts_deg))
    camera = replace(scene.camera, tilt_deg=tilt_deg, roll_deg=roll_deg, stands_deg=stands_deg)
    return render(replace(scene, camera=camera), SIZE_WH, number)


def surely_wrong(rendered: Rendered, reading: DiceReading) -> int:
    return sum(
        not any(
            dist(true.centre_px, die.centre_px) < 0.75 * die.side_px and true.face == die.face
            for true in rendered.dice
        )
        for die in reading.dice
        if die.sure
    )


def counted(
    readers: dict[DieKind, DiceReader], tilts_deg: tuple[float, float], series: int
) -> tuple[int, int, int]:
    """Return how many dice lie in the pictures, how many names are sure, and how many of these wrong."""
    dice = sure = wrong = 0
    for number in PICTURES:
        rendered = drawn(number, tilts_deg, series)
        reading = readers[KINDS[number % 2]].read(rendered.image_bgr)
        dice += len(rendered.dice)
        sure += sum(die.sure for die in reading.dice)
        wrong += surely_wrong(rendered, reading)
    return dice, sure, wrong


def test_from_far_off_the_vertical_hardly_a_side_is_surely_a_top(
    readers: dict[DieKind, DiceReader],
) -> None:
    dice, sure, wrong = counted(readers, (40, 55), 10)
    assert sure <= 0.05 * dice
    assert wrong <= 1


def test_a_usual_camera_is_sure_of_its_dice(readers: dict[DieKind, DiceReader]) -> None:
    dice, sure, wrong = counted(readers, (0, 35), 5)
    assert sure >= 0.6 * dice
    assert wrong <= 1


def test_without_faces_there_is_nothing_to_tell() -> None:
    assert SlantExaminer().slants(np.zeros((40, 40, 3), np.uint8), []) == []
