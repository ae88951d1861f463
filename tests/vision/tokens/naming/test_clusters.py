"""Tokens of one picture explained together: under an illuminant that is far off, and what was never
taught."""

import numpy as np
import pytest
from numpy.random import Generator
from numpy.typing import NDArray

from vision.tokens.naming.clusters import (
    NUMBERS,
    SHIFT,
    WIDE,
    ClusterFit,
    IlluminantPrior,
    SeenColours,
    Taught,
    fit_clusters,
    label_chances,
    likelihoods,
)
from vision.tokens.naming.ground import with_ground

Values = NDArray[np.float64]
LABELS = 6
MEANS = np.array(
    [
        [3.2, 3.0, 5.1],
        [3.2, 4.6, 3.1],
        [5.0, 3.7, 3.0],
        [3.1, 5.0, 5.3],
        [2.9, 3.9, 4.9],
        [4.6, 3.2, 4.2],
    ]
)
"""Logarithms of blue, green, red."""


def taught(labels: int = LABELS) -> Taught:
    parts = MEANS[:labels], MEANS[:labels] - 0.3, MEANS[:labels] + 0.2
    means, every = np.column_stack([*parts, np.full(labels, -1.0)]), np.eye(NUMBERS)
    between_pictures = np.stack([0.06**2 * every + 0.05**2 * SHIFT @ SHIFT.T] * labels)
    return Taught(means, between_pictures, 0.05**2 * every + 0.03**2 * SHIFT @ SHIFT.T, labels)


TABLE = np.array([*[4.4, 4.6, 4.7] * 3, 0.0])
"""The table around them."""


def seen(rng: Generator, of: Values, illuminant: Values) -> SeenColours:
    means = taught().means + illuminant @ SHIFT.T
    own = rng.normal(0, 0.05, (LABELS, NUMBERS)) + means
    colours = own[of.astype(int)] + rng.normal(0, 0.05, (len(of), NUMBERS))
    return SeenColours(colours, colours - TABLE - illuminant @ SHIFT.T)


def explain(colours: SeenColours, known: Taught) -> tuple[ClusterFit, IlluminantPrior]:
    prior = IlluminantPrior(np.zeros(6), np.diag([4.0, 4.0, 4.0, 25.0, 100.0, 100.0]))
    every, allowed = np.ones(len(colours)), np.ones((len(colours), len(known.means)))
    starts = [(prior, np.zeros(6), widths) for widths in WIDE]
    fits = fit_clusters(colours, every, allowed, known, starts)
    return max(fits, key=lambda fit: fit.score), prior


@pytest.mark.parametrize("illuminant", [(0.0, 0.0, 0.0), (-0.5, -0.45, -0.4), (0.3, 0.1, -0.1)])
def test_all_tokens_are_named_under_a_lamp_that_nobody_told(
    illuminant: tuple[float, float, float],
) -> None:
    rng = np.random.default_rng(3)
    of = rng.permutation(np.repeat(np.arange(LABELS), 12)).astype(float)
    colours = seen(rng, of, np.array(illuminant))
    found, prior = explain(colours, taught())
    like, _ = likelihoods(colours, np.ones(len(of)), found, taught())
    names = label_chances(found, taught(), prior).argmax(1)
    assert (names[like.argmax(1)] == of).all()
    assert found.widths.max() < 3


def test_a_few_tokens_are_named_as_well() -> None:
    rng = np.random.default_rng(4)
    of = np.array([0.0, 3.0, 3.0, 5.0])
    colours = seen(rng, of, np.array([0.1, 0.1, 0.1]))
    found, _ = explain(colours, taught())
    like, _ = likelihoods(colours, np.ones(len(of)), found, taught())
    assert (like.argmax(1) == of).all()


def test_a_label_that_was_never_taught_is_far_or_makes_another_wide() -> None:
    rng = np.random.default_rng(5)
    of = rng.permutation(np.repeat(np.arange(LABELS), 12)).astype(float)
    known = taught(LABELS - 1)
    colours = seen(rng, of, np.zeros(3))
    found, _ = explain(colours, known)
    like, away = likelihoods(colours, np.ones(len(of)), found, known)
    stranger = of == LABELS - 1
    wide = found.widths[like.argmax(1)] > 3
    assert ((away.min(1) > 30) | wide)[stranger].all()


def test_many_empty_holes_are_the_ground_and_change_no_name() -> None:
    rng = np.random.default_rng(6)
    of = rng.permutation(np.repeat(np.arange(LABELS), 3)).astype(float)
    illuminant = np.array([0.3, 0.1, -0.1])
    tokens, holes = seen(rng, of, illuminant), 54
    shaded = np.array([-0.2] * 3 + [-0.35] * 3 + [-0.2] * 3 + [-1.0])
    beside = shaded + rng.normal(0, 0.04, (holes, NUMBERS))
    own = beside + TABLE + illuminant @ SHIFT.T
    colours = SeenColours(np.vstack([tokens.own, own]), np.vstack([tokens.beside, beside]))
    known = with_ground(taught())
    found, _ = explain(colours, known)
    like, _ = likelihoods(colours, np.ones(len(colours)), found, known)
    assert (like.argmax(1)[: len(of)] == of).all()
    assert (like.argmax(1)[len(of) :] >= LABELS).all()
