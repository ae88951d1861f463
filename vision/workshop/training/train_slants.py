"""Trains the network that tells at which angle faces are seen."""

from functools import partial
from pathlib import Path

from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from vision.workshop.training import optimise
from vision.workshop.training.networks import SlantNetwork
from vision.workshop.training.optimise import Batch, Plan, Say, begun, outputs_of
from vision.workshop.training.samples.real import PhotoGroups
from vision.workshop.training.samples.slant_batches import (
    photographed_slants,
    simulated_slants,
    slant_batches,
)

FEW, MANY, LONG = 350, 4_800, 5_000
"""Number of simulated pictures for training; a stage longer than ``LONG`` steps uses the larger one, and
a short trial uses at most as many pictures as it has steps."""


def train(out: Path, start: Path | None, photos: PhotoGroups, plan: Plan, say: Say) -> None:
    """Train the network, from weights saved before or from nothing."""
    network = begun(SlantNetwork, start, plan.seed)
    drawn = simulated_slants(min(MANY if plan.steps > LONG else FEW, plan.steps))

    def losses(batch: Batch) -> dict[str, Tensor]:
        views, chances = batch
        odds = outputs_of(network, views)[:, 0]
        return {"slant": binary_cross_entropy_with_logits(odds, chances.float())}

    photographed = photographed_slants([photo for group in photos for photo in group])
    batches = partial(slant_batches, drawn, photographed)
    optimise.train(network, losses, batches, plan, out, say)
