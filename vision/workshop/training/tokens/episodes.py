"""Episodes from which the networks learn: a lesson, and a picture of the same kinds of tokens in other
light."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.workshop.training.tokens.bodies import boxes
from vision.workshop.training.tokens.fields import where_rows
from vision.workshop.training.tokens.luck import Luck
from vision.workshop.training.tokens.photographs import cameras, photographs
from vision.workshop.training.tokens.scenes import (
    NO_TOKEN,
    SIDE,
    SLOTS,
    THINGS,
    Scenes,
    prints_of,
    scenes,
)
from vision.workshop.training.tokens.shading import lamps
from vision.workshop.training.tokens.signs import Stock

TAUGHT, STRANGERS, UNKNOWN, BARE = 8, 2, 8, 7
"""Most kinds taught in an episode, kinds besides, the answer for anything that was not taught, and the
kind that a bare place is where that is taught."""
CROP_PX, CROP_RADIUS_PX = 32, 32 / 3
ASKED = 48
"""Places that are asked for in an episode's picture."""
FINDER_PX, FINDER_LARGE_PX = 128, 11.0
STRIDE = 4
MOST_SAMPLES, SAMPLES = 12, 40


@dataclass(frozen=True, eq=False)
class Episodes:
    """Episodes (n) for the matcher, and pictures (2 n) for the finder.

    ``asked`` (n, 48, 3, 32, 32), ``truth`` (n, 48): the kind, ``UNKNOWN``, or -100 for no place;
    ``samples`` (n, 40, 3, 32, 32), ``kinds`` (n, 40): -1 for none. ``pictures`` (2 n, 3, 128, 128) with
    ``heat`` (2 n, 2, 32, 32) of tokens and of bare places, ``counts`` (where an answer counts), and at
    ``middles`` the offsets and size (2 n, 3, 32, 32).
    """

    asked: Tensor
    truth: Tensor
    samples: Tensor
    kinds: Tensor
    pictures: Tensor
    heat: Tensor
    counts: Tensor
    middles: Tensor
    places: Tensor


@dataclass(frozen=True, eq=False)
class Shot:
    """A whole picture: ``places`` (n, 2) and ``kinds`` (n,) of everything in it; ``is_solid`` (n,): it
    is no print or hole; ``has_bare``: a bare place is a kind, too."""

    image_bgr: NDArray[np.uint8]
    places: NDArray[np.float64]
    kinds: NDArray[np.intp]
    is_solid: NDArray[np.bool_]
    radius_px: float
    has_bare: bool


def shots(luck: Luck, stock: Stock, many: int, *, kept_back: bool) -> Iterator[tuple[Shot, Shot]]:
    """Yield whole pictures of lessons, each with one that is read."""
    pictures, halves, has_bare = _pairs(luck, stock, many, kept_back=kept_back)
    for row in range(many):
        both = []
        for seen, found in zip(pictures, halves, strict=True):
            image = (seen[row].permute(1, 2, 0) * 255).round().byte().cpu().numpy()
            there = found.is_there[row]
            places = found.places[row][there].double().cpu().numpy()
            kinds = found.kinds[row][there].cpu().numpy()
            is_solid = (
                (torch.arange(len(there), device=there.device) < SLOTS + THINGS)[there].cpu().numpy()
            )
            both.append(
                Shot(image, places, kinds, is_solid, float(found.size[row]), bool(has_bare[row]))
            )
        yield both[0], both[1]


def _pairs(
    luck: Luck, stock: Stock, many: int, *, kept_back: bool
) -> tuple[list[Tensor], list[Scenes], Tensor]:
    box = boxes(luck, stock, many, TAUGHT + STRANGERS, kept_back=kept_back)
    is_same = luck.chance(0.6, many)
    prints = prints_of(luck, stock, many, is_same, kept_back=kept_back)
    number = torch.arange(TAUGHT + STRANGERS, device=luck.device)[None]
    taught = (number < luck.integers(2, TAUGHT + 1, many, 1)).float()
    # What a bare place looks like may be taught like a kind.
    has_bare = is_same & luck.chance(0.6, many)
    taught = torch.where(has_bare[:, None] & (number == BARE), 0.0, taught)
    often = taught * (0.03 + luck.uniform(many, TAUGHT + STRANGERS) ** 1.5)
    strange = (number >= TAUGHT).float() * luck.uniform(many, 1, high=0.5) * luck.chance(0.4, many, 1)
    often = often / often.sum(1, keepdim=True) + strange / STRANGERS
    lit, other = lamps(luck, many), lamps(luck, many)
    later = lit.where(luck.chance(0.25, many), other)
    loose = [0.75, 0.5]
    halves = [
        scenes(luck, stock, box, prints, weights, half, kept_back=kept_back, loose=share, full=full)
        for weights, half, share, full in zip(
            (taught, often), (lit, later), loose, (True, False), strict=True
        )
    ]
    halves = [_with_bare(half, has_bare) for half in halves]
    camera = cameras(luck, many)
    shot = [photographs(luck, half.light, camera) for half in halves]
    return shot, halves, has_bare


