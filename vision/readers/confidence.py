"""How sure a reading is: a logistic of what finder, eye and gallery say."""

import json
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FITTED = Path(__file__).parent / "confidence.json"


@dataclass(frozen=True)
class Signs:
    """What speaks for a die's reading.

    ``likeness``: cosine to the face named; ``lead``: that less the cosine to the next face;
    ``turns_lead``: the same for the quarter turns (1 where they do not matter); ``face``: log-odds of
    a top face at all; ``heat``: log-odds of the finder; ``unrest``: how far corners still moved;
    ``agrees``: 1 when the look before the last one named the same face, else 0.
    """

    likeness: float
    lead: float
    turns_lead: float
    face: float
    heat: float
    unrest: float
    agrees: float

    def numbers(self) -> NDArray[np.float64]:
        """Return the signs as the logistic takes them, with bends where more is no longer better."""
        likeness, lead, turns_lead, face, heat, unrest, agrees = astuple(self)
        return np.array(
            [
                1.0,
                likeness,
                min(likeness, 0.75),
                lead,
                min(lead, 0.35),
                min(turns_lead, 0.3),
                np.clip(face, -6, 6),
                np.clip(heat, -4, 3),
                min(unrest, 0.2),
                agrees,
            ]
        )


@dataclass(frozen=True, eq=False)
class Fitted:
    """The weights of being right, where *sure* begins, and the weights of being a die at all."""

    weights: NDArray[np.float64]
    sure_from: float
    presence: NDArray[np.float64]


@cache
def fitted() -> Fitted:
    """Return what was fitted (see ``vision.training.calibrate``)."""
    data = json.loads(FITTED.read_text(encoding="utf-8"))
    weights, presence = (np.array(data[name], np.float64) for name in ("weights", "presence"))
    return Fitted(weights, float(data["sure_from"]), presence)


def confidence(signs: Signs) -> float:
    """Return the chance that face and quarter turns are right."""
    return float(1 / (1 + np.exp(-np.clip(signs.numbers() @ fitted().weights, -30, 30))))


def log_odds(chance: float) -> float:
    """Return the log-odds of a chance, kept finite."""
    held = min(max(chance, 1e-6), 1 - 1e-6)
    return float(np.log(held / (1 - held)))
