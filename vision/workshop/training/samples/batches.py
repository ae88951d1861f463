"""Batches for training the finder: painted scenes and pieces of real photographs."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import torch
from numpy.typing import NDArray

from vision.dice.finding.shape import CHANNELS, STRIDE, encode
from vision.frame import ImageBgr
from vision.workshop.training.samples.pieces import photo_scene
from vision.workshop.training.samples.real import PhotoGroups, drawn
from vision.workshop.training.samples.recolour import recoloured
from vision.workshop.training.samples.stock import Group, PaintedStock
from vision.workshop.training.worlds.faces import PaintedStyle, paint_die
from vision.workshop.training.worlds.scenes import PaintedScene, paint_scene
from vision.workshop.training.worlds.view import UPRIGHT_SHARE, Framing

GREY, CONTRAST = 127.0, 64.0
FAMILY_SHARES = {"pips": 0.4, "carcassonne": 0.3, "symbols": 0.3}


class Makers:
    """A stock of painted dice that slowly changes, so that painting them costs little."""

    def __init__(
        self, rng: np.random.Generator, size: int = 300, shares: dict[str, float] | None = None
    ) -> None:
        self._rng = rng
        self._shares = shares or FAMILY_SHARES
        self.stock = [self._new() for _ in range(size)]

    def _new(self) -> PaintedStyle:
        return paint_die(
            self._rng, str(self._rng.choice(list(self._shares), p=list(self._shares.values())))
        )

    def pick(self, count: int) -> list[PaintedStyle]:
        """Return ``count`` dice of the stock; one die of the stock is painted again each time."""
        self.stock[int(self._rng.integers(len(self.stock)))] = self._new()
        return [self.stock[int(i)] for i in self._rng.integers(0, len(self.stock), count)]


def as_input(images: list[ImageBgr]) -> torch.Tensor:
    """Return pictures of one size as (n, 3, h, w), channels last in memory, BGR, grey 127 as 0."""
    stacked = np.stack(images).astype(np.float32)
    stacked -= GREY
    stacked /= CONTRAST
    return torch.from_numpy(stacked).permute(0, 3, 1, 2)


def finder_target(scene: PaintedScene) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the network's desired output (8, h/4, w/4) and weights (2, h/4, w/4) of heat and shape."""
    rows, columns = (extent // STRIDE for extent in scene.image_bgr.shape[:2])
    wanted = np.zeros((CHANNELS, rows, columns), np.float32)
    weights = np.stack([np.ones((rows, columns), np.float32), np.zeros((rows, columns), np.float32)])
    y, x = np.mgrid[:rows, :columns].astype(np.float32) + 0.5
    for die in scene.dice:
        centre, numbers = encode(die.corners_px)
        side = 28.0 * np.exp(numbers[0]) / STRIDE
        dx, dy = centre[0] / STRIDE - x, centre[1] / STRIDE - y
        away2 = dx**2 + dy**2
        if die.hidden:
            weights[0][away2 < (0.6 * side) ** 2] = 0
            continue
        wanted[0] = np.maximum(wanted[0], np.exp(-away2 / (2 * max(0.7, 0.09 * side) ** 2)))
        near = away2 < max(1.2, 0.2 * side) ** 2
        nearest = away2[near].argmin() if near.any() else None
        if nearest is not None:
            row, column = np.argwhere(near)[nearest]
            wanted[0, row, column] = 1
        wanted[1][near], wanted[2][near] = dx[near], dy[near]
        wanted[3:, near] = numbers[:, None]
        weights[1][near] = 1
    return wanted, weights


OUT_OF_REACH_PX = ((5.0, 10.0), (62.0, 260.0))
"""Dice smaller or larger than this belong to another scale of the finder: at this one they are
background."""
AS_PAINTED, TURNED, REAL = 4, 10, 14
"""Number of scenes in a batch: as they were painted, turned and recoloured, and pieces of real
photographs."""
FRAMING = Framing()


def _paint(rng: np.random.Generator) -> Iterator[Group]:
    makers = Makers(rng, size=100)
    while True:
        if rng.random() > 0.2:
            yield (paint_scene(rng, makers.pick(4), FRAMING),)
        else:
            sides = OUT_OF_REACH_PX[int(rng.random() < 0.75)]
            scene = paint_scene(rng, makers.pick(4), replace(FRAMING, side_px=sides))
            yield (replace(scene, dice=()),)


STOCK = PaintedStock("finder", seed=1001, blocks=64, block=500, paint=_paint)
"""The painted scenes that the finder learns from."""


def flipped(rng: np.random.Generator, scene: PaintedScene) -> PaintedScene:
    """Return a scene that may be turned by quarters, mirrored and recoloured; its faces lose their
    names."""
    extent = scene.image_bgr.shape[0]
    turns = 0 if rng.random() < UPRIGHT_SHARE else int(rng.integers(4))
    mirrored = rng.random() < 0.5
    image = np.rot90(scene.image_bgr, turns)
    lit = recoloured(rng, np.ascontiguousarray(image[:, ::-1] if mirrored else image))
    dice = tuple(
        replace(die, corners_px=_move(die.corners_px, extent, turns, mirrored)) for die in scene.dice
    )
    return replace(scene, image_bgr=lit, dice=dice, sides_px=())


def _move(
    corners_px: NDArray[np.float64], extent: int, turns: int, mirrored: bool
) -> NDArray[np.float64]:
    points = corners_px
    for _ in range(turns):
        points = np.stack([points[:, 1], extent - points[:, 0]], 1)
    return np.stack([extent - points[:, 0], points[:, 1]], 1)[::-1] if mirrored else points


def finder_batches(
    painted: list[Group], photos: PhotoGroups, seed: tuple[int, int]
) -> Iterator[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]:
    """Yield pictures, targets and weights without end."""
    rng = np.random.default_rng(seed)
    while True:
        some = rng.integers(0, len(painted), AS_PAINTED + TURNED).tolist()
        scenes = [painted[number][0] for number in some]
        scenes += [
            photo_scene(rng, photo, FRAMING.size_px, FRAMING.side_px)
            for photo in drawn(rng, photos, REAL)
        ]
        scenes = scenes[:AS_PAINTED] + [flipped(rng, scene) for scene in scenes[AS_PAINTED:]]
        targets = [finder_target(scene) for scene in scenes]
        wanted, weights = (np.stack([target[i] for target in targets]) for i in range(2))
        yield (
            as_input([scene.image_bgr for scene in scenes]),
            torch.from_numpy(wanted),
            torch.from_numpy(weights),
        )