def episodes(luck: Luck, stock: Stock, many: int, *, kept_back: bool) -> Episodes:
    """Draw episodes."""
    shot, halves, _ = _pairs(luck, stock, many, kept_back=kept_back)
    samples, kinds = _samples(luck, shot[0], halves[0])
    asked, truth, places = _asked(luck, shot[1], halves[1], kinds)
    parts = [_for_finder(luck, *pair) for pair in zip(shot, halves, strict=True)]
    pictures, heat, counts, middles = (torch.cat(one) for one in zip(*parts, strict=True))
    return Episodes(asked, truth, samples, kinds, pictures, heat, counts, middles, places)


def crops(pictures: Tensor, places: Tensor, radii: Tensor) -> Tensor:
    """Return crops (n, m, 3, 32, 32) at places (n, m, 2), for tokens of these radii (n, m), px."""
    many, each = places.shape[:2]
    line = (torch.arange(CROP_PX, device=places.device) - (CROP_PX - 1) / 2) / CROP_RADIUS_PX
    x = places[..., 0, None, None] + line[None, None, None, :] * radii[..., None, None]
    y = places[..., 1, None, None] + line[None, None, :, None] * radii[..., None, None]
    x, y = x.expand(-1, -1, CROP_PX, -1), y.expand(-1, -1, -1, CROP_PX)
    grid = torch.stack([(2 * x + 1) / SIDE - 1, (2 * y + 1) / SIDE - 1], -1)
    found = functional.grid_sample(
        pictures,
        grid.reshape(many, each * CROP_PX, CROP_PX, 2),
        padding_mode="border",
        align_corners=False,
    )
    return found.view(many, 3, each, CROP_PX, CROP_PX).transpose(1, 2)


def _jittered(luck: Luck, found: Scenes, places: Tensor) -> tuple[Tensor, Tensor]:
    """Return places and a common radius, as a finder or a person would give them."""
    many, each = places.shape[:2]
    off = luck.normal(many, each, 2) * (found.size * 0.07)[:, None, None]
    size = found.size[:, None] * torch.exp(0.1 * luck.normal(many, 1) + 0.03 * luck.normal(many, each))
    return places + off, size


def _with_bare(found: Scenes, has_bare: Tensor) -> Scenes:
    kinds = found.kinds.clone()
    kinds[:, SLOTS + THINGS :] = torch.where(has_bare[:, None], BARE, NO_TOKEN)
    return replace(found, kinds=kinds)


def _samples(luck: Luck, pictures: Tensor, found: Scenes) -> tuple[Tensor, Tensor]:
    kinds = torch.where(found.is_there & (found.kinds < TAUGHT), found.kinds, -1)
    # At most so many of each kind, in this episode.
    most = luck.integers(1, MOST_SAMPLES + 1, len(kinds), 1)
    rank = _hot(kinds).cumsum(1).mul(_hot(kinds)).sum(2)
    kinds = torch.where(rank <= most, kinds, -1)
    order = ((kinds >= 0).float() + 0.5 * luck.uniform(*kinds.shape)).argsort(1, descending=True)[
        :, :SAMPLES
    ]
    places = torch.gather(found.places, 1, order[..., None].expand(-1, -1, 2))
    at, radii = _jittered(luck, found, places)
    return _in_other_light(luck, crops(pictures, at, radii)), torch.gather(kinds, 1, order)


def _in_other_light(luck: Luck, samples: Tensor) -> Tensor:
    """Return some samples as if they came from other photographs of the lesson."""
    many, each = samples.shape[:2]
    gains = torch.exp(luck.normal(many, 3, 3) * 0.1 + luck.normal(many, 3, 1) * 0.25)
    gains[:, 0] = 1
    gains = torch.where(luck.chance(0.5, many, 1, 1), gains, torch.ones_like(gains))
    photo = luck.integers(0, 3, many, each)
    gain = torch.gather(gains, 1, photo[..., None].expand(-1, -1, 3))[..., None, None]
    return (samples.clamp(min=1e-4) ** 2.2 * gain).clamp(max=1) ** (1 / 2.2)


