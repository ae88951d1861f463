"""What is in a rendered picture agrees with what its truth names."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.markers.cards import MARKER_IDS, MarkerLayout, SizeMm
from vision.readings.places import PointMm
from vision.workshop.simulation import (
    CameraPose,
    DieStyle,
    Hand,
    Lamp,
    Mat,
    Photo,
    Projection,
    Renderer,
    Scene,
    SceneDie,
    Surface,
    random_scene,
    render,
)
from vision.workshop.simulation.dice.styles import CARCASSONNE_FACES, KINDS, DieKind
from vision.workshop.simulation.surroundings.surfaces import KINDS as SURFACE_KINDS

SIZE = (640, 480)
CLEAN = Photo(noise=0.0, focus_px=0.0, jpeg=None, vignette=0.0)
PIPS = DieStyle("pips", ("1", "6", "2", "3", "5", "4"), art_seed=3)
CITY = DieStyle("carcassonne", CARCASSONNE_FACES, art_seed=1)
LAMP = Lamp(PointMm(150.0, 0.0), 700.0, 30.0, (0.6, 0.6, 0.6))


def scene_with(*dice: SceneDie, mat: Mat | None = None, tilt_deg: float = 12.0) -> Scene:
    camera = CameraPose(PointMm(138.0, 95.0), 330.0, tilt_deg=tilt_deg, stands_deg=200.0, k1=-0.05)
    return Scene(dice, camera, Surface("wood_dark"), (LAMP,), mat=mat, photo=CLEAN)


def brightness_at(image: np.ndarray, x: float, y: float) -> float:
    return float(image[round(y), round(x)].mean())


@pytest.mark.parametrize("sheet", [True, False])
@pytest.mark.parametrize("tilt_deg", [0.0, 25.0])
def test_markers_are_detected_where_the_projection_puts_them(tilt_deg: float, *, sheet: bool) -> None:
    layout = MarkerLayout(SizeMm(277.0, 190.0)) if sheet else MarkerLayout(SizeMm(250.0, 170.0))
    size = (1280, 960)
    scene = scene_with(mat=Mat(layout, sheet=sheet), tilt_deg=tilt_deg)
    scene = replace(scene, camera=replace(scene.camera, distance_mm=400.0, roll_deg=15.0))
    image = render(scene, size).image_bgr
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    detector.setDetectorParameters(_subpixel())
    corners, ids, _ = detector.detectMarkers(image)
    assert sorted(ids.ravel().tolist()) == list(MARKER_IDS)
    expected = Projection(scene.camera, size).table_to_picture(layout.corners_mm())
    for found, marker_id in zip(corners, ids.ravel().tolist(), strict=True):
        assert np.abs(found[0] - expected[int(marker_id)]).max() < 1.0


def _subpixel() -> cv2.aruco.DetectorParameters:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return parameters


def test_the_same_seed_gives_the_same_picture_bit_for_bit() -> None:
    scene = random_scene(np.random.default_rng(4), "carcassonne", SIZE)
    again = random_scene(np.random.default_rng(4), "carcassonne", SIZE)
    assert scene == again
    first, second, other = render(scene, SIZE, 1), render(again, SIZE, 1), render(scene, SIZE, 2)
    assert np.array_equal(first.image_bgr, second.image_bgr)
    assert first.dice == second.dice
    assert not np.array_equal(first.image_bgr, other.image_bgr)


@pytest.mark.parametrize("face", PIPS.faces)
@pytest.mark.parametrize("angle_deg", [0.0, 77.0, 200.0])
def test_the_named_face_lies_on_top_where_the_truth_says(face: str, angle_deg: float) -> None:
    die = SceneDie(PIPS, face, PointMm(120.0, 90.0), angle_deg, side_mm=30.0)
    seen = render(scene_with(die), SIZE)
    (truth,) = seen.dice
    assert (truth.face, truth.at_rest, truth.cut_off) == (face, True, False)
    assert truth.visible == pytest.approx(1.0, abs=0.01)
    assert _pips_inside(seen.image_bgr, np.array(truth.corners_px)) == int(face)


def _pips_inside(image: np.ndarray, corners: np.ndarray) -> int:
    square = np.array([[0, 0], [120, 0], [120, 120], [0, 120]], np.float32)
    flat = cv2.warpPerspective(
        image, cv2.getPerspectiveTransform(corners.astype(np.float32), square), (120, 120)
    )
    dark = (flat.mean(axis=2) < 110).astype(np.uint8)[12:-12, 12:-12]
    count, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    return sum(stats[n, cv2.CC_STAT_AREA] > 30 for n in range(1, count))


@pytest.mark.parametrize("angle_deg", [0.0, 35.0, 90.0, 170.0, 260.0])
def test_the_angle_points_to_the_caps_city_edge(angle_deg: float) -> None:
    scene = scene_with(
        SceneDie(CITY, "cap", PointMm(130.0, 95.0), angle_deg, side_mm=30.0), tilt_deg=0.0
    )
    seen = render(scene, SIZE)
    (truth,) = seen.dice
    assert (truth.angle_deg - angle_deg + 180) % 360 - 180 == pytest.approx(0.0, abs=0.5)
    a, b, c, d = (np.array(corner) for corner in truth.corners_px)
    own_top, own_bottom = (a + b) / 2, (c + d) / 2
    centre = np.array(truth.centre_px)
    city, field = centre + 0.75 * (own_top - centre), centre + 0.75 * (own_bottom - centre)
    assert brightness_at(seen.image_bgr, *city) < 80
    assert brightness_at(seen.image_bgr, *field) > 140


@pytest.mark.parametrize("turns", range(4))
def test_art_turned_on_its_die_still_has_its_own_top_at_the_angle(turns: int) -> None:
    style = replace(CITY, turns=(turns,) * 6)
    scene = scene_with(SceneDie(style, "corner", PointMm(130.0, 95.0), 20.0, side_mm=30.0), tilt_deg=0.0)
    straight = scene_with(
        SceneDie(CITY, "corner", PointMm(130.0, 95.0), 20.0, side_mm=30.0), tilt_deg=0.0
    )
    seen, plain = render(scene, SIZE), render(straight, SIZE)
    assert (
        seen.dice == pytest.approx(plain.dice)
        if False
        else seen.dice[0].angle_deg == pytest.approx(20.0, abs=0.5)
    )
    left, top = np.floor(np.array(plain.dice[0].corners_px).min(axis=0)).astype(int)
    right, bottom = np.ceil(np.array(plain.dice[0].corners_px).max(axis=0)).astype(int)
    difference = np.abs(
        seen.image_bgr[top:bottom, left:right].astype(int) - plain.image_bgr[top:bottom, left:right]
    )
    assert np.median(difference) < 3


def test_a_die_at_the_border_is_cut_off_and_one_outside_is_not_told() -> None:
    projection = Projection(scene_with().camera, SIZE)
    border = PointMm(*projection.picture_to_table([8.0, 240.0]).tolist())
    outside = PointMm(*projection.picture_to_table([-150.0, 240.0]).tolist())
    dice = (
        SceneDie(PIPS, "4", border),
        SceneDie(PIPS, "4", outside),
        SceneDie(PIPS, "4", PointMm(138, 95)),
    )
    cut, whole = render(scene_with(*dice), SIZE).dice
    assert (cut.scene_index, cut.cut_off, whole.scene_index, whole.cut_off) == (0, True, 2, False)
    assert 0.2 < cut.visible < 0.8
    assert whole.visible > 0.98


def test_a_hand_hides_what_is_under_it() -> None:
    die = SceneDie(PIPS, "4", PointMm(138.0, 95.0))
    scene = scene_with(die)
    hidden = render(replace(scene, hands=(Hand(PointMm(138.0, 95.0), 0.0),)), SIZE)
    assert render(scene, SIZE).dice[0].visible > 0.98
    assert all(d.visible < 0.05 for d in hidden.dice)


def test_a_die_in_the_air_is_not_at_rest_and_shows_the_face_that_looks_up_most() -> None:
    die = SceneDie(PIPS, "1", PointMm(138.0, 95.0), tumble_deg=(100.0, 0.0, 0.0), height_mm=20.0)
    (truth,) = render(scene_with(die), SIZE).dice
    assert not truth.at_rest
    assert truth.face in {"2", "5"}


def test_a_prepared_table_gives_the_same_picture_as_a_fresh_one() -> None:
    scene = scene_with(SceneDie(CITY, "knight", PointMm(120.0, 90.0)), mat=Mat())
    prepared = Renderer(scene, SIZE)
    prepared.render((), seed=3)
    assert np.array_equal(
        prepared.render(scene.dice, seed=7).image_bgr, render(scene, SIZE, 7).image_bgr
    )


def test_dice_throw_a_shadow() -> None:
    empty, full = scene_with(), scene_with(SceneDie(PIPS, "1", PointMm(138.0, 95.0)))
    lamp = replace(LAMP, above_mm=PointMm(-400.0, 95.0))
    bare, shaded = (render(replace(s, lamps=(lamp,)), SIZE).image_bgr for s in (empty, full))
    beside = Projection(empty.camera, SIZE).table_to_picture([138.0 + 14.0, 95.0])
    assert brightness_at(shaded, *beside) < 0.85 * brightness_at(bare, *beside)


@pytest.mark.parametrize("kind", KINDS)
def test_random_scenes_of_every_kind_render(kind: DieKind) -> None:
    rng = np.random.default_rng(8)
    for seed in range(4):
        seen = render(random_scene(rng, kind, SIZE), SIZE, seed)
        assert seen.image_bgr.shape == (480, 640, 3)
        assert seen.image_bgr.dtype == np.uint8
        assert seen.image_bgr.std() > 3
        assert all(0 <= d.visible <= 1 for d in seen.dice)


@pytest.mark.parametrize("surface", SURFACE_KINDS)
def test_every_surface_renders_without_a_die(surface: str) -> None:
    seen = render(replace(scene_with(), surface=Surface(surface)), SIZE)
    assert seen.dice == ()
    assert 10 < seen.image_bgr.mean() < 254


def test_an_unknown_face_is_refused() -> None:
    with pytest.raises(ValueError, match="no face '7'; it has 1, 6"):
        render(scene_with(SceneDie(PIPS, "7", PointMm(0.0, 0.0))), SIZE)


@pytest.mark.parametrize("size", [(640, 480), (1636, 1228)])
@pytest.mark.parametrize("distance_mm", [10.0, 20.0])
def test_a_camera_may_be_so_near_that_a_die_reaches_far_beyond_the_picture(
    size: tuple[int, int], distance_mm: float
) -> None:
    dice = [
        SceneDie(CITY, "cap", PointMm(138.0 + x, 95.0 + y), angle_deg=25.0, height_mm=height)
        for x, y, height in ((0.0, 0.0, 0.0), (14.0, 9.0, 0.0), (-17.0, 3.0, 6.0), (400.0, 90.0, 0.0))
    ]
    near = scene_with(*dice, tilt_deg=50.0)
    near = replace(near, camera=replace(near.camera, distance_mm=distance_mm, k1=-0.05, k2=0.01))
    drawn = render(near, size)
    assert drawn.image_bgr.shape == (size[1], size[0], 3)
    assert all(0 <= die.visible <= 1 for die in drawn.dice)
