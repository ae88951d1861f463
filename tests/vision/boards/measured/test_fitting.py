"""A sample is laid over what is seen as its piece lies: shifted, askew, under another thing."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.boards.measured.fitting import laid_over, sample_of
from vision.boards.measured.places import cut, places_of
from vision.frame import ImageBgr

SIDE, AROUND = 48, 16
CORNER = np.array([AROUND])


def drawing(seed: int) -> ImageBgr:
    """Return a drawn piece and what lies round it."""
    rng = np.random.default_rng(seed)
    small = rng.integers(40, 215, (13, 13, 3), np.uint8)
    whole = cv2.resize(small, (2 * AROUND + SIDE,) * 2, interpolation=cv2.INTER_CUBIC)
    return np.asarray(whole, np.uint8)


def places(picture: ImageBgr) -> NDArray[np.float32]:
    return places_of(picture, fine=True)


def moved(picture: ImageBgr, x: float, y: float, askew_deg: float, larger: float) -> ImageBgr:
    middle = (AROUND + SIDE / 2 - 0.5,) * 2
    matrix = cv2.getRotationMatrix2D(middle, -askew_deg, larger)
    matrix[:, 2] += np.array([x, y])
    size = (picture.shape[1], picture.shape[0])
    return np.asarray(cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def unlike(seen: ImageBgr, sample: ImageBgr, steps: int) -> float:
    own = sample_of(cut(places(sample), CORNER, CORNER, SIDE)[0])
    laid = laid_over(places(seen), [own], np.array([[AROUND, AROUND]]), steps)
    return float(laid.unlike[0])


@pytest.mark.parametrize(
    ("x", "y", "askew_deg", "larger"),
    [(2.5, -1.5, 0.0, 1.0), (0.0, 0.0, 5.0, 1.0), (1.0, 1.0, -4.0, 1.03)],
)
def test_a_piece_laid_askew_is_liker_its_sample_laid_so(
    x: float, y: float, askew_deg: float, larger: float
) -> None:
    for seed in range(5):
        seen = moved(drawing(seed), x, y, askew_deg, larger)
        assert unlike(seen, drawing(seed), 4) < 0.5 * unlike(seen, drawing(seed), 0)


def test_another_piece_does_not_become_like_it() -> None:
    for seed in range(5):
        seen = moved(drawing(seed), 1.5, 1.0, 3.0, 1.0)
        assert unlike(seen, drawing(seed + 50), 4) > 3 * unlike(seen, drawing(seed), 4)


def test_what_covers_a_third_hardly_moves_it() -> None:
    for seed in range(5):
        seen = moved(drawing(seed), 2.0, -1.0, 3.0, 1.0)
        seen[AROUND : AROUND + SIDE // 3, AROUND : AROUND + SIDE] = (30, 30, 200)
        assert unlike(seen, drawing(seed), 4) < unlike(seen, drawing(seed), 0)
        assert unlike(seen, drawing(seed), 4) < unlike(seen, drawing(seed + 50), 4)
