"""Renders scenes: the table is prepared once; dice and hands are drawn onto it each time."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.workshop.simulation.boards.layer import (
    BoardLayer,
    is_tall,
    lay_board,
    low_shrink,
)
from vision.workshop.simulation.boards.things import LaidBoard
from vision.workshop.simulation.boards.truth import HAND_MARK, true_cells
from vision.workshop.simulation.dice.drawing import RayCamera, draw_die, ray_margin
from vision.workshop.simulation.dice.truth import TopPixels, top_pixels, true_dice
from vision.workshop.simulation.optics.camera import Projection
from vision.workshop.simulation.optics.light import Linear, weighted
from vision.workshop.simulation.optics.photo import develop
from vision.workshop.simulation.optics.shading import Lighting, lobe_power
from vision.workshop.simulation.optics.shadows import Blocker, LowView, closeness, shadow
from vision.workshop.simulation.optics.solids import Solid, solid
from vision.workshop.simulation.scene import Hand, Lamp, Photo, Rendered, Scene, SceneDie
from vision.workshop.simulation.surroundings.sprites import (
    Sprite,
    draw_sprite,
    hand_sprite,
    mat_sprites,
    prop_sprite,
    shade_blocker,
)
from vision.workshop.simulation.surroundings.surfaces import surface_light
from vision.workshop.simulation.things import NOTHING, Board, ThingsNow
from vision.workshop.simulation.tokens.blocks import uncovered
from vision.workshop.simulation.tokens.gem_board import lay_gem_board
from vision.workshop.simulation.tokens.layer import TokenLayer
from vision.workshop.simulation.tokens.truth import true_tokens

Floats = NDArray[np.float64]

_NODE_PX = 8
_DIE_SHRINK = 0.92
_SHADING_REACH = 10.0


@dataclass(frozen=True, eq=False)
class _Backdrop:
    """The table without dice or pieces: albedo (h, w, 3); small, each lamp's light and reflection."""

    albedo: Linear
    lit: tuple[Linear, ...]
    glare: tuple[Linear, ...]
    standing: tuple[Blocker, ...]


