"""Batches of straightened crops, labelled with face and quarter turns, with their corners jittered."""

from collections.abc import Iterator, Sequence
from zlib import crc32

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision.dice.faces.crops import crop_to_picture, network_input, nominal_corners, straighten
from vision.frame import ImageBgr
from vision.workshop.training.samples.batches import Makers
from vision.workshop.training.samples.edges import cut_by_edge
from vision.workshop.training.samples.real import PhotoGroups, TrainingPhoto, drawn
from vision.workshop.training.samples.recolour import recoloured
from vision.workshop.training.samples.specks import speck
from vision.workshop.training.samples.stock import Group, PaintedStock
from vision.workshop.training.worlds.art_carcassonne import CARCASSONNE
from vision.workshop.training.worlds.art_pips import PIPS
from vision.workshop.training.worlds.scenes import PaintedDie, PaintedScene, paint_scene
from vision.workshop.training.worlds.view import Framing, Points

DIFFERENT_TURNS = dict(zip(PIPS, (1, 2, 2, 1, 1, 2), strict=True)) | dict(
    zip(CARCASSONNE, (4, 2, 4, 4, 4, 4), strict=True)
)
"""In how many quarter turns each face gives another picture."""
KNOWN = [(label, turns) for label, count in DIFFERENT_TURNS.items() for turns in range(count)]
"""The classes with a centre of their own in the embedding: face and quarter turns clockwise."""
_NUMBER = {known: number for number, known in enumerate(KNOWN)}
NOT_A_FACE, UNNAMED = -1, -2
"""Not a top face; a face too little of which is visible to tell which one it is."""
CUT_SHARE = 0.15
"""Share of the crops that are shown as if the picture's edge ran through them."""
RECOLOURED = 0.5
"""Share of the crops of painted scenes that get other colours and light; crops of photographs always
do."""
FIRST_SYMBOL = 1000

Row = tuple[ImageBgr, int, NDArray[np.float32]]
"""A crop, its class and its corner shifts."""

Batch = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
"""Crops (n, 3, 48, 48), classes (n,), corner shifts (n, 8) in half sides of the crop."""


def class_of(label: str, turns: int) -> int:
    """Return the class of a face turned clockwise by this many quarters; symbols get numbers from 1000
    on."""
    if label in DIFFERENT_TURNS:
        return _NUMBER[label, turns % DIFFERENT_TURNS[label]]
    return FIRST_SYMBOL + crc32(label.encode()) * 4 + turns % 4


def jitter(rng: np.random.Generator, corners_px: Points, strength: float = 1.0) -> Points:
    """Return a quadrilateral near the true one, as an imperfect finder would say it."""
    centre = corners_px.mean(0)
    side = np.linalg.norm(corners_px - np.roll(corners_px, 1, 0), axis=1).mean()
    angle = np.radians(rng.normal(0, 5)) * strength
    grow = np.exp(rng.normal(0, 0.06) * strength)
    turn = grow * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    moved = centre + rng.normal(0, 0.05 * side * strength, 2) + (corners_px - centre) @ turn.T
    return np.asarray(moved + rng.normal(0, 0.025 * side * strength, (4, 2)))


def shifts(quad_px: Points, corners_px: Points) -> NDArray[np.float32]:
    """Return the distance of the true corners from a crop's nominal ones: (8,) in half sides of the
    crop."""
    back = np.linalg.inv(crop_to_picture(quad_px))
    true = cv2.perspectiveTransform(corners_px[None], back)[0]
    return np.asarray((true - nominal_corners()).ravel(), np.float32)


def _inside(corners_px: Points, inside_px: tuple[float, float, float, float]) -> bool:
    side = np.linalg.norm(corners_px[1] - corners_px[0])
    low, high = np.array(inside_px[:2]) - 0.08 * side, np.array(inside_px[2:]) + 0.08 * side
    return bool((corners_px > low).all() and (corners_px < high).all())


def scene_crops(
    rng: np.random.Generator,
    scene: PaintedScene,
    views: int = 2,
    wanted: Sequence[PaintedDie] | None = None,
) -> list[Row]:
    """Return crops of a scene's faces (or of the wanted ones) and of some places without a face."""
    rows = []
    for die in scene.dice if wanted is None else wanted:
        if die.hidden or not _inside(die.corners_px, scene.inside_px):
            continue
        for _ in range(views):
            turns = int(rng.integers(4)) if die.family != "symbols" or rng.random() < 0.4 else 0
            true = np.roll(die.corners_px, turns, 0)
            quad = jitter(rng, true, float(rng.choice([0.4, 1.0, 1.6])))
            if rng.random() < CUT_SHARE:
                rows.append((cut_by_edge(rng, scene.image_bgr, quad), UNNAMED, shifts(quad, true)))
                continue
            rows.append(
                (straighten(scene.image_bgr, quad), class_of(die.label, turns), shifts(quad, true))
            )
    wrong = [*_wrong_places(rng, scene), *_some_of(rng, scene.sides_px, 3)]
    return rows + [_nothing(rng, scene, quad) for quad in wrong]


