"""Batches of views of faces, labelled with whether they are tops that are seen from nearly above."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import torch

from vision.dice.geometry import UPRIGHT, area_of, stretch_between
from vision.dice.presence.slant import View, as_input, view_of
from vision.pyramid import Pyramid
from vision.workshop.simulation import Rendered, random_scene, render
from vision.workshop.simulation.optics.camera import Projection
from vision.workshop.training.samples.batches import Makers
from vision.workshop.training.samples.face_batches import jitter
from vision.workshop.training.samples.real import TrainingPhoto
from vision.workshop.training.samples.recolour import recoloured
from vision.workshop.training.samples.simulated import KINDS
from vision.workshop.training.worlds.scenes import PaintedScene, paint_scene
from vision.workshop.training.worlds.view import UPRIGHT_SHARE, Framing, Points

FRAMING = Framing(size_px=192, side_px=(15.0, 45.0), tilt_deg=85.0)
MIDDLE_DEG, SPREAD_DEG = 42.0, 3.0
"""For a top seen at this angle from the vertical, the network shall not decide either way; three degrees
more or less make the odds three to one."""
SIDE_CHANCE = 0.98
FIRST_SEED, MOST_TILTED_DEG = 96000, 62.0
SIZE_WH = (640, 480)
LEAST_VISIBLE, LEAST_AREA = 0.5, 0.3
ANEW, AGAIN, DRAWN, REAL = 3, 9, 8, 5
"""Number of scenes in a batch: painted again, painted earlier, simulated, and real photographs."""
REMEMBERED = 2000
JITTER = 0.6
MOST_OF_ONE = 6
"""Most faces of one picture in a batch."""


@dataclass(frozen=True, eq=False)
class Slants:
    """A picture, quadrilaterals in it, and each one's chance of not being a top seen from near above."""

    picture: Pyramid
    quads_px: tuple[Points, ...]
    chances: tuple[float, ...]


Batch = tuple[torch.Tensor, torch.Tensor]
"""Views (n, 4, 48, 48), chances (n,)."""


def chance_at(off_vertical_deg: float) -> float:
    """Return the desired probability for a top that is seen at this angle from the vertical."""
    return float(1 / (1 + np.exp(-(off_vertical_deg - MIDDLE_DEG) / SPREAD_DEG)))


def painted_slants(scene: PaintedScene) -> Slants:
    """Return the tops and sides of a painted picture. Raises ``ValueError`` if its view is unknown."""
    if scene.view is None:
        raise ValueError("it is not known how this picture was seen")
    tops = [die.corners_px for die in scene.dice if not die.hidden]
    low, high = np.array(scene.inside_px).reshape(2, 2)
    faces = [(top, chance_at(scene.view.off_vertical_deg(top.mean(0)))) for top in tops]
    faces += [(quad, SIDE_CHANCE) for quad in scene.sides_px]
    inside = [
        (quad, chance)
        for quad, chance in faces
        if (low < quad.mean(0)).all() and (quad.mean(0) < high).all()
    ]
    return Slants(
        Pyramid(scene.image_bgr),
        tuple(quad for quad, _ in inside),
        tuple(chance for _, chance in inside),
    )


def simulated_slants(count: int) -> list[Slants]:
    """Return this many pictures of the simulated table, seen at any angle up to 62° from the
    vertical."""
    return [_drawn(FIRST_SEED + number) for number in range(count)]


def _drawn(seed: int) -> Slants:
    rng = np.random.default_rng(seed)
    scene = random_scene(rng, KINDS[seed % len(KINDS)], SIZE_WH)
    camera = replace(scene.camera, tilt_deg=float(rng.uniform(0, MOST_TILTED_DEG)))
    if rng.random() < UPRIGHT_SHARE:
        camera = replace(
            camera, stands_deg=float(rng.uniform(150, 210)), roll_deg=float(rng.normal(0, 4))
        )
    scene = replace(scene, camera=camera)
    return drawn_slants(render(scene, SIZE_WH, seed), Projection(camera, SIZE_WH))


