"""What prints tell is learnt last, from what the reader really asks: the finder's own things in whole
pictures, most of which are no tokens."""

import copy
from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.workshop.training.tokens.networks import WIDE, Compare
from vision.workshop.training.tokens.readings import Asked

RATE, AT_ONCE, TIMES, TOLD = 5e-3, 8, 3, 100
"""Greatest rate of learning, pictures at once, how often each is learnt from, and the number of steps
between reports."""
NOTHING = -100
"""The truth where there is no thing."""


def learn_prints(network: Compare, pictures: Sequence[Asked], say: Callable[[str], None]) -> Compare:
    """Return the network after it has learnt from these pictures; all else in it stays."""
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    network = copy.deepcopy(network).cpu()
    network.requires_grad_(requires_grad=False)
    learning = [*network.print.parameters(), *network.no_print.parameters()]
    for one in learning:
        one.requires_grad_()
    optimiser = torch.optim.AdamW(learning, RATE, weight_decay=1e-4)
    steps = max(1, TIMES * len(pictures) // AT_ONCE)
    falling = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    for step in range(steps):
        chosen = rng.integers(0, len(pictures), AT_ONCE).tolist()
        loss = loss_of(network, [pictures[one] for one in chosen])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        falling.step()
        if step % TOLD == TOLD - 1:
            say(f"prints, step {step + 1} of {steps}: {float(loss.detach()):.4f}")
    network.eval()
    return network


def loss_of(network: Compare, pictures: Sequence[Asked]) -> Tensor:
    """Return the cross entropy of the last answer about these pictures."""
    parts, truth = batch(pictures)
    answer = network(*parts)[-1]
    return functional.cross_entropy(answer.flatten(0, 1), truth.flatten(), ignore_index=NOTHING)


def batch(pictures: Sequence[Asked]) -> tuple[list[Tensor], Tensor]:
    """Return the questions about pictures as one, and the truth (pictures, things)."""
    things = max(len(one.truth) for one in pictures)
    samples, names = (max(one.question.labels.shape[axis] for one in pictures) for axis in (1, 2))
    many = len(pictures)
    parts = [
        torch.zeros(many, things, WIDE),
        torch.zeros(many, samples, WIDE),
        torch.zeros(many, samples, names),
        torch.zeros(many, things),
        torch.zeros(many, things, names),
        torch.zeros(many),
    ]
    truth = torch.full((many, things), NOTHING)
    for number, one in enumerate(pictures):
        for whole, part in zip(parts, one.question.parts, strict=True):
            own = torch.from_numpy(part)[0]
            whole[(number, *(slice(0, side) for side in own.shape))] = own
        own = torch.from_numpy(one.truth)
        truth[number, : len(own)] = torch.where(own == one.question.labels.shape[2], names, own)
    return parts, truth
