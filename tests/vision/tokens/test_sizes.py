"""How large tokens are is found where neither cards nor a board tell it."""

import cv2
import numpy as np
import pytest

from vision.pyramid import Pyramid
from vision.tokens.finding.outlines import find_tokens, work_picture
from vision.tokens.sizes import likely_radii


def table(radius: int, ringed: bool) -> Pyramid:
    """Return a table with 18 round things, some touching; ``ringed``: a ring is printed on each."""
    rng = np.random.default_rng(radius)
    picture = np.full((900, 1200, 3), (150, 160, 165), np.uint8)
    for number in range(18):
        at = (200 + (number % 6) * round(2.3 * radius), 200 + (number // 6) * round(2.02 * radius))
        colour = rng.integers(30, 230, 3).tolist()
        cv2.circle(picture, at, radius, colour, -1, cv2.LINE_AA)
        if ringed:
            cv2.circle(picture, at, round(0.6 * radius), (20, 20, 20), 3, cv2.LINE_AA)
    noise = rng.normal(0, 2, picture.shape)
    return Pyramid(np.asarray(np.clip(picture + noise, 0, 255), np.uint8))


@pytest.mark.parametrize("ringed", [False, True])
@pytest.mark.parametrize("radius", [24, 40, 60])
def test_the_size_that_most_share_is_found(radius: int, ringed: bool) -> None:
    found = likely_radii(table(radius, ringed), 38.0, ())
    assert found[0] == pytest.approx(radius, rel=0.08)


def test_an_empty_table_has_some_size() -> None:
    picture = Pyramid(np.full((400, 600, 3), 128, np.uint8))
    assert likely_radii(picture, 30.0, ())


def test_a_black_stone_on_a_dark_table_has_an_outline() -> None:
    picture = np.full((300, 400, 3), (32, 30, 40), np.uint8)
    cv2.circle(picture, (200, 150), 40, (28, 27, 28), -1, cv2.LINE_AA)
    noise = np.random.default_rng(3).normal(0, 1, picture.shape)
    found = find_tokens(
        work_picture(Pyramid(np.asarray(np.clip(picture + noise, 0, 255), np.uint8)), 40)
    )
    first = int(np.linalg.norm(found.centres - [60, 45], axis=1).argmin())
    assert found.covered[first] > 0.9
    assert found.jagged[first] < 0.03
