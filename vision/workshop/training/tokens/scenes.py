"""Synthetic tables with tokens: where they lie, what is printed under them, what else is there."""

import math
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from vision.workshop.training.tokens.bodies import Bodies, boxes, own
from vision.workshop.training.tokens.grounds import grounds
from vision.workshop.training.tokens.laying import EDGE, MOST_PX, lay
from vision.workshop.training.tokens.luck import Luck
from vision.workshop.training.tokens.shading import Lamps
from vision.workshop.training.tokens.signs import Stock, noise

SIDE = 256
"""The side of a scene, px."""
SLOTS, THINGS = 36, 6
"""Most tokens of a scene, and most other things."""
LEAST_PX = 6.0
"""The least radius of a token."""
NO_TOKEN = -1


@dataclass(frozen=True, eq=False)
class Scenes:
    """Scenes (n): their light (n, side, side, 3), linear.

    ``places`` (n, m, 2) and ``radii`` (n, m) of everything that may be looked at, px; ``kinds`` (n, m):
    which of the box's kinds it is, ``NO_TOKEN`` for prints and other things; ``is_token``: something a
    token's size lies there; ``is_place``: a hole or
    print of such a size; ``is_there``: the slot is in use; ``size`` (n,): a token's usual radius.
    """

    light: Tensor
    places: Tensor
    radii: Tensor
    kinds: Tensor
    is_token: Tensor
    is_place: Tensor
    is_there: Tensor
    size: Tensor


def scenes(
    luck: Luck,
    stock: Stock,
    box: Bodies,
    prints: Bodies,
    weights: Tensor,
    lit: Lamps,
    *,
    kept_back: bool,
    loose: float,
    full: bool,
) -> Scenes:
    """Draw a scene with each box (n, kinds); ``prints`` (n, slots): what is printed under tokens;
    ``weights`` (n, kinds): how often each kind lies there; ``loose``: the share of scenes without a
    grid."""
    many = weights.shape[0]
    rows = torch.arange(many, device=luck.device)
    size = luck.spread(many, low=LEAST_PX, high=MOST_PX)
    is_grid = ~luck.chance(loose, many)
    there, in_use = _layout(luck, size, is_grid, full=full)
    kinds = luck.pick_in_rows(weights, SLOTS)
    tokens = own(luck, box.at(rows[:, None], kinds), leaning=(~is_grid)[:, None].float())
    other = boxes(luck, stock, many, THINGS, kept_back=kept_back)
    other = replace(other, size=luck.spread(many, THINGS, low=0.6, high=1.6))
    everything = tokens.joined(own(luck, other, leaning=torch.ones(many, 1, device=luck.device)), 1)
    present = _present(luck, in_use, full=full)
    # A camera that looks aslant sees far ones smaller.
    slope = luck.normal(many, 1, 2) * 0.12 / SIDE
    near = size[:, None] * (1 + ((there - SIDE / 2) * slope).sum(-1)).clamp(0.75, 1.3)
    radii = everything.size * near
    jitter = luck.normal(many, SLOTS, 2) * (0.08 * size)[:, None, None]
    under = torch.cat([there[:, :SLOTS] + jitter, there[:, SLOTS:]], 1)
    canvas = grounds(luck, many, SIDE + 2 * EDGE, kept_back=kept_back)
    canvas = canvas * _light_on_ground(luck, lit, SIDE + 2 * EDGE)
    is_printed = _is_printed(luck, present, is_grid)
    print_radii = prints.size * near
    lay(luck, stock, canvas, lit, prints, there, print_radii, is_printed, with_shadows=False)
    lay(luck, stock, canvas, lit, everything, under, radii, present, with_shadows=True)
    covered = _hands(luck, canvas)
    places = torch.cat([under, there], 1)
    seen = ((places > 1) & (places < SIDE - 1)).all(-1)
    inside = (places + EDGE).round().long().clamp(0, SIDE + 2 * EDGE - 1)
    seen &= ~covered[rows[:, None], inside[..., 1], inside[..., 0]]
    none = torch.full((many, THINGS), NO_TOKEN, device=luck.device)
    ratio = everything.size
    alike = (ratio > 0.7) & (ratio < 1.4)
    # A print under a token is not looked at by itself.
    bare = is_printed & ~present
    return Scenes(
        canvas[:, EDGE:-EDGE, EDGE:-EDGE],
        places,
        torch.cat([radii, print_radii], 1),
        torch.cat([kinds, none, torch.full_like(bare, NO_TOKEN, dtype=torch.long)], 1),
        torch.cat([alike, torch.zeros_like(bare)], 1),
        torch.cat([torch.zeros_like(alike), (prints.size > 0.75) & (prints.size < 1.4)], 1),
        torch.cat([present, bare], 1) & seen,
        size,
    )


