"""Random scenes: what is wished for comes, dice do not stand in one another, variety is wide."""

from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest

from vision.workshop.simulation import Scene, SceneWishes, random_scene, render
from vision.workshop.simulation.dice.art import BLANK
from vision.workshop.simulation.dice.layouts import grid_of
from vision.workshop.simulation.scene import Lamp, Prop, Shade, Surface
from vision.workshop.simulation.surroundings.props import PROP_KINDS
from vision.workshop.simulation.surroundings.sprites import prop_sprite

SIZE = (640, 480)


def scenes(count: int, wishes: SceneWishes) -> list[Scene]:
    rng = np.random.default_rng(6)
    return [random_scene(rng, "carcassonne", SIZE, wishes) for _ in range(count)]


def test_as_many_dice_lie_there_as_wished() -> None:
    for count in (0, 1, 9):
        made = scenes(20, SceneWishes(dice=count, die_px=(25.0, 40.0)))
        assert {len(scene.dice) for scene in made} == {count}


def test_dice_hardly_stand_in_one_another() -> None:
    deep = 0
    for scene in scenes(60, SceneWishes(dice=12, die_px=(25.0, 40.0))):
        for a, b in combinations(scene.dice, 2):
            first, second = ((d.centre_mm, (d.side_mm, d.side_mm), d.angle_deg) for d in (a, b))
            kind, shared = cv2.rotatedRectangleIntersection(first, second)
            if (
                kind != cv2.INTERSECT_NONE
                and cv2.contourArea(cv2.convexHull(shared)) > 0.06 * a.side_mm**2
            ):
                deep += 1
    assert deep < 10


def test_dice_are_of_the_size_wished() -> None:
    for scene in scenes(8, SceneWishes(dice=3, die_px=(60.0, 61.0))):
        for die in render(replace(scene, hands=()), SIZE).dice:
            corners = np.array(die.corners_px)
            side = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean()
            assert 30 < side < 110


def test_wishes_are_heard() -> None:
    made = scenes(10, SceneWishes(mat=True, surface="felt", hands=True))
    assert all(s.mat is not None and s.surface.kind == "felt" and s.hands for s in made)


def test_strangers_are_told_from_the_others_by_their_kind() -> None:
    for scene in scenes(10, SceneWishes(dice=5, die_px=(30.0, 31.0), strangers=2)):
        strange = [die for die in scene.dice if die.style.kind != "carcassonne"]
        assert len(strange) == 2
        assert all(BLANK in d.style.faces or len(set(d.style.faces)) > 1 for d in strange)


def test_tables_cameras_and_lamps_vary() -> None:
    made = scenes(200, SceneWishes())
    assert len({scene.surface.kind for scene in made}) >= 9
    assert {len(scene.lamps) for scene in made} == {1, 2, 3}
    tilts = [scene.camera.tilt_deg for scene in made]
    assert min(tilts) < 2
    assert max(tilts) > 22
    assert any(not scene.dice for scene in made)


@pytest.mark.parametrize("count", [1, 2, 5, 9, 12])
def test_built_dice_hang_together(count: int) -> None:
    rng = np.random.default_rng(7)
    for _ in range(30):
        cells = grid_of(rng, count)
        assert len(set(cells)) == count
        assert all(
            any(abs(a.column - b.column) + abs(a.row - b.row) == 1 for b in cells)
            for a in cells
            if count > 1
        )


@pytest.mark.parametrize("kind", PROP_KINDS)
def test_every_prop_is_seen(kind: str) -> None:
    (scene,) = scenes(1, SceneWishes(dice=0, mat=False, hands=False, surface="white"))
    scene = replace(scene, props=(), shades=(), camera=replace(scene.camera, distance_mm=300.0))
    with_prop = replace(scene, props=(Prop(kind, scene.camera.looks_at_mm, variant=3),))
    bare, seen = render(scene, SIZE).image_bgr, render(with_prop, SIZE).image_bgr
    assert np.abs(bare.astype(int) - seen).max() > 40
    assert len(prop_sprite(with_prop.props[0]).outline_mm()) >= 4


def test_a_shade_darkens_table_and_dice() -> None:
    (scene,) = scenes(1, SceneWishes(dice=1, mat=False, hands=False, die_px=(80.0, 81.0)))
    at = scene.dice[0].centre_mm
    lamp = Lamp(at, 900.0, 40.0, (0.7, 0.7, 0.7))
    plain = replace(scene, lamps=(lamp,), ambient=(0.2, 0.2, 0.2), shades=(), surface=Surface("white"))
    shaded = replace(plain, shades=(Shade(at, 400.0, 400.0, 0.0, 400.0),))
    light, dark = render(plain, SIZE).image_bgr.mean(), render(shaded, SIZE).image_bgr.mean()
    assert dark < 0.75 * light
