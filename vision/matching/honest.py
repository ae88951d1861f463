"""Makes logits honest: how far they can be believed depends on how clear everything on the board is.

A blurred photograph, very similar signs, a light that hides differences: these show in every piece of a
photograph, and then each deserves less trust. So the steepness of all logits is a function of few
numbers of the whole board, and a piece that resembles its sample less than the others theirs is rather
an unknown one. It has as few parameters as possible: with 250 it learnt by heart which synthetic worlds
are difficult.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Values = NDArray[np.float64]

MOST = 12.0
"""Difference of logits above which a larger one makes no difference."""
NEVER = -1e4
"""The logarithm of no chance at all."""
FEW = 4
"""Number of pieces at which the board's evidence counts half."""
CONTEXT = 4
"""Number of values of a board's evidence."""
NEVER_TAUGHT = 1 / 40
"""Share of the pieces on a taught game's board that were never taught, unless more is known: an
assumption, to which the logits were fitted."""


@dataclass(frozen=True)
class Honesty:
    """What was fitted. The logarithm of the steepness is a sum: ``steep``, and ``by_lead``,
    ``by_margin``, ``by_pieces`` times the board's evidence. ``bare`` and ``stranger`` are added to the
    logits of the bare place and of an unknown piece, ``less_like`` times how much less a piece resembles
    its sample."""

    steep: float
    by_lead: float
    by_margin: float
    by_pieces: float
    bare: float
    stranger: float
    less_like: float


def context_of(logits: Values, likes: Floats) -> Floats:
    """Return a board's evidence (CONTEXT) from its cells' logits (n, 1 + names + 1), the bare place
    first and an unknown piece last, and the similarity of each name's best sample (n, names): how far
    pieces lead an unknown one and the second name, and resemble their samples, each times how much that
    counts; and how much it counts."""
    first, second = _two(logits[:, 1:-1])
    pieces = first > logits[:, 0]
    count = int(pieces.sum())
    if not count:
        return np.zeros(CONTEXT, np.float32)
    margins = np.minimum(first - second, MOST)[pieces]
    like = likes.max(1, initial=0.0)[pieces]
    part = count / (count + FEW)
    return np.array(
        [part * first[pieces].mean(), part * margins.mean(), part * like.mean(), part], np.float32
    )


def _two(values: Values) -> tuple[Values, Values]:
    """Return the greatest and the second of each row."""
    filled = np.concatenate([values, np.full((len(values), 2), -MOST)], 1)
    two = np.clip(-np.partition(-filled, 1, axis=1)[:, :2], -MOST, MOST)
    return two[:, 0], two[:, 1]


def less_like(likes: Floats, context: Floats) -> Values:
    """Return how much less each cell's content resembles its best sample than the board's pieces
    theirs."""
    best = likes.max(1, initial=0.0).astype(np.float64)
    return np.asarray(context[2] - context[3] * best)


def made_honest(logits: Values, less: Values, context: Floats, by: Honesty) -> Values:
    """Return honest logits for those (n, 1 + names + 1) of cells on a board with this evidence."""
    lead, margin, _, part = context.tolist()
    steep = np.exp(by.steep + by.by_lead * lead + by.by_margin * margin + by.by_pieces * part)
    made = np.where(logits > -2 * MOST, logits * steep, NEVER)
    made[:, 0] += by.bare
    made[:, -1] += by.stranger + by.less_like * less
    return np.asarray(made)


def odds_of_unknown(share: float) -> float:
    """Return by how much likelier an unknown piece is where this share of the pieces was never taught
    than it was assumed to be."""
    return share / (1 - share) * (1 - NEVER_TAUGHT) / NEVER_TAUGHT
