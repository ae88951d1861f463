"""Pictures of the simulated table to learn from. The pictures on which readers are judged have other
seeds."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.readings.places import PointMm
from vision.workshop.simulation import (
    Projection,
    Rendered,
    Scene,
    SceneDie,
    SceneWishes,
    TrueDie,
    random_scene,
    render,
)
from vision.workshop.simulation.dice.layouts import TablePose, lay_dice
from vision.workshop.simulation.dice.placing import is_free
from vision.workshop.simulation.dice.styles import DieKind, DieStyle
from vision.workshop.simulation.stage import CARCASSONNE_DICE, PLAIN_DICE, house_scene
from vision.workshop.simulation.surroundings.surfaces import KINDS as SURFACES
from vision.workshop.training.samples.real import TrainingPhoto
from vision.workshop.training.worlds.scenes import PaintedDie

FIRST_SEED = 91000
"""Seeds from here on are learnt from."""
SIZES_WH = ((640, 480), (1280, 960), (1640, 1232))
FIRST_SEED_NEAR = 98_000
"""First seed of the pictures from cameras near the table."""
FIRST_SEED_HOUSE = 99_000
"""First seed of the pictures of the house table."""
HOUSE_SIZES_WH = ((1280, 960), (1640, 1232))
MOST_TILTED_DEG, NEAREST_MM, FARTHEST_MM = 40.0, 300.0, 700.0
MOST_DICE, PLACES_TRIED, SIDE_MM = 12, 400, 16.0
EDGE = 0.02
"""The middles of dice keep at least this part of the picture's width and height away from its edge."""
KINDS: tuple[DieKind, ...] = ("pips", "carcassonne", "carcassonne", "symbols")


def simulated_photos(count: int) -> list[TrainingPhoto]:
    """Return this many pictures of random scenes, with the truth about them."""
    return [_photo(FIRST_SEED + number) for number in range(count)]


def near_photos(count: int) -> list[TrainingPhoto]:
    """Return this many pictures from hand-held cameras near the table; dice lie anywhere in them."""
    return [_near(FIRST_SEED_NEAR + number) for number in range(count)]


def house_photos(count: int) -> list[TrainingPhoto]:
    """Return this many pictures of the house table, its camera hung a little differently in each."""
    return [_house(FIRST_SEED_HOUSE + number) for number in range(count)]


def _house(seed: int) -> TrainingPhoto:
    rng = np.random.default_rng(seed)
    size = HOUSE_SIZES_WH[seed % len(HOUSE_SIZES_WH)]
    style = PLAIN_DICE if seed % 3 == 0 else CARCASSONNE_DICE
    scene = house_scene(SURFACES[int(rng.integers(len(SURFACES)))], mat=seed % 4 > 0)
    camera = replace(
        scene.camera,
        tilt_deg=float(rng.uniform(0, 16)),
        stands_deg=float(rng.uniform(150, 210)),
        distance_mm=float(rng.uniform(330, 430)),
    )
    lying = lay_dice(rng, int(rng.integers(3, MOST_DICE + 1)), SIDE_MM, camera, size)
    scene = replace(scene, camera=camera, dice=_as_thrown(rng, style, lying))
    return learnt_from(render(scene, size, seed), style.kind)


def _near(seed: int) -> TrainingPhoto:
    rng = np.random.default_rng(seed)
    size = SIZES_WH[seed % len(SIZES_WH)]
    kind: DieKind = "carcassonne" if seed % 2 else "pips"
    scene = random_scene(rng, kind, size, SceneWishes(dice=1))
    camera = replace(
        scene.camera,
        tilt_deg=float(rng.uniform(0, MOST_TILTED_DEG)),
        stands_deg=float(rng.uniform(0, 360)),
        distance_mm=float(rng.uniform(NEAREST_MM, FARTHEST_MM)),
    )
    scene = replace(scene, camera=camera)
    scene = replace(scene, dice=_anywhere(rng, scene, kind, size))
    return learnt_from(render(scene, size, seed), kind)


def _anywhere(
    rng: np.random.Generator, scene: Scene, kind: DieKind, size_wh: tuple[int, int]
) -> tuple[SceneDie, ...]:
    """Return dice anywhere in a picture, also at its very edge, as the house's or the scene's own."""
    style = CARCASSONNE_DICE if kind == "carcassonne" else PLAIN_DICE
    if scene.dice and rng.random() < 0.5:
        style = scene.dice[0].style
    projection, count = Projection(scene.camera, size_wh), int(rng.integers(2, MOST_DICE + 1))
    lying: list[TablePose] = []
    for _ in range(PLACES_TRIED):
        spot_px = rng.uniform(EDGE, 1 - EDGE, 2) * np.array(size_wh)
        centre_mm = PointMm(*projection.picture_to_table(spot_px, SIDE_MM).tolist())
        place = TablePose(centre_mm, float(rng.uniform(0, 360)))
        if len(lying) < count and is_free(place, lying, SIDE_MM):
            lying.append(place)
    return _as_thrown(rng, style, lying)


def _as_thrown(
    rng: np.random.Generator, style: DieStyle, lying: Sequence[TablePose]
) -> tuple[SceneDie, ...]:
    return tuple(
        SceneDie(style, str(style.faces[rng.integers(6)]), place.centre_mm, place.angle_deg, SIDE_MM)
        for place in lying
    )


def _photo(seed: int) -> TrainingPhoto:
    rng = np.random.default_rng(seed)
    size = SIZES_WH[seed % len(SIZES_WH)]
    kind = KINDS[seed % len(KINDS)]
    return learnt_from(render(random_scene(rng, kind, size), size, seed), kind)


def learnt_from(rendered: Rendered, kind: DieKind) -> TrainingPhoto:
    """Return a rendered picture as a picture for training; covered and cut-off dice count as hidden."""
    return TrainingPhoto(
        rendered.image_bgr, tuple(_die(die, kind) for die in rendered.dice if die.visible > 0.05)
    )


def _die(die: TrueDie, kind: DieKind) -> PaintedDie:
    label = die.face if kind != "symbols" else f"{kind}.{die.face}"
    hidden = die.visible < 0.85 or die.cut_off
    return PaintedDie(kind, label, np.array(die.corners_px, np.float64), hidden)