def _present(luck: Luck, in_use: Tensor, *, full: bool) -> Tensor:
    """Return on which of the places in use (n, slots + things) something lies."""
    many = len(in_use)
    least = 0.7 if full else 0.3
    filled = luck.uniform(many, SLOTS) < luck.uniform(many, 1, low=least, high=1.1)
    return torch.cat(
        [in_use[:, :SLOTS] & filled, in_use[:, SLOTS:] & luck.chance(0.35, many, THINGS)], 1
    )


def _layout(luck: Luck, size: Tensor, is_grid: Tensor, *, full: bool) -> tuple[Tensor, Tensor]:
    """Return places (n, slots + things, 2) and which of them are in use."""
    many, total = len(size), SLOTS + THINGS
    columns = luck.integers(3, 9, many, 1)
    number = torch.arange(SLOTS, device=luck.device)[None]
    cells = torch.stack([number % columns - (columns - 1) / 2, number // columns - 1.5], -1)
    pitch = size[:, None, None] * luck.uniform(many, 1, 1, low=2.2, high=3.6)
    stretched = torch.stack(
        [torch.ones_like(pitch[:, 0, 0]), luck.uniform(many, low=0.85, high=1.25)], -1
    )
    angle = luck.uniform(many, high=2 * math.pi)
    turn = torch.stack([angle.cos(), -angle.sin(), angle.sin(), angle.cos()], -1).view(-1, 2, 2)
    grid = (
        (cells * pitch * stretched[:, None]) @ turn.transpose(1, 2)
        + SIDE / 2
        + luck.normal(many, 1, 2) * 20
    )
    middles = luck.uniform(many, 3, 2, low=0.15 * SIDE, high=0.85 * SIDE)
    group = luck.integers(0, 3, many, total)
    middle = torch.gather(middles, 1, group[..., None].expand(-1, -1, 2))
    spread = luck.spread(many, 1, 1, low=0.12, high=0.6) * SIDE
    loose = middle + luck.normal(many, total, 2) * spread
    apart = size[:, None, None] * luck.uniform(many, 1, 1, low=1.85, high=2.3)
    out = torch.where(is_grid[:, None, None], torch.cat([grid, loose[:, SLOTS:]], 1), loose)
    fixed = is_grid[:, None] & (torch.arange(total, device=luck.device) < SLOTS)[None]
    for _ in range(32):  # what overlaps is pushed apart
        away = out[:, :, None] - out[:, None]
        far = away.norm(dim=-1).clamp(min=1e-3)
        push = (apart - far).clamp(min=0)
        push = push * (1 - torch.eye(total, device=luck.device))
        step = (away / far[..., None] * push[..., None]).sum(2) * 0.4
        out = torch.where(fixed[..., None], out, out + step)
    away = (out[:, :, None] - out[:, None]).norm(dim=-1) + 1e4 * torch.triu(
        torch.ones(total, total, device=luck.device)
    )
    free = away.amin(2) > 0.88 * apart[..., 0] * 2 / 2.1
    few = luck.uniform(many, 1) < (0.05 if full else 0.3)
    wanted = luck.uniform(many, total) < torch.where(few, 0.25, 1.0)
    wanted = wanted | is_grid[:, None]
    margin = ((out > -EDGE * 0.5) & (out < SIDE + EDGE * 0.5)).all(-1)
    return out, free & wanted & margin


def prints_of(luck: Luck, stock: Stock, many: int, is_same: Tensor, *, kept_back: bool) -> Bodies:
    """Return what is printed in cells, or anywhere; also holes, which are no prints. ``is_same`` (n,):
    all of a table are alike."""
    any_ = boxes(luck, stock, many, SLOTS + THINGS, kept_back=kept_back)
    same = boxes(luck, stock, many, 1, kept_back=kept_back).at(
        torch.arange(many, device=luck.device)[:, None].expand(-1, SLOTS + THINGS),
        torch.zeros(many, SLOTS + THINGS, dtype=torch.long, device=luck.device),
    )
    out = same.where(is_same, any_)
    shape = out.make.shape
    is_hole = luck.chance(0.3, many, 1).expand(shape)
    wide = luck.uniform(many, 1, low=0.8, high=1.35)
    ringed = luck.chance(0.5, many, 1).expand(shape)
    return replace(
        out,
        flat=(~is_hole).float(),
        height=torch.where(is_hole, -0.5 * out.height, out.height),
        albedo=torch.where(is_hole[..., None], out.albedo * 0.5, out.albedo),
        gloss=torch.zeros(shape, device=luck.device),
        glow=torch.where(ringed, 0.0, out.glow),
        clear=torch.zeros(shape, device=luck.device),
        ring=torch.where(ringed, luck.uniform(many, 1, low=0.82, high=0.95), out.ring),
        size=torch.where(is_same[:, None], wide, luck.spread(many, SLOTS + THINGS, low=0.3, high=1.6)),
    )


def _is_printed(luck: Luck, present: Tensor, is_grid: Tensor) -> Tensor:
    """Return in which slots something is printed."""
    many, total = present.shape
    share = torch.where(is_grid, 0.9, luck.uniform(many) ** 3)[:, None]
    every = luck.chance(0.85, many, 1) & is_grid[:, None]
    some = luck.uniform(many, total) < share
    grid = every & (torch.arange(total, device=luck.device) < SLOTS)[None]
    beside = torch.arange(total, device=luck.device) >= SLOTS
    return grid | (some & (~is_grid[:, None] | beside[None]))


def _light_on_ground(luck: Luck, lit: Lamps, side: int) -> Tensor:
    """Return the light on the ground: slopes, a soft or hard shadow, and a lamp's reflection."""
    many = len(lit.everywhere)
    direct = (lit.colours * lit.directions[..., 2:]).sum(1) + lit.everywhere
    slope = torch.exp(0.15 * noise(luck, many, side, side, octaves=1, first=2)[:, 0, ..., None])
    line = torch.arange(side, device=luck.device) / side - 0.5
    angle = luck.uniform(many, 1, 1, high=2 * math.pi)
    off = (
        line[None, None] * angle.cos()
        + line[None, :, None] * angle.sin()
        - luck.normal(many, 1, 1) * 0.3
    )
    edge = torch.sigmoid(off * luck.spread(many, 1, 1, low=8, high=300))
    dark = luck.uniform(many, 1, 1, low=0.3, high=0.95) * luck.chance(0.3, many, 1, 1)
    return direct[:, None, None] * slope * (1 - dark * edge)[..., None]


def _hands(luck: Luck, canvas: Tensor) -> Tensor:
    """Draw hands into some scenes; return what they cover."""
    many, side = canvas.shape[:2]
    line = torch.arange(side, device=luck.device).float()
    covered = torch.zeros(many, side, side, dtype=torch.bool, device=luck.device)
    angle = luck.uniform(many, 1, 1, high=2 * math.pi)
    rough = noise(luck, many, side, side, octaves=3)[:, 0]
    has = luck.chance(0.12, many, 1, 1)
    skin = torch.tensor([0.45, 0.22, 0.13], device=luck.device) * luck.spread(
        many, 1, low=0.15, high=1.7
    )
    tip = luck.uniform(many, 2, low=0.3 * side, high=0.7 * side)
    for _ in range(3):
        angle = angle + luck.normal(many, 1, 1) * 0.25
        wide = luck.uniform(many, 1, 1, low=9, high=26)
        x = line[None, None] - tip[:, 0, None, None] - luck.normal(many, 1, 1) * 25
        y = line[None, :, None] - tip[:, 1, None, None] - luck.normal(many, 1, 1) * 25
        along, across = x * angle.cos() + y * angle.sin(), y * angle.cos() - x * angle.sin()
        away = torch.where(along > 0, across.abs(), torch.sqrt(along**2 + across**2)) / wide
        inside = (away < 1) & has
        light = (1 - away**2).clamp(min=0.05) ** 0.5 * torch.exp(0.1 * rough)
        glow = canvas.mean((1, 2), keepdim=True).mean(-1, keepdim=True) * 2.5
        canvas.copy_(
            torch.where(inside[..., None], skin[:, None, None] * light[..., None] * glow, canvas)
        )
        covered |= inside
    return covered
