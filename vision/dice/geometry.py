"""What the corners of top faces give: centre, angle, size, and which faces can lie beside each other."""

from math import atan2, degrees, hypot, sqrt
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners
from vision.frame import ImageBgr
from vision.readings.places import PointPx

LEAST_APART = 0.88
"""Least distance between the centres of two tops, in sides. Dice do not enter each other, so it must be
1; but corners are slightly misread. Chosen by hand; touching tops among 1260 dice were read at least
0.94 apart."""
MOST_AGAINST = 1.25
"""Greatest distance between the centres of two faces that may share an edge, in sides, including misread
corners. Chosen by hand."""
STRETCHED = 1.3
"""Ratio of stretch above which two faces are not in one plane, with corners refined once. By geometry
a die's side differs from its top by at least this ratio (cot 38° = 1.28) until a camera is tilted by
38°."""
PARALLEL = 0.98
"""Cosine from which edges count as parallel: within 11°. Chosen by hand."""
SQUARE = 0.08
"""Deviation from a square, as a share of its side, up to which a flattened face is a top; a flattened
side is sheared. Chosen by hand, 0.12 at first; of 137 tops on known planes the worst was 0.054 off."""
HELD = 0.55
"""Distance from a face's centre along both sides, in sides, within which a point lies within it: half a
side, plus a little for misread corners."""
CLEAR = 0.02
"""Distance from the picture's edge, as a share of its side, below which a face may be cut off. Chosen by
hand."""
SLIVER = 0.06
"""Share of its side by which a face may extend beyond the picture and count as misread rather than cut
off. Chosen by hand."""


def centre_of(corners_px: Corners) -> PointPx:
    """Return the crossing of the diagonals: the face's centre, also in perspective."""
    a, b, c, d = corners_px.tolist()
    along, across, gap = ((q[0] - p[0], q[1] - p[1]) for p, q in ((a, c), (b, d), (a, b)))
    crossing = _area(along, across)
    if abs(crossing) < 1e-9:
        return PointPx(*corners_px.mean(0).tolist())
    share = _area(gap, across) / crossing
    return PointPx(a[0] + share * along[0], a[1] + share * along[1])


def angle_of(corners_px: Corners) -> float:
    """Return the angle clockwise from up (-y) to the midpoint of the face's first side, 0 to 360°."""
    a, b, _, _ = corners_px.tolist()
    centre = centre_of(corners_px)
    x, y = (a[0] + b[0]) / 2 - centre.x, (a[1] + b[1]) / 2 - centre.y
    return degrees(atan2(x, -y)) % 360


def is_cut_off(corners_px: Corners, image_bgr: ImageBgr) -> bool:
    """Tell whether more than a sliver of the face lies beyond the picture's edge."""
    return _beyond(corners_px, image_bgr) > SLIVER * side_of(corners_px) + 0.5


def share_seen(corners_px: Corners, image_bgr: ImageBgr) -> float:
    """Return the share of a face's area within the picture: 0 to 1."""
    height, width = image_bgr.shape[:2]
    picture = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    face = corners_px.astype(np.float32)
    return float(cv2.intersectConvexConvex(picture, face)[0]) / max(area_of(corners_px), 1e-9)


def is_clear_of_edge(corners_px: Corners, image_bgr: ImageBgr) -> bool:
    """Tell whether a face lies far enough within the picture that nothing of it can be cut off.

    Corners outside the picture cannot be seen, and are read as nearer to its edge than they are.
    """
    return _beyond(corners_px, image_bgr) < -CLEAR * side_of(corners_px)


def _beyond(corners_px: Corners, image_bgr: ImageBgr) -> float:
    """Return how far the outermost corner lies beyond the picture's edge, in px; negative within."""
    height, width = image_bgr.shape[:2]
    xs, ys = corners_px.T.tolist()
    return float(max(-min(xs), -min(ys), max(xs) - (width - 1), max(ys) - (height - 1)))


def area_of(corners_px: Corners) -> float:
    """Return the area of a face, in square px."""
    a, b, c, d = corners_px.tolist()
    return float(abs((c[0] - a[0]) * (d[1] - b[1]) - (c[1] - a[1]) * (d[0] - b[0]))) / 2


UPRIGHT = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
"""A square seen from straight above."""


def side_of(corners_px: Corners) -> float:
    """Return the side of the square of a face's area, in px."""
    return sqrt(area_of(corners_px))


