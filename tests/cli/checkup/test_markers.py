"""``companion doctor`` says how the marker cards lie, and what to do."""

import numpy as np
import pytest

from companion.cli.checkup.markers import markers
from tests.vision.markers.test_plane import camera_over, loose_cards, mat_picture
from vision.frame import ImageBgr
from vision.markers.finder import find_markers
from vision.pyramid import Pyramid

MIDDLE = (138.5, 95.0)


@pytest.fixture(scope="module")
def mat() -> ImageBgr:
    return mat_picture(camera_over(MIDDLE, 12.0))


def covered(image: ImageBgr, numbers: tuple[int, ...]) -> ImageBgr:
    """The picture with half of these markers under something plain."""
    image = image.copy()
    for number in numbers:
        left, top = find_markers(Pyramid(image))[number].min(0).astype(int)
        right, bottom = find_markers(Pyramid(image))[number].max(0).astype(int)
        image[top : (top + bottom) // 2, left:right] = 140
    return image


def test_markers_that_serve_are_well(mat: ImageBgr) -> None:
    assert markers(mat).state == "well"
    assert markers(loose_cards(camera_over((120.0, 80.0), 12.0))).state == "well"


def test_a_table_without_markers_has_none_to_look_at() -> None:
    found = markers(np.full((480, 640, 3), 130, np.uint8))
    assert found.state == "not here"
    assert "companion print markers" in found.told


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ((1, 3), "only 2 of 4 can be read"),
        ((0, 1, 2), "only 1 of 4 can be read"),
        ((2,), "the one at the bottom right cannot be read"),
    ],
)
def test_markers_half_covered_are_named_with_what_to_do(
    mat: ImageBgr, numbers: tuple[int, ...], told: str
) -> None:
    found = markers(covered(mat, numbers))
    assert found.state == "wrong"
    assert told in found.told
    assert "ncover" in found.to_do


def test_a_marker_that_does_not_lie_flat_is_named(mat: ImageBgr) -> None:
    """What is bent up is seen beside its place: here by a ninth of a side."""
    at = find_markers(Pyramid(mat))[1].astype(int)
    (left, top), (right, bottom) = at.min(0) - 6, at.max(0) + 6
    bent = mat.copy()
    away = (right - left) // 9
    bent[top:bottom, left - away : right - away] = mat[top:bottom, left:right]
    found = markers(bent)
    assert found.state == "wrong"
    assert "top right does not lie flat" in found.told
