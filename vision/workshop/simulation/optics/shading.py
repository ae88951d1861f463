"""Light on a die: lamps and their obstacles, the room, the table's own colour, and gloss."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.readings.places import PointMm
from vision.workshop.simulation.optics.light import Bgr, Linear, weighted
from vision.workshop.simulation.optics.shadows import Blocker
from vision.workshop.simulation.optics.solids import Hits, Solid, chord, length_of
from vision.workshop.simulation.scene import Lamp

Floats = NDArray[np.float64]
MIRRORED_AT_RIGHT_ANGLES = 0.04
_SOFT_CHORD = 0.25
_FLAT = 0.998


@dataclass(frozen=True, eq=False)
class Lighting:
    """The light on dice: lamps, the room, the table's reflection, and the things above them."""

    lamps: tuple[Lamp, ...]
    ambient: Bgr
    bounce: Bgr
    above: tuple[Blocker, ...] = ()


def lamp_place(lamp: Lamp) -> Floats:
    """Return a lamp's centre in the world: (3,)."""
    return np.array([lamp.above_mm.x, lamp.above_mm.y, -lamp.height_mm])


def lobe_power(gloss: float, lamp: Lamp) -> float:
    """Return how narrow the mirrored spot of a lamp is (Blinn and Phong's exponent)."""
    rough = 10 ** (-0.9 - 1.8 * gloss)
    return float(1 / (rough + 0.5 * (lamp.radius_mm / lamp.height_mm) ** 2))


def shade(
    body: Solid, eye: Floats, lighting: Lighting, hits: Hits, spacing: float, others: Sequence[Solid]
) -> tuple[Linear, Linear]:
    """Return the light that falls on the surface and its reflections: each (h, w, 3), linear.

    ``spacing`` of the rays is in half sides; ``others`` are dice that may be in the light's way.
    """
    normal, world = _turn(body, hits.normal), _place(body, hits.place)
    to_eye = _unit(_towards(eye, world))
    style = body.die.style
    fall = list(_room_light(body, normal, world, others))
    facing_eye = np.clip(_dot(normal, to_eye), 0, 1)
    mirrored = [_fresnel(facing_eye)]
    through = np.float32(0.5 * style.clear)
    # On round edges a spot narrower than the grid would break up into beads: it is widened there.
    curved, sharpest = np.abs(hits.normal).max(axis=0) < _FLAT, 2 * (style.edge / spacing) ** 2
    for lamp in lighting.lamps:
        to_lamp, strength = _lamp_rays(lamp, world)
        strength *= _unhidden(body, lamp, world, others, lighting.above)
        lobe = lobe_power(style.gloss, lamp)
        facing = _dot(normal, to_lamp)
        fall.append(np.maximum(facing * (1 - through) + through, 0) * strength)
        power = np.where(curved, min(lobe, sharpest), lobe).astype(np.float32)
        peak = np.maximum(_dot(normal, _unit(to_lamp + to_eye)), 0) ** power
        scale = (power + 8) * np.float32(MIRRORED_AT_RIGHT_ANGLES / 8)
        mirrored.append(peak * np.maximum(facing, 0) * strength * scale)
    lamps = [lamp.light for lamp in lighting.lamps]
    light = weighted(fall, [lighting.ambient, lighting.bounce, *lamps])
    return light, weighted(mirrored, [lighting.ambient, *lamps]) * np.float32(style.gloss)


def _room_light(
    body: Solid, normal: Linear, world: Linear, others: Sequence[Solid]
) -> tuple[Linear, Linear]:
    """Return how much of the room's and of the table's light arrives; less sky in narrow places."""
    up = -normal[2]
    height = np.clip(world[2] / np.float32(-2 * body.half_mm), 0, 1)
    open_ = 0.45 + 0.55 * np.sqrt(height)
    open_ += (1 - open_) * np.maximum(up, 0)
    for other in others:
        away = other.centre - body.centre
        far = float(np.linalg.norm(away))
        near = np.clip((4.2 * other.half_mm - far) / (2.2 * other.half_mm), 0, 1)
        if near > 0:
            way = (away / far).astype(np.float32)
            towards = way[0] * normal[0] + way[1] * normal[1] + way[2] * normal[2]
            open_ *= 1 - np.float32(0.7 * near) * np.maximum(towards, 0)
    sky = (0.62 + 0.38 * up) * open_
    return sky, (0.5 - 0.5 * up) * (0.35 + 0.65 * height) * open_


def _lamp_rays(lamp: Lamp, world: Linear) -> tuple[Linear, Linear]:
    """Return the unit way to the lamp (3, h, w) and its strength there (h, w)."""
    away = _towards(lamp_place(lamp), world)
    far = length_of(away)
    return away / far, (np.float32(lamp.height_mm) / far) ** 2


