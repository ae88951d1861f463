"""Makes what the networks say into probabilities, which can be believed.

Blur, a light that hides differences, very similar kinds: these show in all things of a picture, and
then each deserves less trust. So the steepness of all logits is a function of few numbers of the whole
picture. What the finder says counts for every label alike, against something else and against a bare
hole.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MOST, FEW = 8.0, 4.0
"""Difference of logits above which a larger one makes no difference; number of things at which a
picture's evidence counts half."""
MOST_FOUND, STEEP_FOUND = 4.0, 2.0
"""The same for the finder's logits, in both directions; how far these are believed before anything is
compared."""
Values = NDArray[np.float64]


@dataclass(frozen=True)
class Honesty:
    """What was fitted. The logarithm of the steepness is a sum: ``steep``, and ``by_lead``,
    ``by_margin``, ``by_things`` times the picture's evidence. ``found`` times the finder's logit and
    ``token`` are added to the logits of labels."""

    steep: float = 0.0
    by_lead: float = 0.0
    by_margin: float = 0.0
    by_things: float = 0.0
    found: float = 0.5
    token: float = 0.0


def chance_of_thing(found: Values) -> Values:
    """Return how probably something lies there, from the finder's logits."""
    return np.asarray(1 / (1 + np.exp(-STEEP_FOUND * found)))


def evidence(logits: Values, labels: int) -> Values:
    """Return a picture's evidence (3) from its things' logits (n, names + 1), of which the first
    ``labels`` are tokens': how far tokens lead something else, and the second name, each times how much
    that counts; and how much it counts."""
    first, second = _two(logits[:, :labels])
    tokens = first > logits[:, labels:].max(1, initial=-MOST)
    count = int(tokens.sum())
    if not count:
        return np.zeros(3)
    part = count / (count + FEW)
    lead = np.clip(first - logits[:, -1], 0, MOST)[tokens].mean()
    margin = np.clip(first - second, 0, MOST)[tokens].mean()
    return np.array([part * lead, part * margin, part])


def _two(values: Values) -> tuple[Values, Values]:
    """Return the greatest and the second of each row."""
    filled = np.concatenate([values, np.full((len(values), 2), -MOST)], 1)
    two = -np.partition(-filled, 1, axis=1)[:, :2]
    return two[:, 0], two[:, 1]


def chances(logits: Values, found: Values, labels: int, by: Honesty) -> Values:
    """Return probabilities (n, names + 1) for these logits, and the finder's ``found`` (n,)."""
    about = evidence(logits, labels)
    steep = np.exp(by.steep + float(about @ [by.by_lead, by.by_margin, by.by_things]))
    made = logits * steep
    made[:, :labels] += by.found * np.clip(found, -MOST_FOUND, MOST_FOUND)[:, None] + by.token
    made = np.exp(made - made.max(1, keepdims=True))
    return np.asarray(made / made.sum(1, keepdims=True))
