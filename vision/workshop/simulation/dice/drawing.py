"""Draws one die into a picture of light: a rounded solid with its art on every side."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.readings.places import PointMm
from vision.workshop.simulation.dice.textures import Skin, skin
from vision.workshop.simulation.optics.camera import Projection
from vision.workshop.simulation.optics.light import Linear
from vision.workshop.simulation.optics.shading import Lighting, lamp_place, shade
from vision.workshop.simulation.optics.solids import SLOT_AXES, Solid, beside, trace

Floats = NDArray[np.float64]
_MOST_NODES = 90
_LEAST_MARGIN_PX = 16


@dataclass(frozen=True, eq=False)
class RayCamera:
    """A camera for one picture size with its rays: planes x and y at depth 1.

    The planes are ``ray_margin`` larger than the picture to the right and down.
    """

    projection: Projection
    ideal: tuple[Linear, Linear]

    def table_points(self, rows: slice, columns: slice, height_mm: float) -> tuple[Linear, Linear]:
        """Return the table points (mm, planes x and y) seen at that height in a part of the picture."""
        x, y = self.ideal
        across, along, deep = self.rays(x[rows, columns], y[rows, columns])
        eye = np.asarray(self.projection.position, np.float32)
        reach = (-height_mm - eye[2]) / np.maximum(deep, 1e-3)
        return eye[0] + across * reach, eye[1] + along * reach

    def rays(self, x: Linear, y: Linear, axes: Floats | None = None) -> list[Linear]:
        """Return directions, not of unit length, of rays through planes x and y at depth 1: in the
        world, or in these ``axes`` (columns)."""
        turn = self.projection.rotation if axes is None else self.projection.rotation @ axes
        turn = np.asarray(turn, np.float32)
        return [x * turn[0, i] + y * turn[1, i] + turn[2, i] for i in range(3)]

    def from_below(
        self, x: Linear, y: Linear, at_mm: PointMm, height_mm: float
    ) -> tuple[Floats, Linear]:
        """Return the eye (3,), from a table point, and unit directions (3, …) of rays; z is up."""
        ways = np.stack(self.rays(x, y))
        ways[2] *= -1
        ways /= np.sqrt((ways**2).sum(axis=0))
        eye = np.array(self.projection.position) - [*at_mm, -height_mm]
        eye[2] *= -1
        return eye, ways

    def px_of(self, size_mm: float) -> float:
        """Return a table length in px of the picture, where the camera looks."""
        return size_mm * self.projection.px_per_mm(np.array([*self.projection.pose.looks_at_mm, 0.0]))


@dataclass(frozen=True, eq=False)
class Patch:
    """A thing as it is seen: its part of the picture, its linear light (h, w, 3), and how much of each
    pixel it covers (h, w), 0…1."""

    window: tuple[slice, slice]
    light: Linear
    cover: Linear

    def draw(self, picture: Linear) -> None:
        """Draw it over a picture of light (h, w, 3)."""
        under = picture[self.window]
        under += (self.light - under) * self.cover[..., None]


@dataclass(frozen=True)
class _Window:
    """The part of the picture that a die may cover, and the step in pixels with which it is traced."""

    left: int
    top: int
    columns: int
    rows: int
    step: int

    def whole(self, plane: Linear) -> Linear:
        rows = slice(self.top, self.top + self.rows * self.step)
        return plane[rows, self.left : self.left + self.columns * self.step]

    def nodes(self, planes: Linear) -> Linear:
        middle = self.step // 2
        return planes[:, middle :: self.step, middle :: self.step]

    def enlarge(self, picture: Linear) -> Linear:
        if self.step == 1:
            return picture
        size = (self.columns * self.step, self.rows * self.step)
        return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR), np.float32)


def ray_margin(size_wh: tuple[int, int]) -> int:
    """Return how many pixels a window may extend beyond a picture: less than its greatest step."""
    return max(_LEAST_MARGIN_PX, _step(max(size_wh)))


def _step(extent_px: int) -> int:
    """Return the step, an odd number of pixels, with which a window of this length is traced."""
    wanted = extent_px / _MOST_NODES
    return 1 if wanted <= 1 else 2 * int(np.ceil((wanted - 1) / 2)) + 1


def draw_die(
    picture: Linear,
    owner: NDArray[np.uint8],
    mark: int,
    body: Solid,
    view: RayCamera,
    lighting: Lighting,
    others: Sequence[Solid],
) -> None:
    """Draw a die over ``picture`` (h, w, 3); write ``mark`` into ``owner`` (h, w) where it is visible.

    ``others`` are the dice near enough to shade it.
    """
    window = _window(body, view)
    origin = body.local(view.projection.position)
    if window is None or not _faces_seen(origin):  # beyond the picture, or around the camera itself
        return
    half_px = np.float32(body.half_mm * view.projection.px_per_mm(body.centre))
    style = body.die.style
    x, y = view.ideal
    rays = np.stack(view.rays(window.whole(x), window.whole(y), body.axes))
    spacing = window.step / float(half_px)
    hits = trace(origin, window.nodes(rays), style.edge, style.ball, 0.5 * spacing)
    shaded = shade(body, view.projection.position, lighting, hits, spacing, others)
    light, shine = (window.enlarge(p) for p in shaded)
    cover = _cover(hits.hit, rays, origin, body, window.step, half_px)
    colour = _albedo(origin, rays, 2 * float(half_px), body, lighting)
    cv2.multiply(colour, light, colour)
    cv2.add(colour, shine, colour)
    _lay_over(picture, owner, window, colour, cover, mark)


def _lay_over(
    picture: Linear, owner: NDArray[np.uint8], window: _Window, colour: Linear, cover: Linear, mark: int
) -> None:
    rows = slice(window.top, window.top + cover.shape[0])
    columns = slice(window.left, window.left + cover.shape[1])
    under = picture[rows, columns]
    cover = cover[: under.shape[0], : under.shape[1]]
    under += (colour[: under.shape[0], : under.shape[1]] - under) * cover[..., None]
    owner[rows, columns][cover > 0.5] = mark


def _window(body: Solid, view: RayCamera) -> _Window | None:
    width, height = view.projection.size_wh
    corners = view.projection.world_to_picture(body.corners())
    left, top = np.maximum(np.floor(corners.min(axis=0)) - 1, 0).astype(int).tolist()
    right, bottom = np.minimum(np.ceil(corners.max(axis=0)) + 2, [width, height]).astype(int).tolist()
    if right - left < 2 or bottom - top < 2:
        return None
    step = _step(max(right - left, bottom - top))
    columns, rows = -(-(right - left) // step), -(-(bottom - top) // step)
    return _Window(left, top, columns, rows, step)


def _cover(
    hit: NDArray[np.bool_], rays: Linear, origin: Floats, body: Solid, step: int, half_px: np.float32
) -> Linear:
    """Return how much of each pixel the die covers, 0…1; computed only along its outline."""
    nodes, three = hit.astype(np.uint8), np.ones((3, 3), np.uint8)
    edge = np.asarray(cv2.dilate(nodes, three) != cv2.erode(nodes, three), np.uint8)
    if step > 1:
        size = rays.shape[:0:-1]
        nodes, edge = (
            np.asarray(cv2.resize(m, size, interpolation=cv2.INTER_NEAREST), np.uint8)
            for m in (nodes, edge)
        )
    cover, rim = nodes.astype(np.float32), edge.astype(bool)
    miss = beside(origin, rays[:, rim], body.die.style.edge, body.die.style.ball)
    cover[rim] = np.clip(0.5 - miss * half_px, 0, 1)
    return cover


def _albedo(origin: Floats, rays: Linear, side_px: float, body: Solid, lighting: Lighting) -> Linear:
    """Return the colour (h, w, 3) at which rays enter the die; dents catch the light of the lamps."""
    faces, safe = _faces_seen(origin), np.where(np.abs(rays) < 1e-6, np.float32(1e-6), rays)
    reach = np.stack([(face.sign - np.float32(origin[face.axis])) / safe[face.axis] for face in faces])
    entered = np.argmax(reach, axis=0)
    place = np.asarray(origin, np.float32)[:, None, None] + rays * np.max(reach, axis=0)
    colour = np.zeros((*rays.shape[1:], 3), np.float32)
    slopes = _lamp_slopes(body, lighting)
    for number, face in enumerate(faces):
        here = (entered == number).astype(np.uint8)
        rows, columns = _extent(here)
        u, v = (_along(axis, place[:, rows, columns]) for axis in SLOT_AXES[face.slot][:2])
        look = skin(body.die.style, side_px * face.facing)
        seen = _face_colour(look, face.slot, u, v, slopes[face.slot])
        cv2.copyTo(seen, here[rows, columns], colour[rows, columns])
    return colour


@dataclass(frozen=True)
class _Face:
    """A side of the die that faces the camera; ``facing`` 1 squarely … 0 edge on."""

    slot: int
    axis: int
    sign: int
    facing: float


def _faces_seen(origin: Floats) -> list[_Face]:
    away = origin / np.linalg.norm(origin)
    faces = []
    for slot, (_, _, out) in enumerate(SLOT_AXES):
        axis = next(i for i in range(3) if out[i])
        if origin[axis] * out[axis] > 1:
            faces.append(_Face(slot, axis, out[axis], abs(float(away[axis]))))
    return faces


def _extent(mask: NDArray[np.uint8]) -> tuple[slice, slice]:
    """Return the range of rows and columns with the mask's ones."""
    left, top, width, height = cv2.boundingRect(mask)
    return slice(top, top + height), slice(left, left + width)


