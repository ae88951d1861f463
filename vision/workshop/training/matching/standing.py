"""Trains the network of figures further, alone, on boards with many of them.

The other networks stay as they are, so what it is given is computed once and used several times: a step
takes a tenth of the time.
"""

from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.workshop.training.matching.batches import batch
from vision.workshop.training.matching.lessons import Example, examples
from vision.workshop.training.matching.networks import LEAST, Matcher, Stands
from vision.workshop.training.optimise import Plan, Say, train

RATE, PIECE = 2e-3, 500
WORLDS, BATCHES, CELLS = 25, 100, 72
"""Numbers of worlds computed at once, of batches made of them, and of cells in each: each cell is used
about three times."""
OTHERWISE = 2
"""How often each photograph is computed: turned, mirrored, in other colours, with other cells."""
Parts = tuple[Tensor, ...]


def train_standing(network: Matcher, out: Path, say: Say, steps: int) -> None:
    """Train a copy of the network of figures; its weights are kept in a file, and loaded from it."""
    network.eval()
    if not out.exists():
        plan = Plan(steps, RATE, seed=2, piece=PIECE)
        train(
            network.stands, partial(losses, network.stands), partial(_batches, network), plan, out, say
        )
    network.stands.load_state_dict(torch.load(out))


def losses(stands: Stands, parts: Parts) -> dict[str, Tensor]:
    """Return the loss of the network of figures."""
    pairs, told, cell, group, standing = parts
    logits = torch.full((len(standing), 2 + int(group.max())), LEAST)
    logits[:, 0] = 0
    logits[cell, 1 + group] = stands(pairs.float(), told)[:, 0]
    return {"stands": functional.cross_entropy(logits, standing)}


def _batches(network: Matcher, seed: tuple[int, int]) -> Iterator[Parts]:
    """Yield batches for a piece of the training, of cells of many photographs each."""
    rng = np.random.default_rng(seed)
    first = seed[1] * (PIECE // BATCHES + 1) * WORLDS
    for number in count(first, WORLDS):
        photographs = [
            given
            for world in range(number, number + WORLDS)
            for example in examples(world, crowded=True)
            for _ in range(OTHERWISE)
            if (given := seen_by(network, rng, example)) is not None
        ]
        cells = [(n, cell) for n, one in enumerate(photographs) for cell in range(len(one[2]))]
        for _ in range(BATCHES):
            chosen = rng.permutation(len(cells))[:CELLS].tolist()
            yield together(
                [tuple(part[cells[c][1]] for part in photographs[cells[c][0]]) for c in chosen]
            )


def seen_by(network: Matcher, rng: np.random.Generator, example: Example) -> Parts | None:
    """Return what the network is given for some cells of a photograph, and which figure stands there;
    None if none was taught."""
    given = batch(rng, example, crowded=True)
    if given is None or not len(given.figures) or not len(given.cells):
        return None
    none = torch.zeros(len(given.what))  # nothing depends on how bare they look
    parts = given.what, given.bare, given.has_bare, none, given.samples, given.groups
    with torch.no_grad():
        pairs, told = network(*parts, given.figures, given.figure_groups)[2]
    return pairs.half(), told, given.standing


def together(cells: list[Parts]) -> Parts:
    """Return a batch of cells: what the network is given for each figure; each one's cell and number;
    and which figure stands on each cell."""
    many = [len(pairs) for pairs, _, _ in cells]
    return (
        torch.cat([pairs for pairs, _, _ in cells]),
        torch.cat([told for _, told, _ in cells]),
        torch.repeat_interleave(torch.arange(len(cells)), torch.tensor(many)),
        torch.cat([torch.arange(n) for n in many]),
        torch.stack([standing for _, _, standing in cells]),
    )
