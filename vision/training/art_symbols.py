"""Made-up symbols: letters, blobs, compositions. Every die gets symbols of its own."""

import cv2
import numpy as np

from vision.training.ink import TEXTURE_PX, Mask, empty, filled, placed, softened


def symbols(rng: np.random.Generator) -> dict[str, Mask]:
    """Return six symbols that no other die bears."""
    name = int(rng.integers(1 << 40))
    return {f"symbol.{name}.{face}": placed(rng, _symbol(rng), 0.05) for face in range(6)}


def _symbol(rng: np.random.Generator) -> Mask:
    kind = rng.random()
    if kind < 0.35:
        return _letter(rng)
    if kind < 0.65:
        return _blob(rng)
    mask = empty()
    for _ in range(int(rng.integers(1, 5))):
        _primitive(rng, mask)
    return mask


def _letter(rng: np.random.Generator) -> Mask:
    drawn = np.zeros((TEXTURE_PX, TEXTURE_PX), np.uint8)
    text = str(rng.choice(list("ABCDEFGHJKLMNPQRSTUVWXYZ123456789?!&%")))
    font = int(rng.choice([0, 1, 2, 3, 4, 6]))
    thick = int(rng.integers(4, 13))
    (width, height), _ = cv2.getTextSize(text, font, 2.6, thick)
    scale = 2.6 * 0.8 * TEXTURE_PX / max(width, height, 1)
    (width, height), _ = cv2.getTextSize(text, font, scale, thick)
    place = ((TEXTURE_PX - width) // 2, (TEXTURE_PX + height) // 2)
    cv2.putText(drawn, text, place, font, scale, (255.0,), thick, cv2.LINE_AA)
    return np.asarray(drawn / 255, np.float32)


def _blob(rng: np.random.Generator) -> Mask:
    corners = int(rng.integers(3, 12))
    angles = (
        np.sort(rng.uniform(0, 2 * np.pi, corners))
        if rng.random() < 0.6
        else np.linspace(0, 2 * np.pi, corners, endpoint=False)
    )
    radii = rng.uniform(0.12, 0.48, corners)
    points = 0.5 + np.stack([np.cos(angles), np.sin(angles)], 1) * radii[:, None]
    mask = filled(points)
    return softened(mask, 2.0) if rng.random() < 0.3 else mask


def _primitive(rng: np.random.Generator, mask: Mask) -> None:
    x, y = (int(v) for v in rng.integers(18, TEXTURE_PX - 18, 2))
    size, ink = int(rng.integers(8, 34)), 1.0 if rng.random() < 0.75 else 0.0
    width = -1 if rng.random() < 0.5 else int(rng.integers(3, 9))
    kind = rng.integers(4)
    if kind == 0:
        cv2.circle(mask, (x, y), size, ink, width, cv2.LINE_AA)
    elif kind == 1:
        cv2.rectangle(mask, (x - size, y - size // 2), (x + size, y + size // 2), ink, width)
    elif kind == 2:
        end = (int(rng.integers(8, TEXTURE_PX - 8)), int(rng.integers(8, TEXTURE_PX - 8)))
        cv2.line(mask, (x, y), end, ink, int(rng.integers(4, 14)), cv2.LINE_AA)
    else:
        cv2.ellipse(
            mask,
            (x, y),
            (size, max(3, size // 2)),
            float(rng.uniform(0, 180)),
            0,
            float(rng.uniform(150, 360)),
            ink,
            width,
            cv2.LINE_AA,
        )
