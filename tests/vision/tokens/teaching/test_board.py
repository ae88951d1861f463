"""The board learnt from several photographs: what stands on it does not count."""

import numpy as np

from vision.board_grid import BoardGrid
from vision.tokens.sets import TokenBoard, board_wh
from vision.tokens.teaching.board import joined

GRID = BoardGrid(4, 3)


def shown(pawn: tuple[int, int] | None, lamp: float = 1.0) -> TokenBoard:
    width, height = board_wh(GRID)
    image = np.full((height, width, 3), 120.0)
    image[20:40, 4:14] = (40, 40, 190)
    if pawn is not None:
        image[pawn[1] : pawn[1] + 8, pawn[0] : pawn[0] + 8] = (60, 160, 60)
    known = np.full((height, width), 255, np.uint8)
    bright = np.clip(image * lamp, 0, 255).astype(np.uint8)
    return TokenBoard(GRID, bright, known, 0.3, 0.4, 1.0, ((0.1, 0.1),) * 4)


def test_a_pawn_that_stands_elsewhere_on_each_photograph_does_not_hide_the_print() -> None:
    boards = [shown((4, 20)), shown((6, 30), 0.8), shown((60, 50), 1.2), shown(None)]
    board = joined(boards, [])
    assert (board.known[20:40, 4:14] > 0).all()
    assert np.abs(board.board_bgr[30, 9].astype(int) - [40, 40, 190]).max() < 12
    assert board.photos == 4


def test_what_differs_on_most_photographs_is_not_known() -> None:
    board = joined([shown((50, 30)), shown((50, 30)), shown(None), shown(None)], [])
    assert not (board.known[31:36, 51:56] > 0).any()
