"""The table's marker cards are black and white and about as large as stones: they are none."""

import cv2
import numpy as np
import pytest

from vision.cameras.simulated import SimulatedCamera
from vision.clock import SteppedClock
from vision.frame import ImageBgr
from vision.markers.finder import find_markers
from vision.pyramid import Pyramid
from vision.tokens.reader import LiveTokenReader, TokenReader
from vision.tokens.sets import load_tokens
from vision.workshop.simulation.stage import house_dice
from vision.workshop.simulation.table import SimulatedTable


@pytest.mark.parametrize("seed", [1, 2])
def test_a_bare_table_with_markers_is_surely_bare(seed: int) -> None:
    clock = SteppedClock()
    camera = SimulatedCamera(SimulatedTable(clock, style=house_dice(""), seed=seed), clock)
    camera.start()
    try:
        reading = TokenReader(load_tokens("gruftmeister_stones")).read(camera.capture().image_bgr)
    finally:
        camera.stop()
    assert reading.has_markers
    assert (reading.tokens, reading.sure) == ((), True)


def bare() -> ImageBgr:
    clock = SteppedClock()
    camera = SimulatedCamera(SimulatedTable(clock, style=house_dice(""), seed=1), clock)
    camera.start()
    try:
        return camera.capture().image_bgr.copy()
    finally:
        camera.stop()


@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_a_cup_leaves_of_a_marker_is_no_token(number: int) -> None:
    image = bare()
    reader = LiveTokenReader(load_tokens("gruftmeister_stones"))
    reader.read(image)
    corner = find_markers(Pyramid(image))[number][0]
    cv2.circle(image, (int(corner[0]), int(corner[1])), 30, (90, 100, 110), -1)
    assert number not in find_markers(Pyramid(image))
    assert reader.read(image).tokens == ()


def test_where_a_marker_is_no_more_seen_a_stone_may_be_missed() -> None:
    image = bare()
    reader = LiveTokenReader(load_tokens("gruftmeister_stones"))
    assert reader.read(image).sure
    corners = find_markers(Pyramid(image))[2]
    cv2.fillPoly(image, [corners.astype(np.int32)], (235, 235, 235))
    reading = reader.read(image)
    assert "maybe_missed" in reading.doubts
