"""Lessons that are odd, but mean something: counts of what lies in holes, corners where no board lies,
labels of pieces that look the same."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.rigs.other_art import Disc, Discs, OtherBoard
from vision.board_grid import BoardGrid, is_place
from vision.boards.teaching.teacher import BoardTeacher
from vision.errors import BadSet
from vision.lesson import Lesson
from vision.manifests.labelled import LabelledBoard, LabelledPhoto, LabelledPiece
from vision.readings.places import PointPx
from vision.tokens.reader import TokenReader
from vision.tokens.sets import HOLE, TokenSet
from vision.tokens.teaching.board import place_of
from vision.tokens.teaching.teacher import MOST_SAMPLES, TokenTeacher

GRID = BoardGrid(4, 3)
FILLED = (0.4, 0.7, 1.0)
HERE = PointPx(40, 30)
NO_BOARDS = {
    "one point": [HERE] * 4,
    "a line": [PointPx(40 + 30 * n, 30) for n in range(4)],
    "two alike": [HERE, HERE, PointPx(160, 30), PointPx(160, 150)],
    "crosswise": [HERE, PointPx(160, 150), PointPx(160, 30), PointPx(40, 150)],
    "behind the camera": [HERE, PointPx(160, 30), PointPx(100, 60), PointPx(40, 150)],
}


def said(
    discs: Discs, lie: Sequence[Disc], corners: tuple[PointPx, ...] | None, name: str, *, placed: bool
) -> LabelledPhoto:
    tokens = tuple(LabelledPiece(disc.label, disc.centre_px, cell=disc.cell) for disc in lie)
    counts = Counter(token.label for token in tokens)
    return LabelledPhoto(
        Path(name), name, tokens if placed else None, counts, grid=discs.grid, corners_px=corners
    )


def taught(discs: Discs, *, placed: bool) -> Lesson[TokenSet]:
    teacher = TokenTeacher("discs")
    for number, filled in enumerate(FILLED):
        image, lie, corners = discs.photograph(number, filled)
        teacher.show(image, said(discs, lie, corners, f"{number}.jpg", placed=placed))
    return teacher.lesson()


def test_counts_of_what_lies_in_a_boards_holes_teach_tokens_and_board() -> None:
    discs = Discs(3, ("red", "blue"), GRID, (480, 360))
    lesson = taught(discs, placed=False)
    board = lesson.taught.board
    assert board is not None
    assert board.grid == GRID
    lie = [disc.label for number in range(3) for disc in discs.photograph(number, FILLED[number])[1]]
    most = {label: min(many, MOST_SAMPLES) for label, many in Counter(lie).items()}
    assert Counter(sample.label for sample in lesson.taught.samples) == most
    assert not [note for note in lesson.notes if note.serious]


def test_a_hole_in_which_something_lies_is_no_sample_of_an_empty_one() -> None:
    discs = Discs(3, ("red", "blue"), GRID, (480, 360))
    placed, counted = (taught(discs, placed=placed).taught for placed in (True, False))
    holes = [[one for one in each.nothing if one.label == HOLE] for each in (placed, counted)]
    assert len(holes[0]) == len(holes[1]) > 0
    assert max(one.crop_bgr[20:28, 20:28].mean() for one in holes[1]) < 40


def test_labels_of_discs_that_look_the_same_teach_but_nothing_is_sure() -> None:
    discs = Discs(4, ("red", "blue"), GRID, (480, 360), alike=True)
    lesson = taught(discs, placed=True)
    image, _, _ = discs.photograph(7, 0.5)
    assert not any(token.sure for token in TokenReader(lesson.taught).read(image).tokens)


@pytest.mark.parametrize("corners", NO_BOARDS.values(), ids=NO_BOARDS)
def test_corners_between_which_no_board_lies_are_told(corners: list[PointPx]) -> None:
    assert not is_place(GRID, GRID.matrix_of(np.array(corners)))
    image, _ = OtherBoard(1, GRID).photograph({})
    teacher = BoardTeacher("mine", GRID)
    teacher.show(image, LabelledBoard(Path("a"), "a.jpg", GRID, {}, tuple(corners), frozenset()))
    with pytest.raises(BadSet, match="no board can lie with these corners"):
        teacher.lesson()
    empty = said(Discs(1, ("red",), GRID), (), tuple(corners), "a.jpg", placed=True)
    assert place_of(GRID, empty, np.zeros((0, 2))) is None


def test_corners_of_a_board_seen_aslant_are_a_place() -> None:
    corners = [PointPx(10, 10), PointPx(600, 40), PointPx(500, 400), PointPx(80, 380)]
    assert is_place(GRID, GRID.matrix_of(np.array(corners)))
    assert is_place(GRID, GRID.matrix_of(np.array(corners[::-1])))
