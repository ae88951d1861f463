"""How like two crops are, by one shift for all of a crop."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.matching.looks import (
    AS_PIECE,
    AS_SAMPLE,
    ROWS,
    SHIFTS,
    CropLooks,
    likeness,
    likeness_of_pairs,
    shifted,
    with_spectra,
)
from vision.matching.sizes import PLACES, VECTOR

FREE = 0.0
"""What a shift costs: nothing."""


def maps(seed: int, count: int = 3) -> NDArray[np.float32]:
    """Random maps with unit vectors and weights."""
    rng = np.random.default_rng(seed)
    made = rng.normal(0, 1, (count, VECTOR + 6, PLACES, PLACES)).astype(np.float32)
    made[:, :VECTOR] /= np.linalg.norm(made[:, :VECTOR], axis=1, keepdims=True)
    made[:, VECTOR:] = rng.uniform(0.1, 1, made[:, VECTOR:].shape)
    return made


def as_said(here: NDArray[np.float32], there: NDArray[np.float32]) -> float:
    """The likeness of two weighted maps as the sum says it, each shift in turn."""
    one, other = (m[:VECTOR] * m[weight] for m, weight in ((here, AS_PIECE), (there, AS_SAMPLE)))
    one, other = one / np.linalg.norm(one), other / np.linalg.norm(other)
    room = np.pad(other, ((0, 0), (3, 3), (3, 3)))
    return max(
        float((one * room[:, 3 + y : 3 + y + PLACES, 3 + x : 3 + x + PLACES]).sum()) for y, x in SHIFTS
    )


def test_likeness_is_the_greatest_sum_of_products_over_the_shifts() -> None:
    here, there = maps(0, 2 * ROWS + 1), maps(1, 4)
    found, _ = likeness(with_spectra(here, AS_PIECE), with_spectra(there, AS_SAMPLE), FREE)
    wanted = [[as_said(one, other) for other in there] for one in here]
    assert found == pytest.approx(np.array(wanted), abs=1e-4)


@pytest.mark.parametrize(("down", "right"), [(0, 0), (2, -1), (-3, 3)])
def test_the_shift_is_found_and_undone(down: int, right: int) -> None:
    there = maps(2)
    there[:, AS_SAMPLE] = there[:, AS_PIECE] = 1
    number = SHIFTS.tolist().index([down, right])
    here = shifted(there, np.full(3, number))
    looks = with_spectra(here[:, :-1], AS_PIECE), with_spectra(there, AS_SAMPLE)
    found, shift = likeness_of_pairs(*looks, FREE)
    assert (shift == number).all()
    assert (found > 0.8).all()  # but for what was moved out of the crop


def test_pairs_are_the_first_with_the_first() -> None:
    here, there = with_spectra(maps(3), AS_PIECE), with_spectra(maps(4), AS_SAMPLE)
    all_, shifts = likeness(here, there, 0.02)
    own, own_shifts = likeness_of_pairs(here, there, 0.02)
    assert own == pytest.approx(np.diag(all_), abs=1e-5)
    assert np.array_equal(own_shifts, np.diag(shifts))


def test_no_crops_have_no_likeness() -> None:
    none: CropLooks = with_spectra(maps(5)[:0], AS_PIECE)
    found, _ = likeness(none, with_spectra(maps(6), AS_SAMPLE), FREE)
    assert found.shape == (0, 3)
