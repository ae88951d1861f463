"""How the matcher learns: what is wrong of its answers, and how good they are on worlds kept back."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.training.matching.batches import Batch, batch
from vision.training.matching.lessons import block
from vision.training.matching.networks import Matcher


def losses(network: Matcher, parts: tuple[Tensor, ...]) -> dict[str, Tensor]:
    """Return what is to become less."""
    given = Batch(*parts)
    sight = network.sight(given.whole)
    bare = functional.cross_entropy(sight, given.looks[None], ignore_index=-1)
    stands = torch.zeros(())
    if len(given.places):
        logits = network.standing(given.places, given.figures, given.figure_groups)
        stands = functional.cross_entropy(logits, given.standing)
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
    return {"last": both[0], "first": 0.5 * both[1], "bare": bare, "stands": 0.5 * stands}


def sighted(sight: Tensor, cells: Tensor) -> Tensor:
    """Return how much rather bare than not these cells look in the whole board."""
    chosen = sight[0].flatten(1)[:, cells]
    return (chosen[0] - torch.logsumexp(chosen[1:], 0)).clamp(-12, 12)


@dataclass
class Score:
    """Counted over cells: of pieces and strangers, how many are right, sure and silently wrong; of
    all, whether something lies there."""

    pieces: int = 0
    right: int = 0
    sure: int = 0
    silent: int = 0
    strangers: int = 0
    strangers_named: int = 0
    cells: int = 0
    occupied_right: int = 0
    under: int = 0
    under_right: int = 0

    def __str__(self) -> str:
        right, sure = (100 * n / max(1, self.pieces) for n in (self.right, self.sure))
        there = 100 * self.occupied_right / max(1, self.cells)
        return (
            f"{self.pieces} pieces: {right:.2f} % right, {sure:.1f} % sure, {self.silent} silent; "
            f"{self.strangers_named} of {self.strangers} strangers surely named; {self.cells} cells: "
            f"{there:.2f} % occupied or not; under pawns {self.under_right} of {self.under}"
        )


SURE, FAR = 0.99, 1_000_000
"""From which chance on an answer counts as sure; the number of the first block that is never learnt
from."""


def judged(network: Matcher, folder: Path, blocks: int, *, kept_back: bool) -> Score:
    """Return how good the matcher is on so many blocks of worlds; those not kept back are counted from
    far behind what is learnt from."""
    network.eval()
    score, first = Score(), 0 if kept_back else FAR
    for given, last in answers(network, folder, range(first, first + blocks), kept_back=kept_back):
        _count(score, given, last.softmax(1), last.shape[1] - 1)
    return score


def answers(
    network: Matcher, folder: Path, blocks: range, *, kept_back: bool
) -> Iterator[tuple[Batch, Tensor]]:
    """Yield every photograph of some blocks of worlds, and the last logits of its cells."""
    rng = np.random.default_rng(0)
    for number in blocks:
        for example in block(folder, number, kept_back=kept_back):
            given = batch(rng, example, as_is=True)
            if given is None or not len(given.cells):
                continue
            with torch.no_grad():
                sight = sighted(network.sight(given.whole), given.cells)
                yield (
                    given,
                    network(given.what, given.bare, given.has_bare, sight, given.samples, given.groups)[
                        1
                    ],
                )


def _count(score: Score, given: Batch, chances: Tensor, stranger: int) -> None:
    best, answer = chances.max(1)
    for n in range(len(answer)):
        truth, said, sure = int(given.truth[n]), int(answer[n]), bool(best[n] > SURE)
        if truth == 0 and not given.has_bare[n]:
            continue
        if given.weight[n] < 1:
            score.under += truth > 0
            score.under_right += truth > 0 and said == truth
            continue
        score.cells += 1
        score.occupied_right += (said == 0) == (truth == 0)
        if truth == stranger:
            score.strangers += 1
            score.strangers_named += sure and said != stranger
        elif truth > 0:
            score.pieces += 1
            score.right += said == truth
            score.sure += sure and said != stranger
            score.silent += sure and said not in (truth, stranger)


def as_parts(given: Batch) -> tuple[Tensor, ...]:
    """Return a batch as the trainer hands it on."""
    return tuple(getattr(given, one.name) for one in fields(given))
