"""A board whose print is partly the same turned is found as it lies, upside down, too."""

import cv2
import numpy as np
import pytest

from vision.board_grid import BoardGrid, through
from vision.boards.finding.finder import BoardFinder
from vision.frame import ImageBgr
from vision.pyramid import Pyramid

GRID = BoardGrid(12, 8)
WIDTH, HEIGHT = GRID.straightened_wh


def printed(share_alike: float) -> ImageBgr:
    """Return a board of which so large a part looks the same turned by half."""
    rng = np.random.default_rng(4)
    small = rng.integers(90, 220, (4 * (GRID.rows + 2), 4 * (GRID.columns + 2), 3), np.uint8)
    same = np.repeat(np.repeat(rng.random((GRID.rows + 2, GRID.columns + 2)), 4, 0), 4, 1) < share_alike
    both = np.where((same & same[::-1, ::-1])[..., None], small, 0)
    half = np.arange(small.shape[0])[:, None, None] < small.shape[0] // 2
    alike = np.where(half, both, both[::-1, ::-1])
    art = np.where(alike > 0, alike, small).astype(np.uint8)
    return np.asarray(cv2.resize(art, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC), np.uint8)


@pytest.mark.parametrize("share_alike", [0.0, 0.54, 0.58, 0.8])
@pytest.mark.parametrize("turned", [False, True])
def test_a_board_is_found_as_it_lies(share_alike: float, turned: bool) -> None:
    board = printed(share_alike)
    frame = (WIDTH + 200, HEIGHT + 160)
    known = np.full((HEIGHT, WIDTH), 255, np.uint8)
    shift = np.array([[1.0, 0, 100], [0, 1.0, 80]])
    corners = GRID.corner_centres * 48 + 48 + np.array([100.0, 80.0])
    taught = GRID.matrix_of(corners)
    finder = BoardFinder(GRID, board, known, taught, frame)
    lying = np.ascontiguousarray(board[::-1, ::-1]) if turned else board
    seen = cv2.warpAffine(lying, shift, frame, borderValue=(60, 60, 60))
    fit = finder.find(Pyramid(np.asarray(seen, np.uint8)))
    assert fit is not None
    found = through(fit.matrix, GRID.corner_centres)
    expected = np.roll(corners, 2, 0) if turned else corners
    assert np.abs(found - expected).max() < 3


@pytest.mark.parametrize("turned", [False, True])
def test_a_board_of_which_hardly_more_than_the_same_parts_are_seen_lies_as_most_looks_bare(
    turned: bool,
) -> None:
    board = printed(0.97)
    corners = GRID.corner_centres * 48 + 48
    taught, known = GRID.matrix_of(corners), np.full((HEIGHT, WIDTH), 255, np.uint8)

    def bare(seen_bgr: ImageBgr) -> float:
        away = np.abs(seen_bgr.astype(np.float32) - board).mean(2)
        return float((cv2.resize(away, (GRID.columns + 2, GRID.rows + 2)) < 12).sum())

    finder = BoardFinder(GRID, board, known, taught, (WIDTH, HEIGHT), bare)
    seen = np.ascontiguousarray(board[::-1, ::-1]) if turned else board.copy()
    seen[100:-100, 150:-400] = 60
    fit = finder.find(Pyramid(seen))
    assert fit is not None
    expected = np.roll(corners, 2, 0) if turned else corners
    assert np.abs(through(fit.matrix, GRID.corner_centres) - expected).max() < 3
