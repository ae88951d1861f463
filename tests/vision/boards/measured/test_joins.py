"""What may lie on a cell beside parts of pieces that reach over several cells."""

import numpy as np
import pytest

from vision.boards.grid import BoardGrid
from vision.boards.measured.joins import JoinedNames, Name
from vision.boards.sets import BoardSet, Join, Label
from vision.readings.board import EMPTY

GRID = BoardGrid(4, 3)
LABELS = (
    Label("street.start", 4),
    Label("street.bridge", 2),
    Label("street.end", 4),
    Label("street.single", 1),
)
NAMES = [(label.name, turns) for label in LABELS for turns in range(label.rotations)]
BARE = (EMPTY, 0)
CELL = 5
"""Column 1, row 1; above it lies 1, on its right 6, below it 9, on its left 4."""


def joined(*joins: Join) -> JoinedNames:
    nothing = np.zeros((1, 1, 3), np.uint8)
    return JoinedNames(
        BoardSet("x", GRID, nothing, nothing[..., 0], (), (1, 1), LABELS, joins=joins), NAMES
    )


STREETS = joined(
    Join("street.start", "street.end", 0),
    Join("street.start", "street.bridge", 0),
    Join("street.bridge", "street.end", 0),
)


def allowed(beside: dict[int, list[Name]], cell: int = CELL) -> set[Name]:
    found = STREETS.allowed(STREETS.may_lie(beside))[cell]
    return {name for name, may_lie in zip([*NAMES, BARE], found, strict=True) if may_lie}


def test_where_nothing_is_known_anything_may_lie() -> None:
    assert allowed({}) == {*NAMES, BARE}


def test_a_beginning_goes_on_where_it_runs_to_and_nowhere_else() -> None:
    assert allowed({4: [("street.start", 1)]}) == {("street.end", 1), ("street.bridge", 1)}
    assert ("street.end", 1) not in allowed({4: [("street.start", 0)]})


@pytest.mark.parametrize("cell", [4, 1, 6, 9])
def test_beside_a_bare_cell_ends_no_part_that_would_go_on_there(cell: int) -> None:
    left = {1: ("street.start", 0), 6: ("street.start", 1), 9: ("street.start", 2)}
    assert left.get(cell, ("street.start", 3)) not in allowed({cell: [BARE]})
    assert ("street.single", 0) in allowed({cell: [BARE]})


def test_a_part_that_looks_alike_turned_goes_on_either_way() -> None:
    on_top = allowed({1: [("street.bridge", 0)]})
    assert {("street.start", 0), ("street.end", 2)} <= on_top
    assert BARE not in on_top


def test_round_the_board_lies_nothing() -> None:
    assert ("street.start", 0) not in allowed({}, cell=1)
    assert ("street.end", 0) in allowed({}, cell=1)


def test_all_that_may_lie_beside_a_cell_counts() -> None:
    either = allowed({4: [("street.start", 1), ("street.single", 0)]})
    assert {("street.end", 1), ("street.single", 0), BARE} <= either


def test_where_no_parts_are_joined_anything_goes_with_anything() -> None:
    none = joined()
    assert not none.tells
    assert none.allowed(none.may_lie({4: [("street.start", 1)]})).all()