class Renderer:
    """A table, its lamps and its camera, prepared for dice and other things: those and the hands of
    ``scene`` are ignored."""

    def __init__(self, scene: Scene, size_wh: tuple[int, int]) -> None:
        self.scene = replace(scene, dice=(), hands=(), things=NOTHING)
        self.projection = Projection(scene.camera, size_wh)
        self._view = RayCamera(self.projection, _ray_planes(self.projection))
        self._low = LowView(self.projection, low_shrink(size_wh))
        self._shades = tuple(shade_blocker(shade) for shade in scene.shades)
        self._backdrop = self._prepare()
        self._lighting = _lighting(scene, self._backdrop)
        self._board = BoardLayer(scene, self._view, self._backdrop.albedo)
        self._tokens = TokenLayer(scene, self._view, self._low)

    def render(
        self,
        dice: tuple[SceneDie, ...],
        hands: tuple[Hand, ...] = (),
        *,
        seed: int,
        photo: Photo | None = None,
        things: ThingsNow = NOTHING,
    ) -> Rendered:
        """Return a picture of these dice, things and hands on the table, and the truth about it."""
        bodies = [solid(die) for die in dice]
        whole: dict[int, TopPixels] = {}
        light, owner = self._drawn(bodies, hands, things, whole)
        truth = true_dice(bodies, self.projection, owner, whole)
        image = develop(light, photo or self.scene.photo, np.random.default_rng(seed))
        cells = true_cells(self.scene.board, things, self.projection, owner)
        seen = true_tokens(self.scene.board, things, self.projection, owner)
        return Rendered(image, truth, cells, seen)

    def picture(
        self, dice: tuple[SceneDie, ...], hands: tuple[Hand, ...], things: ThingsNow = NOTHING
    ) -> ImageBgr:
        """Return the same picture alone, which costs less."""
        light, _ = self._drawn([solid(die) for die in dice], hands, things)
        return develop(light, self.scene.photo, np.random.default_rng(0))

    def _drawn(
        self,
        bodies: list[Solid],
        hands: tuple[Hand, ...],
        things: ThingsNow,
        whole: dict[int, TopPixels] | None = None,
    ) -> tuple[Linear, NDArray[np.uint8]]:
        """Return the light (h, w, 3), and the die at each pixel (h, w); fill in ``whole`` tops."""
        sprites = [hand_sprite(hand) for hand in hands]
        things = uncovered(things) if things.sheets else things
        light = self._lit_table(bodies, sprites, things)
        owner = np.zeros(light.shape[:2], np.uint8)
        eye = self.projection.position
        above = [*self._shades, *(sprite.blocker() for sprite in sprites)]
        lighting = replace(self._lighting, above=tuple(above))
        for number in sorted(range(len(bodies)), key=lambda n: -np.linalg.norm(bodies[n].centre - eye)):
            others = _near(bodies, number)
            draw_die(light, owner, number + 1, bodies[number], self._view, lighting, others)
            if whole is not None:
                whole[number] = top_pixels(bodies[number], self.projection, owner, number + 1)
        self._board.draw_standing(light, things, lighting, owner)
        self._tokens.draw(light, things, lighting)
        for sprite in sprites:
            draw_sprite(light, self._view, sprite, self._lighting, owner=owner, mark=HAND_MARK)
        return light, owner

    def _prepare(self) -> _Backdrop:
        width, height = self.projection.size_wh
        plane = self._view.table_points(slice(0, height), slice(0, width), 0.0)
        scale = self.projection.px_per_mm(np.array([*self.scene.camera.looks_at_mm, 0.0]))
        albedo = surface_light(self.scene.surface, plane, scale)
        standing: list[Blocker] = []
        for sprite in mat_sprites(self.scene.mat) if self.scene.mat is not None else []:
            draw_sprite(albedo, self._view, sprite, None)
        board = self.scene.board
        if board is not None:
            self._lay(albedo, board)
        for prop in self.scene.props:
            sprite = prop_sprite(prop)
            if not isinstance(board, LaidBoard) or not is_tall(prop):
                draw_sprite(albedo, self._view, sprite, None)
            if sprite.drawing.shades:
                standing.append(sprite.blocker())
        small = _low_table(self._view, self._low)
        lit = tuple(_irradiance(lamp, small) for lamp in self.scene.lamps)
        if board is not None:
            hidden = _board_blockers(board)
            dark = (shadow(self._low, lamp, hidden) for lamp in self.scene.lamps)
            lit = tuple(map(_less, lit, dark))
        gloss = self.scene.surface.gloss
        glare = tuple(_glare(lamp, small, self.projection.position, gloss) for lamp in self.scene.lamps)
        return _Backdrop(albedo, lit, glare, tuple(standing))

    def _lay(self, albedo: Linear, board: Board) -> None:
        """Draw a board over the table's albedo."""
        flat_light = Lighting(self.scene.lamps, self.scene.ambient, (0.0, 0.0, 0.0))
        if isinstance(board, LaidBoard):
            lay_board(albedo, self._view, board, flat_light)
        else:
            lay_gem_board(albedo, self._view, board, flat_light)

    def _lit_table(self, bodies: list[Solid], sprites: list[Sprite], things: ThingsNow) -> Linear:
        """Return the light of the table and of flat things on it, with all shadows: (h, w, 3)."""
        laid = self._board.laid(things.slabs)
        blockers = [*self._backdrop.standing, *self._shades, *self._board.blockers(things)]
        blockers += self._tokens.blockers(things)
        blockers += [Blocker(b.corners(_DIE_SHRINK), dark=1 - 0.5 * b.die.style.clear) for b in bodies]
        blockers += [replace(sprite.blocker(), flat=False) for sprite in sprites]
        sky = _less(self._open_sky(bodies, things), self._tokens.close(things))
        fall, shine, on_tops = [_less(sky, laid.close)], [], [sky]
        for lamp, lit, glare, under in zip(
            self.scene.lamps, self._backdrop.lit, self._backdrop.glare, laid.dark, strict=True
        ):
            dark = shadow(self._low, lamp, blockers)
            seen = np.float32(1) if dark is None else 1 - dark
            on_tops.append(lit * seen)
            fall.append(_less(on_tops[-1], under))
            shine.append(glare * seen if self.scene.surface.gloss > 0 else glare)
        colours = [lamp.light for lamp in self.scene.lamps]
        table = self._full(weighted(fall, [self.scene.ambient, *colours]))
        if laid.tops is not None:
            tops = self._full(weighted(on_tops, [self.scene.ambient, *colours]))
            table = np.asarray(cv2.blendLinear(tops, table, laid.tops, 1 - laid.tops), np.float32)
        cv2.multiply(table, self._tokens.printed(laid.albedo, things), table)
        tint = self._tokens.tint(things, self._lighting)
        if tint is not None:
            cv2.multiply(table, self._full(tint), table)
        if self.scene.surface.gloss > 0:
            cv2.add(table, self._full(weighted(shine, colours)), table)
        return table

    def _open_sky(self, bodies: list[Solid], things: ThingsNow) -> Linear:
        near = [b for b in bodies if b.die.height_mm < 0.5 * b.die.side_mm]
        feet = [b.corners(0.96) * [1, 1, 0] for b in near]
        side_mm = max((b.die.side_mm for b in near), default=16.0)
        side_px = side_mm * self.projection.px_per_mm(np.array([*self.scene.camera.looks_at_mm, 0.0]))
        close = closeness(self._low, feet, side_px)
        sky = np.ones(self._low.size_wh[::-1], np.float32)
        if close is not None:
            sky -= np.float32(0.7) * close
        return _less(sky, self._board.pawns_close(things))

    def _full(self, small: Linear) -> Linear:
        width, height = self.projection.size_wh
        shrink = self._low.shrink
        if shrink == 1:
            return small
        whole = (self._low.size_wh[0] * shrink, self._low.size_wh[1] * shrink)
        large = cv2.resize(small, whole, interpolation=cv2.INTER_LINEAR)
        return np.ascontiguousarray(large[:height, :width])


