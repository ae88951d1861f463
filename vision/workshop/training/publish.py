"""Puts trained weights into the readers' places."""

import json
from collections.abc import Callable
from pathlib import Path

import torch

from vision.dice.faces.examiner import MODEL as FACES_MODEL
from vision.dice.faces.gallery import CENTRES
from vision.dice.finding.top_faces import MODEL as FINDER_MODEL
from vision.dice.presence.slant import MODEL as SLANTS_MODEL
from vision.workshop.training.export import export
from vision.workshop.training.networks import CROP_PX, FinderNetwork, SlantNetwork
from vision.workshop.training.optimise import NetworkT
from vision.workshop.training.samples.face_batches import DIFFERENT_TURNS, KNOWN
from vision.workshop.training.train_faces import FaceTrainer


def publish_finder(weights: Path) -> None:
    """Write the finder's ONNX file."""
    export(
        _loaded(FinderNetwork, weights),
        torch.zeros(1, 3, 160, 160),
        out=FINDER_MODEL,
        dynamic={0: "n", 2: "h", 3: "w"},
    )


def publish_faces(weights: Path) -> None:
    """Write the examiner's ONNX file and the centres of the faces it knows."""
    trainer = _loaded(FaceTrainer, weights)
    export(trainer.network, torch.zeros(1, 3, CROP_PX, CROP_PX), out=FACES_MODEL, dynamic={0: "n"})
    centres = torch.nn.functional.normalize(trainer.centres).detach().numpy()
    rows = {
        label: [
            [round(float(v), 5) for v in centres[KNOWN.index((label, turns))]] for turns in range(count)
        ]
        for label, count in DIFFERENT_TURNS.items()
    }
    CENTRES.write_text(
        json.dumps(rows, separators=(",", ":")).replace("]],", "]],\n") + "\n", encoding="utf-8"
    )


def publish_slants(weights: Path) -> None:
    """Write the ONNX file of the network that tells at which angle faces are seen."""
    export(
        _loaded(SlantNetwork, weights),
        torch.zeros(1, 4, CROP_PX, CROP_PX),
        out=SLANTS_MODEL,
        dynamic={0: "n"},
    )


def _loaded(make: Callable[[], NetworkT], weights: Path) -> NetworkT:
    network = make()
    network.load_state_dict(torch.load(weights))
    return network
