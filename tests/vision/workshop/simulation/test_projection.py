import numpy as np
import pytest

from vision.readings.places import PointMm
from vision.workshop.simulation import CameraPose, Projection

SIZE = (640, 480)
OBLIQUE = CameraPose(
    PointMm(120.0, 80.0), 400.0, tilt_deg=22.0, stands_deg=140.0, roll_deg=33.0, k1=-0.12, k2=0.03
)


@pytest.mark.parametrize("height_mm", [0.0, 16.0, 60.0])
def test_pixels_and_table_are_each_others_inverse(height_mm: float) -> None:
    projection = Projection(OBLIQUE, SIZE)
    points = np.random.default_rng(1).uniform((60, 40), (180, 130), (200, 2))
    there = projection.table_to_picture(points, height_mm)
    back = projection.picture_to_table(there, height_mm)
    assert np.abs(back - points).max() < 0.01


def test_a_camera_straight_above_shows_the_table_upright() -> None:
    projection = Projection(CameraPose(PointMm(50.0, 50.0), 300.0, focal=1.0), SIZE)
    middle, right, below = projection.table_to_picture([[50, 50], [60, 50], [50, 60]])
    assert middle == pytest.approx([319.5, 239.5])
    assert right == pytest.approx([319.5 + 640 * 10 / 300, 239.5])
    assert below == pytest.approx([319.5, 239.5 + 640 * 10 / 300])


def test_the_camera_looks_at_its_point_however_it_is_tipped() -> None:
    pose = CameraPose(PointMm(10.0, -20.0), 300.0, tilt_deg=40.0, stands_deg=70.0, roll_deg=200.0)
    assert Projection(pose, SIZE).table_to_picture([10.0, -20.0]) == pytest.approx([319.5, 239.5])


def test_a_camera_standing_south_sees_near_things_larger_and_lower() -> None:
    projection = Projection(CameraPose(PointMm(0.0, 0.0), 300.0, tilt_deg=25.0, stands_deg=180.0), SIZE)
    far, near = (
        projection.table_to_picture([[-10, -80], [10, -80]]),
        projection.table_to_picture([[-10, 80], [10, 80]]),
    )
    assert np.ptp(near[:, 0]) > np.ptp(far[:, 0])
    assert near[0, 1] > far[0, 1]


def test_what_stands_higher_leans_away_from_the_middle() -> None:
    projection = Projection(CameraPose(PointMm(0.0, 0.0), 300.0), SIZE)
    foot, top = projection.table_to_picture([60.0, 0.0]), projection.table_to_picture([60.0, 0.0], 16.0)
    assert top[0] > foot[0] + 5


def test_points_far_outside_do_not_fold_back_into_the_picture() -> None:
    projection = Projection(CameraPose(PointMm(0.0, 0.0), 300.0, k1=-0.18), SIZE)
    far = projection.table_to_picture([[2000.0, 0.0], [-3000.0, 100.0]])
    assert (np.abs(far[:, 0] - 319.5) > 400).all()
