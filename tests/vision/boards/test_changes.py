"""Which cells of a board look otherwise than a moment ago."""

import numpy as np
from numpy.typing import NDArray

from vision.board_grid import BoardGrid
from vision.boards.changes import SeenBefore, seen_now
from vision.frame import ImageBgr
from vision.pyramid import Pyramid

GRID = BoardGrid(6, 4)
PX = 50
AT_PX = 100


def picture(seed: int = 0, noise: float = 3.0) -> ImageBgr:
    """Return a grey table of 6 x 4 cells of 50 px, the first at (100, 100), with a camera's noise."""
    rng = np.random.default_rng(seed)
    plain = np.full((400, 600, 3), 120.0) + rng.normal(0, noise, (400, 600, 3))
    return np.clip(plain, 0, 255).astype(np.uint8)


def seen(image_bgr: ImageBgr) -> SeenBefore:
    """Return what is remembered of a picture."""
    matrix = np.array([[PX, 0, AT_PX], [0, PX, AT_PX], [0, 0, 1.0]])
    return seen_now(Pyramid(image_bgr), GRID, matrix)


def changed(before: SeenBefore, image_bgr: ImageBgr) -> NDArray[np.bool_]:
    """Return which cells look otherwise in a picture."""
    return before.changed(before.where(Pyramid(image_bgr)))


def laid(image_bgr: ImageBgr, column: int, row: int, levels: int = 20) -> ImageBgr:
    """Return the picture with a brighter square in the middle of a cell."""
    image_bgr = image_bgr.copy()
    top, left = AT_PX + row * PX + 20, AT_PX + column * PX + 20
    image_bgr[top : top + 10, left : left + 10] += np.uint8(levels)
    return image_bgr


def test_noise_changes_nothing() -> None:
    assert not changed(seen(picture(1)), picture(2)).any()


def test_a_square_of_a_fifth_of_a_cell_changes_its_cell() -> None:
    cells = changed(seen(picture(1)), laid(picture(2), 4, 2))
    assert [GRID.cells[number] for number in np.nonzero(cells)[0]] == [(4, 2)]


def test_what_changes_at_a_cells_edge_changes_its_neighbour_too() -> None:
    image = picture(2)
    image[AT_PX + 10 : AT_PX + 30, AT_PX + 90 : AT_PX + 98] += np.uint8(30)
    cells = changed(seen(picture(1)), image)
    assert [GRID.cells[number] for number in np.nonzero(cells)[0]] == [(1, 0), (2, 0)]


def test_what_happens_beside_the_board_changes_no_cell() -> None:
    image = picture(2)
    image[:, :60] = 0
    assert not changed(seen(picture(1)), image).any()


def test_only_what_has_changed_is_remembered_anew() -> None:
    first, second = seen(picture(1)), laid(picture(2), 1, 1)
    renewed = first.renewed(Pyramid(second), first.where(Pyramid(second)))
    assert not changed(renewed, second).any()
    assert np.array_equal(renewed.picture[-20:], first.picture[-20:])


def test_a_drift_too_slow_to_be_seen_adds_up() -> None:
    first = seen(picture(1, 0))
    for levels in (2, 3):
        now = laid(picture(1, 0), 3, 1, levels)
        assert not changed(first, now).any()
        first = first.renewed(Pyramid(now), first.where(Pyramid(now)))
    assert changed(first, laid(picture(1, 0), 3, 1, 12)).any()
