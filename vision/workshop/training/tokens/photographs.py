"""Photographs of synthetic scenes: exposure, colours, blur, noise, compression."""

import math

import torch
from torch import Tensor
from torch.nn import functional

from vision.workshop.training.tokens.luck import Luck


def photographs(luck: Luck, light: Tensor, camera: Tensor) -> Tensor:
    """Return pictures (n, 3, h, w), 0 to 1, blue first; ``camera`` (n, 3, 3): how each mixes colours."""
    many = len(light)
    seen = light @ camera.transpose(1, 2)[:, None]
    bright = seen[:, ::4, ::4].flatten(1, 2).quantile(0.8, dim=1).clamp(min=1e-3)
    balance = (bright.mean(1, keepdim=True) / bright) ** luck.uniform(many, 1, high=0.4)
    level = luck.spread(many, 1, low=0.1, high=0.55) / bright.mean(1, keepdim=True)
    seen = seen * (balance * level * torch.exp(0.06 * luck.normal(many, 3)))[:, None, None]
    seen = seen.clamp(min=0).permute(0, 3, 1, 2).flip(1)
    seen = _blurred(luck, seen)
    gamma = luck.uniform(many, 1, 1, 1, low=0.38, high=0.56)
    levels = seen.clamp(min=1e-5) ** gamma
    grey = levels.mean(1, keepdim=True)
    levels = grey + (levels - grey) * luck.uniform(many, 1, 1, 1, low=0.75, high=1.3)
    levels = torch.where(levels > 0.85, 0.85 + 0.15 * torch.tanh((levels - 0.85) / 0.15), levels)
    soft = functional.avg_pool2d(functional.pad(levels, (1, 1, 1, 1), mode="replicate"), 3, 1)
    levels = levels + (levels - soft) * (
        luck.uniform(many, 1, 1, 1, high=1.2) * luck.chance(0.4, many, 1, 1, 1)
    )
    rough = luck.normal(*levels.shape)
    smooth = functional.avg_pool2d(functional.pad(rough, (1, 1, 1, 1), mode="replicate"), 3, 1) * 2
    rough = torch.where(luck.chance(0.4, many, 1, 1, 1), smooth, rough)
    amount = luck.spread(many, 1, 1, 1, low=0.002, high=0.04)
    levels = levels + rough * amount * (0.4 + levels.clamp(0, 1).sqrt())
    return _compressed(luck, (levels * 255).round().clamp(0, 255)) / 255


def cameras(luck: Luck, many: int) -> Tensor:
    """Return how cameras mix colours (n, 3, 3)."""
    mixing = luck.normal(many, 3, 3) * luck.spread(many, 1, 1, low=0.02, high=0.1)
    mixing = mixing - mixing.mean(2, keepdim=True)  # grey stays grey
    return torch.eye(3, device=luck.device) + mixing


def _blurred(luck: Luck, seen: Tensor) -> Tensor:
    many, radius = len(seen), 4
    line = torch.arange(-radius, radius + 1, device=seen.device).float()
    wide = luck.spread(many, 1, low=0.3, high=1.7)
    own = torch.exp(-0.5 * (line[None] / wide) ** 2)
    # A hand that holds the camera: one direction is blurred more.
    moved = torch.exp(-0.5 * (line[None] / (wide * luck.uniform(many, 1, low=1, high=1.8))) ** 2)
    kernel = (own / own.sum(1, keepdim=True))[:, :, None] * (moved / moved.sum(1, keepdim=True))[:, None]
    flipped = torch.where(luck.chance(0.5, many, 1, 1), kernel, kernel.transpose(1, 2))
    wide_ = functional.pad(seen, (radius,) * 4, mode="replicate").reshape(
        1, many * 3, *(n + 2 * radius for n in seen.shape[2:])
    )
    weights = flipped.repeat_interleave(3, 0)[:, None]
    return functional.conv2d(wide_, weights, groups=many * 3).view_as(seen)


LUMA = torch.tensor([[0.114, 0.587, 0.299], [0.5, -0.3313, -0.1687], [-0.0813, -0.4187, 0.5]])


def _compressed(luck: Luck, levels: Tensor) -> Tensor:
    """Return levels (0 to 255) as JPEG stores them: blocks of frequencies, coarsely rounded."""
    many = len(levels)
    to = LUMA.to(levels.device)
    planes = torch.einsum("ij,njhw->nihw", to, levels - 128)
    index = torch.arange(8, device=levels.device).float()
    base = torch.cos((2 * index[None] + 1) * index[:, None] * math.pi / 16) / 2
    base[0] /= math.sqrt(2)
    height, width = levels.shape[2:]
    colour = functional.avg_pool2d(planes[:, 1:], 2)
    colour = functional.interpolate(colour, (height, width), mode="bilinear")
    planes = torch.cat([planes[:, :1], colour], 1)
    blocks = planes.view(many, 3, height // 8, 8, width // 8, 8)
    found = torch.einsum("ij,nchjwk,lk->nchiwl", base, blocks, base)
    step = (8 + 5 * (index[:, None] + index[None])) * luck.spread(many, 1, 1, low=0.08, high=1.6)
    step = step.clamp(min=1)[:, None, None, :, None, :] * torch.tensor(
        [1.0, 1.5, 1.5], device=levels.device
    ).view(1, 3, 1, 1, 1, 1)
    found = (found / step).round() * step
    planes = torch.einsum("ij,nchiwl,lk->nchjwk", base, found, base).reshape(many, 3, height, width)
    return (torch.einsum("ij,njhw->nihw", torch.linalg.inv(to), planes) + 128).clamp(0, 255)
