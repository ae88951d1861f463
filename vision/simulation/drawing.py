"""Draws one die into a picture of light: rounded solid, art on every side, lamps, gloss."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulation.camera import Projection
from vision.simulation.light import Bgr, Linear, weighted
from vision.simulation.scene import Lamp
from vision.simulation.solids import SLOT_AXES, Hits, Solid, trace
from vision.simulation.textures import Skin, skin

Floats = NDArray[np.float64]
Planes = tuple[Linear, Linear, Linear]
RAY_MARGIN = 16
_MOST_NODES = 150
_F0 = 0.04


@dataclass(frozen=True, eq=False)
class View:
    """A camera for one picture size with its rays: planes x and y at depth 1.

    The planes are ``RAY_MARGIN`` larger than the picture to the right and down.
    """

    projection: Projection
    ideal: tuple[Linear, Linear]

    def table_points(self, rows: slice, columns: slice, height_mm: float) -> tuple[Linear, Linear]:
        """Return the table points (mm, planes x and y) seen at that height in a part of the picture."""
        x, y = self.ideal[0][rows, columns], self.ideal[1][rows, columns]
        turn = np.asarray(self.projection.rotation, np.float32)
        eye = np.asarray(self.projection.position, np.float32)
        across, along, deep = (x * turn[0, i] + y * turn[1, i] + turn[2, i] for i in range(3))
        reach = (-height_mm - eye[2]) / np.maximum(deep, 1e-3)
        return eye[0] + across * reach, eye[1] + along * reach


@dataclass(frozen=True)
class Lighting:
    """What shines on a die: lamps, the room, and what the table throws back."""

    lamps: tuple[Lamp, ...]
    ambient: Bgr
    bounce: Bgr


@dataclass(frozen=True)
class _Window:
    """The part of the picture a die may cover, and every how many pixels it is looked at."""

    left: int
    top: int
    columns: int
    rows: int
    step: int

    def crop(self, plane: Linear) -> Linear:
        middle = self.step // 2
        rows = slice(self.top + middle, self.top + self.rows * self.step, self.step)
        columns = slice(self.left + middle, self.left + self.columns * self.step, self.step)
        return plane[rows, columns]

    def enlarge(self, plane: Linear) -> Linear:
        if self.step == 1:
            return plane
        size = (self.columns * self.step, self.rows * self.step)
        return np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_LINEAR), np.float32)


def draw_die(
    picture: Linear, owner: NDArray[np.uint8], mark: int, body: Solid, view: View, lighting: Lighting
) -> None:
    """Draw a die over ``picture`` (h, w, 3); write ``mark`` into ``owner`` (h, w) where it is seen."""
    window = _window(body, view)
    if window is None:
        return
    hits = _trace(body, view, window)
    light, shine = _shade(body, view, lighting, hits)
    scale = view.projection.px_per_mm(body.centre)
    cover = np.clip(1.1 - window.enlarge(hits.miss) * np.float32(body.half_mm * scale), 0, 1)
    place = [window.enlarge(p) for p in hits.local]
    colour = _albedo(place, skin(body.die.style, 2 * body.half_mm * scale), body, lighting)
    colour *= window.enlarge(light)
    colour += window.enlarge(shine)
    rows = slice(window.top, window.top + cover.shape[0])
    columns = slice(window.left, window.left + cover.shape[1])
    under = picture[rows, columns]
    cover = cover[: under.shape[0], : under.shape[1]]
    under += (colour[: under.shape[0], : under.shape[1]] - under) * cover[..., None]
    owner[rows, columns][cover > 0.5] = mark


def _window(body: Solid, view: View) -> _Window | None:
    width, height = view.projection.size_wh
    corners = view.projection.world_to_picture(body.corners())
    left, top = (max(0, int(v)) for v in np.floor(corners.min(axis=0)) - 1)
    right, bottom = (int(v) for v in np.ceil(corners.max(axis=0)) + 2)
    right, bottom = min(width, right), min(height, bottom)
    if right - left < 2 or bottom - top < 2:
        return None
    wanted = max(right - left, bottom - top) / _MOST_NODES
    step = 1 if wanted <= 1 else 2 * int(np.ceil((wanted - 1) / 2)) + 1
    columns, rows = -(-(right - left) // step), -(-(bottom - top) // step)
    return _Window(left, top, columns, rows, step)


def _trace(body: Solid, view: View, window: _Window) -> Hits:
    x, y = window.crop(view.ideal[0]), window.crop(view.ideal[1])
    turn = np.asarray(view.projection.rotation @ body.axes, np.float32)
    rays = tuple(np.asarray(x * turn[0, i] + y * turn[1, i] + turn[2, i], np.float32) for i in range(3))
    origin = (view.projection.position - body.centre) @ body.axes / body.half_mm
    return trace(origin, (rays[0], rays[1], rays[2]), body.die.style.edge, body.die.style.ball)


def _shade(body: Solid, view: View, lighting: Lighting, hits: Hits) -> tuple[Linear, Linear]:
    """Return the light that falls on the surface and what it mirrors: each (h, w, 3)."""
    normal, place = _turned(body, hits.normal), _turned(body, hits.local)
    world = _from(-body.centre / body.half_mm, place)
    to_eye = _unit(_towards(view.projection.position / body.half_mm, world))
    style = body.die.style
    power, through = 10 ** (0.9 + 1.8 * style.gloss), np.float32(0.5 * style.clear)
    fall = list(_room_light(normal[2], world[2]))
    mirrored = []
    for lamp in lighting.lamps:
        away = _towards(np.array([*lamp.above_mm, -lamp.height_mm]) / body.half_mm, world)
        far = np.sqrt(_dot(away, away))
        to_lamp = (away[0] / far, away[1] / far, away[2] / far)
        strength = (np.float32(lamp.height_mm / body.half_mm) / far) ** 2
        facing = _dot(normal, to_lamp)
        fall.append(np.maximum(facing * (1 - through) + through, 0) * strength)
        half = _unit((to_lamp[0] + to_eye[0], to_lamp[1] + to_eye[1], to_lamp[2] + to_eye[2]))
        peak = np.maximum(_dot(normal, half), 0) ** np.float32(power)
        mirrored.append(peak * np.maximum(facing, 0) * strength)
    lamp_lights = [lamp.light for lamp in lighting.lamps]
    light = weighted(fall, [lighting.ambient, lighting.bounce, *lamp_lights])
    glint = _F0 * style.gloss * (power + 8) / 8
    return light, weighted(mirrored, lamp_lights) * np.float32(glint)


def _room_light(down: Linear, depth: Linear) -> tuple[Linear, Linear]:
    """Return how much of the room's and of the table's light arrives; less sky near the table.

    ``down`` is the normal's part into the table, ``depth`` the place's, in half sides.
    """
    up = -down
    height = np.clip(depth * np.float32(-0.5), 0, 1)
    open_ = 0.45 + 0.55 * np.sqrt(height)
    open_ += (1 - open_) * np.maximum(up, 0)
    return (0.62 + 0.38 * up) * open_, (0.5 - 0.5 * up) * (0.35 + 0.65 * height)


def _albedo(place: Sequence[Linear], look: Skin, body: Solid, lighting: Lighting) -> Linear:
    """Look up each surface point's colour; dents catch the light of the lamps."""
    slot = _slots(place)
    right, down = (np.array([axes[i] for axes in SLOT_AXES], np.float32) for i in (0, 1))
    u, v = _along(right, slot, place), _along(down, slot, place)
    side = look.side_px
    column = (np.clip(u, -1, 1) + 1) * np.float32(side / 2) - np.float32(0.5) + slot * np.float32(side)
    row = (v + 1) * np.float32(side / 2) - np.float32(0.5)
    seen = cv2.remap(look.albedo, column, row, cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
    colour: Linear = np.asarray(seen, np.float32)
    if look.relief is not None:
        relief = cv2.remap(look.relief, column, row, cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
        slopes = _lamp_slopes(body, lighting)
        bright = relief[..., 0] * slopes[:, 0][slot] + relief[..., 1] * slopes[:, 1][slot]
        colour *= np.clip(1 + bright, 0.3, 2.5)[..., None]
        colour += np.maximum(bright, 0)[..., None] * np.float32(0.03)
    return colour


def _along(axes: Linear, slot: NDArray[np.uint8], place: Sequence[Linear]) -> Linear:
    """Return each point's coordinate along its slot's axis, one of ``axes`` (6, 3)."""
    x, y, z = place
    return np.asarray(axes[:, 0][slot] * x + axes[:, 1][slot] * y + axes[:, 2][slot] * z)


def _slots(place: Sequence[Linear]) -> NDArray[np.uint8]:
    """Return which face (slot) each surface point belongs to."""
    x, y, z = place
    flat_x, flat_y, flat_z = np.abs(x), np.abs(y), np.abs(z)
    beside = np.where(flat_x > flat_y, np.where(x > 0, 3, 5), np.where(y > 0, 4, 2))
    above = np.where(z < 0, 0, 1)
    return np.where(flat_z >= np.maximum(flat_x, flat_y), above, beside).astype(np.uint8)


def _lamp_slopes(body: Solid, lighting: Lighting) -> Linear:
    """Return for each slot how a slope towards its right and its down is lit: (6, 2)."""
    total = np.zeros((6, 2), np.float32)
    for lamp in lighting.lamps:
        to_lamp = np.array([lamp.above_mm.x, lamp.above_mm.y, -lamp.height_mm]) - body.centre
        local = to_lamp / np.linalg.norm(to_lamp) @ body.axes * float(np.mean(lamp.light))
        total += np.array([[np.dot(a[0], local), np.dot(a[1], local)] for a in SLOT_AXES], np.float32)
    return total


def _turned(body: Solid, planes: Planes) -> Planes:
    axes = np.asarray(body.axes, np.float32)
    x, y, z = (
        axes[i, 0] * planes[0] + axes[i, 1] * planes[1] + axes[i, 2] * planes[2] for i in range(3)
    )
    return x, y, z


def _towards(goal: Floats, planes: Planes) -> Planes:
    x, y, z = np.asarray(goal, np.float32)
    return x - planes[0], y - planes[1], z - planes[2]


def _from(start: Floats, planes: Planes) -> Planes:
    x, y, z = np.asarray(start, np.float32)
    return planes[0] - x, planes[1] - y, planes[2] - z


def _dot(a: Planes, b: Planes) -> Linear:
    return np.asarray(a[0] * b[0] + a[1] * b[1] + a[2] * b[2], np.float32)


def _unit(planes: Planes) -> Planes:
    length = np.sqrt(_dot(planes, planes))
    return planes[0] / length, planes[1] / length, planes[2] / length
