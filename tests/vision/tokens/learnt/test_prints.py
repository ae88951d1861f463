"""Prints of drawn stones, and of gems that have none."""

import cv2
import numpy as np
import pytest

from tests.vision.tokens.pictures import STONES, Style, loose
from tests.vision.tokens.test_reader import taught
from vision.tokens.learnt.prints import Prints
from vision.tokens.sets import SAMPLE_PX, TokenSet


@pytest.fixture(scope="module")
def stones() -> TokenSet:
    rng = np.random.default_rng(3)
    return taught([loose(rng, Style(), 14, STONES) for _ in range(3)])


@pytest.fixture(scope="module")
def prints(stones: TokenSet) -> Prints:
    return Prints(list(stones.samples), stones.labels)


@pytest.mark.parametrize("degrees", [0, 40, 135])
@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.5, 0.6, 0.8)])
def test_a_print_is_recognised_however_it_is_turned(
    stones: TokenSet, prints: Prints, degrees: float, light: tuple[float, float, float]
) -> None:
    middle = (SAMPLE_PX - 1) / 2
    turn = cv2.getRotationMatrix2D((middle, middle), degrees, 1)
    whole = (SAMPLE_PX, SAMPLE_PX)
    crops = [
        cv2.warpAffine(one.crop_bgr, turn, whole, borderMode=cv2.BORDER_REPLICATE) * np.array(light)
        for one in stones.samples
    ]
    alike = prints.alike(np.array(crops).astype(np.uint8))
    named = [stones.labels[best] for best in alike.argmax(1)]
    assert np.mean([name == one.label for name, one in zip(named, stones.samples, strict=True)]) > 0.95


def test_stones_are_printed_and_candies_are_not(prints: Prints) -> None:
    rng = np.random.default_rng(2)
    candies = taught([loose(rng, Style(sides=0), 24) for _ in range(3)])
    plain = Prints(list(candies.samples), candies.labels)
    assert prints.clear > 0
    assert plain.clear == 0
    assert not plain.alike(np.array([one.crop_bgr for one in candies.samples])).any()
