"""Where the synthetic camera stands and where the dice lie. Lengths are in sides of a die."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""Points in the picture or on the table: shape (n, 2)."""


@dataclass(frozen=True)
class Framing:
    """How a scene is framed: the picture's side, the dice's sides (px), and the camera's greatest
    tilt."""

    size_px: int = 160
    side_px: tuple[float, float] = (13.0, 46.0)
    tilt_deg: float = 60.0


@dataclass(frozen=True, eq=False)
class PaintedCamera:
    """A camera: ``matrix`` (3 x 4) maps table points to pixels, ``eye`` is where it stands."""

    matrix: NDArray[np.float64]
    eye: NDArray[np.float64]

    def project(self, points: NDArray[np.float64]) -> Points:
        """Return pixels (n, 2) of table points (n, 3)."""
        seen = np.column_stack([points, np.ones(len(points))]) @ self.matrix.T
        return np.asarray(seen[:, :2] / seen[:, 2:])

    def off_vertical_deg(self, point_px: Points) -> float:
        """Return the angle from the vertical at which a die's top is seen at a pixel (2,)."""
        level = np.column_stack([self.matrix[:, :2], self.matrix[:, 2] + self.matrix[:, 3]])
        x, y, w = np.linalg.solve(level, [*point_px, 1.0])
        away = np.hypot(*(self.eye[:2] - (x / w, y / w)))
        return float(np.degrees(np.arctan2(away, self.eye[2] - 1.0)))


UPRIGHT_SHARE = 0.55
"""Share of the cameras that are held upright as people do: nearer things are lower in the picture."""


def camera(rng: np.random.Generator, framing: Framing, side: float) -> PaintedCamera:
    """Return a camera that shows a die in the middle of its picture ``side`` px wide."""
    tilt = np.radians(framing.tilt_deg * rng.beta(1.1, 1.7))
    roll = rng.normal(np.pi, 0.4) if rng.random() < UPRIGHT_SHARE else rng.uniform(0, 2 * np.pi)
    distance = rng.uniform(9, 40)
    focal = side * distance
    half = framing.size_px / 2
    intrinsic = np.array([[focal, 0, half], [0, focal, half], [0, 0, 1]])
    spin = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    back = np.array([[np.cos(roll), np.sin(roll), 0], [-np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    # The camera looks down: the table's y runs down in the picture, its z towards the eye.
    down = np.diag([1.0, 1.0, -1.0])
    rotation = back @ lean @ spin @ down
    shift = np.array([0, 0, distance])
    eye = -rotation.T @ shift
    return PaintedCamera(intrinsic @ np.column_stack([rotation, shift]), eye)


def places(rng: np.random.Generator, extent: float) -> NDArray[np.float64]:
    """Return x, y, angle (radians) of dice on the table, none overlapping: shape (n, 3)."""
    placed: list[NDArray[np.float64]] = []
    for _ in range(int(rng.integers(0, 7))):
        for row in _group(rng, extent):
            if all(np.hypot(*(row[:2] - other[:2])) > _reach(row, other) for other in placed):
                placed.append(row)
    return np.array(placed).reshape(-1, 3)


def _reach(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Return how near two dice may come: 1 is edge to edge, more if they are turned against each
    other."""
    gap = abs((one[2] - other[2] + np.pi / 4) % (np.pi / 2) - np.pi / 4)
    return 0.97 if gap < 0.12 else 1.0 + 0.25 * min(1.0, gap / 0.4)


def _group(rng: np.random.Generator, extent: float) -> NDArray[np.float64]:
    """Return a loose die, or a row, a block or a crooked city of touching dice."""
    middle = rng.uniform(-0.55, 0.55, 2) * extent
    angle = rng.uniform(0, 2 * np.pi)
    if rng.random() < 0.6:
        return np.array([[*middle, angle]])
    cells = {(0, 0)}
    for _ in range(int(rng.integers(1, 9))):
        column, row = list(cells)[int(rng.integers(len(cells)))]
        step = [(1, 0), (-1, 0), (0, 1), (0, -1)][int(rng.integers(4))]
        cells.add((column + step[0], row + step[1]))
    gap = 1.0 + abs(rng.normal(0, 0.03))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    spots = (np.array(sorted(cells)) * gap) @ turn.T + middle + rng.normal(0, 0.02, (len(cells), 2))
    turns = angle + rng.normal(0, 0.03, len(cells)) + rng.integers(0, 4, len(cells)) * np.pi / 2
    return np.column_stack([spots, turns])
