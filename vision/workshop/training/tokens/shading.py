"""How bodies look under lamps: small patches of light, computed for all of them at once."""

import math
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from vision.workshop.training.tokens.bodies import RING, Bodies
from vision.workshop.training.tokens.fields import Fields
from vision.workshop.training.tokens.luck import Luck
from vision.workshop.training.tokens.signs import Stock

PATCH_PX = 64
LAMPS, PANELS = 3, 3


@dataclass(frozen=True, eq=False)
class Lamps(Fields):
    """The lamps of scenes, (n, …): directions and colours; bright panels that gloss mirrors; light from
    everywhere; and the direction and share of what the camera's tilt shortens."""

    directions: Tensor  # (n, 3, 3)
    colours: Tensor  # (n, 3, 3)
    soft: Tensor  # (n,) subtracted from a reflection's sharpness
    panels: Tensor  # (n, 3, 3)
    panel_colours: Tensor  # (n, 3, 3)
    panel_sizes: Tensor  # (n, 3)
    everywhere: Tensor  # (n, 3)
    tilt: Tensor  # (n, 2): direction, and length across it


def lamps(luck: Luck, many: int) -> Lamps:
    """Return the light of an evening, for each scene."""
    angle = luck.uniform(many, LAMPS, high=2 * math.pi)
    low = luck.uniform(many, LAMPS, low=0.15, high=1.3)
    directions = torch.stack([low.cos() * angle.cos(), low.cos() * angle.sin(), low.sin()], -1)
    lit = luck.chance(0.6, many, LAMPS)
    lit[:, 0] = True
    tint = _warmth(luck.normal(many, 1) * 0.2 + luck.normal(many, LAMPS) * 0.1)
    colours = tint * (luck.spread(many, LAMPS, low=0.2, high=1.5) * lit)[..., None]
    angle = luck.uniform(many, PANELS, high=2 * math.pi)
    low = luck.uniform(many, PANELS, low=0.3, high=1.5)
    panels = torch.stack([low.cos() * angle.cos(), low.cos() * angle.sin(), low.sin()], -1)
    everywhere = _warmth(luck.normal(many) * 0.2) * luck.uniform(many, 1, low=0.15, high=1.2)
    return Lamps(
        directions,
        colours,
        luck.uniform(many, low=0, high=2.5),
        panels,
        _warmth(luck.normal(many, PANELS) * 0.3) * luck.spread(many, PANELS, 1, low=0.05, high=2.5),
        luck.uniform(many, PANELS, low=0.8, high=0.99),
        everywhere,
        torch.stack([luck.uniform(many, high=math.pi), 1 - 0.22 * luck.uniform(many) ** 2], -1),
    )


def _warmth(warm: Tensor) -> Tensor:
    """Return the tint (…, 3) of light, red first."""
    return torch.exp(torch.stack([warm, 0.1 * warm, -1.2 * warm], -1))


@dataclass(frozen=True, eq=False)
class Patches:
    """Bodies as seen: how much they cover (n, p, p, 1), their own light, the ground's share that shines
    through (n, p, p, 3), and the light that reaches the ground around them (n, p, p, 3)."""

    covers: Tensor
    light: Tensor
    through: Tensor
    shadow: Tensor


def patches(
    bodies: Bodies,
    lit: Lamps,
    stock: Stock,
    at_px: Tensor,
    radius_px: Tensor,
    turn: Tensor,
    side: int,
) -> Patches:
    """Return patches of bodies (n), ``side`` px wide; ``at_px`` (n, 2): place within the patch,
    ``turn``: radians."""
    x, y = _local(lit, at_px, radius_px, side)
    cos, sin = turn.cos()[:, None, None], turn.sin()[:, None, None]
    u, v = cos * x + sin * y, (cos * y - sin * x) / bodies.aspect[:, None, None]
    out = _outline(bodies, u, v)
    covers = torch.sigmoid((1 - out) * radius_px[:, None, None] * 2.2)
    if (bodies.make == RING).any():
        inside = torch.sigmoid((out - 0.38) * radius_px[:, None, None] * 2.2)
        covers = torch.where((bodies.make == RING)[:, None, None], covers * inside, covers)
    ink = _ink(bodies, stock, u, v, out)
    over = _second_ink(bodies, stock, u, v)
    height, behind = _height(bodies, u, v, out, ink)
    normal = _normals(height, radius_px, bodies.flat)
    light, through = _lit(bodies, lit, stock, normal, ink, over, behind, out)
    return Patches(covers[..., None], light, through, _shadow(bodies, lit, x, y))


def _local(lit: Lamps, at_px: Tensor, radius_px: Tensor, side: int) -> tuple[Tensor, Tensor]:
    """Return each pixel's place on the table, in radii, (n, p, p)."""
    line = torch.arange(side, device=at_px.device)
    x = ((line[None, None, :] - at_px[:, 0, None, None]) / radius_px[:, None, None]).expand(-1, side, -1)
    y = ((line[None, :, None] - at_px[:, 1, None, None]) / radius_px[:, None, None]).expand(-1, -1, side)
    cos, sin = lit.tilt[:, 0].cos()[:, None, None], lit.tilt[:, 0].sin()[:, None, None]
    along, across = cos * x + sin * y, (cos * y - sin * x) / lit.tilt[:, 1, None, None]
    return cos * along - sin * across, sin * along + cos * across


