"""What synthetic tokens lie on: tables, cloths, printed boards, with cards and lamps' reflections."""

import math

import torch
from torch import Tensor

from vision.workshop.training.tokens.bodies import colours
from vision.workshop.training.tokens.luck import Luck
from vision.workshop.training.tokens.signs import noise

CLOUDS, GRAIN, CLOTH, PLAIN, BRICKS = range(5)
KNOWN, KEPT_BACK = [2.0, 2.0, 0.7, 1.5, 0.0], [1.0, 1.0, 0.0, 1.0, 1.5]
CARDS = 3


def grounds(luck: Luck, many: int, side: int, *, kept_back: bool) -> Tensor:
    """Return grounds (many, side, side, 3), linear."""
    out = _surface(luck, many, side, kept_back=kept_back)
    out = _board(luck, out, kept_back=kept_back)
    return _cards(luck, out)


def _places(luck: Luck, many: int, side: int) -> tuple[Tensor, Tensor]:
    """Return places (many, side, side) turned at random, in parts of the side."""
    line = torch.arange(side, device=luck.device) / side - 0.5
    angle = luck.uniform(many, 1, 1, high=2 * math.pi)
    x, y = line[None, None, :], line[None, :, None]
    return x * angle.cos() + y * angle.sin(), y * angle.cos() - x * angle.sin()


def _surface(luck: Luck, many: int, side: int, *, kept_back: bool) -> Tensor:
    """Return surfaces of one material each."""
    one, other = colours(luck, many), colours(luck, many)
    near = one * torch.exp(0.4 * luck.normal(many, 1) + 0.1 * luck.normal(many, 3))
    other = torch.where(luck.chance(0.75, many, 1), near.clamp(0, 1), other)
    soft = noise(luck, many, side, side, octaves=6)[:, 0]
    x, y = _places(luck, many, side)
    often = luck.spread(many, 1, 1, low=4, high=70)
    rings = torch.sin(
        2 * math.pi * often * (x + 0.05 * soft * luck.uniform(many, 1, 1)) + y * often * 0.3
    )
    rings = rings + 0.6 * torch.sin(2 * math.pi * often * 3.7 * (x + 0.01 * soft))
    thread = luck.spread(many, 1, 1, low=25, high=90)
    woven = torch.sin(2 * math.pi * thread * x) * torch.sin(2 * math.pi * thread * y) + 0.3 * soft
    bricks = (((x * often / 3) % 1 < 0.08) | ((y * often / 3) % 1 < 0.08)).float() * 2 - 1 + 0.3 * soft
    fields = torch.stack([soft, rings, woven, 0.1 * soft, bricks])
    kind = luck.pick(KEPT_BACK if kept_back else KNOWN, many)
    chosen = fields[kind, torch.arange(many, device=luck.device)]
    part = (0.5 + chosen * luck.spread(many, 1, 1, low=0.05, high=0.9)).clamp(0, 1)[..., None]
    paint = one[:, None, None] * (1 - part) + other[:, None, None] * part
    rough = luck.normal(many, side, side, 1) * luck.uniform(many, 1, 1, 1) ** 2 * 0.12
    return (paint * (1 + rough)).clamp(0.003, 1)


def _board(luck: Luck, under: Tensor, *, kept_back: bool) -> Tensor:
    """Lay a printed board, or a box's edge, over part of some grounds."""
    many, side = under.shape[:2]
    over = _surface(luck, many, side, kept_back=kept_back)
    x, y = _places(luck, many, side)
    dx, dy = luck.normal(many, 1, 1) * 0.25, luck.normal(many, 1, 1) * 0.25
    wide, high = (
        luck.uniform(many, 1, 1, low=0.2, high=0.7),
        luck.uniform(many, 1, 1, low=0.15, high=0.6),
    )
    u, v = (x - dx) / wide, (y - dy) / high
    bands = torch.floor(v * luck.integers(1, 9, many, 1, 1)) % 2
    over = torch.where(
        (luck.chance(0.5, many, 1, 1) & (bands > 0))[..., None],
        over * colours(luck, many)[:, None, None] * 1.6,
        over,
    )
    # Teeth, checks and lines along its edge.
    edge = (
        torch.maximum(u.abs(), v.abs()) > luck.uniform(many, 1, 1, low=0.75, high=0.97)
    ) & luck.chance(0.5, many, 1, 1)
    teeth = ((u * 13) % 1 + (v * 11) % 1 < 1) == ((u + v) > 0)
    ink = torch.where(
        teeth[..., None], colours(luck, many)[:, None, None], colours(luck, many)[:, None, None]
    )
    over = torch.where(edge[..., None], ink, over)
    inside = (u.abs() < 1) & (v.abs() < 1) & luck.chance(0.55, many, 1, 1)
    return torch.where(inside[..., None], over.clamp(0.003, 1), under)


def _cards(luck: Luck, under: Tensor) -> Tensor:
    """Lay marker cards on some grounds."""
    many, side = under.shape[:2]
    for _ in range(CARDS):
        x, y = _places(luck, many, side)
        size = luck.spread(many, 1, 1, low=0.06, high=0.25)
        u, v = ((one + luck.normal(many, 1, 1) * 0.35) / size for one in (x, y))
        bits = luck.chance(0.5, many, 8, 8).float()
        bits[:, 0], bits[:, -1], bits[:, :, 0], bits[:, :, -1] = 1, 1, 1, 1
        bits[:, 1, 1:-1], bits[:, -2, 1:-1], bits[:, 1:-1, 1], bits[:, 1:-1, -2] = 0, 0, 0, 0
        column, row = ((one * 4 + 4).floor().clamp(0, 7).long() for one in (u, v))
        seen = bits[torch.arange(many, device=under.device)[:, None, None], row, column]
        paint = (0.02 + 0.83 * seen)[..., None]
        inside = (u.abs() < 1) & (v.abs() < 1) & luck.chance(0.15, many, 1, 1)
        under = torch.where(inside[..., None], paint.expand_as(under), under)
    return under
