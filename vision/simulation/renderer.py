"""Renders scenes: the table is prepared once, dice and hands are drawn onto it each time."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulation.camera import Projection
from vision.simulation.drawing import RAY_MARGIN, Lighting, View, draw_die
from vision.simulation.light import Linear
from vision.simulation.photo import develop
from vision.simulation.scene import Hand, Lamp, Photo, Rendered, Scene, SceneDie
from vision.simulation.shadows import Blocker, LowView, closeness, shadow
from vision.simulation.solids import Solid, solid
from vision.simulation.sprites import Sprite, draw_sprite, hand_sprite, mat_sprites, prop_sprite
from vision.simulation.surfaces import surface_light
from vision.simulation.truth import true_dice

_NODE_PX = 8
_LIGHT_WIDTH = 480
_DIE_SHRINK = 0.92
_HAND_MARK = 255


@dataclass(frozen=True, eq=False)
class _Backdrop:
    """The table without dice: albedo (h, w, 3) and, small, what each lamp gives and mirrors."""

    albedo: Linear
    lit: tuple[Linear, ...]
    glare: tuple[Linear, ...]
    standing: tuple[Blocker, ...]


class Renderer:
    """A table, its lamps and its camera, ready for dice: the dice and hands of ``scene`` are ignored."""

    def __init__(self, scene: Scene, size_wh: tuple[int, int]) -> None:
        self.scene = replace(scene, dice=(), hands=())
        self.projection = Projection(scene.camera, size_wh)
        self._view = View(self.projection, _ray_planes(self.projection))
        self._low = LowView(self.projection, max(1, round(max(size_wh) / _LIGHT_WIDTH)))
        self._backdrop = self._prepared()
        self._lighting = _lighting(scene, self._backdrop)

    def render(
        self,
        dice: tuple[SceneDie, ...],
        hands: tuple[Hand, ...] = (),
        *,
        seed: int,
        photo: Photo | None = None,
    ) -> Rendered:
        """Return a picture of these dice and hands on the table, and the truth about it."""
        bodies = [solid(die) for die in dice]
        sprites = [hand_sprite(hand) for hand in hands]
        light = self._lit_table(bodies, sprites)
        owner = np.zeros(light.shape[:2], np.uint8)
        eye = self.projection.position
        for number in sorted(range(len(bodies)), key=lambda n: -np.linalg.norm(bodies[n].centre - eye)):
            draw_die(light, owner, number + 1, bodies[number], self._view, self._lighting)
        for sprite in sprites:
            draw_sprite(light, self._view, sprite, self._lighting, owner=owner, mark=_HAND_MARK)
        truth = true_dice(bodies, self.projection, owner)
        image = develop(light, photo or self.scene.photo, np.random.default_rng(seed))
        return Rendered(image, truth)

    def _prepared(self) -> _Backdrop:
        plane = _table_planes(self.projection, self._view)
        scale = self.projection.px_per_mm(np.array([*self.scene.camera.looks_at_mm, 0.0]))
        albedo = surface_light(self.scene.surface, plane, scale)
        standing: list[Blocker] = []
        for sprite in mat_sprites(self.scene.mat) if self.scene.mat is not None else []:
            draw_sprite(albedo, self._view, sprite, None)
        for sprite in (prop_sprite(prop) for prop in self.scene.props):
            draw_sprite(albedo, self._view, sprite, None)
            standing.append(sprite.blocker())
        small = _low_table(self._low)
        lit = tuple(_irradiance(lamp, small) for lamp in self.scene.lamps)
        gloss = self.scene.surface.gloss
        glare = tuple(_glare(lamp, small, self.projection.position, gloss) for lamp in self.scene.lamps)
        return _Backdrop(albedo, lit, glare, tuple(standing))

    def _lit_table(self, bodies: list[Solid], sprites: list[Sprite]) -> Linear:
        """Return the table's light with all shadows on it: (h, w, 3)."""
        blockers = list(self._backdrop.standing)
        blockers += [Blocker(b.corners(_DIE_SHRINK), dark=1 - 0.5 * b.die.style.clear) for b in bodies]
        blockers += [replace(sprite.blocker(), flat=False) for sprite in sprites]
        sky = self._open_sky(bodies)
        light = sky[..., None] * np.asarray(self.scene.ambient, np.float32)
        shine = np.zeros_like(light)
        for lamp, lit, glare in zip(
            self.scene.lamps, self._backdrop.lit, self._backdrop.glare, strict=True
        ):
            dark = shadow(self._low, lamp, blockers)
            seen = 1.0 if dark is None else 1 - dark
            colour = np.asarray(lamp.light, np.float32)
            light += (lit * seen)[..., None] * colour
            shine += (glare * seen)[..., None] * colour
        table = self._full(light)
        cv2.multiply(table, self._backdrop.albedo, table)
        return (
            table
            if self.scene.surface.gloss <= 0
            else np.asarray(cv2.add(table, self._full(shine)), np.float32)
        )

    def _open_sky(self, bodies: list[Solid]) -> Linear:
        near = [b for b in bodies if b.die.height_mm < 0.5 * b.die.side_mm]
        feet = [b.corners(0.96) * [1, 1, 0] for b in near]
        side_mm = max((b.die.side_mm for b in near), default=16.0)
        side_px = side_mm * self.projection.px_per_mm(np.array([*self.scene.camera.looks_at_mm, 0.0]))
        close = closeness(self._low, feet, side_px)
        if close is None:
            return np.ones(self._low.size_wh[::-1], np.float32)
        return np.asarray(1 - 0.7 * close, np.float32)

    def _full(self, small: Linear) -> Linear:
        width, height = self.projection.size_wh
        shrink = self._low.shrink
        if shrink == 1:
            return small
        whole = (self._low.size_wh[0] * shrink, self._low.size_wh[1] * shrink)
        large = cv2.resize(small, whole, interpolation=cv2.INTER_LINEAR)
        return np.ascontiguousarray(large[:height, :width])


