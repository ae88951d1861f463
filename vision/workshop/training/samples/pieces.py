"""Pieces of real photographs for the finder: a die, or something mistaken for one, at a size it
learns."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.geometry import side_of
from vision.frame import ImageBgr
from vision.workshop.training.samples.real import TrainingPhoto
from vision.workshop.training.worlds.scenes import PaintedDie, PaintedScene
from vision.workshop.training.worlds.view import UPRIGHT_SHARE

HALVED_BELOW = 0.3
"""Pictures that are shrunk below this scale are halved first: smoothing them whole would take most of
the time."""
FITTING = 1.25
"""A piece shows dice as dice if they are too small or too large for it by at most this factor."""
ANY_SIDE_PX = 60.0
"""If a photograph has no dice and nothing that was taken for one, its pieces are cut as if dice had this
side."""


def photo_scene(
    rng: np.random.Generator, photo: TrainingPhoto, extent: int, side_px: tuple[float, float]
) -> PaintedScene:
    """Return a square piece of a photograph, turned, and scaled until its dice have this side.

    Dice of other sizes count as hidden.
    """
    focus, side = _look_at(rng, photo)
    scale = float(np.exp(rng.uniform(*np.log(side_px)))) / side
    turn = _framing(rng, focus, extent, scale)
    piece = _piece(photo.image_bgr, turn, extent, scale)
    moved = [_in_piece(die, turn, side_px) for die in photo.dice]
    dice = tuple(
        die for die in moved if ((die.corners_px.mean(0) > 0) & (die.corners_px.mean(0) < extent)).all()
    )
    return PaintedScene(piece, dice, (0, 0, extent, extent))


def _in_piece(die: PaintedDie, turn: NDArray[np.float64], side_px: tuple[float, float]) -> PaintedDie:
    """Return a die as a piece shows it: hidden if it is much too small or too large for the piece."""
    corners = die.corners_px @ turn[:, :2].T + turn[:, 2]
    fits = side_px[0] / FITTING < side_of(corners) < side_px[1] * FITTING
    return replace(die, corners_px=corners, hidden=die.hidden or not fits)


def _look_at(rng: np.random.Generator, photo: TrainingPhoto) -> tuple[NDArray[np.float64], float]:
    """Return the middle and the size of the thing that a piece shows: a die, a mistake, or anything."""
    dice = [die.corners_px for die in photo.dice if not die.hidden]
    chance = rng.random()
    if dice and chance < 0.6:
        quad = dice[int(rng.integers(len(dice)))]
        return quad.mean(0), side_of(quad)
    if photo.mistaken_px and chance < 0.85:
        quad = photo.mistaken_px[int(rng.integers(len(photo.mistaken_px)))]
        return quad.mean(0), side_of(quad)
    sides = [side_of(quad) for quad in dice or photo.mistaken_px] or [ANY_SIDE_PX]
    height, width = photo.image_bgr.shape[:2]
    return rng.uniform(0, 1, 2) * (width, height), float(rng.choice(sides))


def _piece(image_bgr: ImageBgr, turn: NDArray[np.float64], extent: int, scale: float) -> ImageBgr:
    """Return the square piece that ``turn`` (2 x 3) makes of a picture, smoothed before it is shrunk."""
    square = np.array([[0, 0], [extent, 0], [extent, extent], [0, extent]], np.float64)
    back = cv2.invertAffineTransform(turn)
    needed = square @ back[:, :2].T + back[:, 2]
    limit = (image_bgr.shape[1], image_bgr.shape[0])
    low = np.clip(np.floor(needed.min(0)) - 4, 0, limit).astype(int)
    high = np.clip(np.ceil(needed.max(0)) + 4, 0, limit).astype(int)
    part = image_bgr[low[1] : high[1], low[0] : high[0]]
    if part.size == 0:
        return np.full((extent, extent, 3), 127, np.uint8)
    moved = turn.copy()
    moved[:, 2] += turn[:, :2] @ low
    while scale < HALVED_BELOW and min(part.shape[:2]) > 1:
        part, moved, scale = _half(part), _of_half(moved), 2 * scale
    if scale < 0.6:
        part = np.asarray(cv2.GaussianBlur(part, (0, 0), 0.27 / scale), np.uint8)
    grey = (127.0, 127.0, 127.0)
    piece = cv2.warpAffine(
        part, moved, (extent, extent), borderMode=cv2.BORDER_CONSTANT, borderValue=grey
    )
    return np.asarray(piece, np.uint8)


def _half(image_bgr: ImageBgr) -> ImageBgr:
    height, width = image_bgr.shape[0] // 2, image_bgr.shape[1] // 2
    even = image_bgr[: 2 * height, : 2 * width]
    return np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _of_half(turn: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the matrix that maps half a picture as ``turn`` (2 x 3) maps the whole; pixel centres have
    whole numbers."""
    return np.column_stack([2 * turn[:, :2], turn[:, 2] + turn[:, :2] @ (0.5, 0.5)])


def _framing(
    rng: np.random.Generator, focus: NDArray[np.float64], extent: int, scale: float
) -> NDArray[np.float64]:
    """Return the map (2 x 3) of a photograph onto a piece that shows that point of it."""
    quarters = 0 if rng.random() < UPRIGHT_SHARE else int(rng.integers(4))
    angle = 90.0 * quarters + float(rng.normal(0, 12))
    turn = cv2.getRotationMatrix2D((float(focus[0]), float(focus[1])), angle, scale)
    shift = extent * rng.uniform(0.15, 0.85, 2) - focus
    return np.asarray(turn + np.column_stack([np.zeros((2, 2)), shift]), np.float64)
