"""Painted pictures: the truth they come with is the truth."""

import cv2
import numpy as np
import pytest

from vision.dice.faces.crops import straighten
from vision.dice.finding.shape import corners_of, encode
from vision.workshop.training.samples.edges import cut_by_edge
from vision.workshop.training.samples.recolour import recoloured
from vision.workshop.training.worlds.art_pips import pips
from vision.workshop.training.worlds.art_symbols import symbols
from vision.workshop.training.worlds.faces import FAMILIES, paint_die
from vision.workshop.training.worlds.scenes import PaintedScene, is_lost, paint_scene
from vision.workshop.training.worlds.shine import shining
from vision.workshop.training.worlds.view import Framing, Points

pytestmark = pytest.mark.skipif(
    not hasattr(cv2, "FontFace"), reason="dice are painted with fonts that OpenCV has from 5.0 on"
)
FRAMING = Framing(size_px=192, side_px=(24.0, 64.0))
SEEDS = range(40)


def _scene(seed: int) -> PaintedScene:
    rng = np.random.default_rng(seed)
    family = sorted(FAMILIES)[seed % len(FAMILIES)]
    return paint_scene(rng, [paint_die(rng, family)], FRAMING)


def _area(quad: Points) -> float:
    return float(cv2.contourArea(quad.astype(np.float32)))


def test_the_same_seed_paints_the_same_picture() -> None:
    one, other = _scene(7), _scene(7)
    np.testing.assert_array_equal(one.image_bgr, other.image_bgr)
    assert [die.label for die in one.dice] == [die.label for die in other.dice]


def test_tops_run_clockwise_and_the_finder_can_encode_them() -> None:
    tops = [die.corners_px for seed in SEEDS for die in _scene(seed).dice]
    assert len(tops) > 60
    for top in tops:
        found = corners_of(*encode(top))
        nearest = min(np.abs(np.roll(found, turns, 0) - top).max() for turns in range(4))
        assert cv2.contourArea(top.astype(np.float32), oriented=True) > 0
        assert nearest < 0.08 * np.sqrt(_area(top))


def test_no_side_lies_where_a_top_is() -> None:
    for seed in SEEDS:
        scene = _scene(seed)
        for side in scene.sides_px:
            for die in scene.dice:
                shared = cv2.intersectConvexConvex(
                    side.astype(np.float32), die.corners_px.astype(np.float32)
                )[0]
                assert shared < 0.8 * _area(die.corners_px)


def test_most_cameras_see_sides_below_their_tops() -> None:
    below = []
    for seed in SEEDS:
        scene = _scene(seed)
        centres = np.array([die.corners_px.mean(0) for die in scene.dice])
        for side in scene.sides_px if len(centres) else ():
            away = side.mean(0) - centres
            below.append(away[np.linalg.norm(away, axis=1).argmin()][1] > 0)
    assert len(below) > 40
    assert np.mean(below) > 0.55


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_a_die_has_six_different_faces(family: str) -> None:
    die = paint_die(np.random.default_rng(3), family)
    assert len(set(die.labels)) == 6
    for one in range(6):
        for other in range(one):
            assert np.abs(die.textures[one].astype(int) - die.textures[other]).max() > 20


def test_every_die_with_symbols_has_its_own_and_some_have_blank_faces() -> None:
    rng = np.random.default_rng(4)
    dice = [symbols(rng) for _ in range(60)]
    assert len({label for die in dice for label in die}) == sum(map(len, dice))
    blank = [die for die in dice if not all(mask.any() for mask in die.values())]
    assert 0 < len(blank) < 15
    assert all(len(die) == 6 for die in dice if all(mask.any() for mask in die.values()))


def test_a_face_cut_by_the_edge_is_partly_grey_and_else_the_same() -> None:
    rng = np.random.default_rng(6)
    picture = np.asarray(cv2.resize(rng.integers(0, 100, (8, 9, 3), np.uint8), (90, 80)), np.uint8)
    for _ in range(40):
        quad = rng.uniform(5, 50, 2) + np.array([[0, 0], [25, 4], [21, 29], [-4, 25]])
        whole, cut = straighten(picture, quad), cut_by_edge(rng, picture, quad)
        grey = (cut == 127).all(2)
        assert 0.05 < grey.mean() < 0.85
        inner = cv2.erode((~grey).astype(np.uint8), np.ones((5, 5))) > 0
        np.testing.assert_allclose(cut[inner].astype(int), whole[inner], atol=4)


@pytest.mark.parametrize("size_wh", [(400, 1), (2, 400), (400, 5)])
def test_a_face_far_larger_than_the_picture_is_straightened_too(size_wh: tuple[int, int]) -> None:
    picture = np.full((size_wh[1], size_wh[0], 3), 200, np.uint8)
    quad = np.array([[0.0, -300], [400, -300], [400, 100], [0, 100]])
    assert straighten(picture, quad).shape == (48, 48, 3)


def test_other_colours_keep_the_picture() -> None:
    rng = np.random.default_rng(5)
    picture = _scene(3).image_bgr
    for _ in range(20):
        other = recoloured(rng, picture)
        assert other.shape == picture.shape
        assert other.dtype == np.uint8


def test_a_dull_die_mirrors_nothing() -> None:
    rng = np.random.default_rng(5)
    face = paint_die(rng, "pips").textures[0]
    assert shining(rng, face, 0.0) is face
    assert any((shining(rng, face, 1.0) != face).any() for _ in range(5))


def test_a_black_die_on_a_black_ground_is_lost_on_it() -> None:
    top = np.array([[10.0, 10], [30, 10], [30, 30], [10, 30]])
    black, pale = np.full((40, 40, 3), 25, np.float32), np.full((40, 40, 3), 200, np.float32)
    assert is_lost(black, top, (20, 30, 25))
    assert not is_lost(pale, top, (20, 30, 25))
    assert not is_lost(pale, top, (200, 200, 200))


def test_some_makers_print_two_or_three_pips_in_a_row() -> None:
    heights: dict[str, list[int]] = {"2": [], "3": []}
    for seed in range(200):
        faces = pips(np.random.default_rng(seed))
        for label, of_label in heights.items():
            of_label.append(int(np.ptp(np.nonzero(faces[label] > 0.5)[0])))
    in_a_row = {label: sum(height < 30 for height in found) for label, found in heights.items()}
    assert 15 < in_a_row["2"] < 45
    assert 4 < in_a_row["3"] < 25
