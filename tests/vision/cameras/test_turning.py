"""A picture that turns by itself is noticed at once; nothing that people do is taken for it."""

from itertools import product

import cv2
import numpy as np
import pytest

from vision.cameras.turning import TurnWatch
from vision.clock import SteppedClock
from vision.frame import ImageBgr
from vision.workshop.simulation.table import SimulatedTable


def shown(seed: int, dice: int) -> ImageBgr:
    clock = SteppedClock()
    table = SimulatedTable(clock=clock, seed=seed)
    if dice:
        table.throw(count=dice)
    return table.render(clock.now() + 10.0)


def turned(image_bgr: ImageBgr, quarters: int) -> ImageBgr:
    return np.ascontiguousarray(np.rot90(image_bgr, quarters))


@pytest.mark.parametrize(("seed", "quarters"), [*product(range(6), (1, 2, 3))])
def test_each_turn_is_noticed_with_the_first_picture_and_so_is_the_way_back(
    seed: int, quarters: int
) -> None:
    watch, picture = TurnWatch(), shown(seed, 5)
    assert watch.follow(picture) == 0
    assert watch.follow(turned(picture, quarters)) == 90 * quarters
    dimmer = (turned(picture, quarters) * 0.8).astype(np.uint8)
    assert watch.follow(dimmer) == 90 * quarters
    assert watch.follow(picture) == 0


def test_throws_are_no_turns() -> None:
    watch, clock = TurnWatch(), SteppedClock()
    table = SimulatedTable(clock=clock, seed=7)
    now = 0.0
    for _ in range(6):
        table.clear()
        table.throw(count=9)
        for _ in range(6):
            now += 0.1
            assert watch.follow(table.render(clock.now() + now)) == 0


def test_a_hand_that_covers_half_of_it_and_a_light_that_goes_out_are_no_turns() -> None:
    watch, picture = TurnWatch(), shown(3, 6)
    assert watch.follow(picture) == 0
    height, width = picture.shape[:2]
    for part in np.linspace(0.1, 1.0, 10):
        covered = picture.copy()
        cv2.rectangle(covered, (0, 0), (round(part * width), height), (120, 150, 200), -1)
        assert watch.follow(covered) == 0
    for part in np.linspace(1.0, 0.1, 10):
        covered = picture.copy()
        cv2.rectangle(covered, (0, 0), (width, round(part * height)), (120, 150, 200), -1)
        assert watch.follow(covered) == 0
    assert watch.follow((picture * 0.02).astype(np.uint8)) == 0
    assert watch.follow(picture) == 0


def test_another_table_is_no_turn() -> None:
    watch = TurnWatch()
    for seed in range(12):
        assert watch.follow(shown(seed, 5)) == 0