def _outline(bodies: Bodies, u: Tensor, v: Tensor) -> Tensor:
    """Return the distance from the middle, 1 on the outline."""
    away, angle = torch.sqrt(u**2 + v**2 + 1e-6), torch.atan2(v, u)
    bump = torch.ones_like(away)
    for k in range(3):
        strength, phase = bodies.lobes[:, k, None, None], bodies.lobes[:, 3 + k, None, None]
        bump = bump + strength * torch.cos((k + 2) * angle + phase)
    round_ = away / bump.clamp(min=0.4)
    n = bodies.corners.clamp(min=3)[:, None, None]
    step = 2 * math.pi / n
    straight = away * torch.cos(angle % step - step / 2) / torch.cos(step / 2) * 0.93
    # Corners are a little round.
    return torch.where(bodies.corners[:, None, None] > 0, torch.maximum(straight, 0.88 * round_), round_)


def _ink(bodies: Bodies, stock: Stock, u: Tensor, v: Tensor, out: Tensor) -> Tensor:
    """Return how much of each place is printed."""
    grid = torch.stack([u, v], -1) / bodies.sign_size[:, None, None, None] / 0.9
    signs = stock.signs[bodies.sign.clamp(min=0)][:, None]
    ink = functional.grid_sample(signs, grid, align_corners=False)[:, 0]
    ink = ink * (bodies.sign >= 0)[:, None, None]
    ring = bodies.ring[:, None, None]
    line = ((out - ring).abs() < 0.07) & (ring > 0)
    return torch.maximum(ink, line.float())


def _second_ink(bodies: Bodies, stock: Stock, u: Tensor, v: Tensor) -> Tensor:
    """Return how much of each place is printed over the first sign."""
    grid = torch.stack([v, -u], -1) / bodies.sign_size[:, None, None, None] / 0.6
    other = (bodies.sign.clamp(min=0) * 7 + 13) % stock.kept_back
    ink = functional.grid_sample(stock.signs[other][:, None], grid, align_corners=False)[:, 0]
    return ink * ((bodies.sign >= 0) & (bodies.twofold > 0))[:, None, None]


def _height(bodies: Bodies, u: Tensor, v: Tensor, out: Tensor, ink: Tensor) -> tuple[Tensor, Tensor]:
    """Return each place's height in radii, and how bright the facets behind it are (-1 to 1)."""
    steep = bodies.steep[:, None, None]
    dome = (1 - out.clamp(max=0.999) ** steep).clamp(min=1e-3) ** 0.5
    away, angle = torch.sqrt(u**2 + v**2 + 1e-6), torch.atan2(v, u)
    n = bodies.facets.clamp(min=3)[:, None, None]
    step = 2 * math.pi / n
    first = away * torch.cos(angle % step - step / 2)
    second = away * torch.cos((angle + step / 2) % step - step / 2)
    # No cut is quite regular.
    uneven = [
        torch.sin(torch.floor(a / step) * 3.7 + bodies.noise[:, None, None])
        for a in (angle, angle + step / 2)
    ]
    crown = torch.minimum(
        1.15 - (0.95 + 0.2 * uneven[0]) * first, 1.45 - (1.5 + 0.3 * uneven[1]) * second
    )
    crown = torch.minimum(crown, bodies.table[:, None, None].expand_as(crown))
    height = torch.where(bodies.facets[:, None, None] > 0, crown, dome)
    height = height + (bodies.aslant[:, 0, None, None] * u + bodies.aslant[:, 1, None, None] * v)
    height = height * bodies.height[:, None, None] - 0.06 * ink * bodies.engraved[:, None, None]
    number = (
        torch.floor(angle / step * 2) * 7.0
        + torch.floor(away * 2.6) * 31.0
        + bodies.noise[:, None, None]
    )
    behind = torch.frac(torch.sin(number * 12.9898) * 437.585).abs() * 2 - 1
    return height, behind


def _normals(height: Tensor, radius_px: Tensor, flat: Tensor) -> Tensor:
    """Return unit normals (n, p, p, 3)."""
    wide = functional.pad(height[:, None], (1, 1, 1, 1), mode="replicate")[:, 0]
    scale = (radius_px * (1 - flat) / 2)[:, None, None]
    across = (wide[:, 1:-1, 2:] - wide[:, 1:-1, :-2]) * scale
    down = (wide[:, 2:, 1:-1] - wide[:, :-2, 1:-1]) * scale
    return functional.normalize(torch.stack([-across, -down, torch.ones_like(across)], -1), dim=-1)


