"""A board's bend is found from its blocks, and undone in one step with straightening."""

import cv2
import numpy as np
import pytest

from vision.board_grid import PX_PER_CELL, BoardGrid, boxes_round, straighten_board, straighten_box
from vision.boards.finding.bend import bend_of, unbent, unbent_box
from vision.frame import ImageBgr
from vision.pyramid import Pyramid

GRID = BoardGrid(8, 6)
TILTED = np.array([[60.0, 4.0, 90.0], [-3.0, 58.0, 80.0], [0.004, 0.006, 1.0]])


@pytest.fixture(scope="module")
def picture() -> ImageBgr:
    """Give a picture full of smooth detail."""
    rng = np.random.default_rng(3)
    coarse = rng.uniform(20, 230, (60, 80, 3)).astype(np.float32)
    return np.asarray(
        cv2.resize(coarse, (800, 600), interpolation=cv2.INTER_CUBIC).clip(0, 255), np.uint8
    )


def test_without_a_bend_it_is_straightening_alone(picture: ImageBgr) -> None:
    plain, seen = straighten_board(Pyramid(picture), GRID, TILTED)
    board, also_seen = unbent(Pyramid(picture), GRID, TILTED, np.zeros((10, 2)))
    inside = (seen > 0) & (also_seen > 0)
    assert inside.mean() > 0.5
    assert np.abs(board.astype(int) - plain)[inside].mean() < 1.0
    assert ((seen > 0) == (also_seen > 0)).mean() > 0.99


def test_a_shift_that_all_blocks_show_is_undone(picture: ImageBgr) -> None:
    rng = np.random.default_rng(4)
    places = rng.uniform((0, 0), (8, 6), (60, 2))
    shifts = np.tile([0.25, -0.125], (60, 1)) + rng.normal(0, 0.005, (60, 2))
    shifts[:8] = rng.uniform(-0.3, 0.3, (8, 2))
    field = bend_of(places, shifts, GRID)
    assert field is not None
    plain, _ = straighten_board(Pyramid(picture), GRID, TILTED)
    board, _ = unbent(Pyramid(picture), GRID, TILTED, field)
    right, up = round(0.25 * PX_PER_CELL), round(0.125 * PX_PER_CELL)
    inner = (slice(80, -80), slice(80, -80))
    moved = np.roll(plain, (up, -right), (0, 1))
    assert np.abs(board.astype(int) - moved)[inner].mean() < 4.0


def test_few_blocks_tell_no_bend() -> None:
    assert bend_of(np.zeros((10, 2)), np.ones((10, 2)), GRID) is None


def test_a_part_is_straightened_as_the_whole_is(picture: ImageBgr) -> None:
    changed = np.zeros(48, bool)
    changed[[9, 10, 44]] = True
    boxes = boxes_round(GRID, changed)
    assert [tuple(along // PX_PER_CELL for along in box) for box in boxes] == [
        (1, 1, 5, 4),
        (4, 5, 7, 8),
    ]
    field = np.zeros((10, 2))
    field[4] = 0.1, -0.05
    for box in boxes:
        inside = slice(box.top, box.bottom), slice(box.left, box.right)
        plain, _ = straighten_board(Pyramid(picture), GRID, TILTED)
        part = straighten_box(Pyramid(picture), GRID, TILTED, box)
        assert np.abs(part.astype(int) - plain[inside]).max() <= 2
        bent, _ = unbent(Pyramid(picture), GRID, TILTED, field)
        part = unbent_box(Pyramid(picture), GRID, TILTED, field, box)
        assert np.abs(part.astype(int) - bent[inside]).mean() < 1
