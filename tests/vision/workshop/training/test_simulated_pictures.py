"""Pictures of the house table to learn from: their labels are the truth, and none of them judges."""

import cv2
import numpy as np
import pytest

from tests.figures.simulated import ANY_SEEDS, HOUSE_SEEDS
from vision.workshop.simulation.stage import CARCASSONNE_DICE, PLAIN_DICE
from vision.workshop.training.samples.simulated import (
    FIRST_SEED,
    FIRST_SEED_HOUSE,
    FIRST_SEED_NEAR,
    house_photos,
)


def test_the_house_table_is_shown_with_the_dice_that_lie_there() -> None:
    photos = house_photos(2)
    faces = {"pips": PLAIN_DICE.faces, "carcassonne": CARCASSONNE_DICE.faces}
    for photo in photos:
        height, width = photo.image_bgr.shape[:2]
        whole = [die for die in photo.dice if not die.hidden]
        assert len(whole) >= 2
        for die in whole:
            assert die.label in faces[die.family]
            assert 0 < cv2.contourArea(die.corners_px.astype(np.float32), oriented=True) < 200**2
            assert (die.corners_px >= -0.5).all()
            assert (die.corners_px <= (width - 0.5, height - 0.5)).all()
    assert len({photo.image_bgr.tobytes() for photo in photos}) == 2
    np.testing.assert_array_equal(house_photos(1)[0].image_bgr, photos[0].image_bgr)


@pytest.mark.parametrize("judging", [HOUSE_SEEDS, ANY_SEEDS])
def test_what_is_learnt_from_does_not_judge(judging: range) -> None:
    assert judging.stop <= min(FIRST_SEED, FIRST_SEED_NEAR, FIRST_SEED_HOUSE)
