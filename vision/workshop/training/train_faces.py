"""Trains the network that examines faces."""

from functools import partial
from pathlib import Path

import torch
from torch import Tensor, nn

from vision.workshop.training import optimise
from vision.workshop.training.networks import EMBEDDING, FaceNetwork
from vision.workshop.training.optimise import Batch, Plan, Say, begun, outputs_of
from vision.workshop.training.samples.face_batches import (
    FIRST_SYMBOL,
    GROUPS,
    KNOWN,
    NOT_A_FACE,
    STOCK,
    UNNAMED,
    face_batches,
)
from vision.workshop.training.samples.real import PhotoGroups

SHARPNESS = 12.0
"""Inverse temperature of the cosines."""
FACE_MARGIN = 0.12
KNOWN_WEIGHT = 1.5
"""Weight of the known faces' names against everything else; the readers' thresholds rely on clear
similarity."""


class FaceTrainer(nn.Module):
    """The network with the class centres that exist only to train it and to seed the built-in sets."""

    def __init__(self) -> None:
        super().__init__()
        self.network = FaceNetwork()
        self.centres = nn.Parameter(torch.randn(len(KNOWN), EMBEDDING))

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return unit embeddings (n, 48), shifts (n, 8) and logits of being a face (n,)."""
        outputs = outputs_of(self.network, crops, learning=self.training)
        return (
            nn.functional.normalize(outputs[:, :EMBEDDING]),
            outputs[:, EMBEDDING : EMBEDDING + 8],
            outputs[:, -1],
        )

    def loss(self, batch: Batch) -> dict[str, Tensor]:
        """Return the parts of the loss by name."""
        crops, classes, shifts = batch
        unit, moved, logit = self(crops)
        centres = nn.functional.normalize(self.centres)
        face, named = classes != NOT_A_FACE, classes != UNNAMED
        known = (classes >= 0) & (classes < FIRST_SYMBOL)
        strange = ~known & named
        own = classes[named]
        nothing = unit.sum() * 0  # the mean of an empty set is NaN, and would turn all weights into NaN
        parts = {
            "known": KNOWN_WEIGHT * _margin_loss(unit[known] @ centres.T, classes[known])
            if known.any()
            else nothing,
            "symbols": _contrast_loss(unit[named], own, centres, own >= FIRST_SYMBOL),
            "shift": 4 * (moved - shifts)[face].abs().mean() if face.any() else nothing,
            "face": nn.functional.binary_cross_entropy_with_logits(logit, face.float()),
        }
        if strange.any():
            likeness = (unit[strange] @ centres.T).max(1).values
            parts["strange"] = 0.5 * torch.relu(likeness - 0.45).mean()
        return parts


def _margin_loss(cosines: Tensor, classes: Tensor) -> Tensor:
    """Large-margin cosine loss (CosFace)."""
    own = nn.functional.one_hot(classes, cosines.shape[1])
    return nn.functional.cross_entropy(SHARPNESS * (cosines - FACE_MARGIN * own), classes)


def _contrast_loss(unit: Tensor, classes: Tensor, centres: Tensor, anchors: Tensor) -> Tensor:
    """Return the supervised contrastive loss of the symbols against the batch and the known centres."""
    anchor = anchors.nonzero()[:, 0]
    same = (classes[anchor][:, None] == classes[None]).float()
    itself = torch.nn.functional.one_hot(anchor, len(classes)).float()
    cosines = SHARPNESS * (unit[anchor] @ unit.T) - 1e4 * itself
    others = torch.cat([cosines, SHARPNESS * (unit[anchor] @ centres.T)], 1)
    log_share = cosines - others.logsumexp(1, keepdim=True)
    friends = same - itself
    count = friends.sum(1)
    have = count > 0
    if not have.any():
        return unit.sum() * 0
    return -((log_share * friends).sum(1)[have] / count[have]).mean()


def train(out: Path, start: Path | None, photos: PhotoGroups, plan: Plan, say: Say) -> None:
    """Train the examiner, from weights saved before or from nothing."""
    trainer = begun(FaceTrainer, start, plan.seed)
    painted = STOCK.at(out.parent / "painted", plan.steps * GROUPS)
    optimise.train(trainer, trainer.loss, partial(face_batches, painted, photos), plan, out, say)
