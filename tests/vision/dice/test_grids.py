"""Which dice belong together: built cities with real placing errors, loose dice nearby."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.grids import touching
from vision.readings.dice import Grid
from vision.readings.places import GridCell

SIDE = 16.0


def square(x: float, y: float, angle_deg: float, turns: int = 0) -> NDArray[np.float64]:
    """A top face at (x, y), turned clockwise, its own top left first."""
    angle = np.radians(angle_deg + 90 * turns)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * SIDE / 2
    return np.asarray(half @ turn.T + (x, y))


def cells_of(grid: Grid) -> dict[int, GridCell]:
    return {member.die: member.cell for member in grid.dice}


def built(
    cells: list[tuple[int, int]], angle_deg: float, rng: np.random.Generator
) -> list[NDArray[np.float64]]:
    """Dice built on cells of a turned grid, each up to 1 mm and 5 degrees off."""
    angle = np.radians(angle_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    dice = []
    for cell in cells:
        place = np.array(cell) * (SIDE + 0.6) @ turn.T + rng.uniform(-0.7, 0.7, 2)
        dice.append(square(place[0], place[1], angle_deg + rng.uniform(-5, 5), int(rng.integers(4))))
    return dice


def test_a_die_alone_is_a_grid_of_one() -> None:
    _, grids, unsure = touching([square(0, 0, 30)])
    assert [cells_of(grid) for grid in grids] == [{0: GridCell(0, 0)}]
    assert not unsure


def test_no_dice_no_grids() -> None:
    assert touching([]) == ((), (), frozenset())


def test_two_rows_and_a_loose_die_nearby() -> None:
    dice = [square(0, 0, 0), square(SIDE, 0, 0, 1), square(SIDE, SIDE, 0, 2), square(2.7 * SIDE, 0, 20)]
    _, grids, unsure = touching(dice)
    assert [cells_of(grid) for grid in grids] == [
        {0: GridCell(0, 0), 1: GridCell(1, 0), 2: GridCell(1, 1)},
        {3: GridCell(0, 0)},
    ]
    assert [member.turns for member in grids[0].dice] == [0, 1, 2]
    assert not unsure


def test_a_die_that_touches_askew_is_not_part() -> None:
    _, grids, _ = touching([square(0, 0, 0), square(1.1 * SIDE, 0, 30)])
    assert len(grids) == 2


def test_corner_contact_is_no_contact() -> None:
    _, grids, _ = touching([square(0, 0, 0), square(SIDE, SIDE, 0)])
    assert len(grids) == 2


def test_the_grid_is_upright_in_the_picture() -> None:
    _, grids, _ = touching(
        [square(0, 0, 100), square(SIDE * float(np.cos(0.1745)), SIDE * float(np.sin(0.1745)), 10)]
    )
    assert cells_of(grids[0]) == {0: GridCell(0, 0), 1: GridCell(1, 0)}
    assert [member.turns for member in grids[0].dice] == [1, 0]


@pytest.mark.parametrize("seed", range(40))
def test_built_cities_keep_together_whatever_the_hands_do(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cells = [(0, 0)]
    while len(cells) < 8:
        column, row = cells[int(rng.integers(len(cells)))]
        step = [(1, 0), (-1, 0), (0, 1), (0, -1)][int(rng.integers(4))]
        if (column + step[0], row + step[1]) not in cells:
            cells.append((column + step[0], row + step[1]))
    _, grids, _ = touching(built(cells, float(rng.uniform(-40, 40)), rng))
    left, top = min(c for c, _ in cells), min(r for _, r in cells)
    assert len(grids) == 1
    assert cells_of(grids[0]) == {die: GridCell(c - left, r - top) for die, (c, r) in enumerate(cells)}


def test_a_ring_keeps_its_hole() -> None:
    ring = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)]
    _, grids, unsure = touching([square(SIDE * c, SIDE * r, 0) for c, r in ring])
    assert set(cells_of(grids[0]).values()) == {GridCell(c, r) for c, r in ring}
    assert not unsure
