"""A large picture is searched in pieces: of each the network sees what lies round it, not grey."""

import cv2
import numpy as np
import pytest

from vision.dice.finding import top_faces
from vision.dice.finding.top_faces import Box, TopFaceFinder
from vision.frame import ImageBgr
from vision.pyramid import Pyramid

WOOD = (120.0, 160.0, 200.0)


def table(dice: list[tuple[int, int]], size_wh: tuple[int, int]) -> ImageBgr:
    """Return a bare table with white dice, 24 px wide, in these places."""
    picture = np.full((size_wh[1], size_wh[0], 3), WOOD, np.uint8)
    for x, y in dice:
        cv2.rectangle(picture, (x - 12, y - 12), (x + 12, y + 12), (240.0, 240.0, 240.0), -1)
        for pip in (-6, 6):
            cv2.circle(picture, (x + pip, y + pip), 3, (20.0, 20.0, 20.0), -1, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize(
    ("place", "shape"),
    [
        ((100, 100, 212, 228), (128, 112)),
        ((100, 100, 205, 217), (128, 112)),
        ((0, 0, 112, 112), (128, 128)),
        ((300, 200, 400, 300), (128, 128)),
    ],
)
def test_grey_is_laid_only_beyond_the_picture(
    monkeypatch: pytest.MonkeyPatch, place: Box, shape: tuple[int, int]
) -> None:
    seen: list[tuple[int, int]] = []
    finder = TopFaceFinder()
    network = finder._network

    def noted(blob: np.ndarray) -> np.ndarray:
        seen.append(blob.shape[2:])
        return network(blob)

    monkeypatch.setattr(finder, "_network", noted)
    finder.find_near(Pyramid(table([], (400, 300))), 0, [place])
    assert seen == [shape]


def test_a_die_is_found_where_it_lies_in_a_piece() -> None:
    picture = Pyramid(table([(163, 151)], (400, 300)))
    (found,) = TopFaceFinder().find_near(picture, 0, [(105, 93, 221, 209)])
    assert found.corners_px.mean(0) == pytest.approx((163, 151), abs=1.0)


def test_dice_are_found_wherever_pieces_meet() -> None:
    seam = top_faces.TILE_PX - top_faces.TILE_OVERLAP_PX
    places = [(seam - 30 + 48 * step, 60 + 90 * step) for step in range(4)]
    found = TopFaceFinder().find_level(table(places, (1100, 420)))
    for place in places:
        assert any(np.abs(one.corners_px.mean(0) - place).max() < 2 for one in found)
