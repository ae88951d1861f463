"""Ink on a face: the square on which every artist here draws."""

import cv2
import numpy as np
from numpy.typing import NDArray

TEXTURE_PX = 96

InkMask = NDArray[np.float32]
"""Ink of a face: shape (96, 96), from 0 (paper) to 1 (ink)."""


def empty() -> InkMask:
    """Return a face without ink."""
    return np.zeros((TEXTURE_PX, TEXTURE_PX), np.float32)


def filled(points: NDArray[np.float64]) -> InkMask:
    """Return a polygon filled with ink; ``points`` (n, 2) are in sides of the face."""
    mask = empty()
    cv2.fillPoly(mask, [np.round(points * TEXTURE_PX * 8).astype(np.int32)], (1.0,), cv2.LINE_AA, 3)
    return mask


def disc(mask: InkMask, at: tuple[float, float], radius: float, ink: float = 1.0) -> None:
    """Draw a disc, its middle and radius in sides of the face."""
    x, y = (round(along * TEXTURE_PX) for along in at)
    cv2.circle(mask, (x, y), round(radius * TEXTURE_PX), ink, -1, cv2.LINE_AA)


def moved(mask: InkMask, angle_deg: float, scale: float, by_px: NDArray[np.float64]) -> InkMask:
    """Return a drawing turned and scaled about the middle of the face, and shifted."""
    half = TEXTURE_PX / 2
    turn = np.asarray(cv2.getRotationMatrix2D((half, half), angle_deg, scale), np.float64)
    turn[:, 2] += by_px
    return np.asarray(cv2.warpAffine(mask, turn, (TEXTURE_PX, TEXTURE_PX)), np.float32)


def line(
    mask: InkMask, a: tuple[float, float], b: tuple[float, float], thick: float, ink: float = 1.0
) -> None:
    """Draw a line between two points, all in sides of the face."""
    ends = [(round(x * TEXTURE_PX), round(y * TEXTURE_PX)) for x, y in (a, b)]
    cv2.line(mask, ends[0], ends[1], (ink,), max(1, round(thick * TEXTURE_PX)), cv2.LINE_AA)


def placed(rng: np.random.Generator, mask: InkMask, inset: float) -> InkMask:
    """Return a silhouette scaled to fit the face, a little askew."""
    scale = rng.uniform(0.62, 1.0 - inset)
    return np.clip(moved(mask, rng.normal(0, 4), scale, rng.normal(0, 1.5, 2)), 0, 1)


def soften(mask: InkMask, radius_px: float) -> InkMask:
    """Return the mask with its outlines blurred."""
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), radius_px), np.float32)
