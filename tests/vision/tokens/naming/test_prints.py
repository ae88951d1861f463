"""Whether prints tell labels apart is seen from the lesson: each must be liker itself than others."""

import numpy as np
import pytest

from tests.vision.tokens.naming.test_patterns import sample
from vision.sets.kind import Sample
from vision.tokens.naming.looks import looks_of_samples
from vision.tokens.naming.prints import Prints

SIGNS = ("arrow", "bars", "ring", "bare")


def prints(samples: list[Sample], labels: int) -> Prints:
    names = sorted({one.label for one in samples})
    of = np.array([names.index(one.label) for one in samples], np.intp)
    return Prints(samples, of, labels, looks_of_samples(samples))


def labelled(sign: str, label: str, number: int, tint: tuple[float, float, float]) -> Sample:
    one = sample(sign, number)
    crop = np.clip(one.crop_bgr * np.array(tint), 0, 255).astype(np.uint8)
    return Sample(label, crop, one.name)


@pytest.mark.parametrize("far_apart", [False, True])
def test_signs_tell_labels_apart_whatever_their_colours(far_apart: bool) -> None:
    tints = [(1.0, 0.5 + 0.2 * n, 0.4 + 0.15 * n) if far_apart else (1.0, 1.0, 1.0) for n in range(4)]
    samples = [
        labelled(sign, sign, number, tints[n]) for n, sign in enumerate(SIGNS) for number in range(3)
    ]
    assert prints(samples, len(SIGNS)).tell_most


def test_the_same_facets_in_other_colours_tell_nothing() -> None:
    tints = {"blue": (1.2, 0.6, 0.4), "green": (0.5, 1.1, 0.5), "red": (0.4, 0.5, 1.2)}
    samples = [
        labelled("arrow", label, number, tint) for label, tint in tints.items() for number in range(3)
    ]
    assert not prints(samples, len(tints)).tell_most
