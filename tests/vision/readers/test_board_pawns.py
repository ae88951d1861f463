"""A pawn is told from a finger of its size and colours: the finger goes on in a hand."""

import numpy as np
from numpy.typing import NDArray

from vision.board_grid import MARGIN_CELLS
from vision.readers.board_looks import SCALE
from vision.readers.board_pawns import FEATURES, Left, figure, sizes_of
from vision.reading import GridCell

CELL = GridCell(2, 2)
MIDDLE = round((2.5 + MARGIN_CELLS) * SCALE)
SIDE = round((5 + 2 * MARGIN_CELLS) * SCALE)
LARGE = FEATURES - 1


def strange_disc() -> NDArray[np.float32]:
    y, x = np.mgrid[:SIDE, :SIDE] - MIDDLE
    return np.where(np.hypot(x, y) <= 5, 2, 0).astype(np.float32)


def features(strange: NDArray[np.float32], coloured: NDArray[np.float32]) -> NDArray[np.float64]:
    picture = np.full((SIDE, SIDE, 3), 90, np.uint8)
    return figure(Left(strange, coloured, sizes_of(strange)), picture, CELL, (0.0, 0.0))


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
    assert painted[-3] > 1
    assert shadow[-3] == 0


def test_where_nothing_is_strange_no_thing_is_found() -> None:
    assert not sizes_of(np.zeros((SIDE, SIDE), np.float32)).any()
