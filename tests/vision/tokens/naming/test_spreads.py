"""What is told for all clusters at once is what is told for each by itself."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.tokens.naming.spreads import Axes, Roots, Scattered, axes_of, whitened

Values = NDArray[np.float64]
STARTS, CLUSTERS, NUMBERS, TOKENS = 3, 4, 10, 30


def spreads(rng: np.random.Generator, *many: int) -> Values:
    found = rng.normal(0, 0.1, (*many, NUMBERS, NUMBERS))
    return np.asarray(found @ np.swapaxes(found, -1, -2) + 0.01 * np.eye(NUMBERS))


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(11)


@pytest.fixture
def wander(rng: np.random.Generator) -> Values:
    """How means differ from picture to picture: three labels alike, and a hole."""
    label, hole = spreads(rng, 2)
    return np.stack([label, label, label, hole])


def axes(spread: Values, wander: Values) -> Axes:
    return axes_of(spread, Roots.of_spreads(wander), np.array([1.0, 2.0, 6.0]))


def test_means_are_held_near_what_is_expected(rng: np.random.Generator, wander: Values) -> None:
    spread, wide = spreads(rng, STARTS), np.array([1.0, 2.0, 6.0])
    off = rng.normal(0, 1, (STARTS, CLUSTERS, NUMBERS))
    counts = np.array([[0.0, 1.0, 2.5, 9.0]] * STARTS)
    held = axes(spread, wander).held(off, counts)
    for start in range(STARTS):
        for k in range(CLUSTERS):
            own = counts[start, k] * np.linalg.inv(wide[start] * spread[start])
            told = np.linalg.solve(own + np.linalg.inv(wander[k]), own @ off[start, k])
            assert held[start, k] == pytest.approx(told, abs=1e-9)


def test_a_spread_is_round_in_its_own_root(rng: np.random.Generator, wander: Values) -> None:
    spread = spreads(rng, STARTS)
    wider = np.array([1.0, 2.0, 6.0])[:, None, None] * spread
    for white in (axes(spread, wander).whole, whitened(wider)):
        turned = np.swapaxes(white.root, 1, 2) @ wider @ white.root
        assert turned == pytest.approx(np.stack([np.eye(NUMBERS)] * STARTS), abs=1e-9)
        assert white.size == pytest.approx(np.linalg.slogdet(wider)[1])


def test_colours_scatter_about_any_means(rng: np.random.Generator) -> None:
    colours = rng.normal(4, 0.5, (TOKENS, NUMBERS))
    weighed = rng.random((STARTS, CLUSTERS, TOKENS))
    means = rng.normal(4, 0.5, (STARTS, CLUSTERS, NUMBERS))
    middles = weighed @ colours / weighed.sum(2)[..., None]
    off = colours - means[:, :, None]
    told = np.swapaxes(off * weighed[..., None], 2, 3) @ off
    assert Scattered(colours).about(means, middles, weighed) == pytest.approx(told, abs=1e-9)


def test_no_colours_scatter_not_at_all() -> None:
    nothing, means = np.zeros((0, NUMBERS)), np.zeros((STARTS, CLUSTERS, NUMBERS))
    found = Scattered(nothing).about(means, means, np.zeros((STARTS, CLUSTERS, 0)))
    assert not found.any()
