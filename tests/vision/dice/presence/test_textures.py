"""Dots and cloth on which no die lies: nothing of it is surely a die."""

import numpy as np
import pytest

from tests.vision.dice.presence.textures import MAKERS, Maker
from vision.dice.reader import DiceReader
from vision.dice.sets import load


@pytest.fixture(scope="module")
def readers() -> list[DiceReader]:
    return [DiceReader(load(name)) for name in ("pips", "carcassonne")]


def sure_dice(readers: list[DiceReader], make: Maker, seeds: range) -> int:
    pictures = [make(np.random.default_rng(seed)) for seed in seeds]
    readings = [reader.read(picture) for reader in readers for picture in pictures]
    return sum(die.sure for reading in readings for die in reading.dice)


@pytest.mark.parametrize("make", MAKERS)
def test_dots_and_cloth_are_never_surely_dice(readers: list[DiceReader], make: Maker) -> None:
    assert sure_dice(readers, make, range(2)) == 0


@pytest.mark.slow
@pytest.mark.parametrize("make", MAKERS)
def test_many_dots_and_cloths_are_never_surely_dice(readers: list[DiceReader], make: Maker) -> None:
    assert sure_dice(readers, make, range(100, 140)) == 0
