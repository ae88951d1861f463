"""Evidence on which probabilities depend besides the logits of one cell: how clear everything on a board
is.

A blurred photograph, very similar signs, a light that hides differences: these show in every piece of a
photograph, and then each deserves less trust. A small network (``honest.onnx``), fitted on worlds in
styles it was never trained on, turns this evidence into the steepness of a cell's logits, and the
probabilities of the bare place and of an unknown piece.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Values = NDArray[np.float64]

MOST = 12.0
"""Difference of logits above which a larger one makes no difference."""
NEVER = -1e4
"""The logarithm of no chance at all."""
SIGNS, CONTEXT = 10, 7
"""Number of features of a cell, and of everything on its board."""
FEW = 4
"""Number of pieces at which the board's features count half."""


def signs_of(
    logits: Values, likes: Floats, like_bare: Floats, sighted: Values, known: NDArray[np.bool_]
) -> Floats:
    """Return for each cell (n, SIGNS) how clear it is: from its last logits (n, 1 + names + 1), the
    similarity of each name's best sample (n, names) and of the bare place, and the whole board's
    evidence."""
    names = _two(logits[:, 1:-1], -MOST)
    first, second = np.clip(names, -MOST, MOST).T
    bare = np.where(known, np.clip(logits[:, 0], -MOST, MOST), -MOST)
    like, next_like = _two(np.asarray(likes, np.float64), 0.0).T
    alone = np.where(known, like_bare, 0.0)
    return np.stack(
        [
            first / 6,
            np.minimum(first - second, MOST) / 6,
            bare / 6,
            np.clip(bare - first, -MOST, MOST) / 6,
            np.where(known, sighted, 0.0) / MOST,
            known,
            like * 2,
            (like - next_like) * 6,
            alone * 2,
            (like - alone) * 3,
        ],
        1,
    ).astype(np.float32)


def context_of(signs: Floats, names: int) -> Floats:
    """Return how clear all those pieces are that are more probable than the bare place (CONTEXT)."""
    pieces = signs[signs[:, 3] < 0]
    part = len(pieces) / (len(pieces) + FEW)
    clear = pieces[:, [0, 1, 6, 7]] if len(pieces) else np.zeros((1, 4), np.float32)
    low = np.percentile(clear[:, 1], 25)
    return np.array([*(part * clear.mean(0)), part * low, part, np.log1p(names) / 4], np.float32)


def _two(values: Values, least: float) -> Values:
    """Return the two greatest of each row."""
    filled = np.concatenate([values, np.full((len(values), 2), least)], 1)
    return -np.sort(-filled, axis=1)[:, :2]


def made_honest(logits: Values, told: Floats) -> Values:
    """Return logits, the bare place first and an unknown piece last, adjusted by the network's output
    (n, 3)."""
    made = np.array(logits)
    there = made > -2 * MOST
    made = np.where(there, made * np.exp(told[:, :1].astype(np.float64)), NEVER)
    made[:, 0] += told[:, 1]
    made[:, -1] += told[:, 2]
    return made
