"""Labels from counts alone: each photograph keeps its own, and colours hang together over all."""

from collections.abc import Mapping, Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.sets.kind import Sample
from vision.tokens.teaching.counts import CountedPhoto, Sorted, sorted_by_counts
from vision.tokens.teaching.sharing import shared_out

COLOURS = {
    "a": (30, 30, 200),
    "b": (40, 170, 40),
    "c": (20, 120, 200),
    "dark a": (20, 18, 90),
    "coin": (120, 125, 130),
}
SHADES = {"dark a": "a", "coin": None}


def crop(colour: str, rng: np.random.Generator) -> ImageBgr:
    image: NDArray[np.float64] = np.ones((48, 48, 3)) * COLOURS[colour] + rng.normal(0, 6, (48, 48, 3))
    return np.clip(image, 0, 255).astype(np.uint8)


def shown(
    things: Sequence[str], counts: Mapping[str, int], rng: np.random.Generator
) -> tuple[CountedPhoto, list[str | None]]:
    """Return a photograph with these things, and the label of each."""
    things = rng.permutation(things).tolist()
    photo = CountedPhoto(tuple(crop(one, rng) for one in things), np.ones(len(things)), counts)
    return photo, [SHADES.get(one, one) for one in things]


def labels_of(found: Sequence[Sorted]) -> list[list[str | None]]:
    return [list(one.labels) for one in found]


def repeated(**many: int) -> list[str]:
    return [one.replace("_", " ") for one, n in many.items() for _ in range(n)]


@given(st.integers(0, 2**32 - 1), st.lists(st.integers(0, 2), min_size=1, max_size=3))
def test_tokens_are_shared_out_at_the_least_cost(seed: int, wanted: list[int]) -> None:
    rng = np.random.default_rng(seed)
    many, none = int(rng.integers(1, 5)), len(wanted)
    costs = rng.uniform(0, 1, (many, none + 1))

    def total(labels: Sequence[int]) -> float:
        missing = sum(wanted) - sum(label < none for label in labels)
        return float(costs[np.arange(many), list(labels)].sum() + 0.7 * missing)

    def fits(labels: Sequence[int]) -> bool:
        return all(labels.count(label) <= n for label, n in enumerate(wanted))

    every = [one for one in product(range(none + 1), repeat=many) if fits(one)]
    found = shared_out(costs, np.array(wanted), 0.7).tolist()
    assert fits(found)
    assert np.isclose(total(found), min(map(total, every)))


def test_counts_over_three_photographs_tell_which_colour_is_which() -> None:
    rng = np.random.default_rng(3)
    counts = ({"a": 4, "b": 2, "c": 1}, {"a": 1, "b": 3, "c": 3}, {"c": 5})
    photos = [shown(repeated(**many), many, rng) for many in counts]
    found, in_doubt = sorted_by_counts([photo for photo, _ in photos])
    assert labels_of(found) == [truth for _, truth in photos]
    assert not in_doubt


def test_two_shades_of_a_label_are_one_label() -> None:
    rng = np.random.default_rng(4)
    things = (repeated(a=2, dark_a=3, b=2), repeated(a=4, dark_a=1, c=2), repeated(dark_a=2, b=4, c=3))
    counts = ({"a": 5, "b": 2}, {"a": 5, "c": 2}, {"a": 2, "b": 4, "c": 3})
    photos = [shown(one, many, rng) for one, many in zip(things, counts, strict=True)]
    found, in_doubt = sorted_by_counts([photo for photo, _ in photos])
    assert labels_of(found) == [truth for _, truth in photos]
    assert not in_doubt


def test_what_no_count_explains_is_no_token_and_what_is_missing_is_said() -> None:
    rng = np.random.default_rng(5)
    counts = ({"a": 4, "b": 2}, {"a": 1, "b": 3}, {"a": 3, "b": 5})
    things = (repeated(a=4, b=2, coin=1), repeated(a=1, b=3, coin=1), repeated(a=3, b=4))
    photos = [shown(one, many, rng) for one, many in zip(things, counts, strict=True)]
    found, in_doubt = sorted_by_counts([photo for photo, _ in photos])
    assert labels_of(found) == [truth for _, truth in photos]
    assert [one.missing for one in found] == [0, 0, 1]
    assert not in_doubt


def test_labels_counted_alike_everywhere_are_in_doubt() -> None:
    rng = np.random.default_rng(6)
    counts = ({"a": 3, "b": 3, "c": 1}, {"a": 4, "b": 4, "c": 2})
    photos = [shown(repeated(**many), many, rng)[0] for many in counts]
    assert sorted_by_counts(photos)[1] == ("a", "b")


@pytest.mark.parametrize("words", [("red", "green", "brown"), ("rot", "grün", "braun")])
def test_words_for_colours_tell_labels_counted_alike(words: tuple[str, ...]) -> None:
    rng = np.random.default_rng(7)
    photos = [
        shown(repeated(a=n, b=n, c=2), dict(zip(words, (n, n, 2), strict=True)), rng) for n in (3, 4)
    ]
    names = dict(zip("abc", words, strict=True))
    found, in_doubt = sorted_by_counts([photo for photo, _ in photos])
    assert labels_of(found) == [[names[str(one)] for one in truth] for _, truth in photos]
    assert not set(in_doubt) & set(words[:2])


def test_samples_whose_labels_are_known_tell_labels_counted_alike() -> None:
    rng = np.random.default_rng(8)
    photo, truth = shown(repeated(a=3, b=3), {"a": 3, "b": 3}, rng)
    known = [Sample("b", crop("b", rng), f"p {n}") for n in range(2)]
    found, in_doubt = sorted_by_counts([photo], known)
    assert labels_of(found) == [truth]
    assert not in_doubt


def test_nothing_counted_teaches_nothing() -> None:
    assert sorted_by_counts([]) == ([], ())