def _hot(kinds: Tensor) -> Tensor:
    return functional.one_hot(kinds.clamp(min=0), TAUGHT) * (kinds >= 0)[..., None]


def _asked(luck: Luck, pictures: Tensor, found: Scenes, kinds: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    many = len(kinds)
    is_taught = functional.pad(_hot(kinds).sum(1) > 0, (0, STRANGERS))
    known = torch.gather(is_taught, 1, found.kinds.clamp(min=0)) & (found.kinds >= 0)
    truth = torch.where(known, found.kinds, UNKNOWN)
    anywhere = luck.uniform(many, 4, 2, low=8, high=SIDE - 8)
    away = (anywhere[:, :, None] - found.places[:, None]).norm(dim=-1) + 1e4 * (~found.is_there)[:, None]
    free = away.amin(2) > 1.5 * found.size[:, None]
    truth = torch.cat([truth, torch.full((many, 4), UNKNOWN, device=truth.device)], 1)
    there = torch.cat([found.is_there, free], 1)
    places = torch.cat([found.places, anywhere], 1)
    first = there.float() * (1 + luck.uniform(*there.shape))
    first[:, :SLOTS] *= 1.5
    order = first.argsort(1, descending=True)[:, :ASKED]
    truth = torch.where(torch.gather(there, 1, order), torch.gather(truth, 1, order), -100)
    places = torch.gather(places, 1, order[..., None].expand(-1, -1, 2))
    at, radii = _jittered(luck, found, places)
    return crops(pictures, at, radii), truth, order


def _for_finder(luck: Luck, pictures: Tensor, found: Scenes) -> tuple[Tensor, ...]:
    """Return pictures in the finder's scale, with what it should answer."""
    many, half = len(pictures), SIDE // 2
    is_large = found.size > FINDER_LARGE_PX
    small = functional.avg_pool2d(pictures, 2)
    corner = luck.integers(0, half + 1, many, 2)
    line = torch.arange(half, device=pictures.device)
    rows = torch.arange(many, device=pictures.device)[:, None, None]
    y, x = (corner[:, 1, None] + line)[:, :, None], (corner[:, 0, None] + line)[:, None, :]
    cut = pictures.permute(0, 2, 3, 1)[rows, y, x].permute(0, 3, 1, 2)
    shown = where_rows(is_large, small, cut)
    scale = torch.where(is_large, 0.5, 1.0)[:, None]
    shift = torch.where(is_large[:, None], torch.zeros_like(corner), corner)
    at = (found.places + 0.5 - shift[:, None]) * scale[..., None] - 0.5
    radii = found.radii * scale
    cells = FINDER_PX // STRIDE
    line = (torch.arange(cells, device=pictures.device) + 0.5) * STRIDE - 0.5
    dx = at[..., 0, None, None] - line[None, None, None, :]
    dy = at[..., 1, None, None] - line[None, None, :, None]
    away = (dx**2 + dy**2) / radii[..., None, None] ** 2
    is_middle = (dx.abs() <= STRIDE / 2) & (dy.abs() <= STRIDE / 2)
    token, place = ((found.is_there & one)[..., None, None] for one in (found.is_token, found.is_place))
    heat = torch.stack([_heat(away, is_middle, one) for one in (token, place)], 1)
    nearest, which = torch.where(token | place, away, torch.full_like(away, 99.0)).min(1)
    # Of other things as large as a token or nearly, nothing is asked.
    other = (found.is_there & ~found.is_token)[..., None, None].clone()
    other[:, SLOTS + THINGS :] = False
    near = ((dx**2 + dy**2) / radii[..., None, None] ** 2 < 1.4) & other
    counts = ~near.any(1) | (nearest < 1)
    middles = torch.stack(
        [
            torch.gather(dx.expand_as(away) / STRIDE, 1, which[:, None])[:, 0],
            torch.gather(dy.expand_as(away) / STRIDE, 1, which[:, None])[:, 0],
            torch.gather(torch.log(radii / 8)[..., None, None].expand_as(away), 1, which[:, None])[:, 0],
        ],
        1,
    )
    middles = torch.where((nearest < 0.5)[:, None], middles, torch.full_like(middles, torch.nan))
    return shown, heat, counts, middles


def _heat(away: Tensor, is_middle: Tensor, chosen: Tensor) -> Tensor:
    """Return how near each cell is to the middle of a chosen thing: 1 where it lies in the cell."""
    nearest = torch.where(chosen, away, torch.full_like(away, 99.0)).amin(1)
    heat = torch.exp(-nearest / (2 * 0.3**2)).clamp(max=0.98)
    return torch.where((is_middle & chosen).any(1), torch.ones_like(heat), heat)
