"""The matcher's learning: its losses, and its quality on held-out worlds."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.workshop.training.matching.batches import Batch, batch
from vision.workshop.training.matching.lessons import block
from vision.workshop.training.matching.networks import Matcher


def losses(network: Matcher, parts: tuple[Tensor, ...]) -> dict[str, Tensor]:
    """Return the losses to be minimised."""
    given = Batch(*parts)
    sight = network.sight(given.whole)
    bare = functional.cross_entropy(sight, given.looks[None], ignore_index=-1)
    first, last = network(
        given.what,
        given.bare,
        given.has_bare,
        sighted(sight, given.cells).detach(),
        given.samples,
        given.groups,
        given.truth,
    )
    sound = (given.truth > 0) | given.has_bare
    weight = given.weight * sound
    both = [
        (functional.cross_entropy(one, given.truth, reduction="none") * weight).sum()
        / weight.sum().clamp(min=1)
        for one in (last, first)
    ]
    return {"last": both[0], "first": 0.5 * both[1], "bare": bare}


def sighted(sight: Tensor, cells: Tensor) -> Tensor:
    """Return how much more probably bare than not these cells look in the whole board."""
    chosen = sight[0].flatten(1)[:, cells]
    return (chosen[0] - torch.logsumexp(chosen[1:], 0)).clamp(-12, 12)


@dataclass(frozen=True, eq=False)
class Answered:
    """A photograph, its cells' first and last logits, how bare they look in the whole board."""

    given: Batch
    first: Tensor
    last: Tensor
    sighted: Tensor


def answers(network: Matcher, folder: Path, blocks: range, *, kept_back: bool) -> Iterator[Answered]:
    """Yield the answers for every photograph of some blocks of worlds."""
    rng = np.random.default_rng(0)
    for number in blocks:
        for example in block(folder, number, kept_back=kept_back):
            given = batch(rng, example, as_is=True)
            if given is None or not len(given.cells):
                continue
            with torch.no_grad():
                sight = sighted(network.sight(given.whole), given.cells)
                parts = given.what, given.bare, given.has_bare, sight, given.samples, given.groups
                first, last = network(*parts)
                yield Answered(given, first, last, sight)


def as_parts(given: Batch) -> tuple[Tensor, ...]:
    """Return a batch as the trainer hands it on."""
    return tuple(getattr(given, one.name) for one in fields(given))
