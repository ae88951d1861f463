"""Writes the networks of tokens for their readers."""

from copy import deepcopy
from pathlib import Path

import torch
from torch import Tensor, nn

import vision.tokens.learnt
from vision.workshop.training.export import export, export_named
from vision.workshop.training.tokens.networks import WIDE, Compare, Tokens

FOLDER = Path(vision.tokens.learnt.__file__).parent


class _Last(nn.Module):
    """The last round's answer."""

    def __init__(self, compare: Compare) -> None:
        super().__init__()
        self.compare = compare

    def forward(self, *question: Tensor) -> Tensor:
        return self.compare(*question)[-1]


def publish(network: Tokens, compare: Compare | None = None, folder: Path = FOLDER) -> None:
    """Write the networks; ``compare``: the one that has learnt what prints tell, if it has."""
    network = deepcopy(network).cpu().eval()
    if compare is not None:
        network.compare = compare
    picture = torch.zeros(1, 3, 96, 128)
    export(network.finder, picture, out=folder / "finder.onnx", dynamic={2: "height", 3: "width"})
    export(network.looks, torch.zeros(2, 3, 32, 32), out=folder / "looks.onnx", dynamic={0: "many"})
    given = (
        *(torch.zeros(1, 5, WIDE), torch.zeros(1, 7, WIDE), torch.zeros(1, 7, 3)),
        *(torch.ones(1, 5), torch.zeros(1, 5, 3), torch.ones(1)),
    )
    axes = {
        "asked": {1: "asked"},
        "samples": {1: "samples"},
        "labels": {1: "samples", 2: "labels"},
        "there": {1: "asked"},
        "prints": {1: "asked", 2: "labels"},
        "clear": {},
        "outputs": {1: "asked", 2: "names"},
    }
    export_named(_Last(network.compare), given, folder / "compare.onnx", axes)