def _lit(
    bodies: Bodies,
    lit: Lamps,
    stock: Stock,
    normal: Tensor,
    ink: Tensor,
    over: Tensor,
    behind: Tensor,
    out: Tensor,
) -> tuple[Tensor, Tensor]:
    """Return the light from bodies, and the share of the ground's light that they let through."""

    def wide(one: Tensor) -> Tensor:
        return one[:, None, None, None]

    rough = (stock.noise[bodies.noise, : out.shape[1], : out.shape[1]] * bodies.texture[:, None, None])[
        ..., None
    ]
    paint = (
        bodies.albedo[:, None, None]
        + (bodies.second - bodies.albedo)[:, None, None] * rough.clamp(-1, 1) * 0.7
    )
    printed = (ink * (1 - 0.75 * bodies.engraved[:, None, None]))[..., None]
    paint = paint + (bodies.ink[:, None, None] - paint) * printed
    paint = (paint + (bodies.ink_over[:, None, None] - paint) * over[..., None]).clamp(0.003, 1)
    cosines = torch.einsum("nhwc,nlc->nhwl", normal, lit.directions).clamp(min=0)
    direct = torch.einsum("nhwl,nlc->nhwc", cosines, lit.colours)
    around = lit.everywhere[:, None, None] * (0.55 + 0.45 * normal[..., 2:])
    surface = paint * (direct + around)
    # Clear bodies: light comes in from all sides and out again through facets, deeper coloured at the
    # rim.
    within = lit.everywhere + 0.5 * torch.einsum(
        "nlc,nl->nc", lit.colours, lit.directions[..., 2].clamp(min=0.2)
    )
    thick = (0.7 + 0.6 * out.clamp(max=1))[..., None]
    deep = paint ** (0.7 * thick + 0.3) * within[:, None, None] * wide(bodies.glow)
    deep = deep * (1 + wide(bodies.sparkle) * 0.8 * behind[..., None]).clamp(min=0.05)
    is_clear = wide((bodies.glow > 0).float())
    light = surface * (1 - 0.7 * is_clear) + deep
    mirror = 2 * normal[..., 2:] * normal - torch.tensor([0.0, 0.0, 1.0], device=normal.device)
    sharp = torch.exp(bodies.sharp - lit.soft)[:, None, None, None]
    spots = torch.exp(sharp * (torch.einsum("nhwc,nlc->nhwl", mirror, lit.directions) - 1))
    shine = 0.6 * torch.einsum("nhwl,nlc->nhwc", spots, lit.colours)
    facing = torch.einsum("nhwc,nlc->nhwl", mirror, lit.panels)
    seen = torch.sigmoid((facing - lit.panel_sizes[:, None, None]) * 40)
    shine = shine + 0.35 * torch.einsum("nhwl,nlc->nhwc", seen, lit.panel_colours)
    grazing = 0.08 + 0.6 * (1 - normal[..., 2:]) ** 3
    shine = (shine + 0.1 * around) * wide(bodies.gloss * (1 - bodies.flat)) * (0.4 + grazing)
    through = (
        wide(bodies.clear)
        * paint ** (0.8 * thick)
        * (1 + 0.5 * behind[..., None] * wide(bodies.sparkle > 0))
    )
    return light + shine, through.clamp(0, 1)


def _shadow(bodies: Bodies, lit: Lamps, x: Tensor, y: Tensor) -> Tensor:
    """Return the share of the light that reaches the ground around a body: (n, p, p, 3)."""
    total = lit.everywhere + lit.colours.sum(1)
    reaching = torch.ones((*x.shape, 3), device=x.device)
    for lamp in range(LAMPS):
        to = lit.directions[:, lamp]
        reach = (bodies.height * 0.7)[:, None] * to[:, :2] / to[:, 2:].clamp(min=0.25)
        soft = (0.06 + 0.12 * lit.soft / 2.5)[:, None, None]
        dark = torch.zeros_like(x)
        for part in (0.15, 0.6, 1.0):  # from the foot to the top
            dx, dy = x + part * reach[:, 0, None, None], y + part * reach[:, 1, None, None]
            dark = torch.maximum(
                dark, torch.sigmoid((1.0 - 0.1 * part - torch.sqrt(dx**2 + dy**2 + 1e-6)) / soft)
            )
        part = (lit.colours[:, lamp] / total)[:, None, None]
        tint = (bodies.clear[:, None] * bodies.albedo**0.5 * 1.4)[:, None, None]
        focus = torch.exp(-((dx**2 + dy**2) * 3))[..., None] * bodies.clear[:, None, None, None] * 1.2
        reaching = reaching - dark[..., None] * part * (1 - tint * (0.4 + focus))
    near = torch.sigmoid((1.12 - torch.sqrt(x**2 + y**2 + 1e-6)) / 0.1)[..., None]
    reaching = reaching - 0.35 * near * (lit.everywhere / total)[:, None, None]
    keep = (1 - bodies.flat)[:, None, None, None]
    return 1 + (reaching.clamp(0.03, 2.0) - 1) * keep
