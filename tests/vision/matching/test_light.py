"""Another lamp is undone for the whole board, and pieces keep their own colour."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.matching.light import as_picture, as_seen, in_taught_light

HEIGHT, WIDTH = 384, 480
KNOWN = np.full((HEIGHT, WIDTH), 255, np.uint8)


def board(seed: int = 0) -> NDArray[np.float32]:
    rng = np.random.default_rng(seed)
    rough = rng.uniform(70, 190, (8, 10, 3)).astype(np.float32)
    return np.asarray(cv2.resize(rough, (WIDTH, HEIGHT), interpolation=cv2.INTER_NEAREST), np.float32)


def lit(levels: NDArray[np.float32], balance: tuple[float, float, float]) -> NDArray[np.uint8]:
    """As another lamp shows it: another colour, brighter to the right."""
    slope = np.linspace(0.7, 1.25, WIDTH, dtype=np.float32)[None, :, None]
    return np.asarray(np.clip(levels * slope * np.array(balance, np.float32), 0, 255), np.uint8)


@pytest.mark.parametrize("balance", [(0.75, 0.9, 1.1), (1.15, 1.0, 0.7), (0.5, 0.5, 0.5)])
def test_a_bare_board_looks_as_it_was_taught(balance: tuple[float, float, float]) -> None:
    bare = board()
    seen = as_picture(in_taught_light(lit(bare, balance), bare.astype(np.uint8), KNOWN))
    assert np.abs(seen - bare).mean() < 6


def test_many_pieces_of_one_colour_keep_it() -> None:
    """A third of the board is red: a light that followed them would make them grey and the board
    green."""
    bare, red = board(), np.array([40, 50, 200], np.float32)
    cells = (np.random.default_rng(1).random((8, 10)) < 1 / 3).astype(np.uint8)
    lies = cv2.resize(cells, (WIDTH, HEIGHT), interpolation=cv2.INTER_NEAREST) > 0
    full = np.where(lies[..., None], red, bare).astype(np.float32)
    relit = in_taught_light(lit(full, (0.8, 0.95, 1.1)), bare.astype(np.uint8), KNOWN)
    seen = as_picture(relit).astype(np.float32)
    assert np.abs(seen[~lies] - bare[~lies]).mean() < 8
    assert np.abs(seen[lies].mean(0) - red).max() < 15


def test_what_was_never_seen_bare_tells_nothing_of_the_light() -> None:
    bare, known = board(), KNOWN.copy()
    known[:, : WIDTH // 2] = 0
    hidden = bare.copy()
    hidden[:, : WIDTH // 2] = 127
    relit = in_taught_light(lit(bare, (0.75, 0.9, 1.1)), hidden.astype(np.uint8), known)
    seen = as_picture(relit).astype(np.float32)
    right = np.s_[:, WIDTH // 2 + 16 :]
    assert np.abs(seen[right] - bare[right]).mean() < 6


def test_a_board_that_was_never_seen_bare_is_left_as_it_is() -> None:
    seen = lit(board(), (0.8, 0.9, 1.0))
    assert np.array_equal(in_taught_light(seen, seen, np.zeros_like(KNOWN)), as_seen(seen))


def test_a_camera_that_mixes_colours_otherwise_is_undone() -> None:
    """Another white balance takes a part of one colour for another."""
    bare = board()
    mixing = np.array([[0.85, 0.1, 0.05], [0.0, 0.9, 0.1], [0.05, 0.2, 0.75]], np.float32)
    mixed = np.clip(bare @ mixing.T, 0, 255).astype(np.uint8)
    seen = as_picture(in_taught_light(mixed, bare.astype(np.uint8), KNOWN))
    assert np.abs(seen - bare).mean() < 0.4 * np.abs(mixed - bare).mean()
