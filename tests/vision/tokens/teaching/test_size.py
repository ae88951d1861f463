"""Tokens end at the outline that all labels share, not at a ring that is printed on some."""

import cv2
import numpy as np
import pytest

from vision.frame import ImageBgr
from vision.pyramid import Pyramid
from vision.tokens.teaching.size import radius_of

RIM, RING = 40, 30


def stones(bare: int) -> tuple[ImageBgr, list[tuple[int, int]], list[str]]:
    """Return a picture of stones with a ring and a sign, so many of them bare and black."""
    picture = np.full((600, 900, 3), (150, 175, 190), np.uint8)
    places = [(120 + 160 * column, 140 + 160 * row) for row in range(3) for column in range(5)]
    labels = ["back" if n < bare else ("sword", "shield")[n % 2] for n in range(len(places))]
    for place, label in zip(places, labels, strict=True):
        ground = (30, 30, 30) if label == "back" else (205, 215, 220)
        cv2.circle(picture, place, RIM, ground, -1, cv2.LINE_AA)
        if label != "back":
            cv2.circle(picture, place, RING, (30, 25, 25), 4, cv2.LINE_AA)
            cv2.rectangle(picture, place, (place[0] + 10, place[1] + 18), (30, 25, 25), -1)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8), places, labels


@pytest.mark.parametrize("bare", [2, 4])
def test_a_ring_printed_on_most_stones_is_not_their_rim(bare: int) -> None:
    picture, places, labels = stones(bare)
    radius = radius_of(Pyramid(picture), np.array(places, np.float64), labels)
    assert radius == pytest.approx(RIM, rel=0.1)
