"""What is too large for a piece hides what lies below it; what stands at the board's edge does not."""

import numpy as np
from numpy.typing import NDArray

from vision.boards.looks import SCALE
from vision.boards.measured.explained import large_things, may_be_shaded

COLUMNS, ROWS = 8, 6
SAND_BGR, SKIN_BGR = (150, 190, 205), (95, 125, 185)


def strange(*things: tuple[slice, slice]) -> NDArray[np.float32]:
    """Return a board with its margin on a strange table, with these strange things: rows and columns."""
    board = np.full(((ROWS + 2) * SCALE, (COLUMNS + 2) * SCALE), 2, np.float32)
    board[SCALE:-SCALE, SCALE:-SCALE] = 0
    for rows, columns in things:
        board[rows, columns] = 2
    return board


def test_a_pawn_that_leans_over_the_edge_is_not_large() -> None:
    pawn = slice(SCALE, 2 * SCALE - 4), slice(3 * SCALE + 8, 3 * SCALE + 17)
    assert not large_things(strange(pawn)).any()


def test_an_arm_that_reaches_in_is_large_where_it_covers_the_board() -> None:
    arm = slice(SCALE, 3 * SCALE), slice(4 * SCALE, 5 * SCALE + 8)
    large = large_things(strange(arm))
    assert large[2 * SCALE, 4 * SCALE + 12]
    assert not large[:SCALE].any()
    assert not large[:, : 3 * SCALE].any()


def test_a_cup_in_the_middle_is_large_and_a_piece_is_not() -> None:
    cup = slice(3 * SCALE, 5 * SCALE), slice(3 * SCALE, 5 * SCALE)
    piece = slice(2 * SCALE, 3 * SCALE), slice(6 * SCALE, 7 * SCALE)
    large = large_things(strange(cup, piece))
    assert large[4 * SCALE, 4 * SCALE]
    assert not large[2 * SCALE + 12, 6 * SCALE + 12]


def test_a_hard_shadow_is_told_from_a_hand_by_its_colour() -> None:
    expected = np.full((3 * SCALE, 3 * SCALE, 3), SAND_BGR, np.float32)
    seen = expected.copy()
    seen[:, :SCALE] *= 0.35
    seen[:, 2 * SCALE :] = SKIN_BGR
    shaded = may_be_shaded(seen.astype(np.uint8), expected)
    assert shaded[:, 2 : SCALE - 2].all()
    assert not shaded[:, SCALE + 3 : 2 * SCALE - 3].any()
    assert not shaded[:, 2 * SCALE + 3 :].any()
