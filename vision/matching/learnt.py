"""The matcher's trained networks and numbers, as they are shipped."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from vision.matching.honest import Honesty
from vision.network import Network
from vision.regression import Regression

NETWORKS = "sight", "looks", "alike"
COVER = Path(__file__).parent / "cover.json"


@dataclass(frozen=True)
class MatcherNumbers:
    """The learnt numbers besides the networks (``vision.workshop.training.matching.networks``). Cells
    that look bare with a probability of ``settled`` in the whole board are not examined again."""

    scale: float
    far: float
    bare: float
    stranger: float
    share: float
    sighted: float
    settled: float


class Learnt:
    """The trained networks and numbers, from a folder."""

    def __init__(self, folder: Path) -> None:
        self.sight, self.looks, self.alike = (Network(folder / f"{name}.onnx") for name in NETWORKS)
        numbers = json.loads((folder / "numbers.json").read_text(encoding="utf-8"))
        self.honesty = Honesty(**numbers.pop("honesty"))
        self.numbers = MatcherNumbers(**numbers)


@cache
def shipped() -> Learnt:
    """Return the shipped networks and numbers."""
    return Learnt(Path(__file__).parent)


@cache
def cover() -> Regression:
    """Return the fit of cells being covered (see ``vision.workshop.training.calibration.cover``)."""
    return Regression.of(json.loads(COVER.read_text(encoding="utf-8")))
