"""From light to a photograph: exposure, white balance, lens blur, noise, JPEG."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.rigs.path_traced.stage import Linear


def developed(light: Linear, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return the photograph (BGR) that a camera makes of light in which white paper is 1."""
    grey = light.mean(2)
    exposure = min(rng.uniform(0.28, 0.38) / float(grey.mean()), rng.uniform(0.75, 1.1))
    balance = light.reshape(-1, 3).mean(0)
    gains = (balance.mean() / balance) ** rng.uniform(0.2, 0.6) * rng.normal(1, 0.02, 3)
    seen = light * exposure * gains.astype(np.float32)
    seen = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.25, 0.75))
    noise = rng.uniform(0.002, 0.011)
    spread = np.sqrt(np.maximum(seen, 0) * noise**2 + (noise * 0.25) ** 2)
    seen = seen + spread * rng.normal(0, 1, seen.shape).astype(np.float32)
    seen = np.where(seen > 0.8, 0.8 + 0.25 * np.tanh((seen - 0.8) / 0.25), seen)
    values = np.clip(seen, 0, 1)
    curve = np.where(values <= 0.0031308, 12.92 * values, 1.055 * values ** (1 / 2.4) - 0.055)
    return np.asarray(np.round(curve[..., ::-1] * 255), np.uint8)


def write_jpeg(file: Path, photo: NDArray[np.uint8], rng: np.random.Generator) -> None:
    """Write a photograph as cameras do."""
    cv2.imwrite(str(file), photo, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(85, 97))])
