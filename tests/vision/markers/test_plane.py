"""The table's plane from marker cards: millimetres at the height of the table and of dice's tops."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.markers.cards import MARKER_SIDE_MM, MAT_LAYOUT, draw_card, draw_mat
from vision.markers.finder import find_markers
from vision.markers.plane import markers_seen, table_plane
from vision.pyramid import Pyramid
from vision.readings.reading import MarkersSeen

SIZE_WH = (1280, 960)
FOCAL = 0.85 * SIZE_WH[0]


def camera_over(
    centre_mm: tuple[float, float], tilt_deg: float, distance_mm: float = 480.0
) -> NDArray[np.float64]:
    """A pinhole camera (3 x 4) that looks at a point of the table, leaning back by the tilt."""
    tilt = np.radians(tilt_deg)
    rotation = np.array([[1, 0, 0], [0, np.cos(tilt), np.sin(tilt)], [0, -np.sin(tilt), np.cos(tilt)]])
    rotation = rotation @ np.diag([1.0, 1.0, -1.0])
    shift = np.array([0, 0, distance_mm]) - rotation @ np.array([*centre_mm, 0.0])
    intrinsic = np.array([[FOCAL, 0, (SIZE_WH[0] - 1) / 2], [0, FOCAL, (SIZE_WH[1] - 1) / 2], [0, 0, 1]])
    return np.asarray(intrinsic @ np.column_stack([rotation, shift]))


def seen(camera: NDArray[np.float64], points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """Pixels (n, 2) of points x, y, height (n, 3)."""
    px = np.column_stack([points_mm, np.ones(len(points_mm))]) @ camera.T
    return np.asarray(px[:, :2] / px[:, 2:])


def mat_picture(camera: NDArray[np.float64]) -> ImageBgr:
    paper = draw_mat(4)
    to_mm = np.array([[0.25, 0, -10 + 0.125], [0, 0.25, -10 + 0.125], [0, 0, 1]])
    picture = cv2.warpPerspective(
        paper, camera[:, [0, 1, 3]] @ to_mm, SIZE_WH, borderValue=(90,), flags=cv2.INTER_AREA
    )
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)


@pytest.mark.parametrize("tilt_deg", [0.0, 8.0, 18.0, 25.0])
def test_a_dies_top_is_found_where_it_is_in_mm(tilt_deg: float) -> None:
    camera = camera_over((138.5, 95.0), tilt_deg)
    image = mat_picture(camera)
    plane = table_plane(image, find_markers(Pyramid(image)))
    assert plane is not None
    tops = np.array([[20.0, 60.0, 16.0], [138.0, 95.0, 16.0], [250.0, 150.0, 16.0]])
    assert np.abs(plane.to_mm(seen(camera, tops), 16.0) - tops[:, :2]).max() < 0.8


@pytest.mark.parametrize("astray", range(4))
@pytest.mark.parametrize("by_sides", [0.04, 0.1, 0.3])
def test_a_marker_of_the_mat_that_is_bent_up_is_left_out(astray: int, by_sides: float) -> None:
    camera = camera_over((138.5, 95.0), 12.0)
    image = mat_picture(camera)
    markers = find_markers(Pyramid(image))
    quad = markers[astray].copy()
    quad[0] += by_sides * np.linalg.norm(quad[1] - quad[0]) * np.array([0.6, -0.8])
    plane = table_plane(image, markers | {astray: quad})
    assert plane is not None
    assert markers_seen(markers, plane) == MarkersSeen((0, 1, 2, 3), (astray,))
    tops = np.array([[20.0, 60.0, 16.0], [138.0, 95.0, 16.0], [250.0, 150.0, 16.0]])
    assert np.abs(plane.to_mm(seen(camera, tops), 16.0) - tops[:, :2]).max() < 0.8


def loose_cards(camera: NDArray[np.float64]) -> ImageBgr:
    """A picture of four cards put down anywhere."""
    canvas = np.full((SIZE_WH[1], SIZE_WH[0]), 120, np.uint8)
    places = [(0.0, 0.0, 8.0), (230.0, 12.0, -5.0), (240.0, 160.0, 30.0), (10.0, 170.0, 3.0)]
    for number, (x, y, angle) in enumerate(places):
        card = draw_card(number, 4)
        turn = cv2.getRotationMatrix2D((0, 0), -angle, 0.25)
        to_mm = np.vstack([turn, [0, 0, 1]])
        to_mm[:2, 2] += (x, y)
        homography = camera[:, [0, 1, 3]] @ to_mm
        cover = cv2.warpPerspective(np.full_like(card, 255), homography, SIZE_WH)
        canvas = np.where(cover > 128, cv2.warpPerspective(card, homography, SIZE_WH), canvas)
    return np.asarray(cv2.cvtColor(canvas.astype(np.uint8), cv2.COLOR_GRAY2BGR), np.uint8)


ENDS = np.array([[60.0, 80.0, 0.0], [160.0, 80.0, 0.0], [60.0, 80.0, 0.0], [60.0, 30.0, 0.0]])


@pytest.mark.parametrize("missing", [None, 0, 2])
@pytest.mark.parametrize("tilt_deg", [0.0, 15.0, 25.0])
def test_loose_cards_anywhere_give_the_scale(tilt_deg: float, missing: int | None) -> None:
    camera = camera_over((120.0, 80.0), tilt_deg)
    image = loose_cards(camera)
    markers = find_markers(Pyramid(image))
    plane = table_plane(image, {n: quad for n, quad in markers.items() if n != missing})
    assert plane is not None
    a, b, c, d = plane.to_mm(seen(camera, ENDS), 0.0)
    assert np.linalg.norm(b - a) == pytest.approx(100.0, abs=1.5)
    assert np.linalg.norm(d - c) == pytest.approx(50.0, abs=0.8)
    if missing != 0:  # card 0 is where millimetres are counted from
        assert np.abs(a - (60.0, 80.0)).max() < 20.0


@pytest.mark.parametrize("astray", range(4))
@pytest.mark.parametrize("by_sides", [0.06, 0.12, 0.3])
def test_a_loose_card_that_is_bent_up_is_left_out(astray: int, by_sides: float) -> None:
    camera = camera_over((120.0, 80.0), 12.0)
    image = loose_cards(camera)
    markers = find_markers(Pyramid(image))
    quad = markers[astray].copy()
    quad[0] += by_sides * np.linalg.norm(quad[1] - quad[0]) * np.array([0.6, -0.8])
    flat, bent = table_plane(image, markers), table_plane(image, markers | {astray: quad})
    assert flat is not None
    assert bent is not None
    assert (flat.left_out, bent.left_out) == ((), (astray,))
    a, b, c, d = flat.to_mm(seen(camera, ENDS), 0.0)
    p, q, r, s = bent.to_mm(seen(camera, ENDS), 0.0)
    assert np.linalg.norm(q - p) == pytest.approx(np.linalg.norm(b - a), abs=0.5)
    assert np.linalg.norm(s - r) == pytest.approx(np.linalg.norm(d - c), abs=0.5)


def test_too_few_cards_give_no_plane() -> None:
    image = mat_picture(camera_over((138.5, 95.0), 5.0))
    markers = find_markers(Pyramid(image))
    assert sorted(markers) == [0, 1, 2, 3]
    assert table_plane(image, {0: markers[0], 1: markers[1]}) is None
    assert markers_seen((1, 0), None) == MarkersSeen((0, 1))


def test_markers_that_tell_no_plane_are_all_unfit() -> None:
    """Two cards bent: which they are is not known."""
    image = loose_cards(camera_over((120.0, 80.0), 12.0))
    markers = find_markers(Pyramid(image))
    for bent in (0, 3):
        markers[bent] = markers[bent].copy()
        markers[bent][0] += 0.4 * np.linalg.norm(markers[bent][1] - markers[bent][0])
    assert table_plane(image, markers) is None
    assert markers_seen(markers, None) == MarkersSeen((0, 1, 2, 3), (0, 1, 2, 3))


def test_an_empty_table_has_no_markers() -> None:
    assert find_markers(Pyramid(np.full((480, 640, 3), 130, np.uint8))) == {}


def test_the_mats_markers_are_where_the_layout_says() -> None:
    camera = camera_over((138.5, 95.0), 0.0)
    found = find_markers(Pyramid(mat_picture(camera)))
    for number, corners in enumerate(MAT_LAYOUT.corners_mm()):
        expected = seen(camera, np.column_stack([corners, np.zeros(4)]))
        side = MARKER_SIDE_MM * FOCAL / 480
        assert np.abs(found[number] - expected).max() < 0.02 * side
