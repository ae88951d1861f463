"""What synthetic tokens are: their shapes, materials and prints, as tensors of many at once.

A box holds kinds of tokens of one make: gems that differ by colour, stones that differ by a sign,
sweets that differ by both. A token is one of a kind, with its own turn, place and small differences.
"""

import math
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from vision.workshop.training.tokens.fields import Fields
from vision.workshop.training.tokens.luck import Luck
from vision.workshop.training.tokens.signs import NOISES, Stock

GEM, CABOCHON, DISC, PEBBLE, SWEET, CUBE, RING = range(7)
KNOWN_MAKES, KEPT_MAKES = [4.0, 2.5, 3.0, 1.5, 2.0, 1.0, 0.0], [2.0, 1.0, 2.0, 1.0, 1.0, 0.0, 1.0]
"""How often boxes are of each make: in training, and in worlds kept back."""


@dataclass(frozen=True, eq=False)
class Bodies(Fields):
    """Bodies of any number: every field begins with the same axes. Lengths are in radii, colours
    linear."""

    make: Tensor
    albedo: Tensor  # (…, 3)
    second: Tensor  # (…, 3) of its texture
    ink: Tensor  # (…, 3)
    sign: Tensor  # number in the stock, -1: none
    sign_size: Tensor
    twofold: Tensor  # 1: a second sign over it
    ink_over: Tensor  # (…, 3)
    aslant: Tensor  # (…, 2): slope of a body that leans
    engraved: Tensor  # 0 or 1
    ring: Tensor  # radius of a printed ring, 0: none
    corners: Tensor  # of its outline, 0: round
    lobes: Tensor  # (…, 6): strengths and phases of bumps in its outline
    aspect: Tensor
    steep: Tensor  # exponent of its profile: 2 a dome, 10 flat with an edge
    height: Tensor
    facets: Tensor  # number around, 0: smooth
    table: Tensor  # height of a gem's flat top
    texture: Tensor  # strength
    noise: Tensor  # number in the stock
    clear: Tensor  # how much of the ground shows through
    glow: Tensor  # how much light comes out again from within
    sparkle: Tensor  # difference among the facets behind
    gloss: Tensor
    sharp: Tensor  # logarithm of a reflection's sharpness
    size: Tensor
    flat: Tensor  # 1: only printed


def colours(luck: Luck, *shape: int) -> Tensor:
    """Return colours, linear: any hue, any strength."""
    hue, value = luck.uniform(*shape), luck.uniform(*shape, low=0.12, high=0.97)
    return of_hue(hue, luck.uniform(*shape) ** 1.4, value)


def of_hue(hue: Tensor, strong: Tensor, value: Tensor) -> Tensor:
    """Return linear colours (…, 3), red first, for hues (0 to 1), saturation and value."""
    k = torch.stack([(n + hue * 6) % 6 for n in (5, 3, 1)], -1)
    part = torch.clamp(torch.minimum(k, 4 - k), 0, 1)
    return (value[..., None] * (1 - strong[..., None] * part)).clamp(0.01, 1) ** 2.2


def boxes(luck: Luck, stock: Stock, many: int, kinds: int, *, kept_back: bool) -> Bodies:
    """Return boxes of tokens: (many, kinds)."""
    make = luck.pick(KEPT_MAKES if kept_back else KNOWN_MAKES, many, 1)
    mixed = luck.chance(0.12, many, 1)
    each = luck.pick(KNOWN_MAKES, many, kinds)
    make = torch.where(mixed, each, make.expand(many, kinds))
    one, all_ = (many, 1), (many, kinds)

    def whole(low: float, high: float) -> Tensor:
        """Return a property of a box, a little different in its kinds."""
        return luck.uniform(*one, low=low, high=high).expand(all_)

    def of(*values: float) -> Tensor:
        """Return a property by the make."""
        return torch.tensor(values, device=luck.device)[make]

    albedo = _albedos(luck, many, kinds)
    is_signed = luck.uniform(*one) < of(0.03, 0.1, 0.75, 0.3, 0.15, 0.4, 0.0)
    albedo, sign, ink = _signed(luck, stock, albedo, is_signed, kept_back=kept_back)
    lobed = of(0.0, 0.02, 0.0, 0.09, 0.03, 0.0, 0.0)
    strengths = luck.normal(*all_, 3) * (lobed * luck.uniform(*one))[..., None]
    lobes = torch.cat([strengths, luck.uniform(*all_, 3, high=2 * math.pi)], -1)
    corners, facets = _edges(luck, make)
    is_clear = (make == GEM) | (
        (make <= SWEET) & (luck.uniform(*one) < of(1, 0.6, 0.05, 0.1, 0.3, 0, 0.3))
    )
    clear = torch.where(is_clear, whole(0.0, 0.75), 0.0)
    return Bodies(
        make=make,
        albedo=albedo,
        second=(albedo * luck.spread(*all_, 1, low=0.4, high=1.8)).clamp(0, 1) * 0.8
        + 0.2 * colours(luck, *all_),
        ink=ink,
        sign=sign,
        sign_size=whole(0.45, 0.9),
        twofold=luck.chance(0.5, *one).float() * luck.chance(0.7, *all_).float(),
        ink_over=colours(luck, *all_),
        aslant=torch.zeros(*all_, 2, device=luck.device),
        engraved=(luck.chance(0.35, *one) & is_signed).float().expand(all_),
        ring=torch.where(luck.uniform(*one) < of(0, 0.05, 0.4, 0, 0.1, 0, 0), whole(0.6, 0.95), 0.0),
        corners=corners.float(),
        lobes=lobes,
        aspect=1 - luck.uniform(*one) ** 2 * of(0.15, 0.3, 0.0, 0.4, 0.5, 0.1, 0.0),
        steep=torch.where((make == DISC) | (make == CUBE), whole(6, 20), whole(1.6, 3.2)),
        height=of(0.9, 0.7, 0.25, 0.6, 0.7, 0.6, 0.6) * whole(0.5, 1.3),
        facets=facets.float(),
        table=whole(0.35, 0.8),
        texture=luck.uniform(*one) ** 2 * of(0.15, 0.2, 0.8, 0.9, 0.25, 0.8, 0.4).expand(all_),
        noise=luck.integers(0, NOISES, *all_),
        clear=clear,
        glow=torch.where(is_clear, whole(0.3, 1.0), 0.0),
        sparkle=torch.where(make == GEM, whole(0.1, 1.2), 0.0),
        gloss=luck.uniform(*one) ** 1.5 * of(1, 1, 0.5, 0.4, 1, 0.4, 0.8).expand(all_),
        sharp=whole(2.0, 6.5),
        size=1 + luck.normal(*all_) * 0.1 * luck.chance(0.4, *one),
        flat=torch.zeros(all_, device=luck.device),
    )


