"""Finds the table's markers in a picture, and their corners to a fraction of a pixel.

ArUco finds which markers there are, and roughly where. Their corners are the crossings of their edges,
and an edge is where the light is midway between black and white, whatever the blur: in light, not in
grey levels, where it would be too far inside the black.
"""

from functools import cache
from math import ceil, dist, floor

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.markers.cards import DICTIONARY, MARKER_IDS
from vision.medians import medians
from vision.pyramid import Pyramid

Grey = NDArray[np.uint8]
Points = NDArray[np.float64]

WIDEST_SEARCH_PX, USUAL_SEARCH_PX, NARROWEST_SEARCH_PX = 1700, 900, 450
"""Longer sides of the pictures in which markers are searched for: half the size takes a quarter of the
time. Chosen by measuring it."""
ENOUGH = 3
"""Number of markers below which there is no plane: then the largest pictures are searched, too."""
ALONG = np.linspace(0.15, 0.85, 12)
"""Places along an edge, as fractions of its length, at which it is sampled. Near the corners two edges
blur together."""
ACROSS = np.linspace(-1.0, 1.0, 25)
"""Places across an edge, from inside to outside, as fractions of the reach, at which it is sampled."""
REACH = 1 / 12
"""Reach of the samples, in sides of a marker: half a cell, since beyond it may be something else."""
LEAST_REACH_PX = 2.0
"""Least reach of the samples, in px, for small markers: blur is about as wide. Chosen by hand."""
OUTLIER_PX = 1.0
"""Distance from the median of its edge from which a sample lies on something that covers the marker.
Chosen by hand."""
GAMMA = 2.2
"""Exponent by which grey levels become light, as standard (sRGB) pictures have it on average."""
LEAST_SAMPLES = 4
"""Least number of clear samples, of twelve, from which an edge is moved: fewer make no line."""


def find_markers(pyramid: Pyramid, widest_px: int = WIDEST_SEARCH_PX) -> dict[int, Points]:
    """Return corners (4, 2) px, clockwise from its own top left, of each table marker seen once.

    They are searched for in the greatly reduced picture, and in a larger one only if not all are found;
    the corners are refined up to the full size. ``widest_px``: longer side of the largest picture that
    is searched.
    """
    found: dict[int, Points] = {}
    for times in range(_halvings(max(pyramid[0].shape[:2])), -1, -1):
        found = {number: _refine(pyramid[times], 2 * quad + 0.5) for number, quad in found.items()}
        if _is_worth_a_search(len(found), max(pyramid.size_wh(times)), widest_px):
            found |= _decode(pyramid[times])
    if not found:
        return {}
    return dict(zip(found, at_their_edges(pyramid[0], np.stack(list(found.values()))), strict=True))


def has_mirrored_markers(image_bgr: ImageBgr) -> bool:
    """Tell whether the mirrored picture shows table markers: a single number may be anything."""
    return len(find_markers(Pyramid(np.ascontiguousarray(image_bgr[:, ::-1])))) > 1


