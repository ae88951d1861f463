"""Tops that lie beside each other, tops and sides, whatever the tilt."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.corners import Corners
from vision.dice.geometry import (
    SQUARE,
    cannot_both_be_tops,
    holds,
    is_clear_of_edge,
    is_cut_off,
    may_touch,
    off_square,
    share_direction,
    share_seen,
    sides_apart,
)


def face(x: float, y: float, angle_deg: float, side: float = 40.0) -> Corners:
    angle = np.radians(angle_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2 @ turn.T + (x, y))


def tilted(rng: np.random.Generator) -> NDArray[np.float64]:
    """How a tilted camera sees a plane, nearly: any linear map that does not squeeze too much."""
    return np.asarray(np.eye(2) + rng.uniform(-0.25, 0.25, (2, 2)))


@pytest.mark.parametrize("seed", range(20))
def test_distance_in_sides_is_the_same_from_everywhere(seed: int) -> None:
    rng = np.random.default_rng(seed)
    way = rng.uniform(-90, 90, 2)
    one, other = face(0, 0, rng.uniform(0, 360)), face(way[0], way[1], rng.uniform(0, 360))
    camera = tilted(rng)
    assert sides_apart(one, other) == pytest.approx(float(np.hypot(*way)) / 40)
    assert sides_apart(one @ camera.T, other @ camera.T) == pytest.approx(sides_apart(one, other))
    assert sides_apart(other, one) == pytest.approx(sides_apart(one, other))


@pytest.mark.parametrize("seed", range(20))
def test_dice_that_touch_can_both_be_tops_and_those_that_overlap_cannot(seed: int) -> None:
    rng = np.random.default_rng(seed)
    camera, angle = tilted(rng), np.radians(rng.uniform(0, 360))
    for sides, alike in ((1.03, True), (0.7, False)):
        x, y = 40 * sides * np.cos(angle), 40 * sides * np.sin(angle)
        one, other = face(0, 0, np.degrees(angle)), face(x, y, np.degrees(angle) + 4)
        assert cannot_both_be_tops(one @ camera.T, other @ camera.T) is not alike


def test_a_side_seen_beside_its_top_is_no_other_top() -> None:
    top, side = face(0, 0, 0), face(0, 0, 0) * (1, 0.45) + (0, 29)
    assert 0.9 < sides_apart(top, side) < 1.2
    assert cannot_both_be_tops(top, side)
    assert cannot_both_be_tops(side, top)
    assert share_direction(top, side)


def test_a_face_without_any_area_lies_on_everything() -> None:
    assert sides_apart(np.zeros((4, 2)), face(500, 0, 0)) == 0
    assert cannot_both_be_tops(np.zeros((4, 2)), face(500, 0, 0))


def test_directions_are_shared_in_quarter_turns() -> None:
    assert share_direction(face(0, 0, 10), face(50, 0, 105))
    assert not share_direction(face(0, 0, 10), face(50, 0, 40))


def test_a_face_holds_what_lies_in_it_or_just_beyond_its_edge() -> None:
    points = np.array([[0.0, 0.0], [19, 19], [21, 0], [23, 0], [0, -30]])
    assert holds(face(0, 0, 0)[None], points)[0].tolist() == [True, True, True, False, False]


@pytest.mark.parametrize("angle", range(0, 90, 15))
def test_a_square_is_square_and_a_sheared_or_long_face_is_not(angle: int) -> None:
    square = face(0, 0, angle)
    sheared, long = square @ np.array([[1, 0], [0.6, 1]]), square @ np.diag([1.5, 1.0])
    assert off_square(square) < 0.01
    assert off_square(square + np.random.default_rng(angle).normal(0, 0.5, (4, 2))) < SQUARE
    assert min(off_square(sheared), off_square(long)) > SQUARE


@pytest.mark.parametrize(
    ("left", "clear", "cut_off"), [(3.0, True, False), (0.2, False, False), (-9.0, False, True)]
)
def test_a_face_at_the_pictures_edge_is_cut_off_or_at_least_not_clear(
    left: float, clear: bool, cut_off: bool
) -> None:
    quad = np.array([[left, 40], [left + 30, 40], [left + 30, 70], [left, 70]], np.float64)
    image = np.zeros((120, 160, 3), np.uint8)
    assert is_clear_of_edge(quad, image) is clear
    assert is_cut_off(quad, image) is cut_off


@pytest.mark.parametrize(("left", "share"), [(3.0, 1.0), (-9.5, 0.7), (-15.5, 0.5), (-40.0, 0.0)])
def test_what_is_seen_of_a_face_is_what_lies_within_the_picture(left: float, share: float) -> None:
    quad = np.array([[left, 40], [left + 30, 40], [left + 30, 70], [left, 70]], np.float64)
    image = np.zeros((120, 160, 3), np.uint8)
    assert share_seen(quad, image) == pytest.approx(share, abs=0.001)
    assert share_seen(quad[::-1], image) == pytest.approx(share, abs=0.001)


@pytest.mark.parametrize("seed", range(20))
def test_faces_that_cannot_both_be_tops_may_touch(seed: int) -> None:
    rng = np.random.default_rng(seed)
    turns, places = rng.uniform(0, 360, 12), rng.uniform(0, 250, (12, 2))
    quads = np.stack([face(x, y, turn) for turn, (x, y) in zip(turns, places, strict=True)])
    quads = quads @ tilted(rng).T + rng.normal(0, 3, quads.shape)
    near = may_touch(quads)
    assert 12 < near.sum() < near.size
    for one, other in np.argwhere(~near).tolist():
        assert not cannot_both_be_tops(quads[one], quads[other])