def weighted_median(numbers: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    """Return the number below which half of the total weight lies."""
    order = np.argsort(numbers)
    gathered = np.cumsum(weights[order])
    return float(numbers[order][int(np.searchsorted(gathered, gathered[-1] / 2))])


def squared(corners: Corners) -> Corners:
    """Return the square nearest to a quadrilateral (Procrustes): the true shape of a die's top."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners.tolist()
    # Half a side, turned: the mean of the corners, each turned back to the first quarter.
    x = ((cx - ax + cy - ay) + (bx - dx + dy - by)) / 8
    y = ((cy - ay - cx + ax) + (by - dy + bx - dx)) / 8
    mx, my = (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4
    return np.array(
        [
            [mx - x + y, my - x - y],
            [mx + x + y, my - x + y],
            [mx + x - y, my + x + y],
            [mx - x - y, my + x - y],
        ]
    )


def narrowed(corners: Corners, edge: int, share: float) -> Corners:
    """Return a face with the edge from this corner to the next moved inwards by a part of its side."""
    a, b, c, d = ((edge + step) % 4 for step in range(4))
    quad = corners.copy()
    quad[a] += share * (corners[d] - corners[a])
    quad[b] += share * (corners[c] - corners[b])
    return quad


def off_square(corners: Corners) -> float:
    """Return the distance of the worst corner from the nearest square, in its sides."""
    nearest = squared(corners)
    side = float(np.linalg.norm(nearest[1] - nearest[0]))
    return float(np.abs(corners - nearest).max()) / max(side, 1e-9)


def holds(quads_px: Corners, points_px: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell for each of the faces (n, 4, 2) which points (m, 2) lie within or just outside: (n, m)."""
    a, b, c, d = np.moveaxis(quads_px[..., None], 1, 0)
    (ux, uy), (vx, vy) = ((b - a + c - d) / 2).swapaxes(0, 1), ((d - a + c - b) / 2).swapaxes(0, 1)
    x, y = (points_px - quads_px.mean(1)[:, None]).transpose(2, 0, 1)
    across, down = x * vy - y * vx, ux * y - uy * x
    area = np.maximum(np.abs(ux * vy - uy * vx), 1e-6)
    return np.asarray(np.maximum(np.abs(across), np.abs(down)) < HELD * area)


def may_touch(quads_px: Corners) -> NDArray[np.bool_]:
    """Tell which of the faces (n, 4, 2) are near enough for their exact distance to matter: (n, n).

    A quick test that never excludes a pair that ``sides_apart`` could find within ``MOST_AGAINST``.
    """
    # The distance in sides is at least that in px over the root of half the sum of both faces' squared
    # sides, and a face's squared sides sum to half its squared diagonals.
    diagonals = quads_px[:, 2:] - quads_px[:, :2]
    sides = (diagonals**2).sum((1, 2)) / 4
    centres = quads_px.mean(1)
    away = ((centres - centres[:, None]) ** 2).sum(2)
    return np.asarray(away < MOST_AGAINST**2 * (sides + sides[:, None]))


def cannot_both_be_tops(quad_px: Corners, other_px: Corners, stretched: float = STRETCHED) -> bool:
    """Tell whether two faces overlap, or touch in different planes: a top and a side.

    Dice do not enter each other, so tops on one table are at least a side apart. Seen in the same
    picture, such tops differ by a turn and a size; a side is ``stretched`` as well.
    """
    apart = sides_apart(quad_px, other_px)
    if not LEAST_APART < apart < MOST_AGAINST:
        return apart <= LEAST_APART
    return stretch_between(quad_px, other_px) > stretched


def stretch_between(quad_px: Corners, other_px: Corners) -> float:
    """Return how much longer than broad a square in one face's plane looks when the other's is seen
    straight: 1 or more."""
    one, other = _sides(quad_px), _sides(other_px)
    # The other's sides in the frame of the one, times its area. Of a 2 x 2 map with singular values
    # long and short, the squares of all entries sum to long² + short², and |det| is long * short.
    seen = (
        (other.along, one.down),
        (other.down, one.down),
        (one.along, other.along),
        (one.along, other.down),
    )
    entries = sum(_area(a, b) ** 2 for a, b in seen)
    both = max(2.0, entries / max(abs(_area(*one) * _area(*other)), 1e-9))
    return (both + sqrt(both * both - 4)) / 2


def sides_apart(quad_px: Corners, other_px: Corners) -> float:
    """Return the distance between two faces in sides of theirs, as foreshortened as they are."""
    one, other = _sides(quad_px), _sides(other_px)
    if min(abs(_area(*one)), abs(_area(*other))) < 1e-6:
        return 0.0
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = *one, *other
    xx, yy = (ax * ax + bx * bx + cx * cx + dx * dx) / 2, (ay * ay + by * by + cy * cy + dy * dy) / 2
    xy = (ax * ay + bx * by + cx * cy + dx * dy) / 2
    x, y = (other_px - quad_px).sum(0).tolist()
    weighted = max(0.0, yy * x * x - 2 * xy * x * y + xx * y * y) / 16
    return sqrt(weighted / max(xx * yy - xy * xy, 1e-12))


def share_direction(quad_px: Corners, other_px: Corners) -> bool:
    """Tell whether an edge of one runs parallel to an edge of the other, as a top's and its side's
    do."""
    return any(
        abs(a[0] * b[0] + a[1] * b[1]) > PARALLEL * (hypot(*a) * hypot(*b) + 1e-9)
        for a in _sides(quad_px)
        for b in _sides(other_px)
    )


def is_before(quad_px: Corners, other_px: Corners, aslant: float) -> bool:
    """Tell whether one of two faces lies in front of the other for a camera that sees both obliquely.

    Then a top and its side look alike, and so do two touching tops. ``aslant``: least ratio of length to
    breadth of squares in such an oblique view.
    """
    if min(stretch_between(UPRIGHT, quad_px), stretch_between(UPRIGHT, other_px)) < aslant:
        return False
    edges = np.diff(np.concatenate([quad_px, quad_px[:1]]), axis=0)
    _, axes = np.linalg.eigh(edges.T @ edges)
    short, long = np.abs(axes.T @ (other_px.mean(0) - quad_px.mean(0)))
    return bool(short > long)


class _Sides(NamedTuple):
    """A face's sides, the mean of opposite ones: (x, y) each. For so few numbers tuples are faster than
    arrays."""

    along: tuple[float, float]
    down: tuple[float, float]


def _sides(corners_px: Corners) -> _Sides:
    a, b, c, d = corners_px.tolist()
    return _Sides(
        ((b[0] - a[0] + c[0] - d[0]) / 2, (b[1] - a[1] + c[1] - d[1]) / 2),
        ((d[0] - a[0] + c[0] - b[0]) / 2, (d[1] - a[1] + c[1] - b[1]) / 2),
    )


def _area(a: tuple[float, float], b: tuple[float, float]) -> float:
    return a[0] * b[1] - a[1] * b[0]
