"""Dice seen aslant, with a side beside their top: no side is a top, and none is a part of one."""

from dataclasses import replace
from functools import partial
from math import cos, radians, sin

import numpy as np
import pytest

from vision.corners import Corners
from vision.dice import naming
from vision.dice.faces.examiner import Examined, ExaminedInTurns
from vision.dice.faces.gallery import Match
from vision.dice.geometry import narrowed
from vision.dice.naming import CLOSELY_STRETCHED, ExaminedDie, together
from vision.dice.presence.sightings import Sighting, without_sides
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.dice.sides import is_side_of, lie_as_any_side, lie_as_sides, lie_beside, sides_beside
from vision.markers.plane import TablePlane
from vision.readings.places import PointMm
from vision.workshop.simulation import Renderer
from vision.workshop.simulation.optics.camera import Projection
from vision.workshop.simulation.scene import CameraPose, SceneDie
from vision.workshop.simulation.stage import CARCASSONNE_DICE, house_scene

SIZE_WH = (1280, 960)
SIDE_MM = 16.0
SQUARE_MM = np.array([[-8, -8], [8, -8], [8, 8], [-8, 8]], np.float64)


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader(load("carcassonne"))


@pytest.mark.parametrize("surface", ["felt", "dark"])
def test_a_three_at_the_pictures_edge_is_never_surely_a_straight(
    reader: DiceReader, surface: str
) -> None:
    scene = house_scene(surface)
    renderer = Renderer(replace(scene, camera=replace(scene.camera, tilt_deg=12.0)), SIZE_WH)
    named: list[tuple[str, bool]] = []
    for first in range(0, 360, 60):
        dice = tuple(edge_die(renderer.projection, n, first + 47.0 * n) for n in range(9))
        picture = renderer.render(dice, seed=first)
        named += [(die.face, die.sure) for die in reader.read(picture.image_bgr).dice]
    assert len(named) <= 54
    assert all(face == "three" for face, sure in named if sure)
    assert sum(face == "three" and sure for face, sure in named) >= 45