def _nothing(rng: np.random.Generator, scene: PaintedScene, quad_px: Points) -> Row:
    is_cut = rng.random() < CUT_SHARE
    crop = cut_by_edge(rng, scene.image_bgr, quad_px) if is_cut else straighten(scene.image_bgr, quad_px)
    return crop, NOT_A_FACE, np.zeros(8, np.float32)


def _some_of(rng: np.random.Generator, quads_px: Sequence[Points], most: int) -> list[Points]:
    """Return a few of the quadrilaterals, begun at any corner and jittered."""
    few = [quads_px[int(i)] for i in rng.permutation(len(quads_px))[:most]]
    return [jitter(rng, np.roll(quad, int(rng.integers(4)), 0)) for quad in few]


def _wrong_places(rng: np.random.Generator, scene: PaintedScene) -> list[Points]:
    """Quadrilaterals on sides, between dice, over half a die, or on the bare table."""
    extent = np.array(scene.image_bgr.shape[1::-1])
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    if not scene.dice:
        return [rng.uniform(0.15, 0.85, 2) * extent + square * rng.uniform(20, 70)]
    places = []
    for _ in range(3):
        die = scene.dice[int(rng.integers(len(scene.dice)))]
        u, v = die.corners_px[1] - die.corners_px[0], die.corners_px[3] - die.corners_px[0]
        angle = rng.uniform(0, 2 * np.pi)
        offset = rng.uniform(0.5, 0.95) * (np.cos(angle) * u + np.sin(angle) * v)
        scale = float(rng.choice([1.0, 1.0, 0.5, 1.9]))
        centre = die.corners_px.mean(0) + offset * max(1.0, scale)
        near_other = any(
            np.linalg.norm(other.corners_px.mean(0) - centre) < 0.4 * np.linalg.norm(u) and scale == 1.0
            for other in scene.dice
        )
        if not near_other:
            places.append(centre + (die.corners_px - die.corners_px.mean(0)) * scale)
    return places


FRAMING = Framing(size_px=192, side_px=(24.0, 64.0))
TOGETHER = 3
"""Number of scenes that are painted with the same dice and stand in a batch together."""
GROUPS, REAL, SPECKS = 4, 11, 3
"""The parts of a batch: groups of scenes with the same dice, real photographs, lone specks."""


def _paint(rng: np.random.Generator) -> Iterator[Group]:
    known = Makers(rng, size=100, shares={"pips": 0.5, "carcassonne": 0.5})
    symbols = Makers(rng, size=40, shares={"symbols": 1.0})
    while True:
        dice = [*known.pick(2), *symbols.pick(1) * 2]
        yield tuple(paint_scene(rng, dice, FRAMING) for _ in range(TOGETHER))


STOCK = PaintedStock("faces", seed=1002, blocks=100, block=100, paint=_paint)
"""The painted scenes that the eye learns from."""


def face_batches(painted: list[Group], photos: PhotoGroups, seed: tuple[int, int]) -> Iterator[Batch]:
    """Yield batches without end; a die with symbols recurs in several scenes of each batch."""
    rng = np.random.default_rng(seed)
    while True:
        some = rng.integers(0, len(painted), GROUPS).tolist()
        rows = [
            _perhaps_recolour(rng, row)
            for number in some
            for one in painted[number]
            for row in scene_crops(rng, one)
        ]
        rows += [(speck(rng), NOT_A_FACE, np.zeros(8, np.float32)) for _ in range(SPECKS)]
        rows += [row for photo in drawn(rng, photos, REAL) for row in _photo_crops(rng, photo)]
        yield as_batch(rows)


def _perhaps_recolour(rng: np.random.Generator, row: Row) -> Row:
    """Return a crop in other colours and light, or unchanged: each painted crop is used many times."""
    crop, kind, moved = row
    return (recoloured(rng, crop) if rng.random() < RECOLOURED else crop), kind, moved


def _photo_crops(rng: np.random.Generator, photo: TrainingPhoto) -> list[Row]:
    """Return crops of at most four dice of a photograph and of places that were mistaken for dice."""
    some = [photo.dice[int(i)] for i in rng.permutation(len(photo.dice))[:4]]
    height, width = photo.image_bgr.shape[:2]
    scene = PaintedScene(photo.image_bgr, photo.dice, (0, 0, width, height))
    mistaken = [_nothing(rng, scene, quad) for quad in _some_of(rng, photo.mistaken_px, 3)]
    rows = scene_crops(rng, scene, 1, some) + mistaken
    return [(recoloured(rng, crop), kind, moved) for crop, kind, moved in rows]


def as_batch(rows: list[Row]) -> Batch:
    """Return rows of (crop, class, shifts) as tensors."""
    crops, classes, moved = zip(*rows, strict=True)
    return (
        torch.from_numpy(network_input(list(crops))),
        torch.tensor(classes),
        torch.from_numpy(np.stack(moved)),
    )
