"""The matcher's learning: its losses, and its quality on held-out worlds."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.workshop.training.matching.batches import UNDECIDABLE, BoardBatch, batch
from vision.workshop.training.matching.lessons import LessonPhotograph, block
from vision.workshop.training.matching.networks import MatcherNetworks


def losses(network: MatcherNetworks, parts: tuple[Any, ...]) -> dict[str, Tensor]:
    """Return the losses to be minimised."""
    given = BoardBatch(*parts)
    sight = network.sight(given.whole)
    bare = functional.cross_entropy(sight, given.looks, ignore_index=UNDECIDABLE)
    first, last = network(given, sighted(sight, given.cells).detach(), learning=True)
    sound = (given.truth > 0) | given.has_bare
    weight = given.weight * sound
    both = [
        (functional.cross_entropy(one.transpose(1, 2), given.truth, reduction="none") * weight).sum()
        / weight.sum().clamp(min=1)
        for one in (last, first)
    ]
    return {"last": both[0], "first": 0.5 * both[1], "bare": bare}


def sighted(sight: Tensor, cells: Tensor) -> Tensor:
    """Return how much more probably bare than not these cells (b, n) look in the whole board."""
    chosen = sight.flatten(2).gather(2, cells[:, None].expand(-1, 3, -1))
    return (chosen[:, 0] - torch.logsumexp(chosen[:, 1:], 1)).clamp(-12, 12)


@dataclass(frozen=True, eq=False)
class Answered:
    """The cells of a photograph: the truth, its weight, whether they were seen bare; their first and
    last logits, how bare they look in the whole board."""

    truth: Tensor
    weight: Tensor
    has_bare: Tensor
    first: Tensor
    last: Tensor
    sighted: Tensor


def answers(
    network: MatcherNetworks, folder: Path, blocks: range, *, kept_back: bool
) -> Iterator[Answered]:
    """Yield the answers for every photograph of some blocks of worlds."""
    for number in blocks:
        for example in block(folder, number, kept_back=kept_back):
            answered = answer(network, example)
            if answered is not None:
                yield answered


def answer(network: MatcherNetworks, example: LessonPhotograph) -> Answered | None:
    """Return the answers for a photograph; None if nothing was taught or is judged."""
    given = batch(np.random.default_rng(0), example, as_is=True)
    return None if given is None or not given.cells.shape[1] else answer_to(network, given)


def answer_to(network: MatcherNetworks, given: BoardBatch) -> Answered:
    """Return the answers for the first photograph of a batch."""
    with torch.no_grad():
        sight = sighted(network.sight(given.whole), given.cells)
        told = given.truth, given.weight, given.has_bare, *network(given, sight), sight
    return Answered(*(one[0] for one in told))


def as_parts(given: BoardBatch) -> tuple[Any, ...]:
    """Return a batch as the trainer hands it on."""
    return tuple(getattr(given, one.name) for one in fields(given))