def edge_die(projection: Projection, number: int, angle_deg: float) -> SceneDie:
    """Return one of nine dice with a *three*, which lie along the left, the upper and the right edge."""
    column, row = [(0.05, 0.25 * n) for n in (1, 2, 3)][number % 3]
    place = (column, row), (row, column), (1 - column, row)
    spot = projection.picture_to_table(np.array(place[number // 3]) * SIZE_WH, SIDE_MM)
    return SceneDie(CARCASSONNE_DICE, "three", PointMm(*spot.tolist()), angle_deg, SIDE_MM)


def camera_at(tilt_deg: float) -> tuple[TablePlane, Projection]:
    """Return the plane of a table that a camera sees from so far off the vertical, and the camera."""
    projection = Projection(CameraPose(PointMm(0, 0), 400.0, tilt_deg, 180.0), SIZE_WH)
    intrinsic = np.diag([projection.focal_px, projection.focal_px, 1.0])
    intrinsic[:2, 2] = projection.centre_px
    pose = np.column_stack([projection.rotation, -projection.rotation @ projection.position])
    # The simulator's third axis runs into the table, the plane's out of it.
    return TablePlane(intrinsic @ pose @ np.diag([1.0, 1.0, -1.0, 1.0])), projection


def beside(x_mm: float, y_mm: float) -> Corners:
    """Return a top so far from the one in the middle."""
    return np.asarray(SQUARE_MM + np.array([x_mm, y_mm]), np.float64)


def side_seen(projection: Projection, plane: TablePlane) -> Corners:
    """Return the side that faces the camera of a die in the middle, laid flat at its top's height."""
    below = SQUARE_MM[[3, 2]]
    top = projection.table_to_picture(below, SIDE_MM)
    foot = projection.table_to_picture(below, 0.0)
    return plane.to_mm(np.concatenate([top, foot[::-1]]), SIDE_MM)


@pytest.mark.parametrize("tilt_deg", [25.0, 40.0, 45.0, 52.0])
def test_a_side_seen_from_anywhere_may_be_one_and_its_top_may_not(tilt_deg: float) -> None:
    plane, projection = camera_at(tilt_deg)
    side = side_seen(projection, plane)
    flat = np.stack([SQUARE_MM, np.roll(side, 2, 0), beside(60, 0)])
    assert lie_as_sides(flat, plane, SIDE_MM) == [False, True, False]


@pytest.mark.parametrize(("tilt_deg", "may_be"), [(20.0, False), (33.0, False), (45.0, True)])
def test_what_lies_as_a_side_may_be_one_though_no_top_is_seen(tilt_deg: float, may_be: bool) -> None:
    plane, projection = camera_at(tilt_deg)
    side = side_seen(projection, plane)
    turned = SQUARE_MM @ np.array([[1, 1], [-1, 1]]) / 2**0.5
    flat = np.stack([SQUARE_MM, np.roll(side, 2, 0), side, turned])
    assert lie_as_any_side(flat, plane, SIDE_MM) == [may_be, True, True, False]
    assert lie_as_any_side(flat[:0], plane, SIDE_MM) == []


@pytest.mark.parametrize("tilt_deg", [15.0, 25.0, 38.0, 45.0])
def test_of_a_top_and_its_side_the_plane_tells_which_is_the_side(tilt_deg: float) -> None:
    plane, projection = camera_at(tilt_deg)
    top = projection.table_to_picture(SQUARE_MM, SIDE_MM)
    side = plane.to_px(side_seen(projection, plane), SIDE_MM)
    assert is_side_of(side, top, plane, SIDE_MM)
    assert not is_side_of(top, side, plane, SIDE_MM)


def test_a_side_that_the_plane_tells_is_no_rival_of_its_top() -> None:
    plane, projection = camera_at(25.0)
    top = projection.table_to_picture(SQUARE_MM, SIDE_MM)
    side = plane.to_px(side_seen(projection, plane), SIDE_MM)
    vector = np.zeros(48, np.float32)
    both = [Sighting(0.9, Examined(quad, 0.99, vector)) for quad in (top, side)]
    (doubtful,) = without_sides(both, CLOSELY_STRETCHED)
    assert doubtful.rival > 0
    its_side = partial(is_side_of, plane=plane, side_mm=SIDE_MM)
    (plain,) = without_sides(both, CLOSELY_STRETCHED, its_side)
    assert plain.corners_px is top
    assert plain.rival == 0


@pytest.mark.parametrize("tilt_deg", [0.0, 15.0, 30.0])
def test_touching_dice_are_not_each_others_sides(tilt_deg: float) -> None:
    plane, _ = camera_at(tilt_deg)
    row = np.stack([beside(0, 0), beside(0, 16.2), beside(0, 32.4), beside(16.2, 0)])
    assert not any(lie_as_sides(row, plane, SIDE_MM))
    assert lie_as_sides(row[:0], plane, SIDE_MM) == []


@pytest.mark.parametrize("tilt_deg", [25.0, 45.0])
def test_what_lies_beside_a_die_is_its_side_or_none(tilt_deg: float) -> None:
    plane, projection = camera_at(tilt_deg)
    side = side_seen(projection, plane)
    flat = np.stack([SQUARE_MM, side, beside(17, -3), beside(60, 0)])
    assert lie_beside(flat, [True, False, False, False], plane, SIDE_MM) == [False, False, True, False]
    assert lie_beside(flat, [False] * 4, plane, SIDE_MM) == [False] * 4


@pytest.mark.parametrize("tilt_deg", [15.0, 35.0])
def test_a_side_is_seen_beyond_the_edge_that_faces_the_camera_alone(tilt_deg: float) -> None:
    plane, projection = camera_at(tilt_deg)
    top = projection.table_to_picture(SQUARE_MM, SIDE_MM)
    (beside,) = sides_beside([top], plane, SIDE_MM)
    # The third edge has the greatest y: it faces the camera, which is 400 mm away.
    away, height = 400 * sin(radians(tilt_deg)), 400 * cos(radians(tilt_deg))
    assert beside[2] == pytest.approx((away - SIDE_MM / 2) / height, rel=0.05)
    assert beside[0] < 0
    assert (np.abs(beside[[1, 3]]) < 0.03).all()


def test_on_a_known_plane_a_face_is_narrowed_only_where_a_side_is_seen(
    reader: DiceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    edges: dict[bytes, list[int]] = {}

    def noted(corners: Corners, edge: int, share: float) -> Corners:
        edges.setdefault(corners.tobytes(), []).append(edge)
        return narrowed(corners, edge, share)

    monkeypatch.setattr(naming, "narrowed", noted)
    for mat, most in ((True, 2), (False, 4)):
        edges.clear()
        renderer = Renderer(house_scene("dark", mat=mat), SIZE_WH)
        dice = tuple(edge_die(renderer.projection, n, 47.0 * n) for n in range(9))
        reader.read(renderer.render(dice, seed=0).image_bgr)
        assert edges
        assert max(map(len, edges.values())) == most


def like(face: str, likeness: float, next_face: str, next_likeness: float) -> ExaminedDie:
    examined = ExaminedInTurns(
        SQUARE_MM, 0.99, np.zeros((4, 48), np.float32), 0.0, np.zeros((48, 48, 3), np.uint8)
    )
    ranked = [Match(face, likeness, 0, 0.5, likeness), Match(next_face, next_likeness, 0, 0.5, likeness)]
    return ExaminedDie(examined, ranked)


@pytest.mark.parametrize(("likeness", "first", "lead"), [(0.9, "three", 0.05), (0.81, "cap", 0.04)])
def test_what_another_face_is_like_narrowed_counts(likeness: float, first: str, lead: float) -> None:
    both = together(like("cap", 0.85, "three", 0.6), [like("three", likeness, "cap", 0.5)])
    assert both.ranked[0].face == first
    assert both.lead == pytest.approx(lead)


def test_what_another_face_is_far_less_like_narrowed_does_not_count() -> None:
    both = together(like("cap", 0.85, "three", 0.6), [like("three", 0.79, "cap", 0.88)])
    assert both.ranked[0].face == "cap"
    assert both.lead == pytest.approx(0.28)


@pytest.mark.parametrize("stands_deg", [150.0, 180.0, 210.0])
def test_far_dice_that_are_smaller_are_not_missed_beside_near_ones(
    reader: DiceReader, stands_deg: float
) -> None:
    scene, size_wh = house_scene("patterned", mat=False), (1640, 1232)
    camera = replace(scene.camera, tilt_deg=22.0, stands_deg=stands_deg, distance_mm=440.0)
    renderer = Renderer(replace(scene, camera=camera), size_wh)
    places = np.array([(0.3, 0.92), (0.6, 0.92), *((0.1 + 0.15 * n, 0.1) for n in range(6))])
    spots = renderer.projection.picture_to_table(places * size_wh)
    faces = ("three", "straight", "knight", "straight", "three", "corner", "catapult", "straight")
    dice = tuple(
        SceneDie(CARCASSONNE_DICE, face, PointMm(*spot.tolist()), 40.0 * number, SIDE_MM)
        for number, (face, spot) in enumerate(zip(faces, spots, strict=True))
    )
    reading = reader.read(renderer.render(dice, seed=int(stands_deg)).image_bgr)
    assert len(reading.dice) == len(dice)


@pytest.mark.parametrize("edge", range(4))
def test_a_face_is_narrowed_at_one_edge(edge: int) -> None:
    angle = 0.3
    turned = SQUARE_MM @ np.array([[cos(angle), sin(angle)], [-sin(angle), cos(angle)]])
    moved = narrowed(turned, edge, 0.25) - turned
    inwards = 2 * (turned.mean(0) - (turned[edge] + turned[(edge + 1) % 4]) / 2)
    assert moved[[edge, (edge + 1) % 4]] == pytest.approx(np.stack([inwards, inwards]) * 0.25)
    assert moved[[(edge + 2) % 4, (edge + 3) % 4]] == pytest.approx(0.0)
