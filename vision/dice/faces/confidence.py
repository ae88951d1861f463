"""The certainty of a die's name: a logistic regression on the results of finder, examiner and
gallery."""

import json
from dataclasses import dataclass, replace
from functools import cache
from math import log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FITTED = Path(__file__).parent / "confidence.json"

ENOUGH = np.array([0.8, 0.4, 0.3, 4.0])
"""Likeness, lead, lead of the turns (cosines) and log-odds of presence above which a name becomes no
surer. Chosen by hand: most correctly named dice reach them, hardly any other does. The weights that go
with them are fitted (``vision.workshop.training.calibration.dice``)."""
LIKE_AMONG_OTHERS = 0.5
"""Likeness above which a name becomes no surer if other dice of the picture clearly belong to the set:
on its own a die this unlike any face may have a face outside the set; among dice of the set it belongs
to the set, drawn by an artist unknown to the network. Chosen by hand: of 105 dice with pips in simulated
pictures, read as parts of cities, the most similar had 0.42."""
LEAST_LIKE, AS_LIKELY_AS_NOT = 0.55, 0.5
"""Likeness (a cosine) to the set's best face below which a single thing is at most as likely as not a
die of the set. Chosen by hand: of 1,806 dice of photographs and simulated pictures that were sure and
right, the least similar had 0.57; the numeral 6 on a die, until then read with certainty as a one, had
0.54."""
MOST_SHORT = 6.0
"""Greatest shortfall of a feature that counts, in its own unit, so that no single one decides alone.
Only the shortfall of the log-odds may be larger. Chosen by hand."""
MOST_SHIFT = 0.2
"""Greatest corner shift that counts, in half sides of the crop, for the same reason; on 1255 dice the
greatest was 0.1. Chosen by hand."""
LEAD_OF_A_NAME = 0.12
"""Lead (a cosine) below which a name's probability is limited: without any lead to a half, rising in
proportion up to this lead. Chosen by hand: of 7,900 dice at the edges of simulated pictures, seen
obliquely, no wrong name that would otherwise be sure led by more than 0.07."""
STRANGE_ART, USUAL_ART = 0.65, 0.75
LEAD_OF_STRANGE_ART = 0.3
"""The same for faces that the network knows, if the likeness is at most the first of these values;
between the two it falls to the usual lead. In the style of an artist unknown to the network, some faces
resemble each other more. Chosen by hand on 864 flat drawings of twelve figures in nine artists' colours,
straightened: 45 had wrong names, two of them sure; the wrong name with the largest lead, with a likeness
of 0.64, led by 0.23."""


@dataclass(frozen=True)
class Features:
    """The basis of the confidence in a die's name.

    ``likeness``: cosine to the named face; ``lead``: that minus the cosine to the next face;
    ``turns_lead``: the same for the quarter turns (1 if they do not matter); ``presence``: probability
    of being a die at all; ``corner_shift``: how far the corners still moved at the last examination, in
    half sides of the crop; ``agrees``: 1 if the examination before named the same face, else 0;
    ``among_others``: other dice of the picture clearly belong to the set.
    """

    likeness: float
    lead: float
    turns_lead: float
    presence: float
    corner_shift: float
    agrees: float
    among_others: bool = False

    def shortfalls(self) -> NDArray[np.float64]:
        """Return a constant and each feature's shortfall: 0 where a higher value would make no name
        surer."""
        features = np.array([self.likeness, self.lead, self.turns_lead, log_odds(self.presence)])
        enough = np.array([LIKE_AMONG_OTHERS, *ENOUGH[1:]]) if self.among_others else ENOUGH
        short = np.clip(enough - features, 0, MOST_SHORT)
        return np.array([1.0, *short, min(self.corner_shift, MOST_SHIFT), 1 - self.agrees])


@dataclass(frozen=True, eq=False)
class Calibration:
    """The weights of a name being right, and the confidence from which it is called sure.

    ``lead_of_strange_art`` is like ``LEAD_OF_A_NAME``, for dice with little likeness to their face.
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
class FaceRegressions:
    """All fitted values: for faces that the network knows, for taught ones, and for being a die."""

    known: Calibration
    taught: Calibration
    presence: NDArray[np.float64]

    def calibration(self, *, known: bool) -> Calibration:
        """Return the calibration of a set's faces: whether the network knows them or not."""
        return self.known if known else self.taught


@cache
def fitted() -> FaceRegressions:
    """Return the fitted values (see ``vision.workshop.training.calibration.dice``)."""
    data = json.loads(FITTED.read_text(encoding="utf-8"))
    known, taught = (
        Calibration(np.array(data[name]["weights"], np.float64), float(data[name]["sure_from"]))
        for name in ("known", "taught")
    )
    known = replace(known, lead_of_strange_art=LEAD_OF_STRANGE_ART)
    return FaceRegressions(known, taught, np.array(data["presence"], np.float64))


def log_odds(chance: float) -> float:
    """Return the log-odds of a chance, kept finite."""
    held = min(max(chance, 1e-6), 1 - 1e-6)
    return log(held / (1 - held))
