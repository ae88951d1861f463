"""Draws turned wooden figures: a flared foot, a slender body and a ball for a head."""

import numpy as np
from numpy.typing import NDArray

from vision.workshop.simulation.boards.things import Pawn
from vision.workshop.simulation.dice.drawing import Patch, RayCamera
from vision.workshop.simulation.optics.camera import Projection, window_of
from vision.workshop.simulation.optics.light import Linear, colour_to_linear
from vision.workshop.simulation.optics.shading import Lighting, lamp_place
from vision.workshop.simulation.optics.shadows import Blocker
from vision.workshop.simulation.shapes import circle, upright

Floats = NDArray[np.float64]
_FOOT, _WAIST, _HEAD = 0.25, 0.135, 0.19
"""Radii of foot, neck and head, as shares of the height."""
_NECK, _ROUND = 0.66, 0.035
_ROUNDS = 16
_GLOSS, _POWER = 0.05, 40


def pawn_blocker(pawn: Pawn) -> Blocker:
    """Return a pawn as an obstacle to the lamps."""
    ring, parts = circle(1.0, 12), []
    for radius, height in ((_FOOT, 0.0), (_HEAD, 1 - _HEAD), (_HEAD * 0.6, 0.96)):
        outline = ring * radius * pawn.tall_mm + np.array(pawn.centre_mm)
        parts.append(upright(outline, pawn.height_mm + height * pawn.tall_mm))
    return Blocker(np.vstack(parts))


def pawn_patch(
    view: RayCamera, pawn: Pawn, lighting: Lighting, lamps_seen: tuple[float, ...]
) -> Patch | None:
    """Return a pawn as it is seen; ``lamps_seen``: the share of each lamp's light that it gets. None:
    not at all."""
    window = _window(view.projection, pawn)
    if window is None:
        return None
    origin, ways = _rays(view, *window, pawn)
    px = view.projection.px_per_mm(np.array([*pawn.centre_mm, -pawn.height_mm])) * pawn.tall_mm
    # A ray stops half a pixel within the figure, or misses it: at the outline it is half covered.
    place, near = _trace(origin, ways, np.float32(0.5 / px))
    light = _shade(pawn, lighting, lamps_seen, place, _normal(place), ways)
    return Patch(window, light, np.asarray(np.clip(1 - near * np.float32(px), 0, 1)))


def _window(projection: Projection, pawn: Pawn) -> tuple[slice, slice] | None:
    seen = projection.world_to_picture(pawn_blocker(pawn).world)
    top = [*pawn.centre_mm, -(pawn.height_mm + pawn.tall_mm)]
    seen = np.vstack([seen, projection.world_to_picture([top])])
    return window_of(seen, projection.size_wh, 2)


def _rays(view: RayCamera, rows: slice, columns: slice, pawn: Pawn) -> tuple[Linear, Linear]:
    """Return the eye (3, 1, 1) and unit directions (3, h, w) in the pawn's own axes: its height is 1, z
    up."""
    x, y = (plane[rows, columns] for plane in view.ideal)
    eye, ways = view.from_below(x, y, pawn.centre_mm, pawn.height_mm)
    return np.asarray(eye / pawn.tall_mm, np.float32)[:, None, None], ways


def _trace(origin: Linear, ways: Linear, within: np.float32) -> tuple[Linear, Linear]:
    """Return where rays meet the figure or pass nearest (3, h, w), and their least distance (h, w)."""
    middle = np.array([0, 0, 0.5], np.float32)[:, None, None]
    reach = ((middle - origin) * ways).sum(axis=0) - np.float32(0.62)
    best, nearest = reach, np.full(reach.shape, np.inf, np.float32)
    for _ in range(_ROUNDS):
        away = _distance(origin + ways * reach) + within
        closer = away < nearest
        best, nearest = np.where(closer, reach, best), np.where(closer, away, nearest)
        reach = reach + np.maximum(away, 0) * np.float32(0.9)
    return np.asarray(origin + ways * best), np.asarray(nearest)


def _distance(place: Linear) -> Linear:
    """Return the distance to the figure, negative within: (h, w)."""
    out, up = np.sqrt(place[0] ** 2 + place[1] ** 2), place[2]
    head = np.sqrt(out**2 + (up - np.float32(1 - _HEAD)) ** 2) - np.float32(_HEAD)
    # The body narrows as a bell does from foot to neck.
    share = np.clip(up / np.float32(_NECK), 0, 1)
    radius = np.float32(_WAIST) + np.float32(_FOOT - _WAIST) * (1 - share) ** 2
    side = (out - radius + np.float32(_ROUND)) * np.float32(0.85)
    ends = np.maximum(np.float32(_ROUND) - up, up - np.float32(_NECK))
    outside = np.sqrt(np.maximum(side, 0) ** 2 + np.maximum(ends, 0) ** 2)
    body = outside + np.minimum(np.maximum(side, ends), 0) - np.float32(_ROUND)
    return np.asarray(np.minimum(head, body))


def _normal(place: Linear) -> Linear:
    step = np.float32(0.01)
    here = _distance(place)
    slopes = []
    for axis in range(3):
        moved = place.copy()
        moved[axis] += step
        slopes.append(_distance(moved) - here)
    normal = np.stack(slopes)
    return np.asarray(normal / np.maximum(np.sqrt((normal**2).sum(axis=0)), 1e-6))


def _shade(
    pawn: Pawn,
    lighting: Lighting,
    lamps_seen: tuple[float, ...],
    place: Linear,
    normal: Linear,
    ways: Linear,
) -> Linear:
    """Return the light that comes from the figure's surface: (h, w, 3)."""
    paint, up = colour_to_linear(pawn.colour), normal[2]
    sky = (0.62 + 0.38 * up) * (0.5 + 0.5 * np.clip(place[2], 0, 1))
    light = sky[..., None] * np.asarray(lighting.ambient, np.float32)
    bounced = (0.35 - 0.35 * up)[..., None] * np.asarray(lighting.bounce, np.float32)
    light = (light + bounced) * paint
    at = np.array([*pawn.centre_mm, -pawn.height_mm])
    for lamp, seen in zip(lighting.lamps, lamps_seen, strict=True):
        way = lamp_place(lamp) - at
        fall = (lamp.height_mm / float(np.linalg.norm(way))) ** 2
        unit = (way / np.linalg.norm(way) * [1, 1, -1]).astype(np.float32)
        facing = np.maximum(np.tensordot(unit, normal, axes=1), 0)
        half = unit[:, None, None] - ways
        half = half / np.sqrt((half**2).sum(axis=0))
        shine = np.maximum((half * normal).sum(axis=0), 0) ** _POWER * np.float32(
            _GLOSS * (_POWER + 8) / 8
        )
        strength = np.asarray(lamp.light, np.float32) * np.float32(fall * seen)
        light = light + (facing[..., None] * paint + (shine * facing)[..., None]) * strength
    return np.asarray(light, np.float32)
