"""Corners of markers to a fraction of a pixel: small, far, tilted, blurred, partly covered."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.markers.test_plane import SIZE_WH, camera_over, seen
from vision.frame import ImageBgr
from vision.markers.cards import MAT_LAYOUT, draw_mat
from vision.markers.finder import at_their_edges, find_markers
from vision.pyramid import Pyramid

MIDDLE = (138.5, 95.0)
FINER = 2


def true_corners(camera: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.stack(
        [seen(camera, np.column_stack([quad, np.zeros(4)])) for quad in MAT_LAYOUT.corners_mm()]
    )


def photographed(camera: NDArray[np.float64], blur_px: float, noise: float = 2.0) -> ImageBgr:
    """The mat as a camera sees it: light gathered in each pixel, blurred, then made into grey levels."""
    paper = (draw_mat(6) / 255.0).astype(np.float32) * 0.8 + 0.03
    to_mm = np.array([[1 / 6, 0, -10 + 1 / 12], [0, 1 / 6, -10 + 1 / 12], [0, 0, 1]])
    shift = (FINER - 1) / 2
    finer = np.array([[FINER, 0, shift], [0, FINER, shift], [0, 0, 1]]) @ camera[:, [0, 1, 3]] @ to_mm
    size = (SIZE_WH[0] * FINER, SIZE_WH[1] * FINER)
    light = cv2.warpPerspective(paper, finer, size, borderValue=(0.2,))
    light = cv2.resize(light, SIZE_WH, interpolation=cv2.INTER_AREA)
    if blur_px:
        light = cv2.GaussianBlur(light, (0, 0), blur_px)
    levels = 255 * light ** (1 / 2.2) + np.random.default_rng(1).normal(0, noise, light.shape)
    grey = np.clip(np.rint(levels), 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)


@pytest.mark.parametrize("blur_px", [0.0, 0.6, 1.2])
@pytest.mark.parametrize(("tilt_deg", "distance_mm"), [(0.0, 480.0), (25.0, 480.0), (12.0, 600.0)])
def test_corners_lie_within_half_a_pixel(tilt_deg: float, distance_mm: float, blur_px: float) -> None:
    camera = camera_over(MIDDLE, tilt_deg, distance_mm)
    found = find_markers(Pyramid(photographed(camera, blur_px)))
    assert sorted(found) == [0, 1, 2, 3]
    off = np.linalg.norm(np.stack([found[n] for n in range(4)]) - true_corners(camera), axis=2)
    assert off.mean() < 0.2
    assert off.max() < 0.5


def test_small_markers_are_found_in_the_larger_picture() -> None:
    found = find_markers(Pyramid(photographed(camera_over(MIDDLE, 5.0, 1500.0), 0.5)))
    assert sorted(found) == [0, 1, 2, 3]


def test_three_markers_are_found_where_one_is_covered() -> None:
    camera = camera_over(MIDDLE, 8.0)
    image = photographed(camera, 1.0)
    x, y = true_corners(camera)[2].mean(0).astype(int).tolist()
    cv2.rectangle(image, (x - 12, y - 60), (x + 12, y + 60), (40, 40, 160), -1)
    assert sorted(find_markers(Pyramid(image))) == [0, 1, 3]


def test_a_pencil_over_an_edge_does_not_bend_it() -> None:
    camera = camera_over(MIDDLE, 8.0)
    image, truth = photographed(camera, 1.0), true_corners(camera)
    x, y = ((truth[0, 0] + truth[0, 1]) / 2).astype(int).tolist()
    cv2.rectangle(image, (x - 6, y - 20), (x + 6, y + 4), (40, 40, 160), -1)
    rough = truth[:1] + np.random.default_rng(2).normal(0, 0.5, (1, 4, 2))
    assert np.abs(at_their_edges(image, rough) - truth[:1]).max() < 0.4


def test_an_even_picture_leaves_corners_where_they_are() -> None:
    even = np.full((100, 100, 3), 120, np.uint8)
    quads = np.array([[[20.0, 20.0], [60.0, 20.0], [60.0, 60.0], [20.0, 60.0]]])
    moved = at_their_edges(even, quads)
    assert np.isfinite(moved).all()
    assert np.abs(moved - quads).max() < 5