def _halvings(longer_px: int) -> int:
    """Return how many times a picture is halved down to the smallest that is searched."""
    return 0 if longer_px <= NARROWEST_SEARCH_PX else 1 + _halvings(longer_px // 2)


def _is_worth_a_search(found: int, longer_px: int, widest_px: int) -> bool:
    if longer_px > USUAL_SEARCH_PX:
        return found < ENOUGH and longer_px <= widest_px
    return found < len(MARKER_IDS)


def at_their_edges(image_bgr: ImageBgr, quads_px: Points) -> Points:
    """Return corners (n, 4, 2) px of black squares on white, moved to the crossings of lines along their
    edges."""
    edges = np.roll(quads_px, -1, 1) - quads_px
    lengths = np.linalg.norm(edges, axis=2, keepdims=True)
    outward = np.stack([edges[..., 1], -edges[..., 0]], 2) / lengths
    reach = np.maximum(lengths * REACH, LEAST_REACH_PX)
    along = quads_px[:, :, None] + edges[:, :, None] * ALONG[:, None]
    offset, is_clear = _offsets(image_bgr, along, outward * reach)
    start, end = _ends(offset * reach, is_clear)
    return _crossings(quads_px + outward * start[..., None], quads_px + edges + outward * end[..., None])


def _offsets(
    image_bgr: ImageBgr, along: Points, across: Points
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return where edges are found, -1 (inside) to 1, and whether they are clear there: (n, 4, 12)."""
    places = along[:, :, :, None] + across[:, :, None, None] * ACROSS[:, None]
    flat = places.reshape(-1, len(ACROSS), 2).astype(np.float32)
    seen = cv2.remap(image_bgr, flat, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    light = _light()[_grey(seen)].reshape(places.shape[:-1])
    dark, bright = light[..., :6].mean(-1), light[..., -6:].mean(-1)
    contrast = bright - dark
    is_clear = contrast > medians(contrast.reshape(len(contrast), 1, -1)) / 2
    black = np.clip((bright[..., None] - light) / np.maximum(contrast, 0.01)[..., None], 0, 1)
    step = ACROSS[1] - ACROSS[0]
    return (black.sum(-1) - (black[..., 0] + black[..., -1]) / 2) * step - 1, is_clear


@cache
def _light() -> NDArray[np.float32]:
    return np.asarray((np.arange(256) / 255) ** GAMMA, np.float32)


def _ends(
    offset_px: NDArray[np.float64], is_clear: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Fit a line to each edge's offsets; return how far its two ends are moved: (n, 4) each."""
    is_outlier = np.abs(offset_px - medians(offset_px)) > OUTLIER_PX
    weight, at = (is_clear & ~is_outlier).astype(np.float64), ALONG - 0.5
    count, first, second = ((weight * at**power).sum(2) for power in range(3))
    total, slanted = (weight * offset_px).sum(2), (weight * offset_px * at).sum(2)
    spread = count * second - first**2
    enough = (count >= LEAST_SAMPLES) & (spread > 1e-3)
    slope = np.where(enough, (count * slanted - first * total) / np.where(enough, spread, 1), 0)
    mean = np.where(enough, (total - slope * first) / np.where(enough, count, 1), 0)
    return mean - slope / 2, mean + slope / 2


def _crossings(starts: Points, ends: Points) -> Points:
    """Return where each line (n, 4, from start to end) crosses the one before it: (n, 4, 2)."""
    ways = ends - starts
    before = np.roll(ways, 1, 1)
    gaps = np.roll(starts, 1, 1) - starts
    share = _cross(gaps, before) / _cross(ways, before)
    return np.asarray(starts + share[..., None] * ways)


def _cross(one: Points, other: Points) -> Points:
    return one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]


def _decode(image_bgr: ImageBgr) -> dict[int, Points]:
    """Return the table markers that are seen once in a picture of about this size."""
    corners, ids, _ = _detector().detectMarkers(_grey(image_bgr))
    numbers = [int(number) for number in np.ravel(ids)] if len(corners) else []
    return {
        number: _refine(image_bgr, quad.reshape(4, 2).astype(np.float64))
        for number, quad in zip(numbers, corners, strict=True)
        if number in MARKER_IDS and numbers.count(number) == 1
    }


def _detector() -> cv2.aruco.ArucoDetector:
    """Return a detector for markers of some 20 to 200 px.

    OpenCV's defaults except for four: one window instead of three (faster), a higher constant (fewer
    false squares), cells sampled with 8 px instead of 4 (oblique markers), and markers near the edge
    allowed.
    """
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = 11
    parameters.adaptiveThreshConstant = 12
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.minDistanceToBorder = 1
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), parameters)


def _refine(image_bgr: ImageBgr, corners_px: Points) -> Points:
    """Refine corners within a fourteenth of a side, 2 to 9 px: less than half a cell, one sixth."""
    points = corners_px.tolist()
    reach = min(max(int(dist(points[0], points[1]) / 14), 2), 9)
    piece, offset = _around(image_bgr, points, reach + 4)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.03)
    rough = (corners_px - offset).astype(np.float32)
    refined = cv2.cornerSubPix(_grey(piece), rough, (reach, reach), (-1, -1), stop)
    return np.asarray(refined + np.array(offset, np.float64), np.float64)


def _around(
    image_bgr: ImageBgr, points_px: list[list[float]], margin_px: int
) -> tuple[ImageBgr, tuple[int, int]]:
    """Return the piece of the picture that holds these points and a margin, and its top left (x, y)."""
    left, top = (max(0, floor(min(place)) - margin_px) for place in zip(*points_px, strict=True))
    right, bottom = (max(1, ceil(max(place)) + margin_px) for place in zip(*points_px, strict=True))
    height, width = image_bgr.shape[:2]
    left, top = min(left, width - 1), min(top, height - 1)
    return image_bgr[top:bottom, left:right], (left, top)


def _grey(image_bgr: ImageBgr) -> Grey:
    return np.asarray(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
