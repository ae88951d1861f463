"""Cameras far off the vertical without markers: a side seen from its front is never surely a top."""

from dataclasses import replace
from math import dist

import numpy as np
import pytest

from vision.dice.presence.slant import SlantExaminer
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.readings.dice import DiceReading
from vision.workshop.simulation import DieKind, Rendered, SceneWishes, random_scene, render

SIZE_WH = (1280, 960)
KINDS: tuple[DieKind, ...] = ("pips", "carcassonne")
FAR_OFF = (2, 4, 6, 13)
"""Numbers of pictures in which a side was surely a top. (The limit was chosen on these pictures.)"""
USUAL = (6, 11, 12)


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


@pytest.mark.parametrize("number", FAR_OFF)
def test_no_side_is_surely_a_top_from_far_off_the_vertical(
    readers: dict[DieKind, DiceReader], number: int
) -> None:
    rendered = drawn(number, (40, 55), 10)
    assert surely_wrong(rendered, readers[KINDS[number % 2]].read(rendered.image_bgr)) == 0


@pytest.mark.parametrize("number", USUAL)
def test_a_usual_camera_is_sure_of_its_dice(readers: dict[DieKind, DiceReader], number: int) -> None:
    rendered = drawn(number, (0, 35), 5)
    reading = readers[KINDS[number % 2]].read(rendered.image_bgr)
    assert sum(die.sure for die in reading.dice) >= len(rendered.dice) - 1
    assert surely_wrong(rendered, reading) == 0


def test_without_faces_there_is_nothing_to_tell() -> None:
    assert SlantExaminer().slants(np.zeros((40, 40, 3), np.uint8), []) == []
