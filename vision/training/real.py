"""Real labelled photographs for training: which half may be learnt from, and what they teach.

They bear a face and a place for each die, but neither corners nor angle. What the readers in
place say of the corners is taken, where it agrees with every label of the photograph.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.manifest import LabelledPhoto, load_dice_manifest, load_picture
from vision.readers.dice import DiceReader
from vision.sets import load
from vision.training.scenes import PaintedDie, Scene

BLOCK = 10
"""Photographs in a row are near duplicates: blocks of this many are learnt from or kept back."""


def halves(manifest: Path) -> tuple[list[LabelledPhoto], list[LabelledPhoto]]:
    """Return the photographs to learn from and those kept back: blocks of ten in turn, by number."""
    photos = sorted(load_dice_manifest(manifest), key=lambda photo: _by_number(photo.name))
    blocks = [photos[start : start + BLOCK] for start in range(0, len(photos), BLOCK)]
    return [p for block in blocks[::2] for p in block], [p for block in blocks[1::2] for p in block]


def _by_number(name: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]


@dataclass(frozen=True, eq=False)
class RealPhoto:
    """A photograph with corners that a reader gave: (face, corners px from its own top left)."""

    image_bgr: ImageBgr
    dice: tuple[tuple[str, NDArray[np.float64]], ...]


def with_corners(photos: list[LabelledPhoto], reader: DiceReader) -> list[RealPhoto]:
    """Return the photographs on which a top face was found for every label."""
    rows = [_matched(photo, reader) for photo in photos]
    return [row for row in rows if row is not None]


def photos_to_learn(folders: list[Path]) -> list[RealPhoto]:
    """Return those of the folders' first halves on which the published readers find every label."""
    if not folders:
        return []
    reader = DiceReader(load("pips"))
    photos = [photo for folder in folders for photo in halves(folder / "manifest.jsonl")[0]]
    rows = with_corners(photos, reader)
    print(f"{len(rows)} of {len(photos)} real photographs to learn from", flush=True)
    return rows


def _matched(photo: LabelledPhoto, reader: DiceReader) -> RealPhoto | None:
    image = load_picture(photo.image)
    looks = reader.look(image)
    dice = []
    for label in photo.dice or ():
        near = [
            quad for quad in looks if np.linalg.norm(quad.mean(0) - label.centre_px) < 0.28 * _side(quad)
        ]
        if len(near) != 1:
            return None
        dice.append((label.face, reader.turned_to(image, near[0], label.face)))
    return RealPhoto(image, tuple(dice))


def _side(quad: NDArray[np.float64]) -> float:
    return float(np.sqrt(cv2.contourArea(quad.astype(np.float32))))


def real_scene(
    rng: np.random.Generator, photo: RealPhoto, extent: int, side_px: tuple[float, float]
) -> Scene:
    """Return a square piece of a photograph, turned and scaled so that its dice are of such a size."""
    sides = [_side(quad) for _, quad in photo.dice] or [60.0]
    scale = float(np.exp(rng.uniform(*np.log(side_px)))) / float(rng.choice(sides))
    turn = _framing(rng, photo, extent, scale)
    image = photo.image_bgr
    if scale < 0.6:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.27 / scale), np.uint8)
    grey = (127.0, 127.0, 127.0)
    piece = cv2.warpAffine(
        image, turn, (extent, extent), borderMode=cv2.BORDER_CONSTANT, borderValue=grey
    )
    lit = piece.astype(np.float32) * rng.uniform(0.75, 1.2) * rng.uniform(0.93, 1.07, 3)
    lit = lit + rng.normal(0, rng.uniform(0, 4), lit.shape)
    placed = [(face, quad @ turn[:, :2].T + turn[:, 2]) for face, quad in photo.dice]
    dice = (
        PaintedDie("pips", face, quad, False)
        for face, quad in placed
        if (quad.mean(0) > 0).all() and (quad.mean(0) < extent).all()
    )
    return Scene(np.clip(lit, 0, 255).astype(np.uint8), tuple(dice), (0, 0, extent, extent))


def _framing(
    rng: np.random.Generator, photo: RealPhoto, extent: int, scale: float
) -> NDArray[np.float64]:
    """Return the map (2 x 3) of a photograph onto a piece: round a die, or anywhere."""
    height, width = photo.image_bgr.shape[:2]
    focus = rng.uniform(0, 1, 2) * (width, height)
    if photo.dice and rng.random() < 0.7:
        focus = photo.dice[int(rng.integers(len(photo.dice)))][1].mean(0)
    angle = float(rng.integers(4)) * 90 + float(rng.normal(0, 12))
    turn = cv2.getRotationMatrix2D((float(focus[0]), float(focus[1])), angle, scale)
    turn[:, 2] += extent * rng.uniform(0.15, 0.85, 2) - focus
    return np.asarray(turn, np.float64)
