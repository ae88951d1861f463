"""Dice at the edges of simulated pictures, seen aslant: their sides lie beside their tops."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from tests.figures.tables import pictures_table
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.manifests.labelled import LabelledPhoto
from vision.readings.places import PointMm
from vision.workshop.evaluation.dice import DICE_MEASURE, JudgedPhoto, judge
from vision.workshop.simulation import Renderer, SceneDie
from vision.workshop.simulation.dice.layouts import TablePose
from vision.workshop.simulation.dice.placing import corners_mm, is_free
from vision.workshop.simulation.stage import CARCASSONNE_DICE, house_scene
from vision.workshop.simulation.surroundings.surfaces import KINDS as SURFACES
from vision.workshop.training.calibration.dice import labelled

SEEDS = range(30_000, 30_040)
SIZES_WH = ((1280, 960), (640, 480), (1640, 1232))
DICE, SIDE_MM = 10, 16.0
RING = 0.13
"""Dice lie this near to an edge, as a part of the picture's width or height."""
LESS_TILTED, MOST_TILTED = 5.0, 28.0


def aslant() -> Iterator[str]:
    """Yield the figures of dice at the edges, under the house camera and under tilted ones."""
    reader = DiceReader(load("carcassonne"))
    kinds = {
        "the house camera": (False, True),
        "tilted": (True, True),
        "tilted, no markers": (True, False),
    }
    yield from pictures_table(
        {
            name: DICE_MEASURE.report([_judged(seed, reader, tilted=tilted, mat=mat) for seed in SEEDS])
            for name, (tilted, mat) in kinds.items()
        }
    )


def _judged(seed: int, reader: DiceReader, *, tilted: bool, mat: bool) -> JudgedPhoto:
    rng = np.random.default_rng([seed, tilted, mat])
    scene, size_wh = house_scene(SURFACES[rng.integers(len(SURFACES))], mat=mat), SIZES_WH[0]
    if tilted:
        camera = replace(
            scene.camera,
            tilt_deg=float(rng.uniform(LESS_TILTED, MOST_TILTED)),
            stands_deg=float(rng.uniform(140, 220)),
            distance_mm=float(rng.uniform(340, 460)),
        )
        scene, size_wh = replace(scene, camera=camera), SIZES_WH[rng.integers(len(SIZES_WH))]
    renderer = Renderer(scene, size_wh)
    photo = replace(scene.photo, noise=0.015, jpeg=90)
    rendered = renderer.render(_at_the_edges(renderer, rng), seed=seed, photo=photo)
    labels = LabelledPhoto(Path("aslant"), "aslant", tuple(labelled(rendered)), {})
    return judge(labels, reader.read(rendered.image_bgr), reader.taught)


def _at_the_edges(renderer: Renderer, rng: np.random.Generator) -> tuple[SceneDie, ...]:
    """Return dice that lie wholly in the picture, near an edge of it, and on no marker."""
    size, project = np.array(renderer.projection.size_wh), renderer.projection
    mat = renderer.scene.mat
    markers = np.zeros((0, 4, 2)) if mat is None else mat.layout.corners_mm()
    places: list[TablePose] = []
    while len(places) < DICE:
        place = rng.uniform(0.02, 0.98, 2)
        if min(place.min(), 1 - place.max()) > RING:
            continue
        spot = project.picture_to_table(place * size - 0.5, SIDE_MM)
        lying = TablePose(PointMm(*spot.tolist()), float(rng.uniform(0, 360)))
        corners = project.table_to_picture(corners_mm(lying, SIDE_MM), SIDE_MM) / size
        is_inside = (corners > 0.004).all() and (corners < 0.996).all()
        is_beside = bool((np.abs(markers.mean(1) - spot).max(1) > 30).all())
        if is_inside and is_beside and is_free(lying, places, SIDE_MM):
            places.append(lying)
    faces = [str(CARCASSONNE_DICE.faces[rng.integers(6)]) for _ in places]
    return tuple(
        SceneDie(CARCASSONNE_DICE, face, lying.centre_mm, lying.angle_deg, SIDE_MM)
        for face, lying in zip(faces, places, strict=True)
    )
