"""Trains the finder."""

from functools import partial
from pathlib import Path

import torch
from torch import Tensor

from vision.workshop.training import optimise
from vision.workshop.training.networks import FinderNetwork
from vision.workshop.training.optimise import Batch, Plan, Say, begun, outputs_of
from vision.workshop.training.samples.batches import AS_PAINTED, STOCK, TURNED, finder_batches
from vision.workshop.training.samples.real import PhotoGroups

SHAPE_WEIGHT = 0.5
"""Weight of the shape against the heat. With a weight of 1 the corners were more exact than needed, and
the heat worse."""


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


def train(out: Path, start: Path | None, photos: PhotoGroups, plan: Plan, say: Say) -> None:
    """Train the finder, from weights saved before or from nothing."""
    network = begun(FinderNetwork, start, plan.seed)

    def losses(batch: Batch) -> dict[str, Tensor]:
        pictures, wanted, weights = batch
        heat, shape = finder_loss(outputs_of(network, pictures), wanted, weights)
        return {"heat": heat, "shape": SHAPE_WEIGHT * shape}

    painted = STOCK.at(out.parent / "painted", plan.steps * (AS_PAINTED + TURNED))
    optimise.train(network, losses, partial(finder_batches, painted, photos), plan, out, say)
