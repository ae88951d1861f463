"""What is told for all clusters at once is what is told for each by itself."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.tokens.naming.covariances import Axes, Roots, Scatter, principal_axes, whiten

Values = NDArray[np.float64]
STARTS, CLUSTERS, NUMBERS, TOKENS = 3, 4, 10, 30


def covariances(rng: np.random.Generator, *many: int) -> Values:
    found = rng.normal(0, 0.1, (*many, NUMBERS, NUMBERS))
    return np.asarray(found @ np.swapaxes(found, -1, -2) + 0.01 * np.eye(NUMBERS))


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(11)


@pytest.fixture
def between_pictures(rng: np.random.Generator) -> Values:
    """How means differ from picture to picture: three labels alike, and a hole."""
    label, hole = covariances(rng, 2)
    return np.stack([label, label, label, hole])


def axes(covariance: Values, between_pictures: Values) -> Axes:
    return principal_axes(covariance, Roots.of_covariances(between_pictures), np.array([1.0, 2.0, 6.0]))


def test_means_are_held_near_what_is_expected(
    rng: np.random.Generator, between_pictures: Values
) -> None:
    covariance, wide = covariances(rng, STARTS), np.array([1.0, 2.0, 6.0])
    off = rng.normal(0, 1, (STARTS, CLUSTERS, NUMBERS))
    counts = np.array([[0.0, 1.0, 2.5, 9.0]] * STARTS)
    held = axes(covariance, between_pictures).held(off, counts)
    for start in range(STARTS):
        for k in range(CLUSTERS):
            own = counts[start, k] * np.linalg.inv(wide[start] * covariance[start])
            told = np.linalg.solve(own + np.linalg.inv(between_pictures[k]), own @ off[start, k])
            assert held[start, k] == pytest.approx(told, abs=1e-9)


def test_a_spread_is_round_in_its_own_root(rng: np.random.Generator, between_pictures: Values) -> None:
    covariance = covariances(rng, STARTS)
    wider = np.array([1.0, 2.0, 6.0])[:, None, None] * covariance
    for white in (axes(covariance, between_pictures).whole, whiten(wider)):
        turned = np.swapaxes(white.root, 1, 2) @ wider @ white.root
        assert turned == pytest.approx(np.stack([np.eye(NUMBERS)] * STARTS), abs=1e-9)
        assert white.size == pytest.approx(np.linalg.slogdet(wider)[1])


def test_colours_scatter_about_any_means(rng: np.random.Generator) -> None:
    colours = rng.normal(4, 0.5, (TOKENS, NUMBERS))
    weighed = rng.random((STARTS, CLUSTERS, TOKENS))
    means = rng.normal(4, 0.5, (STARTS, CLUSTERS, NUMBERS))
    sample_means = weighed @ colours / weighed.sum(2)[..., None]
    off = colours - means[:, :, None]
    told = np.swapaxes(off * weighed[..., None], 2, 3) @ off
    assert Scatter(colours).about(means, sample_means, weighed) == pytest.approx(told, abs=1e-9)


def test_no_colours_scatter_not_at_all() -> None:
    nothing, means = np.zeros((0, NUMBERS)), np.zeros((STARTS, CLUSTERS, NUMBERS))
    found = Scatter(nothing).about(means, means, np.zeros((STARTS, CLUSTERS, 0)))
    assert not found.any()
