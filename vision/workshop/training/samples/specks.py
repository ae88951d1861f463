"""Lone specks on bare ground: dust, crumbs, glints. A pip without a die around it is no face."""

import cv2
import numpy as np

from vision.dice.faces.crops import CROP_PX
from vision.frame import ImageBgr


def speck(rng: np.random.Generator) -> ImageBgr:
    """Return a crop (48, 48, 3) of a bare, more or less noisy ground with a speck near its middle."""
    ground = rng.uniform(0, 255) if rng.random() < 0.4 else rng.uniform(0, 50)
    tint, shade = rng.normal(0, 10, 3), rng.normal(0, 1, 2) * rng.choice([0.0, 10.0, 40.0])
    y, x = np.mgrid[-1 : 1 : CROP_PX * 1j, -1 : 1 : CROP_PX * 1j]
    picture = ground + tint + (shade[0] * x + shade[1] * y)[..., None]
    ink = rng.uniform(160, 255) if ground < 128 else rng.uniform(0, 100)
    middle = CROP_PX / 2 + rng.normal(0, 2.5, 2)
    size = rng.uniform(0.8, 6.0, 2)
    for _ in range(int(rng.integers(1, 4))):
        away = ((x + 1) * CROP_PX / 2 - middle[0]) ** 2 / size[0] ** 2
        away = away + ((y + 1) * CROP_PX / 2 - middle[1]) ** 2 / size[1] ** 2
        picture += (ink - picture) * np.exp(-(away**2))[..., None]
        middle, size = rng.uniform(2, CROP_PX - 2, 2), rng.uniform(0.5, 3.0, 2)
    noise = cv2.GaussianBlur(rng.normal(0, 1, picture.shape), (0, 0), float(rng.uniform(0.3, 1.5)))
    noisy = picture + noise / (noise.std() + 1e-6) * rng.choice([1.0, 4.0, 12.0])
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)
