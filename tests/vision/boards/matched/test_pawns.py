"""A pawn is told by its shape and its lean, from what goes on elsewhere and from what is all over."""

import numpy as np
import pytest

from vision.board_grid import BoardGrid
from vision.boards.matched.pawns import CameraPoint, Figures, PawnPlace, camera_over
from vision.boards.matched.residual import EDGE, SCALE, BoardResidual
from vision.matching.looks import Floats
from vision.readings.places import GridCell

CELL, SIDE = GridCell(2, 2), 5 * SCALE + 2 * EDGE
MIDDLE = EDGE + 2 * SCALE + SCALE // 2
ABOVE = CameraPoint((2.5, 2.5), 12.0)
"""Straight above the cell."""
ASIDE = CameraPoint((-2.5, 2.5), 6.0)
"""On its left."""
BODY, RING, SIZE, LEAD, OFF, REST = 0, 2, 6, 7, 8, 10


def disc(x: int = MIDDLE, y: int = MIDDLE) -> Floats:
    rows, columns = np.mgrid[:SIDE, :SIDE]
    return np.where(np.hypot(columns - x, rows - y) <= 4, 1.5, 0).astype(np.float32)


def figure(strange: Floats, camera: CameraPoint = ABOVE) -> PawnPlace:
    seen = np.zeros((SIDE, SIDE, 3), np.float32)
    seen[strange > 0] = 0.5, -0.5, 0.25
    return Figures(BoardResidual(seen, strange, np.zeros_like(strange), {}), camera).on(CELL)


def test_a_figure_is_found_where_its_foot_is_and_has_its_colour() -> None:
    found = figure(disc(MIDDLE + 3, MIDDLE - 2))
    assert found.foot == pytest.approx((MIDDLE + 3, MIDDLE - 2), abs=1)
    assert found.colour == pytest.approx((0.5, -0.5, 0.25), abs=0.05)
    assert found.features[BODY] > 1.3
    assert found.features[RING] < 0.1
    assert found.features[LEAD] > 1


def test_a_figure_leans_away_from_the_camera() -> None:
    lean = round(ASIDE.lean(CELL)[0] * SCALE)
    assert lean > SCALE // 2
    away, towards = disc(), disc()
    for step in range(lean):
        np.maximum(away, disc(MIDDLE + step), out=away)
        np.maximum(towards, disc(MIDDLE - step), out=towards)
    assert figure(away, ASIDE).features[BODY] > figure(towards, ASIDE).features[BODY] + 0.4


def test_a_finger_goes_on_in_a_hand() -> None:
    finger = disc()
    finger[:MIDDLE, MIDDLE - 4 : MIDDLE + 5] = 1.5
    assert figure(disc()).features[SIZE] < 0.3
    assert figure(finger).features[SIZE] > 1


def test_one_that_stands_beside_fits_there_better() -> None:
    beside = figure(disc(MIDDLE + SCALE // 2 + 2))
    assert beside.features[LEAD] < 0


def test_an_unknown_piece_is_strange_all_over() -> None:
    piece = np.zeros((SIDE, SIDE), np.float32)
    half = SCALE // 2
    piece[MIDDLE - half : MIDDLE + half, MIDDLE - half : MIDDLE + half] = 1.5
    assert figure(piece).features[REST] > 1.4
    assert figure(disc()).features[REST] < 0.1


def test_what_a_figure_hides_is_marked_also_beyond_its_cell() -> None:
    hidden = np.zeros((SIDE, SIDE), np.bool_)
    found = figure(disc(), ASIDE)
    found.hide(hidden)
    assert hidden[MIDDLE, MIDDLE]
    assert hidden[:, EDGE + 3 * SCALE :].any()
    assert not hidden[:, : EDGE + 2 * SCALE].any()


def test_the_camera_is_where_the_boards_place_tells() -> None:
    """Seen from straight above its middle: everything leans away from there."""
    grid = BoardGrid(4, 4)
    matrix = grid.matrix_of(np.array([[450, 250], [750, 250], [750, 550], [450, 550.0]]))
    camera = camera_over(matrix, (1200, 800))
    assert camera.below == pytest.approx((2, 2), abs=0.05)
    x, y = camera.lean(GridCell(3, 3))
    assert x > 0
    assert x == pytest.approx(y)
