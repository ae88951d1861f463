"""A die as a solid: how it stands in the world, and where rays meet its rounded surface.

The solid is a cube with rounded edges cut by a ball, as dice are moulded. Rays are followed by
sphere tracing (J. C. Hart, "Sphere tracing", 1996): the surface's distance is a safe step.
"""

from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulation.scene import SceneDie

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

SLOT_AXES: tuple[tuple[tuple[int, int, int], ...], ...] = (
    ((1, 0, 0), (0, 1, 0), (0, 0, -1)),
    ((1, 0, 0), (0, -1, 0), (0, 0, 1)),
    ((-1, 0, 0), (0, 0, 1), (0, -1, 0)),
    ((0, -1, 0), (0, 0, 1), (1, 0, 0)),
    ((1, 0, 0), (0, 0, 1), (0, 1, 0)),
    ((0, 1, 0), (0, 0, 1), (-1, 0, 0)),
)
"""For each slot (top, bottom, north, east, south, west): its art's right, its art's down, outwards."""

_TRACE_ROUNDS = 6


@dataclass(frozen=True, eq=False)
class Solid:
    """A die placed in the world (z into the table): ``world = centre + axes @ local``."""

    die: SceneDie
    centre: Floats
    axes: Floats
    half_mm: float

    def corners(self, shrink: float = 1.0) -> Floats:
        """Return the cube's eight corners in the world: (8, 3)."""
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
        return self.centre + signs * (self.half_mm * shrink) @ self.axes.T

    def top_slot(self) -> int:
        """Return the slot that looks up most."""
        ups = [-(self.axes @ np.array(axes[2], np.float64))[2] for axes in SLOT_AXES]
        return int(np.argmax(ups))

    def face_corners(self, slot: int) -> Floats:
        """Return a face's sharp corners in the world, clockwise from its art's top left: (4, 3)."""
        right, down, out = (np.array(a, np.float64) for a in SLOT_AXES[slot])
        turn = self.die.style.turns[slot]
        local = np.array([out + x * right + y * down for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
        return self.centre + np.roll(local, -turn, axis=0) * self.half_mm @ self.axes.T


def solid(die: SceneDie) -> Solid:
    """Place a die in the world. Raises ``ValueError`` if the die has no such face."""
    half = die.side_mm / 2
    tumble, _ = cv2.Rodrigues(np.radians(np.array(die.tumble_deg, np.float64)))
    axes = np.asarray(tumble @ _resting_axes(die), np.float64)
    return Solid(die, np.array([*die.centre_mm, -half - die.height_mm]), axes, half)


def _resting_axes(die: SceneDie) -> Floats:
    """Return the rotation that lays ``face`` on top with its art turned by ``angle_deg``."""
    slot = die.style.faces.index(die.face)
    angle = radians(die.angle_deg - 90 * die.style.turns[slot])
    right, down, out = (np.array(a, np.float64) for a in SLOT_AXES[slot])
    local = np.stack([right, down, -out], axis=1)
    world = np.array([[cos(angle), -sin(angle), 0], [sin(angle), cos(angle), 0], [0, 0, 1]])
    return np.asarray(world @ local.T)


@dataclass(frozen=True, eq=False)
class Hits:
    """Where rays meet a solid, arrays of one shape (h, w).

    ``local`` are three planes of surface coordinates in half sides, ``normal`` three planes of the
    outward direction (local), ``miss`` how far beside the surface the ray passes, in half sides.
    """

    local: tuple[Floats32, Floats32, Floats32]
    normal: tuple[Floats32, Floats32, Floats32]
    miss: Floats32


def trace(origin: Floats, rays: tuple[Floats32, Floats32, Floats32], edge: float, ball: float) -> Hits:
    """Follow rays from ``origin`` (3,), both in local half sides, to the cube |x|, |y|, |z| <= 1."""
    length = np.sqrt(rays[0] ** 2 + rays[1] ** 2 + rays[2] ** 2)
    ways = tuple(r / length for r in rays)
    start = np.asarray(origin, np.float32)
    near, middle = _chord(start, ways)
    reach, distance = near, np.zeros_like(near)
    for _ in range(_TRACE_ROUNDS):
        reach = np.minimum(reach + distance, middle)
        place = [start[i] + ways[i] * reach for i in range(3)]
        distance = _distance(place, edge, ball)
    return Hits((place[0], place[1], place[2]), _normal(place, edge, ball), np.maximum(distance, 0))


def _chord(start: Floats32, ways: tuple[Floats32, ...]) -> tuple[Floats32, Floats32]:
    """Return where each ray enters the cube, and the middle of its way through it."""
    enter = np.full_like(ways[0], -np.inf)
    leave = np.full_like(ways[0], np.inf)
    for way, from_ in zip(ways, start, strict=True):
        safe = np.where(np.abs(way) < 1e-6, np.float32(1e-6), way)
        a, b = (-1 - from_) / safe, (1 - from_) / safe
        enter, leave = np.maximum(enter, np.minimum(a, b)), np.minimum(leave, np.maximum(a, b))
    middle = (enter + leave) / 2
    return np.minimum(enter, middle).astype(np.float32), middle.astype(np.float32)


def _distance(place: list[Floats32], edge: float, ball: float) -> Floats32:
    inner = np.float32(1 - edge)
    over = [np.abs(p) - inner for p in place]
    outside = np.sqrt(sum(np.maximum(o, 0) ** 2 for o in over))
    inside = np.minimum(np.maximum(np.maximum(over[0], over[1]), over[2]), 0)
    box = outside + inside - np.float32(edge)
    round_ = np.sqrt(sum(p**2 for p in place)) - np.float32(ball)
    return np.asarray(np.maximum(box, round_), np.float32)


def _normal(place: list[Floats32], edge: float, ball: float) -> tuple[Floats32, Floats32, Floats32]:
    """Return the outward direction at surface points; where the ball cuts, it is the ball's."""
    inner = np.float32(1 - edge)
    over = [np.maximum(np.abs(p) - inner, 1e-4) for p in place]
    size = np.sqrt(over[0] ** 2 + over[1] ** 2 + over[2] ** 2)
    radius = np.sqrt(sum(p**2 for p in place))
    # Blend over a narrow band: a mould has no crease where the ball meets the faces.
    box_lead = (size - np.float32(edge)) - (radius - np.float32(ball))
    share = np.clip(0.5 + box_lead * 12, 0, 1)
    mixed = [
        share * np.sign(p) * o / size + (1 - share) * p / radius
        for p, o in zip(place, over, strict=True)
    ]
    length = np.sqrt(sum(m**2 for m in mixed))
    return tuple(np.asarray(m / length, np.float32) for m in mixed)  # type: ignore[return-value]