def drawn_slants(rendered: Rendered, projection: Projection) -> Slants:
    """Return the tops and sides of a simulated picture."""
    quads: list[Points] = []
    chances: list[float] = []
    for die in rendered.dice:
        if die.visible < LEAST_VISIBLE or not die.at_rest:
            continue
        top = np.array(die.corners_px, np.float64)
        away = np.hypot(*(projection.position[:2] - np.array(die.centre_mm)))
        off = np.degrees(np.arctan2(away, -projection.position[2] - die.side_mm))
        sides = _sides(projection, top, die.side_mm)
        quads += [top, *sides]
        chances += [chance_at(float(off)), *(SIDE_CHANCE for _ in sides)]
    return Slants(Pyramid(rendered.image_bgr), tuple(quads), tuple(chances))


def _sides(projection: Projection, top_px: Points, side_mm: float) -> list[Points]:
    """Return those sides of a die that face the camera and are more than slivers."""
    foot_px = projection.table_to_picture(projection.picture_to_table(top_px, side_mm))
    quads = [
        np.stack([top_px[n], foot_px[n], foot_px[(n + 1) % 4], top_px[(n + 1) % 4]])[::-1]
        for n in range(4)
    ]
    least = LEAST_AREA * area_of(top_px)
    return [quad for quad in quads if _clockwise_area(quad) > least]


def _clockwise_area(quad_px: Points) -> float:
    return float(cv2.contourArea(quad_px.astype(np.float32), oriented=True))


def photographed_slants(photos: Sequence[TrainingPhoto]) -> list[Slants]:
    """Return the tops of labelled photographs; their apparent proportions tell the angle they were seen
    at."""
    tops = [tuple(die.corners_px for die in photo.dice if not die.hidden) for photo in photos]
    return [
        Slants(Pyramid(photo.image_bgr), quads, tuple(chance_at(_seen_from(quad)) for quad in quads))
        for photo, quads in zip(photos, tops, strict=True)
        if quads
    ]


def _seen_from(top_px: Points) -> float:
    """Return the angle, in degrees, between a square's own vertical and the direction it is seen
    from."""
    return float(np.degrees(np.arccos(1 / stretch_between(UPRIGHT, top_px))))


def slant_batches(
    drawn: Sequence[Slants], real: Sequence[Slants], seed: tuple[int, int]
) -> Iterator[Batch]:
    """Yield batches without end."""
    rng = np.random.default_rng(seed)
    makers = Makers(rng)
    earlier: list[Slants] = []
    while True:
        fresh = [painted_slants(paint_scene(rng, makers.pick(4), FRAMING)) for _ in range(ANEW)]
        earlier = [*earlier, *(one for one in fresh if one.quads_px)][-REMEMBERED:]
        pictures = [one for one in fresh if one.quads_px]
        for stock, count in ((earlier, AGAIN), (drawn, DRAWN), (real, REAL)):
            if stock:
                pictures += [stock[int(i)] for i in rng.integers(0, len(stock), count)]
        rows = [row for one in pictures for row in _rows(rng, one)]
        if rows:
            yield (
                torch.from_numpy(as_input([view for view, _ in rows])),
                torch.tensor([chance for _, chance in rows]),
            )


def _rows(rng: np.random.Generator, one: Slants) -> list[tuple[View, float]]:
    """Return views of some faces of a picture, with corners slightly wrong, and with other light and
    mirroring."""
    some = rng.permutation(len(one.quads_px))[:MOST_OF_ONE].tolist()
    turns = 0 if rng.random() < UPRIGHT_SHARE else int(rng.integers(4))
    way = -1 if rng.random() < 0.5 else 1
    rows = []
    for number in some:
        crop, face = view_of(one.picture, jitter(rng, one.quads_px[number], JITTER))
        crop, face = np.rot90(crop[:, ::way], turns), np.rot90(face[:, ::way], turns)
        rows.append(((recoloured(rng, np.ascontiguousarray(crop)), face), one.chances[number]))
    return rows
