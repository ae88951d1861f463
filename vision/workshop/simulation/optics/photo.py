"""From light to a picture file: lens, sensor, tone curve, JPEG."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.workshop.simulation.optics.light import GAMMA, Linear
from vision.workshop.simulation.scene import Photo

_REFERENCE_WIDTH = 640
# Finer sensors have better lenses: blur in pixels grows less than the picture.
_BLUR_GROWTH = 0.6
_NOISE_MARGIN = 64
_BLOCK_PX = 1024
_GAIN_NODES = 48
_LUMA = np.array([0.114, 0.587, 0.299])


def develop(light: Linear, photo: Photo, rng: np.random.Generator) -> ImageBgr:
    """Turn light (h, w, 3), which is used up, into the picture a camera would store."""
    height, width = light.shape[:2]
    cv2.multiply(light, _gains(width, height, photo), light)
    light = _blur(light, photo, (max(width, height) / _REFERENCE_WIDTH) ** _BLUR_GROWTH)
    # The square root of light: nearly what a file stores, and photon noise is uniform in it (Anscombe,
    # 1948).
    np.maximum(light, 0, out=light)
    cv2.sqrt(light, light)
    if photo.noise > 0:
        _add_noise(light, photo, rng)
    levels = cv2.convertScaleAbs(light, None, 255)
    image = np.asarray(cv2.LUT(levels, _tone_curve(round(photo.contrast, 2))), np.uint8)
    image = _colour(image, photo.saturation)
    if photo.sharpen > 0:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = np.asarray(cv2.addWeighted(image, 1 + photo.sharpen, soft, -photo.sharpen, 0), np.uint8)
    return _compress(image, photo.jpeg)


@lru_cache(maxsize=4)
def _gains(width: int, height: int, photo: Photo) -> Linear:
    """Return exposure, white balance and vignetting together: (h, w, 3)."""
    x, y = (
        (np.linspace(-side, side, _GAIN_NODES) / max(width, height)) ** 2 for side in (width, height)
    )
    squared = x[None, :] + y[:, None]
    fall = photo.exposure * (1 - photo.vignette * squared / (1 + 0.3 * squared))
    gains = (fall[..., None] * np.array(photo.white)).astype(np.float32)
    return np.asarray(cv2.resize(gains, (width, height), interpolation=cv2.INTER_LINEAR))


def _blur(light: Linear, photo: Photo, scale: float) -> Linear:
    if photo.focus_px * scale > 0.25:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), photo.focus_px * scale), np.float32)
    length = photo.motion_px * scale
    if length > 1:
        light = np.asarray(cv2.filter2D(light, -1, _smear(length, photo.motion_deg)), np.float32)
    return light


def _smear(length: float, angle_deg: float) -> Linear:
    """Return the kernel of a straight, even movement."""
    side = 2 * int(np.ceil(length / 2)) + 3
    kernel = np.zeros((side, side), np.float32)
    way = np.array([np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))]) * length / 2
    ends = np.rint((side // 2 + np.array([-way, way])) * 16).astype(int).tolist()
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _add_noise(root: Linear, photo: Photo, rng: np.random.Generator) -> None:
    """Add photon and sensor noise to the root of light, block by block."""
    height, width = root.shape[:2]
    grains = _grains(round(photo.grain_px, 1))
    for top in range(0, height, _BLOCK_PX):
        for left in range(0, width, _BLOCK_PX):
            block = root[top : top + _BLOCK_PX, left : left + _BLOCK_PX]
            row, column = rng.integers(0, _NOISE_MARGIN, 2)
            patch = grains[row : row + block.shape[0], column : column + block.shape[1]]
            amount = photo.noise / 2 * (1 if rng.random() < 0.5 else -1)
            cv2.scaleAdd(patch, amount, block, block)


@lru_cache(maxsize=6)
def _grains(grain_px: float) -> Linear:
    """Return one fixed field of unit noise, larger than a block."""
    side = _BLOCK_PX + _NOISE_MARGIN
    grains = np.random.default_rng(99).standard_normal((side, side, 3), np.float32)
    if grain_px > 0.3:
        grains = np.asarray(cv2.GaussianBlur(grains, (0, 0), grain_px), np.float32)
        grains /= grains.std()
    return grains


@lru_cache(maxsize=64)
def _tone_curve(contrast: float) -> NDArray[np.uint8]:
    """Return the file value of every root of light; contrast bends the curve about mid grey."""
    value = (np.arange(256) / 255) ** (2 / GAMMA)
    bent = value + (contrast - 1) * (value - 0.5) * 4 * value * (1 - value)
    return np.asarray(np.clip(np.rint(bent * 255), 0, 255), np.uint8)


def _colour(image: NDArray[np.uint8], saturation: float) -> NDArray[np.uint8]:
    if abs(saturation - 1) < 0.02:
        return image
    matrix = saturation * np.eye(3) + (1 - saturation) * np.tile(_LUMA, (3, 1))
    return np.asarray(cv2.transform(image, matrix), np.uint8)


def _compress(image: NDArray[np.uint8], jpeg: int | None) -> ImageBgr:
    if jpeg is None:
        return image
    _, stored = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, jpeg])
    return np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR), np.uint8)
