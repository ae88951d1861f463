"""Lays bodies on the picture of a ground: first their shadows, then themselves, in their order."""

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from vision.workshop.training.tokens.bodies import Bodies
from vision.workshop.training.tokens.luck import Luck
from vision.workshop.training.tokens.shading import PATCH_PX, Lamps, Patches, patches
from vision.workshop.training.tokens.signs import Stock

MOST_PX, EDGE = 18.0, PATCH_PX // 2
"""The greatest radius of a token, and the width around a scene that is drawn, too, but not shown."""
PATCHES = ((32, 9.4), (48, 14.0), (PATCH_PX, 99.0))
"""Sides of patches, each with the greatest radius of a body that is drawn in it, px."""


def lay(
    luck: Luck,
    stock: Stock,
    canvas: Tensor,
    lit: Lamps,
    bodies: Bodies,
    places: Tensor,
    radii: Tensor,
    present: Tensor,
    *,
    with_shadows: bool,
) -> None:
    """Lay bodies (n, m) on the canvas, in their order."""
    many, slots = present.shape
    turn = luck.uniform(many, slots, high=2 * math.pi)
    radii = radii.clamp(max=MOST_PX * 1.7)
    ready, least = [], 0.0
    for side, most in PATCHES:
        chosen = present & (radii > least) & (radii <= most)
        least = most
        if chosen.any():
            ready.append(_Laid.of(stock, canvas, lit, bodies, places, radii, turn, chosen, side))
    for slot in range(slots if with_shadows else 0):
        for one in ready:
            one.shade(canvas, slot)
    for slot in range(slots):
        for one in ready:
            one.lay(canvas, slot)


@dataclass(frozen=True, eq=False)
class _Laid:
    """Bodies of nearly one size, drawn: ``order`` (n, slots) numbers their patches."""

    seen: Patches
    order: Tensor
    corner: Tensor
    side: int

    @classmethod
    def of(
        cls,
        stock: Stock,
        canvas: Tensor,
        lit: Lamps,
        bodies: Bodies,
        places: Tensor,
        radii: Tensor,
        turn: Tensor,
        chosen: Tensor,
        side: int,
    ) -> "_Laid":
        """Draw the chosen ones (n, slots)."""
        corner = (places + EDGE).round().long() - side // 2
        corner = corner.clamp(0, canvas.shape[1] - side)
        at = chosen.nonzero(as_tuple=True)
        own = (places + EDGE - corner)[at]
        seen = patches(bodies.at(*at), lit.at(at[0]), stock, own, radii[at], turn[at], side)
        order = torch.full(chosen.shape, -1, device=canvas.device)
        order[at] = torch.arange(len(at[0]), device=canvas.device)
        return cls(seen, order, corner, side)

    def shade(self, canvas: Tensor, slot: int) -> None:
        """Lay the shadows of one slot on the canvas."""
        where, mine = self._where(slot)
        line = torch.arange(self.side, device=canvas.device)
        fade = (1 - (line - (self.side - 1) / 2).abs() / (self.side / 2)).clamp(max=0.2) / 0.2
        fade = (fade[:, None] * fade[None])[..., None]
        canvas[where] = canvas[where] * (1 + (self.seen.shadow[mine] - 1) * fade)

    def lay(self, canvas: Tensor, slot: int) -> None:
        """Lay the bodies of one slot on the canvas."""
        where, mine = self._where(slot)
        under = canvas[where]
        light = self.seen.light[mine] + self.seen.through[mine] * under
        canvas[where] = under + (light - under) * self.seen.covers[mine]

    def _where(self, slot: int) -> tuple[tuple[Tensor, Tensor, Tensor], Tensor]:
        rows = (self.order[:, slot] >= 0).nonzero()[:, 0]
        line = torch.arange(self.side, device=rows.device)
        y = (self.corner[rows, slot, 1, None] + line)[:, :, None]
        x = (self.corner[rows, slot, 0, None] + line)[:, None, :]
        return (rows[:, None, None], y, x), self.order[rows, slot]
