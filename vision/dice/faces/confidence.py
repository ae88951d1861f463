"""How sure the name of a die is: a logistic regression on what finder, examiner and gallery found."""

import json
from dataclasses import dataclass, replace
from functools import cache
from math import log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FITTED = Path(__file__).parent / "confidence.json"

ENOUGH = np.array([0.8, 0.4, 0.3, 4.0])
"""Likeness, lead, lead of the turns (cosines) and log-odds of presence from which on more makes a name
no surer. Chosen by hand: most dice that are named rightly reach them, hardly one that is not. The
weights that go with them are fitted (``vision.workshop.training.calibration.dice``)."""
LIKE_AMONG_OTHERS = 0.5
"""Likeness from which on more makes a name no surer where other dice of the picture are plainly of the
set: by itself, what is so little like a face may bear one that the set has not; among dice of the set it
is one of them, in the hand of an artist unknown to the network. Chosen by hand: of 105 dice with pips in
simulated pictures, read as parts of cities, the likest had 0.42."""
LEAST_LIKE, AS_LIKELY_AS_NOT = 0.55, 0.5
"""By itself, what is less like any face of the set (a cosine) is as likely as not another thing. Chosen
by hand: of 1,806 dice of photographs and simulated pictures that were sure and right, the least like had
0.57; the number 6 on a die, surely a one until then, had 0.54."""
MOST_SHORT = 6.0
"""A feature counts as at most so far below enough, in its own unit, so that no single one decides alone.
Only the log-odds can fall short of enough by more. Chosen by hand."""
MOST_SHIFT = 0.2
"""Greatest corner shift that counts, in half sides of the crop, for the same reason; on 1255 dice the
greatest was 0.1. Chosen by hand."""
LEAD_OF_A_NAME = 0.12
"""A face that leads the next one by nothing is one of two: its name is right with a chance of a half at
most, and up to this lead (a cosine) with one that grows in proportion. Chosen by hand: of 7,900 dice at
the edges of simulated pictures, seen aslant, no wrong name that would else be sure led by more than
0.07."""
STRANGE_ART, USUAL_ART = 0.65, 0.75
LEAD_OF_STRANGE_ART = 0.3
"""The same of faces that the network knows, for what is no more like the face than the first; between
the two it falls to the usual one. In the hand of an artist unknown to the network some faces are more
like another. Chosen by hand on 864 flat drawings of twelve figures in nine artists' colours,
straightened: 45 had wrong names, two of which were sure; the wrong name that led most, of a likeness of
0.64, led by 0.23."""


@dataclass(frozen=True)
class Features:
    """What the confidence in a die's name is worked out from.

    ``likeness``: cosine to the face named; ``lead``: that less the cosine to the next face;
    ``turns_lead``: the same for the quarter turns (1 where they do not matter); ``presence``: chance of
    being a die at all; ``corner_shift``: how far the corners still moved when last examined, in half
    sides of the crop; ``agrees``: 1 when the examination before the last named the same face, else 0;
    ``among_others``: other dice of the picture are plainly of the set.
    """

    likeness: float
    lead: float
    turns_lead: float
    presence: float
    corner_shift: float
    agrees: float
    among_others: bool = False

    def shortfalls(self) -> NDArray[np.float64]:
        """Return a one and how far each feature falls short: 0 where more of it makes no name surer."""
        features = np.array([self.likeness, self.lead, self.turns_lead, log_odds(self.presence)])
        enough = np.array([LIKE_AMONG_OTHERS, *ENOUGH[1:]]) if self.among_others else ENOUGH
        short = np.clip(enough - features, 0, MOST_SHORT)
        return np.array([1.0, *short, min(self.corner_shift, MOST_SHIFT), 1 - self.agrees])


@dataclass(frozen=True, eq=False)
class Calibration:
    """The weights of a name being right, and from which confidence on it is called sure.

    ``lead_of_strange_art`` as ``LEAD_OF_A_NAME``, of what is little like the face.
    """

    weights: NDArray[np.float64]
    sure_from: float
    lead_of_strange_art: float = LEAD_OF_A_NAME

    def confidence(self, features: Features) -> float:
        """Return the chance that face and quarter turns are right."""
        fitted_chance = float(1 / (1 + np.exp(-np.clip(features.shortfalls() @ self.weights, -30, 30))))
        if features.likeness < LEAST_LIKE and not features.among_others:
            fitted_chance = min(fitted_chance, AS_LIKELY_AS_NOT)
        leads = self.lead_of_strange_art, LEAD_OF_A_NAME
        enough = float(np.interp(features.likeness, (STRANGE_ART, USUAL_ART), leads))
        return min(fitted_chance, 0.5 + 0.5 * features.lead / enough)


@dataclass(frozen=True, eq=False)
class Fitted:
    """Everything fitted: for faces that the network knows, for taught ones, and for being a die."""

    known: Calibration
    taught: Calibration
    presence: NDArray[np.float64]

    def calibration(self, *, known: bool) -> Calibration:
        """Return the calibration of a set's faces: whether the network knows them or not."""
        return self.known if known else self.taught


@cache
def fitted() -> Fitted:
    """Return what was fitted (see ``vision.workshop.training.calibration.dice``)."""
    data = json.loads(FITTED.read_text(encoding="utf-8"))
    known, taught = (
        Calibration(np.array(data[name]["weights"], np.float64), float(data[name]["sure_from"]))
        for name in ("known", "taught")
    )
    known = replace(known, lead_of_strange_art=LEAD_OF_STRANGE_ART)
    return Fitted(known, taught, np.array(data["presence"], np.float64))


def log_odds(chance: float) -> float:
    """Return the log-odds of a chance, kept finite."""
    held = min(max(chance, 1e-6), 1 - 1e-6)
    return log(held / (1 - held))
