"""Other colours and light for an existing picture: as if the dice were of another make, the lighting
another."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr


def recoloured(rng: np.random.Generator, image_bgr: ImageBgr) -> ImageBgr:
    """Return the picture with other colours, light, sharpness and grain."""
    mixed = cv2.transform(image_bgr, _mixing(rng))
    lit = cv2.LUT(mixed, _light(rng, float(image_bgr.mean())))
    if rng.random() < 0.25:
        lit = cv2.GaussianBlur(lit, (0, 0), float(rng.uniform(0.3, 1.0)))
    if rng.random() < 0.6:
        grain = rng.standard_normal(lit.shape, np.float32) * np.float32(rng.uniform(0, 6))
        lit = np.clip(lit + grain, 0, 255)
    return np.asarray(lit, np.uint8)


def _mixing(rng: np.random.Generator) -> NDArray[np.float64]:
    """Return how the three colours of another picture are mixed of this one's (3 x 3)."""
    order = rng.permutation(3) if rng.random() < 0.3 else np.arange(3)
    vivid = float(rng.uniform(0, 1.6)) if rng.random() < 0.5 else 1.0
    gain = rng.uniform(0.65, 1.25) * rng.uniform(0.93, 1.07, 3)
    return np.asarray(gain[:, None] * ((1 - vivid) / 3 + vivid * np.eye(3)[order]))


def _light(rng: np.random.Generator, middle: float) -> NDArray[np.uint8]:
    """Return the new value of each grey level: contrast about the middle, gamma, perhaps a negative."""
    levels = (np.arange(256) - middle) * rng.uniform(0.6, 1.25) + middle
    levels = 255 * (np.clip(levels, 0, 255) / 255) ** rng.uniform(0.75, 1.35)
    return np.asarray(255 - levels if rng.random() < 0.08 else levels, np.uint8)
