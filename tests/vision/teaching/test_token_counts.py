"""Labels from counts alone: each photograph keeps its own, and colours hang together over all."""

from itertools import permutations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.teaching.token_counts import Unnamed, assigned, with_labels

COLOURS = {"red": (30, 30, 200), "green": (40, 170, 40), "amber": (20, 120, 200)}


def crop(colour: tuple[int, int, int], rng: np.random.Generator) -> ImageBgr:
    image: NDArray[np.float64] = np.ones((48, 48, 3)) * colour + rng.normal(0, 8, (48, 48, 3))
    return np.clip(image, 0, 255).astype(np.uint8)


@given(st.integers(0, 2**32 - 1), st.integers(1, 5))
def test_the_cheapest_assignment_is_found(seed: int, n: int) -> None:
    cost = np.random.default_rng(seed).uniform(0, 1, (n, n))
    best = min(sum(cost[i, j] for i, j in enumerate(order)) for order in permutations(range(n)))
    found = assigned(cost)
    assert sorted(found.tolist()) == list(range(n))
    assert np.isclose(cost[np.arange(n), found].sum(), best)


def test_counts_over_three_photographs_tell_which_colour_is_which() -> None:
    rng = np.random.default_rng(3)
    counts = ({"red": 4, "green": 2, "amber": 1}, {"red": 1, "green": 3, "amber": 3}, {"amber": 5})
    photos: list[Unnamed] = []
    truth: dict[str, str] = {}
    for number, many in enumerate(counts):
        labels = [label for label, n in many.items() for _ in range(n)]
        rng.shuffle(labels)
        names = tuple(f"p{number} {n}" for n in range(len(labels)))
        truth |= dict(zip(names, labels, strict=True))
        photos.append(Unnamed(tuple(crop(COLOURS[label], rng) for label in labels), names, many))
    assert {one.name: one.label for one in with_labels(photos)} == truth


def test_nothing_counted_teaches_nothing() -> None:
    assert with_labels([]) == []
