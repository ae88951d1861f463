"""The certainty of each cell's content: logistic regressions on the measures.

All are on differences that are limited to the range they were fitted on, and on the products of these.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.regression import Regression, Values

FITTED = Path(__file__).parent / "confidence.json"
LEADS, PICTURE_LEADS = [1, 2], [12, 13]
"""Indices of a name's features: its lead over other labels and over itself turned, in edges and in
pictures."""
LEAST_LEADS, NOT_BEHIND = np.array([0.1, 0.15]), 0.1
"""For a sure name at the first look, one of both leads is at least the first value, the other above the
second. Chosen by hand: a regression fitted on other drawings may trust a name that hardly leads."""
TOTAL_LEAD, LEAST_TOTAL = 3, 0.08
"""Also, its lead in edges, colours and pictures together exceeds this value: in one of 24 printings two
names were mistaken with certainty at less."""
UNCLEAR = 0.9
"""Highest probability of a name without such a lead."""
LIMITED = ("empty", "named", "again", "under", "standing")


def is_clear(named: Values) -> NDArray[np.bool_]:
    """Tell which names (n, k features) have both leads large enough to be sure."""
    edges, picture = named[:, LEADS], named[:, PICTURE_LEADS]
    leads = np.maximum(edges, picture) > LEAST_LEADS
    clear = (leads & (np.minimum(edges, picture) > NOT_BEHIND)).all(1)
    return np.asarray(clear & (named[:, TOTAL_LEAD] > LEAST_TOTAL))


@dataclass(frozen=True, eq=False)
class Fitted:
    """All fitted regressions: something lies there; its name is right; at a second look; under a pawn; a
    pawn stands there. An answer counts as sure from its own probability on."""

    occupied: Regression
    named: Regression
    again: Regression
    under: Regression
    standing: Regression
    empty_from: float
    named_from: float
    again_from: float
    under_from: float
    standing_from: float


@cache
def fitted() -> Fitted:
    """Return the fitted regressions (see ``vision.workshop.training.calibration.boards``)."""
    data = json.loads(FITTED.read_text(encoding="utf-8"))
    occupied, named, again, under, standing = (
        Regression.of(data[name]) for name in ("occupied", "named", "again", "under", "standing")
    )
    limits = {f"{name}_from": float(data[f"{name}_from"]) for name in LIMITED}
    return Fitted(occupied, named, again, under, standing, **limits)
