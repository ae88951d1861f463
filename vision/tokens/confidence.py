"""The certainty that a token lies there, and of its name: logistic regressions on the measures."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from vision.regression import Regression
from vision.tokens.finding.outlines import RADIUS_PX, Outlines
from vision.tokens.naming.looks import contrasts
from vision.tokens.naming.names import TokenNames, Values

IS_TOKEN = 0.5
KINDS = ("anywhere", "plain", "printed", "hole", "named")
MOST_WIDE = 3.0
"""Ratio of a label's spread to the others' from which its tokens are never sure on a bare table: their
cluster may include things that were never taught."""
MOST_LABEL_DISTANCE = 50.0
"""The same for a cluster's squared Mahalanobis distance from its label's expected place: the illuminant
may be quite different. Of correctly named drawn gems 1 in 200 belongs to such a cluster."""
WELL_WITHIN, NO_OTHER, IN_CLUSTER = 15.0, 0.9998, 4
"""A token in a hole has a certain label, however little of its outline shows, if it is nearer (squared
Mahalanobis distance) than the first value to that label's cluster, if that cluster has this many tokens
in this picture and is neither too wide nor too far off, and if the token excludes the other clusters
this clearly. Of 222 drawn gems in holes whose colour was never taught none is nearer than 17.9 to any
cluster; of 5,460 of taught colours three in four are nearer than 12.3."""
SURELY = 0.95
"""Probability of such a name."""
FITTED = Path(__file__).parent / "confidence.json"


@dataclass(frozen=True, eq=False)
class TokenRegressions:
    """All fitted regressions: for outlines beside a board, for those on a bare table (with little or
    much print on tokens), for holes, and for names; a name on a bare table is sure from a given
    probability on."""

    anywhere: Regression
    plain: Regression
    printed: Regression
    hole: Regression
    named: Regression
    sure_from: float


def presence_features(found: Outlines, named: TokenNames, usual: float, least_edge: float) -> Values:
    """Return the features of outlines being tokens: (n, 16). ``usual``: the picture's usual radius;
    ``least_edge``: the least strength of its edges."""
    return np.column_stack(
        [
            found.covered,
            np.log(found.strength / least_edge + 0.2),
            np.minimum(np.abs(np.log(found.radii / usual)), 0.4),
            np.log(named.distance + 2),
            np.clip(named.none_margin, -20, 20),
            np.minimum(named.pattern, 5),
            named.chances.max(1) if len(found) else np.zeros(0),
            named.alike,
            found.jagged,
            found.widths,
            np.log(found.sharpness + 0.1),
            np.full(len(found), named.explained.ground_share),
            contrasts(found.patches),
        ]
    )


def name_features(found: Outlines, named: TokenNames, presence: Values) -> Values:
    """Return the features of a name being right: (n, 9).

    One of these features is the number of tokens with the same name: many of one colour are seldom all
    misnamed.
    """
    chances = np.sort(named.chances, 1)
    best = named.chances.argmax(1) if len(found) else np.zeros(0, np.intp)
    counts = np.bincount(best[presence > IS_TOKEN], minlength=chances.shape[1])
    first = np.clip(chances[:, -1], 1e-6, 1 - 1e-6)
    return np.column_stack(
        [
            np.clip(np.log(first / (1 - first)), -2, 9),
            np.log(named.distance + 2),
            np.minimum(named.pattern, 5),
            _log_odds(presence),
            found.covered,
            np.log(np.minimum(named.width, 9) + 0.3),
            named.alike,
            np.log(counts[best] + 1),
            np.log(named.label_distance + 2),
        ]
    )


def name_chances_in_holes(named: TokenNames, presence: Values, chance: Values) -> Values:
    """Return the probabilities that names of tokens in holes are right, (n,): ``chance`` (n,), as given
    for outlines beside boards and on bare tables, corrected if the board gives the light.

    There the clusters of this picture give more evidence. The probability of a name's being right never
    exceeds the name's probability among the taught ones: the few such names on bare tables are too
    little evidence.
    """
    likeliest = named.chances.max(1)
    best = named.chances.argmax(1)
    counts = np.bincount(best[presence > IS_TOKEN], minlength=named.chances.shape[1])
    within = (named.distance < WELL_WITHIN) & (likeliest > NO_OTHER) & (counts[best] >= IN_CLUSTER)
    within &= (named.width < MOST_WIDE) & (named.label_distance < MOST_LABEL_DISTANCE)
    return np.asarray(np.minimum(np.where(within, np.maximum(chance, SURELY), chance), likeliest))


def _log_odds(chance: Values) -> Values:
    held = np.clip(chance, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(held / (1 - held)))


@cache
def fitted() -> TokenRegressions:
    """Return the fitted regressions (see ``vision.workshop.training.calibration.tokens``)."""
    data = json.loads(FITTED.read_text(encoding="utf-8"))
    anywhere, plain, printed, hole, named = (Regression.of(data[name]) for name in KINDS)
    return TokenRegressions(anywhere, plain, printed, hole, named, float(data["sure_from"]))


def rough_presence(found: Outlines, named: TokenNames) -> Values:
    """Return a first probability of being a token, before the usual size is known."""
    odds = (
        14 * (found.covered - 0.66)
        + 0.15 * np.clip(named.none_margin, -20, 10)
        - 0.07 * np.clip(named.distance - 11, 0, 85)
        - 3 * np.clip(named.pattern - 1.6, 0, 4)
        - 0.5 * (np.log(found.radii / RADIUS_PX) / 0.15) ** 2
    )
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))
