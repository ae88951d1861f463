"""Half a domino goes on in the other half and is never surely a die; dice that touch are dice."""

import cv2
import numpy as np
import pytest

from tests.vision.dice.presence.dominoes import dominoes, rounded
from vision.corners import Corners
from vision.dice.presence.one_piece import are_of_one_piece
from vision.dice.presence.surroundings import surroundings
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.frame import ImageBgr

SIDE = 40.0
LEFT = np.array([[100.0, 100.0], [140.0, 100.0], [140.0, 140.0], [100.0, 140.0]])
RIGHT = LEFT + np.array([SIDE, 0])


def table(seed: int = 1) -> ImageBgr:
    return np.clip(np.random.default_rng(seed).normal(90, 3, (260, 260, 3)), 0, 255).astype(np.uint8)


def with_body(picture: ImageBgr, corners: Corners, grey: int = 230, corner: float = 0.15) -> ImageBgr:
    """Draw a body with round corners whose top has these corners."""
    low, high = corners.min(0), corners.max(0)
    width, height = (high - low).tolist()
    outline = (low + high) / 2 + rounded(width, height, corner * SIDE)
    cv2.fillPoly(picture, [np.round(outline * 16).astype(np.int32)], (grey,) * 3, cv2.LINE_AA, 4)
    return picture


def with_pips(picture: ImageBgr, *tops: Corners) -> ImageBgr:
    for top in tops:
        for pip in 0.25 * top + 0.75 * top.mean(0):
            cv2.circle(picture, np.round(pip).astype(int).tolist(), 4, (20, 20, 20), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


def of_one_piece(picture: ImageBgr, quads: list[Corners]) -> list[bool]:
    return are_of_one_piece(quads, surroundings(picture, quads))


def domino(grey: int = 230, bar: float = 0.8) -> ImageBgr:
    picture = with_body(table(), np.array([LEFT[0], RIGHT[1], RIGHT[2], LEFT[3]]), grey)
    half_bar = bar / 2 * SIDE
    ends = ((140, round(120 - half_bar)), (140, round(120 + half_bar)))
    cv2.line(picture, *ends, (20, 20, 20), 3, cv2.LINE_AA)
    return with_pips(picture, LEFT, RIGHT)


@pytest.mark.parametrize("grey", [40, 170, 230])
@pytest.mark.parametrize("bar", [0.0, 0.8])
def test_both_halves_of_a_domino_go_on(grey: int, bar: float) -> None:
    assert of_one_piece(domino(grey, bar), [LEFT, RIGHT]) == [True, True]


def test_half_a_domino_goes_on_though_the_other_half_is_not_seen_as_a_die() -> None:
    assert of_one_piece(domino(), [LEFT]) == [True]


@pytest.mark.parametrize("apart", [2.0, 4.0, 30.0])
def test_dice_in_a_row_are_dice(apart: float) -> None:
    beside = RIGHT + np.array([apart, 0])
    picture = with_pips(with_body(with_body(table(), LEFT), beside), LEFT, beside)
    assert of_one_piece(picture, [LEFT, beside]) == [False, False]


def test_a_die_with_a_side_below_its_top_is_one() -> None:
    picture = with_body(with_body(table(), LEFT + np.array([0, 0.5 * SIDE]), 150), LEFT)
    assert of_one_piece(with_pips(picture, LEFT), [LEFT]) == [False]


def test_nothing_is_of_no_piece() -> None:
    assert of_one_piece(table(), []) == []


def counted(seeds: range) -> tuple[int, int, int]:
    """Return halves drawn, of these surely dice, and pictures that were sure."""
    reader = DiceReader(load("pips"))
    halves = sure = sure_pictures = 0
    for seed in seeds:
        picture, drawn = dominoes(np.random.default_rng(seed))
        reading = reader.read(picture)
        halves += len(drawn)
        sure += sum(die.sure for die in reading.dice)
        sure_pictures += bool(reading.dice) and reading.sure
    return halves, sure, sure_pictures


def test_dominoes_are_hardly_ever_surely_dice() -> None:
    halves, sure, sure_pictures = counted(range(500, 505))
    assert sure <= 0.1 * halves
    assert sure_pictures == 0


@pytest.mark.slow
def test_many_dominoes_are_hardly_ever_surely_dice() -> None:
    halves, sure, sure_pictures = counted(range(600, 660))
    print(f"{sure} of {halves} halves surely dice")
    assert sure <= 0.1 * halves
    assert sure_pictures == 0
