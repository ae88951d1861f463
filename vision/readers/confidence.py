"""How sure a reading is: a logistic of what finder, eye and gallery say."""

import json
from dataclasses import dataclass
from functools import cache
from math import log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FITTED = Path(__file__).parent / "confidence.json"


ENOUGH = np.array([0.8, 0.4, 0.3, 4.0])
"""Likeness, lead, lead of the turns and log-odds of presence that leave nothing to wish for."""


@dataclass(frozen=True)
class Signs:
    """What speaks for a die's reading.

    ``likeness``: cosine to the face named; ``lead``: that less the cosine to the next face;
    ``turns_lead``: the same for the quarter turns (1 where they do not matter); ``presence``: chance of
    being a die at all; ``unrest``: how far corners still moved, in half sides of the crop; ``agrees``:
    1 when the look before the last one named the same face, else 0.
    """

    likeness: float
    lead: float
    turns_lead: float
    presence: float
    unrest: float
    agrees: float

    def numbers(self) -> NDArray[np.float64]:
        """Return a one and what each sign lacks: 0 where more of it would no longer be better."""
        signs = np.array([self.likeness, self.lead, self.turns_lead, log_odds(self.presence)])
        lacking = np.clip(ENOUGH - signs, 0, 6)
        return np.array([1.0, *lacking, min(self.unrest, 0.2), 1 - self.agrees])


@dataclass(frozen=True, eq=False)
class Belief:
    """The weights of being right, and where *sure* begins."""

    weights: NDArray[np.float64]
    sure_from: float

    def confidence(self, signs: Signs) -> float:
        """Return the chance that face and quarter turns are right."""
        return float(1 / (1 + np.exp(-np.clip(signs.numbers() @ self.weights, -30, 30))))


@dataclass(frozen=True, eq=False)
class Fitted:
    """What to believe of faces that the network knows and of taught ones; the weights of being a die."""

    known: Belief
    taught: Belief
    presence: NDArray[np.float64]

    def belief(self, *, known: bool) -> Belief:
        """Return what to believe of a set's faces, which the network knows or not."""
        return self.known if known else self.taught


@cache
def fitted() -> Fitted:
    """Return what was fitted (see ``vision.training.calibrate``)."""
    data = json.loads(FITTED.read_text(encoding="utf-8"))
    known, taught = (
        Belief(np.array(data[name]["weights"], np.float64), float(data[name]["sure_from"]))
        for name in ("known", "taught")
    )
    return Fitted(known, taught, np.array(data["presence"], np.float64))


def log_odds(chance: float) -> float:
    """Return the log-odds of a chance, kept finite."""
    held = min(max(chance, 1e-6), 1 - 1e-6)
    return log(held / (1 - held))
