"""From how far off the vertical faces are seen: what the third network is told of pictures is true."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.dice.presence.slant import CROP_PX, view_of
from vision.pyramid import Pyramid
from vision.workshop.training.worlds.faces import paint_die
from vision.workshop.training.worlds.scenes import paint_scene
from vision.workshop.training.worlds.view import Framing, PaintedCamera, camera

FRAMING = Framing(size_px=192, side_px=(15.0, 45.0), tilt_deg=85.0)


def straight_down(height: float) -> PaintedCamera:
    """Return a camera so high over the table's origin, its picture 200 px wide."""
    matrix = np.array([[100.0, 0, -100.0, 100.0 * height], [0, 100.0, -100.0, 100.0 * height]])
    return PaintedCamera(np.vstack([matrix, [0, 0, -1.0, height]]), np.array([0, 0, height]))


def test_under_a_camera_that_looks_down_dice_are_seen_the_more_aslant_the_farther_off_they_lie() -> None:
    view = straight_down(11.0)
    for away, degrees in ((0.0, 0.0), (10.0, 45.0)):
        [place] = view.project(np.array([[away, 0.0, 1.0]]))
        assert view.off_vertical_deg(place) == pytest.approx(degrees, abs=1e-6)


def test_painted_pictures_say_how_they_were_seen() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        view = camera(rng, replace(FRAMING, tilt_deg=50.0), 30.0)
        [place] = view.project(np.array([[1.0, 2.0, 1.0]]))
        expected = np.degrees(np.arctan2(np.hypot(*(view.eye[:2] - (1.0, 2.0))), view.eye[2] - 1.0))
        assert view.off_vertical_deg(place) == pytest.approx(expected, abs=1e-6)


@pytest.mark.skipif(
    not hasattr(cv2, "FontFace"), reason="dice are painted with fonts that OpenCV has from 5.0 on"
)
def test_a_painted_scene_keeps_its_camera() -> None:
    rng = np.random.default_rng(5)
    scene = paint_scene(rng, [paint_die(rng, "pips")], FRAMING)
    assert scene.view is not None


@pytest.mark.parametrize("side", [20.0, 90.0, 400.0])
def test_a_face_is_seen_in_the_middle_as_large_whatever_its_size(side: float) -> None:
    image = np.full((1600, 1600, 3), 90, np.uint8)
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * side + 600.0
    cv2.fillConvexPoly(image, np.rint(square).astype(np.int32), (250.0, 250.0, 250.0))
    crop, face = view_of(Pyramid(image), square)
    seen = crop[..., 0] > 170
    assert crop.shape == (CROP_PX, CROP_PX, 3)
    assert abs(int(seen.sum()) - float(face.sum())) < 30
    assert (seen == (face > 0.5)).mean() > 0.97
