"""Trains a network for a given number of steps: all networks in the same way, and identically for the
same seed.

The steps are done in pieces. The batches of a piece are seeded by the training's seed and the piece's
number, and after each piece everything is saved: a stopped training continues from the last complete
piece, and ends with the same weights as an uninterrupted one.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeVar

import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from vision.workshop.training.networks import mean_of
from vision.workshop.training.record import whole_file

Batch = tuple[Tensor, ...]
NetworkT = TypeVar("NetworkT", bound=nn.Module)
Say = Callable[[str], None]
"""Takes a line for the log."""
MakeBatches = Callable[[tuple[int, int]], Iterator[Batch]]
"""Starts making batches for a seed: the training's, and the number of the piece."""
SAID_EVERY, PIECE = 50, 500
"""Steps between two lines of the log, and steps of a piece: some minutes, lost when stopped."""
WARMING = 100
"""Steps in which the rate rises at first."""
LEAST_RATE = 0.02
"""Share of the initial rate down to which the rate falls."""


@dataclass(frozen=True)
class TrainingPlan:
    """Duration and speed: ``rate`` is the initial learning rate; after each ``piece`` of steps
    everything is saved."""

    steps: int
    rate: float
    seed: int
    piece: int = PIECE

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
    # Memory is never read before it is written; filling it took a tenth of the time.
    torch.utils.deterministic.fill_uninitialized_memory = False


def begun(make: Callable[[], NetworkT], start: Path | None, seed: int) -> NetworkT:
    """Return a network with the weights saved before, or from nothing, for pictures in its own order of
    memory."""
    settle(seed)
    network = make()
    network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    if start:
        network.load_state_dict(torch.load(start))
    return network


def outputs_of(network: nn.Module, pictures: Tensor, *, learning: bool = True) -> Tensor:
    """Return a network's outputs; while it learns, computed with half as many digits."""
    with torch.autocast("cpu", torch.bfloat16, enabled=learning):
        outputs: Tensor = network(pictures.contiguous(memory_format=torch.channels_last))
    return outputs.float()


def descend(
    network: nn.Module,
    optimiser: torch.optim.Optimizer,
    parts: dict[str, Tensor],
    rate: float,
    longest: float = 5.0,
) -> None:
    """Move the weights by the sum of the losses, at this rate, along a slope of at most this length."""
    for group in optimiser.param_groups:
        group["lr"] = rate
    optimiser.zero_grad()
    torch.autograd.backward(torch.stack(list(parts.values())).sum())
    torch.nn.utils.clip_grad_norm_(network.parameters(), longest)
    optimiser.step()


def train(
    network: nn.Module,
    losses: Callable[[Batch], dict[str, Tensor]],
    batches: MakeBatches,
    plan: TrainingPlan,
    out: Path,
    say: Say,
) -> None:
    """Train by the sum of the losses, and save the running mean of the weights.

    Unfinished work is kept beside ``out`` until everything is done. ``batches`` makes batches in a
    separate process, which alone draws its random numbers.
    """
    course = _Course(network, plan, out.with_suffix(".begun.pt"))
    if course.done:
        say(f"goes on after step {course.done} of {plan.steps}")
    while course.done < plan.steps:
        began, before = time.monotonic(), course.seconds
        for step, batch in course.piece(batches):
            parts = losses(batch)
            course.learn(step, parts)
            course.seconds = before + time.monotonic() - began
            if step % SAID_EVERY == 0:
                said = " ".join(f"{name} {part.item():.3f}" for name, part in parts.items())
                say(f"{step:6d} of {plan.steps}, {course.seconds:.0f} s: {said}")
        course.save()
    with whole_file(out) as file:
        torch.save(course.mean.module.state_dict(), file)
    course.path.unlink()


class _Course:
    """A network in training: its running mean, the optimiser, and the steps and seconds done."""

    def __init__(self, network: nn.Module, plan: TrainingPlan, path: Path) -> None:
        self.path, self.done, self.seconds = path, 0, 0.0
        self._network, self._plan = network, plan
        self._optimiser = torch.optim.AdamW(network.parameters(), lr=plan.rate, weight_decay=1e-4)
        self.mean = mean_of(network)
        if path.exists():
            state = torch.load(path)
            for name, part in self._parts().items():
                part.load_state_dict(state[name])
            self.done, self.seconds = state["done"], state["seconds"]

    def _parts(self) -> dict[str, nn.Module | torch.optim.Optimizer]:
        return {"network": self._network, "mean": self.mean, "optimiser": self._optimiser}

    def piece(self, batches: MakeBatches) -> Iterator[tuple[int, Batch]]:
        """Yield the steps of the next piece, counted from 0, and their batches."""
        seed = (self._plan.seed, self.done // self._plan.piece)
        stock = _Batches(partial(batches, seed))
        loader = DataLoader(stock, batch_size=None, num_workers=1, prefetch_factor=4)
        count = min(self._plan.piece, self._plan.steps - self.done)
        yield from enumerate(islice(loader, count), self.done)
        self.done += count

    def learn(self, step: int, parts: dict[str, Tensor]) -> None:
        """Move the weights, and their running mean, by the sum of the losses."""
        descend(self._network, self._optimiser, parts, self._plan.rate_at(step))
        self.mean.update_parameters(self._network)

    def save(self) -> None:
        """Save everything that the next piece begins with."""
        state = {name: part.state_dict() for name, part in self._parts().items()}
        with whole_file(self.path) as file:
            torch.save({**state, "done": self.done, "seconds": self.seconds}, file)
