"""Made-up pictures of dice for training: cheap, varied beyond what is plausible, fully labelled.

They are painted, not traced: cubes are projected exactly, everything else is only hinted at.
The simulated table (``vision.workshop.simulation``) is another renderer on purpose, so that what is
measured on it was never trained on.
Lengths are in sides of a die; the table is z = 0, the dice's tops z = 1.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.workshop.training.worlds.backgrounds import paint_background
from vision.workshop.training.worlds.faces import DieStyle
from vision.workshop.training.worlds.lens import photographed
from vision.workshop.training.worlds.painting import (
    Lamp,
    clutter_over,
    draw,
    seen_sides,
    shadow,
    standing,
)
from vision.workshop.training.worlds.view import Framing, Points, View, camera, places

BLACK, HARDLY_TOLD = 80.0, 30.0
"""Grey levels: a die as dark as the one, no farther than the other from the ground, is lost on it."""


@dataclass(frozen=True, eq=False)
class PaintedDie:
    """The truth about one die: its label, its top's corners from the face's own top left clockwise."""

    family: str
    label: str
    corners_px: Points
    hidden: bool


@dataclass(frozen=True, eq=False)
class Scene:
    """A painted picture and the dice in it; what is not ``inside_px`` (x0, y0, x1, y1) is grey.

    ``sides_px``: the sides that are seen, corners clockwise: as plain as tops, and none. ``view`` is the
    camera of a painted picture.
    """

    image_bgr: ImageBgr
    dice: tuple[PaintedDie, ...]
    inside_px: tuple[float, float, float, float]
    sides_px: tuple[Points, ...] = ()
    view: View | None = None


def paint_scene(rng: np.random.Generator, styles: list[DieStyle], framing: Framing) -> Scene:
    """Return a made-up picture with some dice of the given styles."""
    side = float(np.exp(rng.uniform(*np.log(framing.side_px))))
    view = camera(rng, framing, side)
    canvas = paint_background(rng, framing.size_px, side).astype(np.float32)
    bare = canvas.copy()
    lamp = Lamp.any(rng)
    dice = standing(rng, styles, places(rng, framing.size_px / side), view)
    for die in dice:
        shadow(canvas, die, view, lamp, side)
    for die in dice:
        draw(rng, canvas, die, view, lamp, side)
    hidden = clutter_over(rng, canvas, side, [die.top_px for die in dice])
    image, inside = photographed(rng, canvas, side)
    painted = tuple(
        PaintedDie(
            die.style.family,
            die.style.labels[die.top],
            die.top_px,
            bool(covered) or is_lost(bare, die.top_px, die.style.body_bgr),
        )
        for die, covered in zip(dice, hidden, strict=True)
        if _kept(die.top_px, inside, 0.2 * side)
    )
    sides = tuple(quad for quad in seen_sides(dice, view) if _kept(quad, inside, 0.0))
    return Scene(image, painted, inside, sides, view)


def is_lost(bare: NDArray[np.float32], top_px: Points, body_bgr: tuple[float, float, float]) -> bool:
    """Tell whether a nearly black die lies on a ground as black: nothing of it is seen but its ink."""
    (x0, y0), (x1, y1) = top_px.min(0).astype(int), top_px.max(0).astype(int)
    ground = bare[max(y0, 0) : max(y1, 0), max(x0, 0) : max(x1, 0)]
    if not ground.size or max(body_bgr) > BLACK:
        return False
    return float(np.abs(ground.mean((0, 1)) - body_bgr).max()) < HARDLY_TOLD


def _kept(corners_px: Points, inside: tuple[float, float, float, float], beyond: float) -> bool:
    x, y = corners_px.mean(0)
    return bool(
        inside[0] - beyond <= x < inside[2] + beyond and inside[1] - beyond <= y < inside[3] + beyond
    )
