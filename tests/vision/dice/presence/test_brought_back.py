"""What was suppressed for something that is no die in the end comes back, if it is plainly a die."""

from threading import Event

import numpy as np
import pytest

from vision.clock import SteppedClock
from vision.dice.faces.examiner import Examined
from vision.dice.presence.brought_back import bring_back
from vision.dice.presence.presence import MOST_RIVAL
from vision.dice.presence.sightings import Sighting, no_plane_tells, tops_among
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.readings.places import PointMm
from vision.workshop.simulation.table import SimulatedTable

SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
BARELY_A_DIE, NO_DIE = 0.2, 0.05
AMONG_DOTS = (
    ("three", 225.1, 150.9, 201.2),
    ("three", 214.4, 88.0, 328.6),
    ("catapult", 270.7, 91.6, 87.3),
    ("corner", 213.8, 124.3, 264.6),
    ("cap", 121.8, 107.5, 267.1),
)
"""Dice on a cloth with dots: four dots beside the first, and one within, seem one huge die. Each die's
face, place (mm) and angle."""


def seen(x: float, y: float, side_px: float, face_score: float = 0.9) -> Sighting:
    """An upright square whose top left corner lies there."""
    quad = side_px * SQUARE + (x, y)
    return Sighting(0.9, Examined(quad, face_score, np.zeros(48, np.float32)))


def left(kept: list[Sighting], chances: list[float], *, plain: bool = True) -> list[float]:
    """Return the sides of what may be dice, in px, when what was kept has ended with these chances."""
    suppressed = [one.suppressed for one in kept]
    back = bring_back(kept, suppressed, chances, lambda some: [plain] * len(some), no_plane_tells)
    return sorted(round(float(np.ptp(one.corners_px[:, 0]))) for one in back)


def beside() -> list[Sighting]:
    """A square of 140 px, and one of 40 px whose edge lies within it: kept is the large one."""
    kept = tops_among([seen(0, 0, 140), seen(125, 50, 40), seen(300, 0, 40)], no_plane_tells)
    assert len(kept) == 2
    return kept


def test_beside_what_is_no_die_a_plain_die_comes_back_and_the_others_stay() -> None:
    assert left(beside(), [NO_DIE, 0.9]) == [40, 40]


@pytest.mark.parametrize("chance", [BARELY_A_DIE, 0.9])
def test_beside_what_may_be_a_die_nothing_does(chance: float) -> None:
    assert left(beside(), [chance, 0.9]) == []


def test_what_is_no_plain_die_does_not() -> None:
    assert left(beside(), [NO_DIE, 0.9], plain=False) == []


def test_what_lay_within_comes_back_too() -> None:
    kept = tops_among([seen(0, 0, 140, 0.95), seen(50, 50, 40)], no_plane_tells)
    assert left(kept, [NO_DIE]) == [40]


@pytest.mark.parametrize(("side_px", "may_be_a_side"), [(60.0, True), (140.0, False)])
def test_what_may_be_the_side_of_a_blank_top_is_never_sure(side_px: float, may_be_a_side: bool) -> None:
    kept = tops_among([seen(0, 0, side_px), seen(side_px - 15, 10, 40, 0.8)], no_plane_tells)
    (back,) = bring_back(
        kept, [kept[0].suppressed], [NO_DIE], lambda some: [True] * len(some), no_plane_tells
    )
    assert (back.rival >= MOST_RIVAL and back.rival_as_seen >= MOST_RIVAL) == may_be_a_side


def test_a_side_that_was_told_late_is_never_sure_either() -> None:
    top, side = seen(0, 0, 60), seen(0, 62, 50)
    (back,) = bring_back(
        [top, side], [(side,), ()], [NO_DIE, NO_DIE], lambda some: [True] * len(some), no_plane_tells
    )
    assert back.corners_px is side.corners_px
    assert back.rival >= MOST_RIVAL


def test_four_dots_of_a_cloth_hide_no_die_beside_them() -> None:
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=310, surface="patterned", mat=False, size_wh=(960, 720))
    for face, x, y, angle_deg in AMONG_DOTS:
        table.put(face, PointMm(x, y), angle_deg)
    clock.wait(Event(), table.busy_until - clock.now() + 0.5)
    reading = DiceReader(load("carcassonne")).read(table.render(clock.now()))
    assert sorted(die.face for die in reading.dice) == sorted(face for face, *_ in AMONG_DOTS)
