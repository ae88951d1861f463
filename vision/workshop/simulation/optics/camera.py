"""The pinhole camera with radial distortion: table millimetres to pixels, and back.

Inside, the world is right-handed: x right, y down the table, z *into* the table (height is -z).
Pixel centres have whole coordinates.
"""

from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.readings.places import PointMm
from vision.workshop.simulation.scene import CameraPose

Floats = NDArray[np.float64]
_UNDISTORT_ROUNDS = 8


class Projection:
    """A camera pose for one picture size: ``table_to_picture`` and its inverse.

    ``rotation`` (3, 3) and ``position`` (3,) bring world points into the camera's frame:
    ``rotation @ (world - position)``; ``focal_px`` and ``centre_px`` are the intrinsics.
    """

    def __init__(self, pose: CameraPose, size_wh: tuple[int, int]) -> None:
        self.pose = pose
        self.size_wh = size_wh
        longer = max(size_wh)
        self.focal_px = pose.focal * longer
        self.centre_px = np.array(
            [
                (size_wh[0] - 1) / 2 + pose.shift[0] * longer,
                (size_wh[1] - 1) / 2 + pose.shift[1] * longer,
            ]
        )
        up = _direction_up(pose)
        self.position = np.array([*pose.looks_at_mm, 0.0]) + up * pose.distance_mm
        self.rotation = _world_to_camera(up, pose.roll_deg)
        # Barrel distortion folds back far outside the picture: beyond this radius it stays linear.
        self._fold = 0.8 / (3 * -pose.k1) if pose.k1 < 0 else np.inf

    def world_to_picture(self, world: ArrayLike) -> Floats:
        """Return pixels (n, 2) of world points (n, 3); z runs into the table."""
        camera = (np.asarray(world, np.float64) - self.position) @ self.rotation.T
        ideal = camera[..., :2] / np.maximum(camera[..., 2:], 1.0)
        return np.asarray(self._distort(ideal) * self.focal_px + self.centre_px)

    def table_to_picture(self, points_mm: ArrayLike, height_mm: float = 0.0) -> Floats:
        """Return pixels, shape (..., 2), of table points (..., 2) at a height above the table."""
        points = np.asarray(points_mm, np.float64)
        depth = np.full((*points.shape[:-1], 1), -height_mm)
        return self.world_to_picture(np.concatenate([points, depth], axis=-1))

    def picture_to_table(self, points_px: ArrayLike, height_mm: float = 0.0) -> Floats:
        """Return table points (..., 2) on the plane at that height, seen at pixels (..., 2)."""
        rays = self.rays(np.asarray(points_px, np.float64))
        reach = (-height_mm - self.position[2]) / np.maximum(rays[..., 2:], 1e-6)
        return np.asarray(self.position[:2] + rays[..., :2] * reach)

    def at_fraction(self, where: tuple[float, float], height_mm: float = 0.0) -> PointMm:
        """Return the table point on the plane at that height seen at a place in fractions 0…1."""
        x, y = self.picture_to_table(np.array(where) * np.array(self.size_wh) - 0.5, height_mm).tolist()
        return PointMm(x, y)

    def fractions(self, points_mm: ArrayLike, height_mm: float = 0.0) -> list[tuple[float, float]]:
        """Return where table points (n, 2) at a height are seen, in fractions 0…1 of the picture."""
        seen = (self.table_to_picture(points_mm, height_mm) + 0.5) / np.array(self.size_wh)
        return [(float(x), float(y)) for x, y in seen]

    def rays(self, points_px: Floats) -> Floats:
        """Return world directions (..., 3) through pixels (..., 2); not of unit length."""
        ideal = self.ideal(points_px)
        return np.asarray(ideal @ self.rotation[:2] + self.rotation[2])

    def ideal(self, points_px: Floats) -> Floats:
        """Return the directions of pixels (..., 2): x and y at depth 1 in the camera's frame."""
        return self._undistort((points_px - self.centre_px) / self.focal_px)

    def px_per_mm(self, world: Floats) -> float:
        """Return the picture's scale at a world point (3,)."""
        depth = float((self.rotation @ (world - self.position))[2])
        return self.focal_px / max(depth, 1.0)

    def _distort(self, ideal: Floats) -> Floats:
        squared = np.minimum(_square(ideal), self._fold)
        return np.asarray(ideal * (1 + squared * (self.pose.k1 + self.pose.k2 * squared)))

    def _undistort(self, seen: Floats) -> Floats:
        ideal = seen
        for _ in range(_UNDISTORT_ROUNDS if self.pose.k1 or self.pose.k2 else 0):
            squared = _square(ideal)
            ideal = seen / (1 + squared * (self.pose.k1 + self.pose.k2 * squared))
        return ideal


def window_of(points_px: Floats, size_wh: tuple[int, int], margin_px: int) -> tuple[slice, slice] | None:
    """Return the rows and columns of a picture in which points (n, 2) and a margin lie; None: none."""
    left, top = np.maximum(np.floor(points_px.min(axis=0)).astype(int) - margin_px, 0).tolist()
    ends = np.ceil(points_px.max(axis=0)).astype(int) + margin_px + 1
    right, bottom = np.minimum(ends, size_wh).tolist()
    return (slice(top, bottom), slice(left, right)) if right > left and bottom > top else None


def _square(points: Floats) -> Floats:
    """Return x² + y², shape (..., 1); written out, since sums over a short axis are slow."""
    return np.asarray(points[..., :1] ** 2 + points[..., 1:2] ** 2)


def _direction_up(pose: CameraPose) -> Floats:
    """Return the unit vector from the camera's target to the camera."""
    tilt, stands = radians(pose.tilt_deg), radians(pose.stands_deg)
    return np.array([sin(tilt) * sin(stands), -sin(tilt) * cos(stands), -cos(tilt)])


def _world_to_camera(up: Floats, roll_deg: float) -> Floats:
    """Tilt a camera that looks straight down until it looks against ``up``, then roll it."""
    forward, down = -up, np.array([0.0, 0.0, 1.0])
    axis = np.cross(down, forward)
    length = float(np.linalg.norm(axis))
    angle = float(np.arctan2(length, forward[2]))
    tip, _ = cv2.Rodrigues(axis / max(length, 1e-12) * angle)
    roll, _ = cv2.Rodrigues(np.array([0.0, 0.0, radians(roll_deg)]))
    return np.asarray((tip @ roll).T, np.float64)
