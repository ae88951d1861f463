"""What differs between two pictures of the same table: things, not light.

Pictures are compared small and as logarithms of light, where a lamp or a shadow is an added constant.
A shadow's edge is a step, a thing the size of a die is a bump; a median filter keeps steps and removes
bumps, so what it removes is what has changed on the table.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr

LogBgr = NDArray[np.float32]
"""A small picture: shape (height, width, 3), logarithm of blue, green and red light."""

WIDTH = 160
_DARK = 24.0
_BUMP = 17
_LEVELS = 128.0
_MIN_PIXELS = 4
_LEVEL_CHANGED = 0.12
_HAND_SHARES = (0.03, 0.5)
_TINTED, _ROUGH = 0.06, 0.03


def shrink(image_bgr: ImageBgr) -> LogBgr:
    """Return the picture 160 wide as logarithms; a constant tames the noise of its dark parts."""
    height = max(1, round(image_bgr.shape[0] * WIDTH / image_bgr.shape[1]))
    small = cv2.resize(image_bgr, (WIDTH, height), interpolation=cv2.INTER_AREA)
    return np.asarray(np.log(small.astype(np.float32) + np.float32(_DARK)), dtype=np.float32)


def bumps(before: LogBgr, now: LogBgr) -> NDArray[np.float32]:
    """Return how much each place has changed that is no change of light: (height, width), signed.

    Each row's median is taken out first: lamps on alternating current move brighter rows through a
    picture whose rows are exposed one after the other.
    """
    difference = (now - before).mean(axis=2)
    difference -= np.median(difference, axis=1, keepdims=True)
    levels = np.clip(difference * _LEVELS + 128, 0, 255).astype(np.uint8)
    steps = cv2.medianBlur(levels, _BUMP).astype(np.float32)
    bump = (levels.astype(np.float32) - steps) / np.float32(_LEVELS)
    return np.asarray(cv2.blur(bump, (3, 3)), dtype=np.float32)


def noise_of(bump: NDArray[np.float32]) -> float:
    """Return the standard deviation that most of a difference's places have."""
    return float(1.4826 * np.median(np.abs(bump)))


def has_changed(bump: NDArray[np.float32], threshold: float) -> bool:
    """Tell whether something has moved: a few neighbouring places differ by more than that."""
    mask = (np.abs(bump) > threshold).astype(np.uint8)
    if int(mask.sum()) < _MIN_PIXELS:
        return False
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    return bool(stats[1:, cv2.CC_STAT_AREA].max() >= _MIN_PIXELS)


def hand_is_in(before: LogBgr, now: LogBgr) -> bool:
    """Tell whether something large reaches in over the picture's edge that is no shadow.

    A shadow, or a lamp switched on, leaves colours alone and is smooth inside.
    """
    level = _levels(before, now)
    mask = cv2.morphologyEx(
        (np.abs(level) > _LEVEL_CHANGED).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3))
    )
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    edge = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    for label in set(edge.tolist()) - {0}:
        share = stats[label, cv2.CC_STAT_AREA] / mask.size
        if _HAND_SHARES[0] <= share <= _HAND_SHARES[1] and _is_thing(
            before, now, level, labels == label
        ):
            return True
    return False


def _is_thing(before: LogBgr, now: LogBgr, level: NDArray[np.float32], where: NDArray[np.bool_]) -> bool:
    inside = cv2.erode(where.astype(np.uint8), np.ones((5, 5))) > 0
    if not inside.any():
        return True
    difference = now - before
    tint = difference[..., (0, 2)] - difference[..., 1:2]
    tint -= np.median(tint, axis=(0, 1))
    tinted = float(np.abs(np.median(tint[inside], axis=0)).max())
    smooth = cv2.GaussianBlur(level, (0, 0), 2.0)
    rough = float(np.std((level - smooth)[inside]))
    return tinted > _TINTED or rough > _ROUGH


def _levels(before: LogBgr, now: LogBgr) -> NDArray[np.float32]:
    difference = (now - before).mean(axis=2)
    return np.asarray(difference - np.median(difference), dtype=np.float32)
