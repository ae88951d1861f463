"""Makes chances honest: how steep they are, and how likely a stranger, by worlds of signs and textures
that were never learnt from."""

from math import exp
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from vision.workshop.training.matching.learning import answers
from vision.workshop.training.matching.networks import LEAST, Matcher

ROUNDS, RATE = 300, 0.03
Judged = list[tuple[Tensor, int]]
"""The last logits of cells, and which of these was right."""


def judged_cells(network: Matcher, folder: Path, blocks: int) -> Judged:
    """Return how the matcher answers on so many blocks of worlds kept back."""
    found = Judged()
    for given, last in answers(network, folder, range(blocks), kept_back=True):
        told = (given.has_bare | (given.truth > 0)).tolist()
        chosen = zip(last, given.truth.tolist(), told, strict=True)
        found += [(row, truth) for row, truth, is_told in chosen if is_told]
    return found


def fitted(cells: Judged) -> tuple[float, float]:
    """Return ``steep`` and ``offset`` (``vision.matching.matcher.Numbers``) that make what happened
    likeliest."""
    widest = max(len(row) for row, _ in cells)
    # A stranger, the last, comes first here: then rows of any length can be filled up behind.
    rows = torch.stack(
        [functional.pad(row.roll(1), (0, widest - len(row)), value=-1e4) for row, _ in cells]
    )
    truth = torch.tensor([(right + 1) % len(row) for row, right in cells])
    others = rows[:, 1:]
    told = torch.tensor([0.0, 0.0], requires_grad=True)
    optimiser = torch.optim.Adam([told], RATE)
    for _ in range(ROUNDS):
        moved = torch.cat(
            [rows[:, :1] + told[1], torch.where(others > LEAST, others * told[0].exp(), others)], 1
        )
        loss = functional.cross_entropy(moved, truth)
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        optimiser.step()
    steep, offset = told.detach().tolist()
    return exp(steep), offset
