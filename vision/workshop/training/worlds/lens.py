"""Light, lens and file of a synthetic photograph."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr


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
