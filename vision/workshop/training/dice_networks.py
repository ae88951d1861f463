"""The three networks of the dice's readers: what each learns from, what it is to say, where it is read.

All are trained and published alike, by ``train`` and ``publish``.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.dice.faces.examiner import MODEL as FACES_MODEL
from vision.dice.faces.gallery import CENTRES
from vision.dice.finding.top_faces import MODEL as FINDER_MODEL
from vision.dice.presence.slant import MODEL as SLANTS_MODEL
from vision.workshop.training import optimise
from vision.workshop.training.export import export
from vision.workshop.training.networks import (
    CROP_PX,
    EMBEDDING,
    FaceNetwork,
    FinderNetwork,
    SlantNetwork,
)
from vision.workshop.training.optimise import Batch, MakeBatches, Say, TrainingPlan, begun, outputs_of
from vision.workshop.training.samples import batches, face_batches
from vision.workshop.training.samples.face_batches import (
    DIFFERENT_TURNS,
    FIRST_SYMBOL,
    KNOWN,
    NOT_A_FACE,
    UNNAMED,
)
from vision.workshop.training.samples.real import PhotoGroups
from vision.workshop.training.samples.slant_batches import (
    photographed_slants,
    simulated_slants,
    slant_batches,
)

SHAPE_WEIGHT = 0.5
"""Weight of the shape against the heat. With a weight of 1 the corners were more exact than needed, and
the heat worse."""
SHARPNESS = 12.0
"""Inverse temperature of the cosines."""
FACE_MARGIN = 0.12
KNOWN_WEIGHT = 1.5
"""Weight of the known faces' names against everything else; the readers' thresholds rely on clear
similarity."""
FEW, MANY, LONG = 350, 4_800, 5_000
"""Number of simulated pictures to learn slants from; a stage longer than ``LONG`` steps uses the larger
one, and a short trial uses at most as many pictures as it has steps."""


@dataclass(frozen=True)
class DiceNetwork:
    """One network. ``steps``: of each stage; ``batches``: starts making them, in a folder, for so many
    steps; ``losses``: what is minimised; ``model``: the readers' file, for inputs such as ``example``,
    whose ``axes`` may vary."""

    make: Callable[[], Any]
    steps: tuple[int, int, int]
    batches: Callable[[Path, PhotoGroups, int], MakeBatches]
    losses: Callable[[Any, Batch], dict[str, Tensor]]
    model: Path
    example: tuple[int, ...] = (1, 3, CROP_PX, CROP_PX)
    axes: tuple[tuple[int, str], ...] = ((0, "n"),)


def train(
    one: DiceNetwork, out: Path, start: Path | None, photos: PhotoGroups, plan: TrainingPlan, say: Say
) -> None:
    """Train a network, from weights saved before or from nothing."""
    network = begun(one.make, start, plan.seed)
    made = one.batches(out.parent, photos, plan.steps)
    optimise.train(network, partial(one.losses, network), made, plan, out, say)


def publish(one: DiceNetwork, weights: Path) -> None:
    """Write a network's ONNX file, with trained weights; beside the examiner's, the centres of the faces
    it knows."""
    network = one.make()
    network.load_state_dict(torch.load(weights))
    if isinstance(network, FaceTrainer):
        _write_centres(network)
        network = network.network
    export(network, torch.zeros(one.example), out=one.model, dynamic=dict(one.axes))


# The finder.


def _finder_batches(folder: Path, photos: PhotoGroups, steps: int) -> MakeBatches:
    needed = steps * (batches.AS_PAINTED + batches.TURNED)
    return partial(batches.finder_batches, batches.STOCK.at(folder / "painted", needed), photos)


def _finder_losses(network: FinderNetwork, batch: Batch) -> dict[str, Tensor]:
    """Return the focal loss of the heat (Law and Deng's) and the L1 loss of the shape."""
    pictures, wanted, weights = batch
    outputs = outputs_of(network, pictures)
    logit, heat, care = outputs[:, 0], wanted[:, 0], weights[:, 0]
    chance = torch.sigmoid(logit)
    centre = (heat > 0.999).float()
    on_centre = -functional.logsigmoid(logit) * (1 - chance) ** 2 * centre
    elsewhere = -functional.logsigmoid(-logit) * chance**2 * (1 - heat) ** 4 * (1 - centre)
    heat_loss = ((on_centre + elsewhere) * care).sum() / centre.sum().clamp(min=1)
    parts = torch.tensor([1, 1, 3, 3, 3, 1, 1.0])[None, :, None, None]
    gap = (outputs[:, 1:] - wanted[:, 1:]).abs() * parts
    shape_loss = (gap * weights[:, 1:2]).sum() / weights[:, 1].sum().clamp(min=1)
    return {"heat": heat_loss, "shape": SHAPE_WEIGHT * shape_loss}


# The examiner of faces.


def _face_batches(folder: Path, photos: PhotoGroups, steps: int) -> MakeBatches:
    painted = face_batches.STOCK.at(folder / "painted", steps * face_batches.GROUPS)
    return partial(face_batches.face_batches, painted, photos)


class FaceTrainer(nn.Module):
    """The network with the class centres that exist only to train it and to seed the built-in sets."""

    def __init__(self) -> None:
        super().__init__()
        self.network = FaceNetwork()
        self.centres = nn.Parameter(torch.randn(len(KNOWN), EMBEDDING))

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return unit embeddings (n, 48), shifts (n, 8) and logits of being a face (n,)."""
        outputs = outputs_of(self.network, crops, learning=self.training)
        unit = functional.normalize(outputs[:, :EMBEDDING])
        return unit, outputs[:, EMBEDDING : EMBEDDING + 8], outputs[:, -1]

    def losses(self, batch: Batch) -> dict[str, Tensor]:
        """Return the parts of the loss by name."""
        crops, classes, shifts = batch
        unit, moved, logit = self(crops)
        centres = functional.normalize(self.centres)
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
            "face": functional.binary_cross_entropy_with_logits(logit, face.float()),
        }
        if strange.any():
            likeness = (unit[strange] @ centres.T).max(1).values
            parts["strange"] = 0.5 * torch.relu(likeness - 0.45).mean()
        return parts


def _margin_loss(cosines: Tensor, classes: Tensor) -> Tensor:
    """Large-margin cosine loss (CosFace)."""
    own = functional.one_hot(classes, cosines.shape[1])
    return functional.cross_entropy(SHARPNESS * (cosines - FACE_MARGIN * own), classes)


def _contrast_loss(unit: Tensor, classes: Tensor, centres: Tensor, anchors: Tensor) -> Tensor:
    """Return the supervised contrastive loss of the symbols against the batch and the known centres."""
    anchor = anchors.nonzero()[:, 0]
    same = (classes[anchor][:, None] == classes[None]).float()
    itself = functional.one_hot(anchor, len(classes)).float()
    cosines = SHARPNESS * (unit[anchor] @ unit.T) - 1e4 * itself
    others = torch.cat([cosines, SHARPNESS * (unit[anchor] @ centres.T)], 1)
    log_share = cosines - others.logsumexp(1, keepdim=True)
    friends = same - itself
    count = friends.sum(1)
    have = count > 0
    if not have.any():
        return unit.sum() * 0
    return -((log_share * friends).sum(1)[have] / count[have]).mean()


def _write_centres(trainer: FaceTrainer) -> None:
    centres = functional.normalize(trainer.centres).detach().numpy()
    rows = {
        label: [
            [round(float(v), 5) for v in centres[KNOWN.index((label, turns))]] for turns in range(count)
        ]
        for label, count in DIFFERENT_TURNS.items()
    }
    words = json.dumps(rows, separators=(",", ":")).replace("]],", "]],\n") + "\n"
    CENTRES.write_text(words, encoding="utf-8")


# The one that tells at which angle faces are seen.


def _slant_batches(_: Path, photos: PhotoGroups, steps: int) -> MakeBatches:
    drawn = simulated_slants(min(MANY if steps > LONG else FEW, steps))
    photographed = photographed_slants([photo for group in photos for photo in group])
    return partial(slant_batches, drawn, photographed)


def _slant_losses(network: SlantNetwork, batch: Batch) -> dict[str, Tensor]:
    views, chances = batch
    odds = outputs_of(network, views)[:, 0]
    return {"slant": functional.binary_cross_entropy_with_logits(odds, chances.float())}


LONG_STEPS, SLANT_STEPS = (8_000, 6_000, 24_000), (400, 800, 28_000)
ANY_SIZE, VIEWS = (1, 3, 160, 160), (1, 4, CROP_PX, CROP_PX)
NETWORKS = {
    "finder": DiceNetwork(
        FinderNetwork,
        LONG_STEPS,
        _finder_batches,
        _finder_losses,
        FINDER_MODEL,
        ANY_SIZE,
        ((0, "n"), (2, "h"), (3, "w")),
    ),
    "faces": DiceNetwork(FaceTrainer, LONG_STEPS, _face_batches, FaceTrainer.losses, FACES_MODEL),
    "slants": DiceNetwork(SlantNetwork, SLANT_STEPS, _slant_batches, _slant_losses, SLANTS_MODEL, VIEWS),
}
"""The networks by name. Their steps are some two hours on two cores that do nothing else; most belong to
the last stage, the only one that sees all pictures."""