def _unhidden(
    body: Solid, lamp: Lamp, world: Linear, others: Sequence[Solid], above: Sequence[Blocker]
) -> Linear | np.float32:
    """Return how much of the lamp is visible past the other dice and things above: 0…1."""
    seen: Linear | np.float32 = np.float32(seen_under(body.centre, body.half_mm, lamp, above))
    place = lamp_place(lamp)
    for other in others:
        if _in_the_way(body, other, place):
            seen = seen * _past(other, place, world)
    return seen


def _in_the_way(body: Solid, other: Solid, lamp: Floats) -> bool:
    """Whether the other die's ball comes near the bundle of rays from this die to the lamp."""
    way = lamp - body.centre
    way /= np.linalg.norm(way)
    between = other.centre - body.centre
    along = float(between @ way)
    aside = float(np.linalg.norm(between - along * way))
    return along > 0 and aside < 1.5 * (body.half_mm + other.half_mm)


def _past(other: Solid, lamp: Floats, world: Linear) -> Linear:
    """Return 1 where rays to the lamp pass the die, 0 where they hit it; soft where they graze."""
    axes = other.axes.T / other.half_mm
    ways, starts = (
        _transform(axes, _towards(lamp, world)),
        _transform(-axes, _towards(other.centre, world)),
    )
    enter, leave = chord(starts, ways)
    inside = (np.minimum(leave, 1) - np.maximum(enter, 0)) * length_of(ways)
    return np.asarray(
        1 - np.clip(inside / np.float32(_SOFT_CHORD), 0, 1) * np.float32(1 - 0.5 * other.die.style.clear)
    )


def light_on_top(middle: Floats, half_mm: float, lighting: Lighting) -> Floats:
    """Return the light (3,) that falls on a thing's top at a world point, past things above it."""
    falls = np.array(lighting.ambient, np.float64)
    for lamp in lighting.lamps:
        strength = strength_at(middle, half_mm, lamp, lighting)
        falls += np.array(lamp.light) * min(strength, 3.0)
    return falls


def strength_at(middle: Floats, half_mm: float, lamp: Lamp, lighting: Lighting) -> float:
    """Return how strongly a lamp lights a level top there, 1 straight below it."""
    far = float(np.linalg.norm(lamp_place(lamp) - middle))
    return seen_under(middle, half_mm, lamp, lighting.above) * (lamp.height_mm / far) ** 3


def lamps_seen(
    at_mm: PointMm, height_mm: float, tall_mm: float, half_mm: float, lighting: Lighting
) -> tuple[float, ...]:
    """Return how much of each lamp reaches the middle of a standing thing, rounded."""
    middle = np.array([*at_mm, -height_mm - tall_mm / 2])
    return tuple(round(seen_under(middle, half_mm, lamp, lighting.above), 2) for lamp in lighting.lamps)


def seen_under(middle: Floats, half_mm: float, lamp: Lamp, above: Sequence[Blocker]) -> float:
    """Return how much of the lamp reaches a thing's centre (3,) past flat things above it: 0…1."""
    seen, place = 1.0, lamp_place(lamp)
    for blocker in above:
        share = (blocker.world[0, 2] - middle[2]) / (place[2] - middle[2])
        if not 0 < share < 1:
            continue
        x, y = (middle + (place - middle) * share)[:2]
        outline = blocker.world[:, :2].astype(np.float32)
        depth = cv2.pointPolygonTest(outline, (float(x), float(y)), True)
        soft = half_mm + lamp.radius_mm * share
        seen *= 1 - float(np.clip(0.5 + depth / (2 * soft), 0, 1))
    return seen


def _fresnel(facing_eye: Linear) -> Linear:
    """Return the part of the room that is mirrored (C. Schlick, 1994)."""
    return np.asarray(np.float32(MIRRORED_AT_RIGHT_ANGLES) + np.float32(0.7) * (1 - facing_eye) ** 5)


def _turn(body: Solid, vectors: Linear) -> Linear:
    return _transform(body.axes, vectors)


def _transform(matrix: Floats, vectors: Linear) -> Linear:
    """Return ``matrix`` (3, 3) times vectors (3, h, w); written out, since ``@`` would start threads."""
    m = np.asarray(matrix, np.float32)
    return np.stack(
        [m[i, 0] * vectors[0] + m[i, 1] * vectors[1] + m[i, 2] * vectors[2] for i in range(3)]
    )


def _place(body: Solid, place: Linear) -> Linear:
    centre = np.asarray(body.centre, np.float32)[:, None, None]
    return np.asarray(centre + _turn(body, place) * np.float32(body.half_mm))


def _towards(goal: Floats, world: Linear) -> Linear:
    return np.asarray(np.asarray(goal, np.float32)[:, None, None] - world)


def _dot(a: Linear, b: Linear) -> Linear:
    return np.asarray(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


def _unit(vectors: Linear) -> Linear:
    return np.asarray(vectors / length_of(vectors))
