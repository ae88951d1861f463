"""One square part of a board, cut out of a photograph and looked at straight from above."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr

PX_PER_FIELD: Final = 24
"""Pixels along a field of a straightened part: a printed chest is told from a coffin by far fewer."""
LEAST_SHARE: Final = 0.08
"""Least share of its photograph that a part fills: anything smaller is something on it."""
STRAIGHT: Final = 0.03
"""Share of its length by which an outline may leave its four sides."""
BESIDE_TABLE: Final = 1.2
"""How many times more a part differs from the table than the table does at the picture's edge."""
FAINT: Final = 6.0
"""Difference that is added to that, in units of CIE Lab as bytes: the camera's noise is less."""
SEEN_PX: Final = 640
"""Width of the picture in which outlines are looked for, px."""

Quad = NDArray[np.float64]
"""Four outer corners, clockwise from the top left, px: shape (4, 2)."""


def straightened(image_bgr: ImageBgr, quad: Quad, columns: int, rows: int) -> ImageBgr:
    """Return what lies within four outer corners as seen straight from above."""
    width, height = columns * PX_PER_FIELD, rows * PX_PER_FIELD
    to = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    plane = cv2.getPerspectiveTransform(quad.astype(np.float32), to)
    flat = cv2.warpPerspective(image_bgr, plane, (width, height), flags=cv2.INTER_AREA)
    return np.asarray(flat, np.uint8)


def outline_in(image_bgr: ImageBgr) -> Quad | None:
    """Return the outer corners of the largest four-sided thing; None if none is seen.

    It is proposed to a person, who puts it right.
    """
    width = image_bgr.shape[1]
    scale = min(1.0, SEEN_PX / width)
    shrunk = cv2.resize(image_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    small = np.asarray(shrunk, np.uint8)
    quads = [quad for shape in _shapes(small) if (quad := _quad(shape)) is not None]
    least = LEAST_SHARE * small.shape[0] * small.shape[1]
    best = max(quads, key=cv2.contourArea, default=None)
    if best is None or cv2.contourArea(best) < least:
        return None
    return clockwise(best.reshape(4, 2).astype(np.float64) / scale)


def clockwise(quad: Quad) -> Quad:
    """Return four corners clockwise in the picture, the one that is nearest to its top left first."""
    middle = quad.mean(0)
    angles = np.arctan2(quad[:, 1] - middle[1], quad[:, 0] - middle[0])
    ordered = quad[np.argsort(angles)]
    return np.asarray(np.roll(ordered, -int(np.argmin(ordered.sum(1))), 0), np.float64)


def _shapes(small_bgr: ImageBgr) -> list[NDArray[np.int32]]:
    """Return outlines of what differs from what surrounds it: by light, and by colour."""
    lab = cv2.GaussianBlur(cv2.cvtColor(small_bgr, cv2.COLOR_BGR2LAB), (0, 0), 2.0)
    edge = np.concatenate([lab[0], lab[-1], lab[:, 0], lab[:, -1]]).astype(np.float32)
    away = np.linalg.norm(lab.astype(np.float32) - np.median(edge, 0), axis=2)
    at_edge = np.concatenate([away[0], away[-1], away[:, 0], away[:, -1]])
    limit = BESIDE_TABLE * float(np.percentile(at_edge, 95)) + FAINT
    mask = np.where(away > limit, 255, 0).astype(np.uint8)
    side = max(3, small_bgr.shape[1] // 40) | 1
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    found, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return [np.asarray(one, np.int32) for one in found]


def _quad(shape: NDArray[np.int32]) -> NDArray[np.int32] | None:
    hull = cv2.convexHull(shape)
    around = cv2.arcLength(hull, closed=True)
    corners = cv2.approxPolyDP(hull, STRAIGHT * around, closed=True)
    return np.asarray(corners, np.int32) if len(corners) == 4 else None
