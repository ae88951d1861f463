"""Synthetic pictures of dice for training: cheap, varied beyond the plausible, fully labelled.

They are painted, not traced: cubes are projected exactly, everything else is only suggested. The
simulated table (``vision.workshop.simulation``) is a different renderer on purpose: nothing that is
measured on it was trained on it. The unit of length is a die's side; the table is at z = 0, the dice's
tops are at z = 1.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.workshop.training.worlds.backgrounds import paint_background
from vision.workshop.training.worlds.faces import PaintedStyle
from vision.workshop.training.worlds.painting import (
    PaintedLamp,
    clutter_over,
    draw,
    seen_sides,
    shadow,
    standing,
)
from vision.workshop.training.worlds.view import Framing, PaintedCamera, Points, camera, places

BLACK, HARDLY_TOLD = 80.0, 30.0
"""In grey levels: a die below the first level is lost on the ground if it differs from it by at most the
second."""


@dataclass(frozen=True, eq=False)
class PaintedDie:
    """The truth about one die: its label, and its top's corners clockwise from the face's own top
    left."""

    family: str
    label: str
    corners_px: Points
    hidden: bool


@dataclass(frozen=True, eq=False)
class PaintedScene:
    """A painted picture and the dice in it; everything outside ``inside_px`` (x0, y0, x1, y1) is grey.

    ``sides_px``: the visible sides, corners clockwise: as conspicuous as tops, but not tops. ``view`` is
    the camera of a painted picture.
    """

    image_bgr: ImageBgr
    dice: tuple[PaintedDie, ...]
    inside_px: tuple[float, float, float, float]
    sides_px: tuple[Points, ...] = ()
    view: PaintedCamera | None = None


def paint_scene(rng: np.random.Generator, styles: list[PaintedStyle], framing: Framing) -> PaintedScene:
    """Return a synthetic picture with some dice of the given styles."""
    side = float(np.exp(rng.uniform(*np.log(framing.side_px))))
    view = camera(rng, framing, side)
    canvas = paint_background(rng, framing.size_px, side).astype(np.float32)
    bare = canvas.copy()
    lamp = PaintedLamp.any(rng)
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
    return PaintedScene(image, painted, inside, sides, view)


def is_lost(bare: NDArray[np.float32], top_px: Points, body_bgr: tuple[float, float, float]) -> bool:
    """Tell whether a nearly black die lies on equally black ground: only its ink is visible then."""
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


def photographed(
    rng: np.random.Generator, canvas: NDArray[np.float32], side: float
) -> tuple[ImageBgr, tuple[float, float, float, float]]:
    """Return the picture as a camera would save it: exposure, colour cast, glare, blur, noise, JPEG,
    sometimes cut at the picture's edge."""
    extent = canvas.shape[0]
    cast = rng.uniform(0.86, 1.14, 3) * rng.uniform(0.5, 1.2)
    image = np.nan_to_num(canvas) * cast.astype(np.float32)
    if rng.random() < 0.2:
        rows, columns = np.mgrid[:extent, :extent]
        x, y = rng.uniform(0, extent, 2)
        spot = np.exp(
            -((columns - x) ** 2 + (rows - y) ** 2) / (2 * (rng.uniform(0.3, 2.5) * side) ** 2)
        )
        image += (spot * rng.uniform(20, 140))[..., None].astype(np.float32)
    toned = 255 * (np.clip(image, 0, 255) / 255) ** rng.uniform(0.75, 1.3)
    image = _blur(rng, toned.astype(np.float32), side)
    image += rng.normal(0, rng.uniform(0, 7), image.shape).astype(np.float32)
    flat = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        quality = int(rng.integers(35, 97))
        coded = cv2.imencode(".jpg", flat, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        flat = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return _cut_at_edge(rng, flat)


def _blur(rng: np.random.Generator, image: NDArray[np.float32], side: float) -> NDArray[np.float32]:
    image = np.asarray(
        cv2.GaussianBlur(image, (0, 0), max(0.3, side * rng.uniform(0.005, 0.03))), np.float32
    )
    if rng.random() < 0.15:
        reach = max(2, round(side * rng.uniform(0.04, 0.16)))
        kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
        angle = rng.uniform(0, np.pi)
        away = (round(reach / 2 * np.cos(angle)), round(reach / 2 * np.sin(angle)))
        cv2.line(kernel, (reach - away[0], reach - away[1]), (reach + away[0], reach + away[1]), 1.0, 1)
        image = np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)
    return image


def _cut_at_edge(
    rng: np.random.Generator, image: ImageBgr
) -> tuple[ImageBgr, tuple[float, float, float, float]]:
    """Sometimes let the picture end inside the patch; beyond lies the grey with which the finder
    pads."""
    extent = image.shape[0]
    inside = [0, 0, extent, extent]
    if rng.random() < 0.2:
        where = int(rng.integers(4))
        line = int(rng.uniform(0.1, 0.5) * extent)
        inside[where] = line if where < 2 else extent - line
        grey = np.full_like(image, 127)
        grey[inside[1] : inside[3], inside[0] : inside[2]] = image[
            inside[1] : inside[3], inside[0] : inside[2]
        ]
        image = grey
    return image, (inside[0], inside[1], inside[2], inside[3])
