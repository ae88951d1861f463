"""A board and its pieces in the picture: still things are drawn once, standing or moving ones each
time."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.workshop.simulation.boards.board_print import board_drawing
from vision.workshop.simulation.boards.pawns import pawn_blocker, pawn_patch
from vision.workshop.simulation.boards.slabs import (
    draw_sides,
    draw_walls,
    side_paint,
    slab_blocker,
    slab_sprite,
)
from vision.workshop.simulation.boards.styles import board_style
from vision.workshop.simulation.boards.things import LaidBoard, Pawn, Slab
from vision.workshop.simulation.boards.truth import PROP_MARK
from vision.workshop.simulation.dice.drawing import Patch, RayCamera
from vision.workshop.simulation.optics.light import Linear, colour_to_linear
from vision.workshop.simulation.optics.shading import Lighting, lamps_seen
from vision.workshop.simulation.optics.shadows import Blocker, LowView, closeness, shadow
from vision.workshop.simulation.scene import Prop, Scene
from vision.workshop.simulation.surroundings.sprites import Sprite, draw_sprite, light_at, prop_sprite
from vision.workshop.simulation.things import ThingsNow

Floats = NDArray[np.float64]
_TALL_MM = 20.0
_NEAR_SLAB_MM, _NEAR_PAWN_MM = 7.0, 16.0
_SLAB_HIDES, _PAWN_HIDES = 0.3, 0.6


@dataclass(frozen=True, eq=False)
class LaidTable:
    """The table with everything that lies on it: albedo (h, w, 3), where a piece's top is seen (h, w,
    0…1), and, small, how much of each lamp and of the sky the pieces hide from the board."""

    albedo: Linear
    tops: Linear | None
    dark: tuple[Linear | None, ...]
    close: Linear | None


class BoardLayer:
    """The board of a scene on which slabs lie, for one picture size; without one it draws nothing.

    ``albedo`` is the table with the board on it.
    """

    def __init__(self, scene: Scene, view: RayCamera, albedo: Linear) -> None:
        self._view = view
        self._lamps = scene.lamps
        self._flat_light = Lighting(scene.lamps, scene.ambient, (0.0, 0.0, 0.0))
        self._board = scene.board if isinstance(scene.board, LaidBoard) else None
        plane_mm = 0.0 if self._board is None else self._board.thick_mm
        self._low = LowView(view.projection, low_shrink(view.projection.size_wh), plane_mm)
        self._tall = [prop_sprite(prop) for prop in scene.props if is_tall(prop)] if self._board else []
        self._albedo = albedo
        self._patches: dict[tuple[Pawn, tuple[float, ...]], Patch] = {}
        self._laid: tuple[tuple[Slab, ...], LaidTable] = (
            (),
            LaidTable(albedo, None, (None,) * len(scene.lamps), None),
        )

    def laid(self, slabs: tuple[Slab, ...]) -> LaidTable:
        """Return the table with these pieces; the last result is cached."""
        if self._laid[0] != slabs:
            self._laid = (slabs, self._with(slabs))
        return self._laid[1]

    def _with(self, slabs: tuple[Slab, ...]) -> LaidTable:
        albedo, tops = self._albedo.copy(), np.zeros((*self._albedo.shape[:2], 1), np.float32)
        eye = self._view.projection.position[:2]
        far_first = sorted(slabs, key=lambda s: (s.height_mm, -float(np.hypot(*(eye - s.centre_mm)))))
        for slab in far_first:
            draw_sides(albedo, self._view, slab, self._flat_light)
            draw_sprite(albedo, self._view, slab_sprite(slab), None, cover_of=tops)
        blockers = [slab_blocker(slab) for slab in slabs]
        dark = tuple(shadow(self._low, lamp, blockers) for lamp in self._lamps)
        feet = [np.column_stack([s.corners_mm(), np.zeros(4)]) for s in slabs]
        close = closeness(self._low, feet, self._view.px_of(_NEAR_SLAB_MM))
        return LaidTable(albedo, tops[..., 0], dark, None if close is None else _SLAB_HIDES * close)

    def _pawns(self, things: ThingsNow) -> tuple[Pawn, ...]:
        return things.pawns if self._board is not None else ()

    def blockers(self, things: ThingsNow) -> list[Blocker]:
        """Return everything standing or carried that hides lamps, anywhere."""
        return [*map(pawn_blocker, self._pawns(things)), *map(slab_blocker, things.carried)]

    def pawns_close(self, things: ThingsNow) -> Linear | None:
        """Return how much of the sky pawns hide around their feet, small."""
        feet = [pawn_blocker(pawn).world[:12] * [1, 1, 0] for pawn in self._pawns(things)]
        close = closeness(self._low, feet, self._view.px_of(_NEAR_PAWN_MM))
        return None if close is None else np.asarray(_PAWN_HIDES * close, np.float32)

    def draw_standing(
        self, light: Linear, things: ThingsNow, lighting: Lighting, owner: NDArray[np.uint8]
    ) -> None:
        """Draw over a picture of light everything that stands on the board or is carried over it."""
        eye = self._view.projection.position[:2]
        patches: dict[tuple[Pawn, tuple[float, ...]], Patch] = {}
        for pawn in sorted(self._pawns(things), key=lambda p: -float(np.hypot(*(eye - p.centre_mm)))):
            tall = pawn.tall_mm
            seen = lamps_seen(pawn.centre_mm, pawn.height_mm, tall, tall / 4, lighting)
            patch = self._patches.get((pawn, seen)) or pawn_patch(self._view, pawn, lighting, seen)
            if patch is not None:
                patches[pawn, seen] = patch
                patch.draw(light)
        self._patches = patches
        for slab in things.carried:
            self._draw_carried(light, slab, lighting)
        for sprite in self._tall:
            draw_sprite(light, self._view, sprite, lighting, owner=owner, mark=PROP_MARK)

    def _draw_carried(self, light: Linear, slab: Slab, lighting: Lighting) -> None:
        sprite = slab_sprite(slab)
        paint = np.asarray(side_paint(slab) * light_at(lighting, sprite), np.float32)
        heights = slab.height_mm, slab.top_mm
        draw_walls(light, self._view.projection, slab.corners_mm(), heights, paint, lighting)
        draw_sprite(light, self._view, sprite, lighting)


def lay_board(albedo: Linear, view: RayCamera, board: LaidBoard, lighting: Lighting) -> None:
    """Draw a board over a picture of the table's albedo: its cut sides and its print."""
    style = board_style(board.make.style, board.make.seed)
    paint = colour_to_linear([round(0.8 * v) for v in style.frame])
    draw_walls(albedo, view.projection, board.corners_mm(), (0.0, board.thick_mm), paint, lighting)
    sprite = Sprite(board_drawing(board.make), board.centre_mm, board.angle_deg, board.thick_mm)
    draw_sprite(albedo, view, sprite, None)


def is_tall(prop: Prop) -> bool:
    """Tell whether a prop is higher than any piece of a board."""
    return prop_sprite(prop).drawing.height_mm >= _TALL_MM


def low_shrink(size_wh: tuple[int, int]) -> int:
    """Return the part of a picture's size at which light is computed."""
    return max(1, round(max(size_wh) / _LIGHT_WIDTH))


_LIGHT_WIDTH = 640