def _signed(
    luck: Luck, stock: Stock, albedo: Tensor, is_signed: Tensor, *, kept_back: bool
) -> tuple[Tensor, Tensor, Tensor]:
    """Return boxes' colours, their signs (-1: none), and the ink of these; ``is_signed`` (many, kinds):
    which kinds bear a sign."""
    many, kinds = is_signed.shape
    one, all_ = (many, 1), (many, kinds)
    same_colour = is_signed & (luck.uniform(*one) < 0.6)
    albedo = torch.where(same_colour[..., None], albedo[:, :1], albedo)
    # The second side of a stone, or a kind without any sign.
    sign = stock.numbers(luck, *all_, kept_back=kept_back)
    unsigned = luck.chance(0.08, *all_)
    other = colours(luck, *all_) * 0.5
    albedo = torch.where((is_signed & unsigned & luck.chance(0.5, *all_))[..., None], other, albedo)
    sign = torch.where(is_signed & ~unsigned, sign, -torch.ones_like(sign))
    light = albedo.mean(-1, keepdim=True)
    ink = torch.where(light > 0.2, albedo * luck.uniform(*one, 1, low=0.03, high=0.4), 0.5 + 0.4 * light)
    coloured = luck.chance(0.3, *all_)[..., None]
    return albedo, sign, torch.where(coloured, colours(luck, *all_), ink)


def _edges(luck: Luck, make: Tensor) -> tuple[Tensor, Tensor]:
    """Return how many corners boxes' outlines have (0: they are round), and how many facets."""
    one, all_ = (len(make), 1), make.shape
    corners = torch.where(
        luck.chance(0.25, *one).expand(all_) & (make != GEM), luck.integers(3, 9, *one).expand(all_), 0
    )
    corners = torch.where(make == CUBE, 4, corners)
    return corners, torch.where(make == GEM, luck.integers(4, 11, *one).expand(all_), 0)


def _albedos(luck: Luck, many: int, kinds: int) -> Tensor:
    """Return the colours of boxes: hues all around, or neighbours, or any, some white or black."""
    start, spread = luck.uniform(many, 1), luck.uniform(many, 1, low=0.3, high=1.0)
    order = luck.uniform(many, kinds).argsort(1).float() / kinds
    order = order + luck.normal(many, kinds) * 0.15 / kinds
    strong = (
        luck.uniform(many, 1, low=0.35, high=1) * luck.uniform(many, kinds, low=0.75, high=1)
    ).clamp(0, 1)
    value = luck.uniform(many, 1, low=0.35, high=0.95) * luck.uniform(many, kinds, low=0.6, high=1.1)
    around = of_hue((start + spread * order) % 1, strong, value.clamp(0.08, 1))
    around = torch.where(luck.chance(0.25, many, 1, 1), colours(luck, many, kinds), around)
    grey = luck.uniform(many, kinds)
    grey = torch.where(grey < 0.5, 0.03 + 0.1 * grey, 0.4 + 0.5 * grey)[..., None] * torch.ones(
        3, device=luck.device
    )
    grey = grey * (1 + 0.05 * luck.normal(many, kinds, 3)).clamp(0.5, 1.5)
    around = torch.where(luck.chance(0.08, many, kinds, 1), grey, around)
    # Paint of two kinds may be nearly the same.
    near = luck.chance(0.12, many, 1, 1)
    alike = around[:, :1] * torch.exp(0.35 * luck.normal(many, kinds, 3))
    return torch.where(near, alike, around).clamp(0.005, 0.95)


def own(luck: Luck, bodies: Bodies, *, leaning: Tensor) -> Bodies:
    """Return each with its own small differences; ``leaning``: how much loose ones may lie aslant."""
    shape = bodies.make.shape
    aslant = luck.uniform(*shape) ** 2 * leaning * torch.where(bodies.make == GEM, 0.4, 0.08)
    return replace(
        bodies,
        albedo=(
            bodies.albedo * torch.exp(0.05 * luck.normal(*shape, 1) + 0.02 * luck.normal(*shape, 3))
        ).clamp(0, 1),
        noise=luck.integers(0, NOISES, *shape),
        aspect=(bodies.aspect * (1 - aslant)).clamp(0.5, 1),
        aslant=luck.normal(*shape, 2) * (0.04 + 0.8 * aslant[..., None]),
        size=bodies.size * (1 + 0.03 * luck.normal(*shape)),
        table=bodies.table * (1 - aslant * luck.uniform(*shape)),
        clear=(bodies.clear * (1 + 0.2 * luck.normal(*shape))).clamp(0, 0.9),
    )
