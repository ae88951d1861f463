"""Which parts lie together as one piece, learnt from labels."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from vision.board_grid import BoardGrid
from vision.boards.sets import BoardSet, Label, PartsJoin
from vision.boards.teaching.joins import learnt_joins
from vision.manifests.labelled import LabelledBoard, LabelledCell
from vision.readings.places import GridCell

GRID = BoardGrid(6, 6)
PIECE = {(1, 1): ("street.end", 0), (1, 2): ("street.bridge", 0), (1, 3): ("street.start", 0)}
TURNED = {(3, 4): ("street.start", 1), (4, 4): ("street.end", 1)}
JOINS = (
    PartsJoin("street.bridge", "street.end", 0),
    PartsJoin("street.start", "street.bridge", 0),
    PartsJoin("street.start", "street.end", 0),
)


def photo(
    cells: Mapping[tuple[int, int], tuple[str, int]], hidden: tuple[tuple[int, int], ...] = ()
) -> LabelledBoard:
    named = {GridCell(*cell): LabelledCell(*said) for cell, said in cells.items()}
    return LabelledBoard(
        Path("a"), "a", GRID, named, None, frozenset(GridCell(*cell) for cell in hidden)
    )


def test_parts_of_a_piece_are_joined_however_it_is_turned() -> None:
    assert learnt_joins(None, [photo(PIECE | TURNED)]) == JOINS


def test_pieces_that_only_happen_to_lie_beside_each_other_are_not_joined() -> None:
    one_after_the_other = ("street.start", "street.end", "street.start", "street.end")
    beside = {(x, 5): (part, 1) for x, part in enumerate(one_after_the_other)}
    beside[1, 4] = ("street.single", 0)
    alone = {(1, 1): ("street.single", 2)}
    assert learnt_joins(None, [photo(PIECE | TURNED | beside), photo(alone | TURNED)]) == JOINS


def test_parts_turned_otherwise_or_of_another_name_are_not_joined() -> None:
    cells = {(1, 1): ("A", 0), (1, 2): ("B", 0), (3, 1): ("wall.end", 0), (3, 2): ("street.start", 0)}
    assert learnt_joins(None, [photo(cells | {(5, 1): ("x.a", 0), (5, 2): ("x.b", 1)})]) == ()


def test_what_is_hidden_tells_nothing() -> None:
    half = {(4, 4): ("street.start", 1)}
    assert learnt_joins(None, [photo(PIECE | TURNED), photo(half, hidden=((5, 4),))]) == JOINS
    assert JOINS[2] not in learnt_joins(None, [photo(PIECE | TURNED), photo(half)])


def test_a_lesson_goes_on_with_what_an_earlier_one_saw() -> None:
    names = ("street.start", "street.bridge", "street.end", "street.single")
    nothing = np.zeros((1, 1, 3), np.uint8)
    labels = tuple(Label(name, 4) for name in names)
    earlier = BoardSet("x", GRID, nothing, nothing[..., 0], (), (1, 1), labels, joins=JOINS)
    beside = {(1, 4): ("street.single", 0), (1, 3): ("street.start", 0), (1, 2): ("street.end", 0)}
    assert learnt_joins(earlier, [photo(beside)]) == JOINS
    assert learnt_joins(replace(earlier, joins=()), [photo(TURNED)]) == (JOINS[2],)
