"""Halved pictures are made once, whatever is asked for first, and the odd row is left out."""

import numpy as np

from vision.pyramid import Pyramid


def test_each_level_is_the_mean_of_four_pixels_and_made_once() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (11, 14, 3)).astype(np.uint8)
    pyramid = Pyramid(picture)
    quarter = pyramid[2]
    assert pyramid[0] is picture
    assert quarter.shape == (2, 3, 3)
    assert pyramid[2] is quarter
    four = picture[:10].astype(float).reshape(5, 2, 7, 2, 3).mean((1, 3))
    assert np.abs(pyramid[1] - four).max() <= 0.5
    assert pyramid.size_wh(1) == (7, 5)


def test_a_large_picture_is_halved_as_a_small_one_is() -> None:
    picture = np.zeros((2100, 2200, 3), np.uint8)
    picture[:, 1100:] = 200
    half = Pyramid(picture)[1]
    assert half.shape == (1050, 1100, 3)
    assert (half[:, :550] == 0).all()
    assert (half[:, 550:] == 200).all()


def test_there_is_a_picture_however_often_it_is_halved() -> None:
    picture = np.full((3, 40, 3), 90, np.uint8)
    pyramid = Pyramid(picture)
    assert pyramid[9].shape == (1, 1, 3)
    assert pyramid[3].shape == (1, 5, 3)
    assert (pyramid[9] == 90).all()
    assert [pyramid.size_wh(times) for times in (1, 3, 9)] == [(20, 1), (5, 1), (1, 1)]
