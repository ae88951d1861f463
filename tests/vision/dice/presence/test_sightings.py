"""Of a die's top and its side only one is kept, and the one that was dropped may make it unsure."""

import numpy as np
import pytest

from vision.dice.faces.examiner import Examined
from vision.dice.geometry import STRETCHED
from vision.dice.presence.presence import MOST_RIVAL
from vision.dice.presence.sightings import Sighting, without_sides

SQUARE = np.array([[0, 0], [40, 0], [40, 40], [0, 40]], np.float64)


def seen(y: float, height: float, face_score: float) -> Sighting:
    """A face 40 px wide and so high, its upper edge at y."""
    quad = SQUARE * (1, height / 40) + (100, y)
    return Sighting(0.9, Examined(quad, face_score, np.zeros(48, np.float32)))


def kept(*sightings: Sighting) -> list[tuple[float, bool]]:
    """Return where what is kept begins, and whether its rival is too strong for it to be sure."""
    return [
        (float(one.corners_px[0, 1]), one.rival >= MOST_RIVAL)
        for one in without_sides(sightings, STRETCHED)
    ]


def test_a_plain_top_stays_and_the_faint_side_below_it_goes() -> None:
    assert kept(seen(100, 40, 0.99), seen(140, 18, 0.2)) == [(100.0, False)]


def test_of_two_nearly_alike_the_upper_one_stays_and_is_never_sure() -> None:
    assert kept(seen(100, 26, 0.95), seen(126, 36, 0.9)) == [(100.0, True)]


@pytest.mark.parametrize(("top", "doubtful"), [(0.5, True), (0.05, False)])
def test_a_faint_top_above_a_plain_face_leaves_it_doubtful(top: float, doubtful: bool) -> None:
    assert kept(seen(100, 14, top), seen(114, 40, 0.99)) == [(114.0, doubtful)]


def test_tops_that_touch_both_stay() -> None:
    assert kept(seen(100, 40, 0.9), seen(141, 40, 0.8)) == [(100.0, False), (141.0, False)]