def _less(light: Linear, hidden: Linear | None) -> Linear:
    return light if hidden is None else np.asarray(light * (1 - hidden))


def _board_blockers(board: Board) -> list[Blocker]:
    """Return the parts of a board as obstacles to the lamps."""
    return [
        Blocker(np.column_stack([outline, np.full(4, -board.thick_mm)]), flat=True)
        for outline in board.outlines_mm()
    ]


def _near(bodies: list[Solid], number: int) -> list[Solid]:
    """Return the other dice that may shade this one."""
    body = bodies[number]
    return [
        other
        for n, other in enumerate(bodies)
        if n != number and np.linalg.norm(other.centre - body.centre) < _SHADING_REACH * other.half_mm
    ]


def render(scene: Scene, size_wh: tuple[int, int], seed: int = 0) -> Rendered:
    """Render a scene as a picture of that size. The same scene, size and seed give the same bits."""
    return Renderer(scene, size_wh).render(scene.dice, scene.hands, seed=seed, things=scene.things)


def _ray_planes(projection: Projection) -> tuple[Linear, Linear]:
    """Return every pixel's direction (x, y at depth 1), interpolated from a coarse grid."""
    margin = ray_margin(projection.size_wh)
    width, height = (extent + margin for extent in projection.size_wh)
    columns, rows = -(-width // _NODE_PX) + 2, -(-height // _NODE_PX) + 2
    x = (np.arange(columns) - 0.5) * _NODE_PX - 0.5
    y = (np.arange(rows) - 0.5) * _NODE_PX - 0.5
    rays = projection.ideal(np.stack(np.meshgrid(x, y), axis=-1)).astype(np.float32)
    fine = cv2.resize(rays, (columns * _NODE_PX, rows * _NODE_PX), interpolation=cv2.INTER_LINEAR)
    inner = fine[_NODE_PX : _NODE_PX + height, _NODE_PX : _NODE_PX + width]
    return np.ascontiguousarray(inner[..., 0]), np.ascontiguousarray(inner[..., 1])


def _low_table(view: RayCamera, low: LowView) -> tuple[Linear, Linear]:
    """Return the table point (mm, planes x and y) that every small pixel sees."""
    width, height = low.size_wh
    reach = slice(0, height * low.shrink), slice(0, width * low.shrink)
    x, y = (
        cv2.resize(p, low.size_wh, interpolation=cv2.INTER_AREA) for p in view.table_points(*reach, 0.0)
    )
    return np.asarray(x, np.float32), np.asarray(y, np.float32)


def _irradiance(lamp: Lamp, table: tuple[Linear, Linear]) -> Linear:
    """Return a lamp's light on the table, 1 straight below it: (h, w)."""
    x, y = lamp.above_mm.x - table[0], lamp.above_mm.y - table[1]
    squared = (x * x + y * y) / np.float32(lamp.height_mm**2) + 1
    return np.asarray(1 / (squared * np.sqrt(squared)), np.float32)


def _glare(lamp: Lamp, table: tuple[Linear, Linear], eye: Floats, gloss: float) -> Linear:
    """Return how strongly the table mirrors a lamp into the camera: (h, w)."""
    if gloss <= 0:
        return np.zeros_like(table[0])
    lamp_x, lamp_y, lamp_z = _unit_towards((*lamp.above_mm, lamp.height_mm), table)
    eye_x, eye_y, eye_z = _unit_towards((eye[0], eye[1], -eye[2]), table)
    half_x, half_y, half_z = lamp_x + eye_x, lamp_y + eye_y, lamp_z + eye_z
    upright = half_z / np.sqrt(half_x**2 + half_y**2 + half_z**2)
    power = np.float32(lobe_power(0.9 * gloss, lamp))
    return np.asarray(np.float32(0.04 * gloss) * (power + 8) / 8 * upright**power, np.float32)


def _unit_towards(goal: tuple[float, float, float], table: tuple[Linear, Linear]) -> list[Linear]:
    x, y = np.float32(goal[0]) - table[0], np.float32(goal[1]) - table[1]
    length = np.sqrt(x * x + y * y + np.float32(goal[2] ** 2))
    return [x / length, y / length, np.float32(goal[2]) / length]


def _lighting(scene: Scene, backdrop: _Backdrop) -> Lighting:
    """Return the light on dice; the table reflects its own mean colour."""
    mean = cv2.mean(cv2.resize(backdrop.albedo, (16, 16), interpolation=cv2.INTER_AREA))[:3]
    total = np.array(scene.ambient)
    for lamp, lit in zip(scene.lamps, backdrop.lit, strict=True):
        total = total + np.array(lamp.light) * float(lit.mean())
    blue, green, red = (float(v) for v in np.array(mean) * total)
    return Lighting(scene.lamps, scene.ambient, (blue, green, red))
