"""A pawn is told from a finger of its size and colours: the finger goes on in a hand."""

import numpy as np
from numpy.typing import NDArray

from vision.boards.grid import MARGIN_CELLS
from vision.boards.looks import SCALE
from vision.boards.measured.pawns import FEATURES, Unexplained, figure, sizes_of
from vision.boards.measured.prints import print_sums
from vision.readings.places import GridCell

CELL = GridCell(2, 2)
MIDDLE = round((2.5 + MARGIN_CELLS) * SCALE)
SIDE = round((5 + 2 * MARGIN_CELLS) * SCALE)
LARGE, STILL_SEEN = 9, 11


def strange_disc() -> NDArray[np.float32]:
    y, x = np.mgrid[:SIDE, :SIDE] - MIDDLE
    return np.where(np.hypot(x, y) <= 5, 2, 0).astype(np.float32)


def features(
    strange: NDArray[np.float32],
    coloured: NDArray[np.float32],
    printed: NDArray[np.float32] | None = None,
    seen: NDArray[np.float32] | None = None,
) -> NDArray[np.float64]:
    """``printed``, ``seen``: places (SIDE, SIDE, 9) of what lies there and of what is seen."""
    picture = np.full((SIDE, SIDE, 3), 90, np.uint8)
    own = np.zeros((SIDE, SIDE, 9), np.float32) if printed is None else printed
    prints = print_sums(own * 0 if seen is None else seen - own, own)
    return figure(Unexplained(strange, coloured, sizes_of(strange), prints), picture, CELL, (0.0, 0.0))


def a_print(seed: int) -> NDArray[np.float32]:
    return np.random.default_rng(seed).uniform(0, 3, (SIDE, SIDE, 9)).astype(np.float32)


def test_a_thing_of_a_cell_is_smaller_than_one_that_goes_on() -> None:
    pawn, finger = strange_disc(), strange_disc()
    finger[:MIDDLE, MIDDLE - 5 : MIDDLE + 6] = 2
    nothing = np.zeros_like(pawn)
    assert features(pawn, nothing)[LARGE] < 0.3
    assert features(finger, nothing)[LARGE] > 1


def test_a_shadow_has_no_colour_of_its_own() -> None:
    disc = strange_disc()
    painted, shadow = features(disc, disc), features(disc, np.zeros_like(disc))
    assert painted.shape == (FEATURES,)
    assert painted[7] > 1
    assert shadow[7] == 0


def test_print_is_seen_through_a_shadow_but_not_through_a_pawn() -> None:
    disc, own, other = strange_disc(), a_print(1), a_print(2)
    nothing = np.zeros_like(disc)
    shadow = features(disc, nothing, own, np.where(disc[..., None] > 0, 0.6 * own, own))
    pawn = features(disc, nothing, own, np.where(disc[..., None] > 0, other, own))
    whole, near = STILL_SEEN, STILL_SEEN + 2
    assert shadow[whole] > 0.9
    assert pawn[whole] < 0.3
    assert pawn[near] > 0.9


def test_where_there_is_no_print_it_tells_nothing() -> None:
    disc = strange_disc()
    assert features(disc, disc)[STILL_SEEN] == 0


def test_where_nothing_is_strange_no_thing_is_found() -> None:
    assert not sizes_of(np.zeros((SIDE, SIDE), np.float32)).any()
