"""Trains the finder."""

import time
from collections.abc import Iterator
from pathlib import Path

import torch
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset

from vision.training.batches import finder_batches
from vision.training.networks import FinderNetwork, running_mean
from vision.training.real import Photo
from vision.training.view import Framing

Batch = tuple[Tensor, Tensor, Tensor]


class _Batches(IterableDataset[Batch]):
    def __init__(self, seed: int, photos: list[Photo]) -> None:
        self._seed, self._photos = seed, photos

    def __iter__(self) -> Iterator[Batch]:
        return finder_batches(self._seed, Framing(), self._photos)


def finder_loss(outputs: Tensor, wanted: Tensor, weights: Tensor) -> tuple[Tensor, Tensor]:
    """Return the focal loss of the heat (Law and Deng's) and the L1 loss of the shape."""
    logit, heat, care = outputs[:, 0], wanted[:, 0], weights[:, 0]
    chance = torch.sigmoid(logit)
    centre = (heat > 0.999).float()
    on_centre = -torch.nn.functional.logsigmoid(logit) * (1 - chance) ** 2 * centre
    elsewhere = -torch.nn.functional.logsigmoid(-logit) * chance**2 * (1 - heat) ** 4 * (1 - centre)
    heat_loss = ((on_centre + elsewhere) * care).sum() / centre.sum().clamp(min=1)
    gap = (outputs[:, 1:] - wanted[:, 1:]).abs() * torch.tensor([1, 1, 3, 3, 3, 1, 1.0])[
        None, :, None, None
    ]
    shape_loss = (gap * weights[:, 1:2]).sum() / weights[:, 1].sum().clamp(min=1)
    return heat_loss, shape_loss


def train(
    out: Path, minutes: float, start: Path | None, rate: float, photos: list[Photo], seed: int = 1
) -> None:
    """Train for so many minutes and save the running mean of the weights."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    network = FinderNetwork()
    network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    if start:
        network.load_state_dict(torch.load(start))
    mean = torch.optim.swa_utils.AveragedModel(network, multi_avg_fn=running_mean(), use_buffers=True)
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-4)
    began = time.monotonic()
    loader = DataLoader(_Batches(seed, photos), batch_size=None, num_workers=1, prefetch_factor=4)
    for step, (pictures, wanted, weights) in enumerate(loader):
        done = (time.monotonic() - began) / (60 * minutes)
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, (step + 1) / 100) * max(0.02, 1 - done)
        with torch.autocast("cpu", torch.bfloat16):
            outputs = network(pictures.contiguous(memory_format=torch.channels_last))
        heat, shape = finder_loss(outputs.float(), wanted, weights)
        optimiser.zero_grad()
        torch.autograd.backward(heat + shape)
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        mean.update_parameters(network)
        if step % 50 == 0:
            print(f"{step:6d} {done:5.2f} heat {heat.item():.3f} shape {shape.item():.3f}", flush=True)
        if step % 200 == 199:
            torch.save(mean.module.state_dict(), out)
    torch.save(mean.module.state_dict(), out)
