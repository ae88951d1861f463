"""Pips of many makers."""

import cv2
import numpy as np

from vision.workshop.training.worlds.ink import TEXTURE_PX, InkMask, empty

PIPS = ("1", "2", "3", "4", "5", "6")

PIP_PLACES: dict[str, tuple[tuple[int, int], ...]] = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Places of the pips: -1 is left or up, 1 is right or down; the six has three in each side column."""
IN_A_ROW = {"2": ((-1, 0), (1, 0)), "3": ((-1, 0), (0, 0), (1, 0))}
"""Places used by makers who put the pips in a row instead of on a diagonal."""
IN_A_ROW_SHARE = {"2": 0.15, "3": 0.06}


def pips(rng: np.random.Generator) -> dict[str, InkMask]:
    """Return the six faces by one maker."""
    spread = rng.uniform(0.2, 0.3)
    narrow = rng.uniform(0.7, 1.0)
    radius = rng.uniform(0.055, min(0.125, spread * 0.46))
    big_one = rng.uniform(1.2, 2.0) if rng.random() < 0.2 else 1.0
    shape = str(rng.choice(["disc", "disc", "disc", "disc", "ring", "square"]))
    faces = {}
    for label, usual in PIP_PLACES.items():
        places = IN_A_ROW[label] if rng.random() < IN_A_ROW_SHARE.get(label, 0.0) else usual
        mask = empty()
        size = radius * (big_one if label == "1" else 1.0)
        for column, row in places:
            across = spread * (narrow if label == "6" else 1.0)
            _pip(mask, 0.5 + across * column, 0.5 + spread * row, size, shape)
        faces[label] = mask
    return faces


def _pip(mask: InkMask, x: float, y: float, radius: float, shape: str) -> None:
    centre = (round(x * TEXTURE_PX * 8), round(y * TEXTURE_PX * 8))
    size = round(radius * TEXTURE_PX * 8)
    if shape == "square":
        low, high = (centre[0] - size, centre[1] - size), (centre[0] + size, centre[1] + size)
        cv2.rectangle(mask, low, high, 1.0, -1, cv2.LINE_AA, 3)
        return
    cv2.circle(mask, centre, size, 1.0, -1, cv2.LINE_AA, 3)
    if shape == "ring":
        cv2.circle(mask, centre, size // 3, 0.3, -1, cv2.LINE_AA, 3)
