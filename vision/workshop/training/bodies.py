"""Trains the network that tells bodies from prints, shadows and facets (``vision.tokens.bodies``).

It learns from drawn pictures of play alone. What it says about a picture that it learnt from is surer
than what it will say about others; whatever is fitted to its answers gets those of a network that learnt
from other pictures only.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.tokens.bodies import CHANNELS, MODEL, RAYS_SEEN
from vision.tokens.finding.outlines import STEPS
from vision.workshop.training.at_once import of_each
from vision.workshop.training.export import export
from vision.workshop.training.networks import mean_of
from vision.workshop.training.optimise import settle

ROUNDS, BATCH = 6, 256
RATE, DECAY = 3e-3, 1e-3
WIDTHS, HIDDEN = (16, 24, 32), 32
STRONGER, MOST_NOISE = (0.8, 1.25), 0.03
"""Range of factors on all contrasts of a batch, and its greatest noise (logarithms)."""
PARTS = 2
"""Parts of the boxes; for each a network learns from all others."""
Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class BodyViews:
    """What is learnt from: ``views`` (n, 4, rays, steps); ``is_body`` (n,); ``box`` (n,): the
    number of what was played with."""

    views: NDArray[np.float16]
    is_body: NDArray[np.bool_]
    box: NDArray[np.intp]


class BodyNetwork(nn.Module):
    """Views (n, 4, rays, steps) -> (n, 1): the logarithm of the odds of a body. Rays form a circle."""

    def __init__(self) -> None:
        super().__init__()
        pairs = zip((CHANNELS, *WIDTHS), WIDTHS, (1, 2, 2), strict=False)
        self.body = nn.ModuleList(
            nn.Sequential(nn.Conv2d(a, b, 3, by, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True))
            for a, b, by in pairs
        )
        steps = -(-len(STEPS) // 2)
        steps = -(-steps // 2)
        self.out = nn.Sequential(
            nn.Linear(2 * WIDTHS[-1] * steps, HIDDEN), nn.ReLU(inplace=True), nn.Linear(HIDDEN, 1)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Return the logarithms of the odds."""
        for layer in self.body:
            x = torch.cat([x[:, :, -1:], x, x[:, :, :1]], 2)
            x = layer(functional.pad(x, (1, 1, 0, 0), mode="replicate"))
        # In no direction is a body different: what any ray shows, and what all together.
        return self.out(torch.cat([x.mean(2), x.amax(2)], 1).flatten(1))  # type: ignore[no-any-return]


def learn(learnt: BodyViews) -> NDArray[np.float64]:
    """Train the network with all views and write it for the reader; return the odds of each view, (n,),
    by a network that learnt from other boxes only."""
    parts = np.random.default_rng(0).integers(PARTS, size=learnt.box.max() + 1)[learnt.box]
    without = [parts == part for part in range(PARTS)]
    *others, network = of_each(partial(_trained_without, learnt), [*without, parts < 0])
    example = torch.zeros(1, CHANNELS, RAYS_SEEN, len(STEPS))
    export(network, example, out=MODEL, dynamic={0: "n"})
    odds = np.zeros(len(parts))
    for own, other in zip(without, others, strict=True):
        rows = np.nonzero(own)[0]
        for some in np.array_split(rows, max(1, len(rows) // 2000)):
            with torch.no_grad():
                odds[some] = other(torch.from_numpy(learnt.views[some].astype(np.float32)))[:, 0]
    return odds


def _trained_without(learnt: BodyViews, left_out: NDArray[np.bool_]) -> nn.Module:
    return trained(learnt.views[~left_out], learnt.is_body[~left_out])


def trained(views: NDArray[np.float16], is_body: NDArray[np.bool_]) -> nn.Module:
    """Return a network that has learnt from these views."""
    settle(seed=0)
    rng = np.random.default_rng(0)
    network = BodyNetwork()
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    mean = mean_of(network)
    steps = ROUNDS * (len(views) // BATCH)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps + 1)
    for _ in range(ROUNDS):
        order = rng.permutation(len(views))
        for first in range(0, len(views) - BATCH + 1, BATCH):
            some = np.sort(order[first : first + BATCH])
            seen = torch.from_numpy(seen_otherwise(views[some].astype(np.float32), rng))
            wanted = torch.from_numpy(is_body[some].astype(np.float32))
            loss = functional.binary_cross_entropy_with_logits(network(seen)[:, 0], wanted)
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            rate.step()
            mean.update_parameters(network)
    whole: nn.Module = mean.module
    return whole.eval()


def seen_otherwise(views: Floats, rng: np.random.Generator) -> Floats:
    """Return views turned, mirrored, in other colours, with more or less contrast, and noise."""
    views = np.roll(views, int(rng.integers(RAYS_SEEN)), axis=2)
    if rng.random() < 0.5:
        views = views[:, :, ::-1]
    views = views[:, [*rng.permutation(CHANNELS - 1), CHANNELS - 1]] * rng.uniform(*STRONGER)
    noise = rng.standard_normal(views.shape, np.float32) * rng.uniform(0, MOST_NOISE)
    return np.ascontiguousarray(views + noise, np.float32)


def views_together(
    views: Sequence[NDArray[np.float16]], is_body: Sequence[bool], boxes: Sequence[int]
) -> BodyViews:
    """Return the views of several pictures as one."""
    return BodyViews(np.concatenate(views), np.array(is_body, np.bool_), np.array(boxes, np.intp))