def _along(axis: tuple[int, int, int], place: Linear) -> Linear:
    """Return the coordinate along an axis of the cube."""
    which = next(i for i in range(3) if axis[i])
    return np.asarray(place[which] if axis[which] > 0 else -place[which])


def _face_colour(look: Skin, slot: int, u: Linear, v: Linear, slopes: Linear) -> Linear:
    """Return the art's colour at places (u, v) of one face: (h, w, 3)."""
    if not u.size:
        return np.zeros((*u.shape, 3), np.float32)
    half = np.float32(look.side_px / 2)
    column = np.clip(u, -1, 1) * half + np.float32(slot * look.side_px + (look.side_px - 1) / 2)
    row = v * half + np.float32((look.side_px - 1) / 2)
    seen = cv2.remap(look.albedo, column, row, cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
    colour: Linear = np.asarray(seen, np.float32)
    if look.relief is not None:
        relief = cv2.remap(look.relief, column, row, cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
        bright = np.asarray(relief[..., 0] * slopes[0] + relief[..., 1] * slopes[1])
        colour *= np.clip(1 + bright, 0.3, 2.5)[..., None]
        colour += np.maximum(bright, 0)[..., None] * np.float32(0.03)
    return colour


def _lamp_slopes(body: Solid, lighting: Lighting) -> Linear:
    """Return for each slot how slopes to its right and downwards change its light: (6, 2)."""
    total = np.zeros((6, 2), np.float32)
    for lamp in lighting.lamps:
        to_lamp = lamp_place(lamp) - body.centre
        local = to_lamp / np.linalg.norm(to_lamp) @ body.axes * float(np.mean(lamp.light))
        total += np.array([[np.dot(a[0], local), np.dot(a[1], local)] for a in SLOT_AXES], np.float32)
    return total
