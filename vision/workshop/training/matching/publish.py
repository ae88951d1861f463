"""Writes the matcher's files for its readers: three ONNX files and the numbers."""

import json
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path

import torch

import vision.matching
from vision.matching.honest import Honesty
from vision.matching.learnt import MatcherNumbers
from vision.matching.looks import ABOUT
from vision.matching.sizes import CROP_PX, PLACES
from vision.workshop.training.export import export
from vision.workshop.training.matching.networks import PAIRED, MatcherNetworks, plain

FOLDER = Path(vision.matching.__file__).parent


def publish(network: MatcherNetworks, honest: Honesty, settled: float, folder: Path = FOLDER) -> None:
    """Write the networks and the numbers."""
    whole = plain(deepcopy(network).to(memory_format=torch.contiguous_format))
    assert isinstance(whole, MatcherNetworks)
    board = torch.zeros(1, 7, 96, 120)
    export(whole.sight, board, out=folder / "sight.onnx", dynamic={2: "height", 3: "width"})
    crops = torch.zeros(2, 3, CROP_PX, CROP_PX)
    export(whole.looks, crops, out=folder / "looks.onnx", dynamic={0: "many"})
    pairs = torch.zeros(2, PAIRED, PLACES, PLACES), torch.zeros(2, ABOUT)
    export(whole.alike, *pairs, out=folder / "alike.onnx", dynamic={0: "many"})
    learnt = {
        name: round(float(one.detach()), 5) for name, one in network.named_parameters(recurse=False)
    }
    told = {name: round(one, 4) for name, one in asdict(honest).items()}
    numbers = {**asdict(MatcherNumbers(**learnt, settled=settled)), "honesty": told}
    (folder / "numbers.json").write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")


def load(weights: Path) -> MatcherNetworks:
    """Return a network that was trained or, during training, the running mean of its weights so far."""
    state = torch.load(weights, map_location="cpu")
    if "mean" in state:
        state = {
            name.removeprefix("module."): one
            for name, one in state["mean"].items()
            if name != "n_averaged"
        }
    network = MatcherNetworks()
    network.load_state_dict(state)
    network.eval()
    return network
