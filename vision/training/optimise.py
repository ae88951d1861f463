"""Trains a network for so many steps: all networks alike, and the same from the same seed."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from vision.training.networks import running_mean

Batch = tuple[Tensor, ...]
Say = Callable[[str], None]
"""Takes a line for the log."""
SAID_EVERY, SAVED_EVERY = 50, 200
"""So many steps lie between two lines of the log, and between two savings."""
WARMING = 100
"""So many steps the rate rises at first."""
LEAST_RATE = 0.02
"""The rate falls to this part of what it begins with."""


@dataclass(frozen=True)
class Plan:
    """How long and how fast: ``rate`` is what the rate of learning begins with."""

    steps: int
    rate: float
    seed: int

    def rate_at(self, step: int) -> float:
        """Return the rate of a step, counted from 0."""
        done = step / self.steps
        return self.rate * min(1, (step + 1) / WARMING) * max(LEAST_RATE, 1 - done)


class _Batches(IterableDataset[Batch]):
    def __init__(self, make: Callable[[], Iterator[Batch]]) -> None:
        self._make = make

    def __iter__(self) -> Iterator[Batch]:
        return self._make()


def settle(seed: int) -> None:
    """Let everything that torch draws or adds up come out the same again."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)


def train(
    network: nn.Module,
    losses: Callable[[Batch], dict[str, Tensor]],
    batches: Callable[[], Iterator[Batch]],
    plan: Plan,
    out: Path,
    say: Say,
) -> None:
    """Train by the sum of the losses, and save the running mean of the weights.

    ``batches`` begins to make batches, in a process of its own: only that one draws its random numbers.
    """
    mean = torch.optim.swa_utils.AveragedModel(network, multi_avg_fn=running_mean(), use_buffers=True)
    optimiser = torch.optim.AdamW(network.parameters(), lr=plan.rate, weight_decay=1e-4)
    began = time.monotonic()
    loader = DataLoader(_Batches(batches), batch_size=None, num_workers=1, prefetch_factor=4)
    for step, batch in enumerate(islice(loader, plan.steps)):
        for group in optimiser.param_groups:
            group["lr"] = plan.rate_at(step)
        parts = losses(batch)
        optimiser.zero_grad()
        torch.autograd.backward(torch.stack(list(parts.values())).sum())
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        mean.update_parameters(network)
        if step % SAID_EVERY == 0:
            said = " ".join(f"{name} {part.item():.3f}" for name, part in parts.items())
            say(f"{step:6d} of {plan.steps}, {time.monotonic() - began:.0f} s: {said}")
        if step % SAVED_EVERY == SAVED_EVERY - 1:
            torch.save(mean.module.state_dict(), out)
    torch.save(mean.module.state_dict(), out)
