"""The camera over the table: an exact pinhole, for drawing and for labels."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """A pinhole camera that looks at the table's origin.

    ``tilt_deg`` is off the vertical, the camera standing at the table's side ``from_deg`` (clockwise,
    0 = north, 180 = the near side); ``roll_deg`` turns the picture against the table.
    """

    width_px: int
    height_px: int
    focal_px: float
    distance_mm: float
    tilt_deg: float
    from_deg: float
    roll_deg: float

    def axes(self) -> Points:
        """Return the camera's right, down and forward as rows, in table coordinates."""
        forward = -self.place() / self.distance_mm
        roll = np.radians(self.roll_deg)
        up = np.array([np.sin(roll), -np.cos(roll), 0.0])
        # Table coordinates with y down and z up are left-handed: the cross product's sign is turned.
        right = -np.cross(forward, up)
        right = right / np.linalg.norm(right)
        down = -np.cross(forward, right)
        return np.stack([right, down, forward])

    def place(self) -> Points:
        """Return where the camera is."""
        tilt, side = np.radians(self.tilt_deg), np.radians(self.from_deg)
        return self.distance_mm * np.array(
            [np.sin(tilt) * np.sin(side), -np.sin(tilt) * np.cos(side), np.cos(tilt)]
        )

    def to_px(self, points_mm: Points) -> Points:
        """Return pixels (n, 2) of table points (n, 3); whole numbers are the middles of pixels."""
        seen = (np.asarray(points_mm, np.float64) - self.place()) @ self.axes().T
        middle = np.array([(self.width_px - 1) / 2, (self.height_px - 1) / 2])
        return np.asarray(self.focal_px * seen[:, :2] / seen[:, 2:] + middle)

    def to_mm(self, points_px: Points, height_mm: float) -> Points:
        """Return table points (n, 2) seen at these pixels (n, 2) at this height."""
        middle = np.array([(self.width_px - 1) / 2, (self.height_px - 1) / 2])
        rays = (
            np.column_stack([(points_px - middle) / self.focal_px, np.ones(len(points_px))])
            @ self.axes()
        )
        far = (height_mm - self.place()[2]) / rays[:, 2]
        return np.asarray((self.place() + far[:, None] * rays)[:, :2])

    def aslant_deg(self, point_mm: Points) -> float:
        """Return how far off the vertical a table point (3,) is seen."""
        ray = self.place() - point_mm
        return float(np.degrees(np.arccos(ray[2] / np.linalg.norm(ray))))

    def frame_px(self, margin_px: float = 0.0) -> Points:
        """Return the picture's corners, moved inwards."""
        right, bottom = self.width_px - 1 - margin_px, self.height_px - 1 - margin_px
        return np.array(
            [[margin_px, margin_px], [right, margin_px], [right, bottom], [margin_px, bottom]]
        )

    def shows(self, points_mm: Points, margin_px: float) -> bool:
        """Tell whether all these points (n, 3) lie in the picture, so far from its edge."""
        low, high = self.frame_px(margin_px)[0], self.frame_px(margin_px)[2]
        points = self.to_px(points_mm)
        return bool(((points >= low) & (points <= high)).all())


def any_camera(rng: np.random.Generator, width_px: int | None = None) -> Camera:
    """Return a camera of a home-made table: 25 to 60 cm above it, a die 38 to 105 px wide."""
    width = width_px or (1280, 1280, 1280, 1280, 1440, 1640)[rng.integers(6)]
    height = {1640: 1232}.get(width, width * 3 // 4)
    while True:
        focal, distance = width * rng.uniform(0.72, 1.1), rng.uniform(250, 600)
        if 38 <= focal * 16 / (distance - 16) <= 105:
            break
    upside_down = 180.0 if rng.random() < 0.08 else 0.0
    from_deg = 180 + rng.normal(0, 20) if rng.random() < 0.6 else rng.uniform(0, 360)
    return Camera(
        width, height, focal, distance, rng.uniform(0, 25), from_deg, rng.uniform(-10, 10) + upside_down
    )


def visible_share(camera: Camera, outline_px: Points) -> float:
    """Return how much of a convex outline (n, 2) lies in the picture, 0 to 1."""
    reach = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    outline, frame = outline_px.astype(np.float32), (camera.frame_px() + reach).astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(outline, frame)
    share = float(np.clip(shared / cv2.contourArea(outline), 0, 1))
    return 1.0 if share > 0.9995 else share