def render(scene: Scene, size_wh: tuple[int, int], seed: int = 0) -> Rendered:
    """Render a scene as a picture of that size. The same scene, size and seed: the same bits."""
    return Renderer(scene, size_wh).render(scene.dice, scene.hands, seed=seed)


def _ray_planes(projection: Projection) -> tuple[Linear, Linear]:
    """Return where every pixel looks (x, y at depth 1), through a coarse grid made fine."""
    width, height = (s + RAY_MARGIN for s in projection.size_wh)
    columns, rows = -(-width // _NODE_PX) + 2, -(-height // _NODE_PX) + 2
    x = (np.arange(columns) - 0.5) * _NODE_PX - 0.5
    y = (np.arange(rows) - 0.5) * _NODE_PX - 0.5
    rays = projection.ideal(np.stack(np.meshgrid(x, y), axis=-1)).astype(np.float32)
    fine = cv2.resize(rays, (columns * _NODE_PX, rows * _NODE_PX), interpolation=cv2.INTER_LINEAR)
    inner = fine[_NODE_PX : _NODE_PX + height, _NODE_PX : _NODE_PX + width]
    return np.ascontiguousarray(inner[..., 0]), np.ascontiguousarray(inner[..., 1])


def _table_planes(projection: Projection, view: View) -> tuple[Linear, Linear]:
    """Return which table point (mm) every pixel sees: planes x and y, (h, w)."""
    width, height = projection.size_wh
    return view.table_points(slice(0, height), slice(0, width), 0.0)


def _low_table(low: LowView) -> NDArray[np.float32]:
    """Return the world point every small pixel sees: (h, w, 3)."""
    width, height = low.size_wh
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    pixels = (np.stack([x, y], axis=-1) + 0.5) * low.shrink - 0.5
    table = low.projection.picture_to_table(pixels)
    return np.concatenate([table, np.zeros((height, width, 1))], axis=-1).astype(np.float32)


def _irradiance(lamp: Lamp, table: NDArray[np.float32]) -> Linear:
    """Return a lamp's light on the table, 1 straight below it: (h, w)."""
    away = np.array([*lamp.above_mm, -lamp.height_mm], np.float32) - table
    far = np.sqrt((away**2).sum(axis=-1))
    return np.asarray((np.float32(lamp.height_mm) / far) ** 3, np.float32)


def _glare(lamp: Lamp, table: NDArray[np.float32], eye: NDArray[np.float64], gloss: float) -> Linear:
    """Return how much the table mirrors a lamp into the camera: (h, w)."""
    to_lamp = np.array([*lamp.above_mm, -lamp.height_mm], np.float32) - table
    to_lamp /= np.sqrt((to_lamp**2).sum(axis=-1, keepdims=True))
    to_eye = np.asarray(eye, np.float32) - table
    to_eye /= np.sqrt((to_eye**2).sum(axis=-1, keepdims=True))
    half = to_lamp + to_eye
    upright = -half[..., 2] / np.sqrt((half**2).sum(axis=-1))
    power = 10 ** (1.0 + 1.7 * gloss)
    return np.asarray(0.04 * gloss * (power + 8) / 8 * np.maximum(upright, 0) ** power, np.float32)


def _lighting(scene: Scene, backdrop: _Backdrop) -> Lighting:
    """Return what shines on dice; the table throws back its own mean colour."""
    mean = cv2.mean(cv2.resize(backdrop.albedo, (16, 16), interpolation=cv2.INTER_AREA))[:3]
    total = np.array(scene.ambient)
    for lamp, lit in zip(scene.lamps, backdrop.lit, strict=True):
        total = total + np.array(lamp.light) * float(lit.mean())
    blue, green, red = (float(v) for v in np.array(mean) * total)
    return Lighting(scene.lamps, scene.ambient, (blue, green, red))
