"""A camera that looks far off the vertical is told from one that does not, by the known plane."""

from dataclasses import replace

import pytest

from vision.dice.camera_tilt import doubts_of_tilt, off_vertical_deg
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.markers.finder import find_markers
from vision.markers.plane import TablePlane, table_plane
from vision.pyramid import Pyramid
from vision.readings.places import PointPx
from vision.workshop.simulation import Renderer
from vision.workshop.simulation.stage import house_scene

SIZE_WH = (1280, 960)
MIDDLE = PointPx(640, 480)


def seen_from(tilt_deg: float) -> tuple[TablePlane, Pyramid]:
    scene = house_scene("wood_pale")
    camera = replace(scene.camera, tilt_deg=tilt_deg, distance_mm=460.0)
    renderer = Renderer(replace(scene, camera=camera), SIZE_WH)
    pyramid = Pyramid(renderer.render((), seed=1, photo=scene.photo).image_bgr)
    plane = table_plane(pyramid[0], find_markers(pyramid))
    assert plane is not None
    return plane, pyramid


@pytest.mark.parametrize("tilt_deg", [10.0, 25.0, 45.0])
def test_how_far_off_the_vertical_a_camera_looks_is_known(tilt_deg: float) -> None:
    plane, _ = seen_from(tilt_deg)
    assert off_vertical_deg(plane, MIDDLE, 16.0) == pytest.approx(tilt_deg, abs=4)


def test_a_camera_seen_far_off_the_vertical_is_never_sure_that_nothing_lies_there() -> None:
    _, pyramid = seen_from(48.0)
    reading = DiceReader(load("carcassonne")).read(pyramid[0])
    assert not reading.sure
    [doubt] = [one for one in reading.doubtful if one.chance > 0]
    assert doubt.kind == "may_be_missed"
    assert doubt.centre_px.y < MIDDLE.y


@pytest.mark.parametrize("tilt_deg", [0.0, 15.0, 30.0])
def test_a_usual_camera_raises_no_doubt(tilt_deg: float) -> None:
    plane, _ = seen_from(tilt_deg)
    assert doubts_of_tilt(plane, SIZE_WH, 16.0) == []


def test_the_doubt_of_a_flat_camera_tells_no_place() -> None:
    plane, _ = seen_from(50.0)
    assert [doubt.is_anywhere for doubt in doubts_of_tilt(plane, SIZE_WH, 16.0)] == [True]
