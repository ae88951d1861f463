"""Batches for training: painted scenes as the finder sees them, and straightened crops of their faces."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision.finders.shape import CHANNELS, STRIDE, describe
from vision.frame import ImageBgr
from vision.training.faces import CARCASSONNE, PIPS, DieStyle, paint_die
from vision.training.networks import CROP_PX
from vision.training.scenes import Look, Points, Scene, paint_scene

GREY, CONTRAST = 127.0, 64.0
FAMILY_SHARES = {"pips": 0.45, "carcassonne": 0.35, "symbols": 0.2}


class Makers:
    """A stock of painted dice that slowly changes, so that painting them costs little."""

    def __init__(self, rng: np.random.Generator, size: int = 300, shares: dict[str, float] | None = None) -> None:
        self._rng = rng
        self._shares = shares or FAMILY_SHARES
        self.stock = [self._new() for _ in range(size)]

    def _new(self) -> DieStyle:
        return paint_die(self._rng, str(self._rng.choice(list(self._shares), p=list(self._shares.values()))))

    def pick(self, count: int) -> list[DieStyle]:
        """Return ``count`` dice of the stock; one of the stock is painted anew."""
        self.stock[int(self._rng.integers(len(self.stock)))] = self._new()
        return [self.stock[int(i)] for i in self._rng.integers(0, len(self.stock), count)]


def as_input(images: list[ImageBgr]) -> torch.Tensor:
    """Return pictures of one size as (n, 3, h, w), BGR, grey 127 as 0."""
    stacked = np.stack(images).transpose(0, 3, 1, 2).astype(np.float32)
    return torch.from_numpy((stacked - GREY) / CONTRAST)


def finder_target(scene: Scene) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return what the network should say (8, h/4, w/4) and the weights (2, h/4, w/4) of heat and of shape."""
    rows, columns = (extent // STRIDE for extent in scene.image_bgr.shape[:2])
    wanted = np.zeros((CHANNELS, rows, columns), np.float32)
    weights = np.stack([np.ones((rows, columns), np.float32), np.zeros((rows, columns), np.float32)])
    y, x = np.mgrid[:rows, :columns].astype(np.float32) + 0.5
    for die in scene.dice:
        centre, numbers = describe(die.corners_px)
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


def finder_batches(seed: int, size: int, look: Look) -> Iterator[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]:
    """Yield pictures, targets and weights without end."""
    rng = np.random.default_rng(seed)
    makers = Makers(rng)
    while True:
        scenes = [paint_scene(rng, makers.pick(4), look) for _ in range(size)]
        targets = [finder_target(scene) for scene in scenes]
        wanted, weights = (np.stack([target[i] for target in targets]) for i in range(2))
        yield as_input([scene.image_bgr for scene in scenes]), torch.from_numpy(wanted), torch.from_numpy(weights)
