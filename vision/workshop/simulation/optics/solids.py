"""A die as a solid: its pose in the world, and where rays meet its rounded surface.

The solid is a cube with rounded edges cut by a ball, as dice are moulded. Rays are followed by sphere
tracing (J. C. Hart, "Sphere tracing", 1996): the distance to the surface is a safe step.
"""

from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.simulation.optics.light import Linear
from vision.workshop.simulation.scene import SceneDie

Floats = NDArray[np.float64]

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
_PARTS, _CLOSING_ROUNDS = 5, 3
_HALF_DIAGONAL = np.float32(1.74)
_NO_BALL = 1.74


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

    def local(self, world: Floats) -> Floats:
        """Return world points (n, 3) in the die's own axes, in half sides."""
        return np.asarray((world - self.centre) @ self.axes / self.half_mm)


def solid(die: SceneDie) -> Solid:
    """Place a die in the world. Raises ``ValueError`` if the die does not have that face."""
    if die.face not in die.style.faces:
        known = ", ".join(die.style.faces)
        raise ValueError(f"a die has no face '{die.face}'; it has {known}")
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
    """Where rays meet a solid, for an (h, w) grid of rays; directions and places are local.

    ``place`` (3, h, w) is on the surface, or nearest to it, in half sides; ``normal`` (3, h, w) points
    outwards; ``hit`` (h, w) tells whether a ray meets the solid.
    """

    place: Linear
    normal: Linear
    hit: NDArray[np.bool_]


def trace(origin: Floats, rays: Linear, edge: float, ball: float, grazing: float) -> Hits:
    """Follow rays (3, h, w) from ``origin`` (3,), in half sides, to the cube |x|, |y|, |z| <= 1.

    ``grazing``: distance, in half sides, within which rays count as hits.
    """
    ways = rays / length_of(rays)
    start = np.asarray(origin, np.float32)[:, None, None]
    fronts, backs = _crossings(start, ways)
    enter, leave = fronts.max(axis=0), backs.min(axis=0)
    missed = enter >= leave
    reach, last = enter, np.where(missed, np.inf, (enter + leave) / 2)
    if missed.any():
        reach = np.where(missed, _nearest(start, ways, fronts), enter)
    nearest = np.full_like(reach, np.inf)
    for _ in range(_TRACE_ROUNDS):
        distance = _distance(start + ways * reach, edge, ball)
        # A grazing ray stops where it is nearest, so that it gets the edge's colour.
        step = np.where((distance < grazing) | (distance > nearest), 0, distance)
        nearest = np.minimum(nearest, distance)
        reach = np.minimum(reach + step, last).astype(np.float32)
    place = start + ways * reach
    return Hits(place, _normal(place, edge, ball), nearest < grazing)


def beside(origin: Floats, rays: Linear, edge: float, ball: float) -> Linear:
    """Return the distance of rays (3, n) from the solid, negative inside, in half sides: (n,)."""
    ways, start = rays / length_of(rays), np.asarray(origin, np.float32)[:, None]
    enter, leave = chord(start, ways)
    closest = -(start[0] * ways[0] + start[1] * ways[1] + start[2] * ways[2])
    through = leave > enter
    low = np.where(through, enter, closest - _HALF_DIAGONAL)
    high = np.where(through, leave, closest + _HALF_DIAGONAL)
    parts = np.linspace(0, 1, _PARTS, dtype=np.float32)[:, None]
    for _ in range(_CLOSING_ROUNDS):
        reach = low + (high - low) * parts
        away = _distance(start[:, None] + ways[:, None] * reach, edge, ball)
        best = np.argmin(away, axis=0).astype(np.float32)
        width = (high - low) / np.float32(_PARTS - 1)
        middle = low + best * width
        low, high = middle - width, middle + width
    return np.asarray(away.min(axis=0))


def chord(start: Linear, ways: Linear) -> tuple[Linear, Linear]:
    """Return where rays ``start + t ways`` enter and leave the cube; a miss leaves first."""
    fronts, backs = _crossings(start, ways)
    enter = np.maximum(np.maximum(fronts[0], fronts[1]), fronts[2])
    return enter, np.minimum(np.minimum(backs[0], backs[1]), backs[2])


def _crossings(start: Linear, ways: Linear) -> tuple[Linear, Linear]:
    """Return the rays' crossings with the planes of the cube's faces, the nearer and the farther one:
    (3, h, w)."""
    safe = np.where(np.abs(ways) < 1e-6, np.float32(1e-6), ways)
    a, b = (-1 - start) / safe, (1 - start) / safe
    return np.minimum(a, b), np.maximum(a, b)


def _nearest(start: Linear, ways: Linear, fronts: Linear) -> Linear:
    """Return which of the three crossings ``fronts`` is nearest to the cube, the first of equal ones."""
    # Along a face a ray stays equally near: a small weight on its length keeps it at the edge.
    away = [_distance(start + ways * t, 0.0, _NO_BALL) + np.float32(0.02) * t for t in fronts]
    return np.asarray(np.take_along_axis(fronts, np.argmin(away, axis=0)[None], axis=0)[0])


def length_of(vectors: Linear) -> Linear:
    """Return the length of vectors (3, …)."""
    return np.asarray(np.sqrt(vectors[0] ** 2 + vectors[1] ** 2 + vectors[2] ** 2))


def _distance(place: Linear, edge: float, ball: float) -> Linear:
    over = np.abs(place) - np.float32(1 - edge)
    largest = np.maximum(np.maximum(over[0], over[1]), over[2])
    box = length_of(np.maximum(over, 0)) + np.minimum(largest, 0) - np.float32(edge)
    return box if ball >= _NO_BALL else np.asarray(np.maximum(box, length_of(place) - np.float32(ball)))


def _normal(place: Linear, edge: float, ball: float) -> Linear:
    """Return the outward direction at surface points; the ball's where the ball cuts."""
    over = np.maximum(np.abs(place) - np.float32(1 - edge), np.float32(1e-4))
    size = length_of(over)
    box = np.copysign(over, place) / size
    if ball >= _NO_BALL:
        return np.asarray(box)
    radius = length_of(place)
    # Blended over a narrow band: a mould has no crease where the ball meets the faces.
    lead = (size - np.float32(edge)) - (radius - np.float32(ball))
    share = np.clip(0.5 + lead * 12, 0, 1)
    mixed = share * box + (1 - share) * (place / radius)
    return np.asarray(mixed / length_of(mixed))
