"""Medians are those of numpy, whatever axis they are taken along."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vision.medians import medians


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("shape", [(5, 6, 7), (4, 1, 2)])
def test_medians_are_those_of_numpy(axis: int, shape: tuple[int, ...]) -> None:
    numbers = np.random.default_rng(7).normal(size=shape)
    assert_allclose(medians(numbers, axis), np.median(numbers, axis, keepdims=True))
