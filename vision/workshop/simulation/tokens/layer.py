"""Tokens in the picture: their shadows and tints, and their visible parts."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.simulation.boards.pawns import pawn_blocker, pawn_patch
from vision.workshop.simulation.boards.things import LaidBoard, Pawn
from vision.workshop.simulation.dice.drawing import Patch, RayCamera
from vision.workshop.simulation.optics.light import Linear
from vision.workshop.simulation.optics.shading import Lighting, lamps_seen
from vision.workshop.simulation.optics.shadows import Blocker, LowView, closeness
from vision.workshop.simulation.scene import Scene
from vision.workshop.simulation.surroundings.sprites import draw_sprite
from vision.workshop.simulation.things import ThingsNow
from vision.workshop.simulation.tokens.blocks import block_blocker, draw_block, sheet_sprite
from vision.workshop.simulation.tokens.gems import (
    Surroundings,
    gem_blocker,
    gem_patch,
    outline_mm,
    tall_mm,
    tinted_places,
)
from vision.workshop.simulation.tokens.stones import draw_stone, stone_blocker
from vision.workshop.simulation.tokens.styles import gem_style
from vision.workshop.simulation.tokens.things import Gem, Stone

Floats = NDArray[np.float64]
_NEAR_MM = 12.0
_GEM_HIDES, _STANDING_HIDES = 0.45, 0.6
_TINT = 0.75
_SPREAD_MM = 2.5
_NEIGHBOUR_MM = 1.7


class TokenLayer:
    """The tokens of a scene, for one picture size; a gem that stays is drawn once."""

    def __init__(self, scene: Scene, view: RayCamera, low: LowView) -> None:
        self._view = view
        self._low = low
        self._has_slabs = isinstance(scene.board, LaidBoard)
        self._patches: dict[tuple[Gem, tuple[float, ...], tuple[int, ...]], Patch] = {}

    def _pawns(self, things: ThingsNow) -> tuple[Pawn, ...]:
        """Return the pawns, unless they stand among slabs: ``BoardLayer`` draws those."""
        return () if self._has_slabs else things.pawns

    def blockers(self, things: ThingsNow) -> list[Blocker]:
        """Return the tokens as obstacles to the lamps."""
        return [
            *map(stone_blocker, things.stones),
            *map(gem_blocker, things.gems),
            *map(pawn_blocker, self._pawns(things)),
            *(sheet_sprite(sheet).blocker() for sheet in things.sheets),
            *(part for block in things.blocks for part in block_blocker(block)),
        ]

    def printed(self, albedo: Linear, things: ThingsNow) -> Linear:
        """Return the flat things on the table (h, w, 3) with the sheets on it."""
        if not things.sheets:
            return albedo
        albedo = albedo.copy()
        for sheet in things.sheets:
            draw_sprite(albedo, self._view, sheet_sprite(sheet), None)
        return albedo

    def close(self, things: ThingsNow) -> Linear | None:
        """Return how much of the sky tokens hide around their bases, small."""
        flat = [np.column_stack([outline_mm(g, 0.34), np.zeros(12)]) for g in things.gems]
        standing = [pawn_blocker(pawn).world[:12] * [1, 1, 0] for pawn in self._pawns(things)]
        standing += [np.column_stack([s.outline_mm(16), np.zeros(16)]) for s in things.stones]
        hidden = [
            (closeness(self._low, flat, self._view.px_of(_NEAR_MM)), _GEM_HIDES),
            (closeness(self._low, standing, self._view.px_of(_NEAR_MM)), _STANDING_HIDES),
        ]
        total: Linear | None = None
        for part, share in hidden:
            if part is not None:
                total = share * part if total is None else np.maximum(total, share * part)
        return total

    def tint(self, things: ThingsNow, lighting: Lighting) -> Linear | None:
        """Return how gems colour the light beneath and beside them, small: (h, w, 3); None if
        nowhere."""
        if not things.gems:
            return None
        width, height = self._low.size_wh
        colour = np.ones((height, width, 3), np.float32)
        for gem in things.gems:
            clear = np.asarray(gem_style(gem.make.style, gem.make.seed).colours[gem.label], np.float32)
            bright = clear**0.6 * np.float32(_TINT) + np.float32(1 - _TINT)
            outline = tinted_places(gem, lighting)
            world = np.column_stack([outline, np.full(len(outline), -gem.height_mm)])
            pixels = np.rint(self._low.pixels(world) * 16).astype(np.int32)
            cv2.fillConvexPoly(colour, pixels, bright.tolist(), cv2.LINE_AA, 4)
        blur = max(0.6, self._view.px_of(_SPREAD_MM) / self._low.shrink / 2)
        return np.asarray(cv2.GaussianBlur(colour, (0, 0), blur), np.float32)

    def draw(self, light: Linear, things: ThingsNow, lighting: Lighting) -> None:
        """Draw all tokens over a picture of light (h, w, 3), the farthest first."""
        lit_sheets = light.copy() if things.sheets else None
        self._draw_things(light, things, lighting)
        if lit_sheets is not None:
            cover = self._sheets_cover(light, things)
            light += (lit_sheets - light) * cover
        for block in sorted(things.blocks, key=lambda b: -self._away(b.centre_mm)):
            draw_block(light, self._view, block, lighting)

    def _sheets_cover(self, light: Linear, things: ThingsNow) -> Linear:
        """Return how much of each pixel sheets cover: (h, w, 1)."""
        cover = np.zeros((*light.shape[:2], 1), np.float32)
        for sheet in things.sheets:
            draw_sprite(light.copy(), self._view, sheet_sprite(sheet), None, cover_of=cover)
        return cover

    def _away(self, at_mm: tuple[float, float]) -> float:
        """Return a place's distance from the point below the camera, in mm."""
        return float(np.hypot(*(self._view.projection.position[:2] - at_mm)))

    def _draw_things(self, light: Linear, things: ThingsNow, lighting: Lighting) -> None:
        """Draw the things beside sheets and their pieces."""
        patches: dict[tuple[Gem, tuple[float, ...], tuple[int, ...]], Patch] = {}
        floors = self._floors(light, things.gems, lighting)
        drawn: list[Gem | Stone | Pawn] = [*things.stones, *things.gems, *self._pawns(things)]
        for thing in sorted(drawn, key=lambda t: (t.height_mm, -self._away(t.centre_mm))):
            if isinstance(thing, Stone):
                draw_stone(light, self._view, thing, lighting)
            elif isinstance(thing, Pawn):
                tall = thing.tall_mm
                seen = lamps_seen(thing.centre_mm, thing.height_mm, tall, tall / 3, lighting)
                if (pawn := pawn_patch(self._view, thing, lighting, seen)) is not None:
                    pawn.draw(light)
            else:
                self._draw_gem(light, thing, lighting, floors[thing], patches)
        self._patches = patches

    def _draw_gem(
        self,
        light: Linear,
        gem: Gem,
        lighting: Lighting,
        near: Surroundings,
        patches: dict[tuple[Gem, tuple[float, ...], tuple[int, ...]], Patch],
    ) -> None:
        tall = tall_mm(gem)
        seen = lamps_seen(gem.centre_mm, gem.height_mm, tall, tall / 3, lighting)
        # A gem's surroundings are rounded: a distant moving gem does not change it.
        known = tuple(int(64 * float(v) ** 0.5) for v in (*near.floor, *near.around))
        patch = self._patches.get((gem, seen, known)) or gem_patch(self._view, gem, lighting, seen, near)
        if patch is not None:
            patches[gem, seen, known] = patch
            patch.draw(light)

    def _floors(
        self, light: Linear, gems: tuple[Gem, ...], lighting: Lighting
    ) -> dict[Gem, Surroundings]:
        """Return the ground below and beside each gem, from the picture before any is drawn."""
        found = {}
        places = np.array([g.centre_mm for g in gems]).reshape(-1, 2)
        for number, gem in enumerate(gems):
            floor = _mean(light, self._view, outline_mm(gem, 0.3), gem.height_mm)
            around = _mean(light, self._view, outline_mm(gem, 0.75), gem.height_mm)
            style = gem_style(gem.make.style, gem.make.seed)
            away = np.hypot(*(places - places[number]).T)
            for other in np.nonzero((away > 0) & (away < _NEIGHBOUR_MM * style.across_mm))[0]:
                clear = np.asarray(style.colours[gems[int(other)].label], np.float32)
                lit = clear**0.7 * np.asarray(_total(lighting), np.float32)
                share = np.float32(0.3 * style.across_mm / max(float(away[other]), 1.0) / 1.5)
                around = around + (lit * np.float32(0.6) - around) * min(share, np.float32(0.35))
            found[gem] = Surroundings(floor, around)
        return found


def _total(lighting: Lighting) -> Floats:
    total = np.array(lighting.ambient)
    for lamp in lighting.lamps:
        total = total + np.array(lamp.light) * 0.6
    return total


def _mean(light: Linear, view: RayCamera, ring_mm: Floats, height_mm: float) -> Linear:
    """Return the mean light at points (n, 2) on a plane: (3,)."""
    seen = view.projection.table_to_picture(ring_mm, height_mm)
    height, width = light.shape[:2]
    columns = np.clip(np.rint(seen[:, 0]), 0, width - 1).astype(int)
    rows = np.clip(np.rint(seen[:, 1]), 0, height - 1).astype(int)
    return np.asarray(light[rows, columns].mean(axis=0), np.float32)
