"""``companion doctor`` measures light, sharpness and colours, and says what to change."""

import cv2
import numpy as np
import pytest

from companion.cli.checkup.finding import CheckFinding
from companion.cli.checkup.picture import picture
from tests.vision.markers.test_plane import camera_over, mat_picture
from vision.frame import ImageBgr


@pytest.fixture(scope="module")
def mat() -> ImageBgr:
    """A mat as a sensor sees it: the paper is no brighter than a lamp makes it."""
    seen = mat_picture(camera_over((138.5, 95.0), 12.0))
    return np.asarray(np.clip(seen * 0.8, 0, 255), np.uint8)


def found(image_bgr: ImageBgr) -> dict[str, CheckFinding]:
    return {finding.what: finding for finding in picture(np.ascontiguousarray(image_bgr))}


def scaled(image_bgr: ImageBgr, *by: float) -> ImageBgr:
    return np.asarray(np.clip(image_bgr * np.array(by), 0, 255), np.uint8)


def test_a_good_picture_is_well(mat: ImageBgr) -> None:
    assert {name: one.state for name, one in found(mat).items()} == {
        "light": "well",
        "sharpness": "well",
        "colours": "well",
        "markers": "well",
    }


@pytest.mark.parametrize(
    ("by", "told"), [((0.1, 0.1, 0.1), "too dark"), ((2.0, 2.0, 2.0), "too bright")]
)
def test_too_little_and_too_much_light_are_told(
    mat: ImageBgr, by: tuple[float, float, float], told: str
) -> None:
    light = found(scaled(mat, *by))["light"]
    assert (light.state, bool(light.to_do)) == ("wrong", True)
    assert told in light.told


def test_a_half_in_the_sun_is_told_though_the_middle_is_not_too_bright(mat: ImageBgr) -> None:
    sunny = mat.copy()
    sunny[:, : mat.shape[1] * 2 // 5] = 255
    assert "white without shade" in found(sunny)["light"].told


@pytest.mark.parametrize(("sigma_px", "state"), [(1.0, "well"), (6.0, "wrong")])
def test_a_picture_out_of_focus_is_told(mat: ImageBgr, sigma_px: float, state: str) -> None:
    sharpness = found(np.asarray(cv2.GaussianBlur(mat, (0, 0), sigma_px), np.uint8))["sharpness"]
    assert sharpness.state == state
    assert ("lens" in sharpness.to_do) == (state == "wrong")


@pytest.mark.parametrize(
    ("by", "state"),
    [((0.95, 1.0, 1.0), "well"), ((0.6, 0.85, 1.0), "wrong"), ((1.0, 0.8, 0.7), "wrong")],
)
def test_a_cast_of_the_light_is_told_by_the_white_of_the_markers(
    mat: ImageBgr, by: tuple[float, float, float], state: str
) -> None:
    colours = found(scaled(mat, *by))["colours"]
    assert colours.state == state
    if state == "wrong":
        most, least = ("red", "blue") if by[0] < by[2] else ("blue", "red")
        assert f"times as much {most} as {least}" in colours.told


def test_a_mirrored_picture_is_told_with_what_to_set(mat: ImageBgr) -> None:
    markers = found(mat[:, ::-1])["markers"]
    assert markers.state == "wrong"
    assert "--mirror" in markers.to_do


def test_where_nothing_lies_nothing_is_said_of_sharpness_and_colours() -> None:
    flat = np.full((480, 640, 3), 130, np.uint8)
    assert found(flat)["sharpness"].state == "skipped"
    assert found(flat)["colours"].state == "skipped"
