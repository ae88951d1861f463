"""Fits how far the networks of tokens can be believed, on worlds of art and light kept back."""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.tokens.learnt.matching import Numbers

MOST_SILENT = 0.001
"""Share of all tokens that may be sure and wrong on worlds kept back."""
SURE_STEPS = (0.9, 0.95, 0.97, 0.98, 0.985, 0.99, 0.993, 0.995, 0.997, 0.998, 0.999, 0.9995)
Values = NDArray[np.float64]


def fitted(told: dict[str, NDArray[np.float64]]) -> Numbers:
    """Return the numbers fitted to answers: those of ``learning.answers``."""
    logits, truth = asked(told)
    best = min(
        product(np.geomspace(0.3, 2.0, 24), np.linspace(-3, 3, 25)),
        key=lambda pair: surprise(chances(logits, *pair), truth),
    )
    steep, other = (float(one) for one in best)
    present, from_logit = presence(told["peaks"].astype(np.float64))
    sure_from = SURE_STEPS[-1]
    for limit in reversed(SURE_STEPS):
        if curve(chances(logits, steep, other), truth, limit)[1] > MOST_SILENT:
            break
        sure_from = limit
    return Numbers(round(steep, 4), round(other, 4), round(present, 4), round(from_logit, 4), sure_from)


def asked(told: dict[str, NDArray[np.float64]]) -> tuple[Values, NDArray[np.intp]]:
    """Return the logits and the truth of all places that were asked for."""
    counts = told["truth"] >= 0
    return told["logits"][counts].astype(np.float64), told["truth"][counts].astype(np.intp)


def chances(logits: Values, steep: float, other: float) -> Values:
    """Return probabilities."""
    made = logits * steep
    made[:, -1] += other
    made = np.exp(made - made.max(1, keepdims=True))
    return np.asarray(made / made.sum(1, keepdims=True))


def surprise(chance: Values, truth: NDArray[np.intp]) -> float:
    """Return the mean of minus the logarithm of the truth's probability."""
    own = chance[np.arange(len(truth)), truth]
    return float(-np.log(own.clip(1e-6)).mean())


def curve(chance: Values, truth: NDArray[np.intp], limit: float) -> tuple[float, float, float]:
    """Return the share of taught tokens that are sure from a limit on, that of all places that are sure
    and wrong, and that of what was never taught that is surely named."""
    named = chance[:, :-1]
    said, sure = named.argmax(1), named.max(1) >= limit
    taught = truth < named.shape[1]
    wrong = sure & (said != truth)
    return (
        float((sure & taught & ~wrong).sum() / taught.sum()),
        float(wrong.sum() / len(truth)),
        float((sure & ~taught).sum() / max(1, (~taught).sum())),
    )


def presence(peaks: Values) -> tuple[float, float]:
    """Return the steepness and the middle of the finder's logits (n, 3), the second telling what lies
    there."""
    logits, there = peaks[:, 0], peaks[:, 1] > 0

    def cost(pair: tuple[float, float]) -> float:
        chance = 1 / (1 + np.exp(-pair[0] * (logits - pair[1])))
        return float(-np.log(np.where(there, chance, 1 - chance).clip(1e-6)).mean())

    steep, middle = min(product(np.geomspace(0.3, 4, 24), np.linspace(-3, 3, 25)), key=cost)
    return float(steep), float(middle)
