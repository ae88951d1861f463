"""A lesson in a board: empty with its corners, then each tile once, a test, a set that reads."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from companion.errors import BadLesson
from companion.table.teaching import board_lesson
from companion.table.teaching.board_lesson import BoardLesson, with_cell
from companion.table.teaching.lesson import Family
from companion.table.teaching.shapes import LessonTop, Place, TappedPiece
from tests.rigs.boards import (
    COLUMNS,
    LABELS,
    ROWS,
    SIZE_WH,
    DrawnBoard,
    Placed,
    View,
    each_tile_once,
)
from vision.board_grid import BoardGrid, through
from vision.boards.matched.reader import BoardReader
from vision.boards.sets import load_board
from vision.frame import ImageBgr
from vision.readings.board import EMPTY

FAMILY = Family(LABELS, ("gang",), COLUMNS, ROWS)
VIEW = View(tilt_deg=8.0)
OTHER_VIEW = View(tilt_deg=10.0, turn_deg=4.0, shift_cells=(0.4, -0.3), exposure=0.95)
Cells = dict[tuple[int, int], Placed]


@dataclass(frozen=True, eq=False)
class Photos:
    """Photographs of one board: empty, with each tile once, and with three tiles in other places."""

    empty: ImageBgr
    corners: list[Place]
    laid: ImageBgr
    each_once: Cells
    others: ImageBgr
    three: Cells


@pytest.fixture(scope="module")
def photos() -> Photos:
    board = DrawnBoard(3)
    empty, camera = board.photograph({}, VIEW)
    each_once = each_tile_once(np.random.default_rng(4))
    three: Cells = {(3, 3): Placed(LABELS[5], 1), (8, 2): Placed(LABELS[6]), (11, 7): Placed(LABELS[9])}
    return Photos(
        empty,
        [(x / SIZE_WH[0], y / SIZE_WH[1]) for x, y in camera.corners_px],
        board.photograph(each_once, OTHER_VIEW, 1)[0],
        each_once,
        board.photograph(three, VIEW, 5)[0],
        three,
    )


@pytest.fixture
def lesson() -> BoardLesson:
    return BoardLesson("mine", FAMILY)


@pytest.fixture(scope="module")
def taught(photos: Photos) -> BoardLesson:
    """A lesson in which each tile was shown once."""
    lesson = BoardLesson("mine", FAMILY)
    begin(lesson, photos)
    lesson.show(photos.laid, "camera")
    name_all(lesson, photos.each_once)
    return lesson


def begin(lesson: BoardLesson, photos: Photos) -> None:
    """Show the empty board, and where its corners are."""
    lesson.show(photos.empty, "camera")
    lesson.place(COLUMNS, ROWS, photos.corners)


def tops(lesson: BoardLesson) -> list[LessonTop]:
    picture = lesson.shape()["picture"]
    assert picture is not None
    return picture["tops"]


def centre_of(lesson: BoardLesson, cell: tuple[int, int]) -> Place:
    grid = lesson.shape()["grid"]
    assert grid is not None
    matrix = BoardGrid(COLUMNS, ROWS).matrix_of(np.array(grid["corners"]))
    ((x, y),) = through(matrix, np.array([[cell[0] + 0.5, cell[1] + 0.5]])).tolist()
    return x, y


def name(lesson: BoardLesson, cell: tuple[int, int], here: Placed) -> None:
    """Say what lies on a cell."""
    at = centre_of(lesson, cell)
    lesson.tap(TappedPiece(at, here.label or EMPTY, turns=here.turns, on=here.on))


def name_all(lesson: BoardLesson, cells: Cells) -> None:
    """Say of everything that lies there what it is."""
    for cell, here in cells.items():
        name(lesson, cell, here)


def kinds(lesson: BoardLesson) -> dict[str, list[str]]:
    return {note["kind"]: note["faces"] for note in lesson.shape()["notes"]}


def test_a_lesson_begins_with_the_empty_board_and_its_corners(
    lesson: BoardLesson, photos: Photos
) -> None:
    unset = {"corners": None, "fixed": False, "set": None, "changeable": False}
    assert lesson.shape()["grid"] == {"columns": COLUMNS, "rows": ROWS, **unset}
    begin(lesson, photos)
    shape = lesson.shape()
    assert shape["picture"] is None
    assert shape["grid"] is not None
    assert shape["grid"]["fixed"]
    assert kinds(lesson) == {"board_never_shown": [*LABELS, "gang"]}


def test_most_pieces_that_lie_there_are_seen_before_they_were_ever_taught(
    lesson: BoardLesson, photos: Photos
) -> None:
    begin(lesson, photos)
    lesson.show(photos.laid, "camera")
    seen = {top["cell"] for top in tops(lesson)}
    assert seen <= set(photos.each_once)
    assert len(seen) >= len(photos.each_once) - 2


def test_what_was_shown_once_is_missed_no_more(taught: BoardLesson) -> None:
    assert kinds(taught) == {}
    counts = {one["face"]: one["samples"] for one in taught.shape()["faces"]}
    assert counts == dict.fromkeys(LABELS, 1) | {"gang": 2}


def test_a_taught_board_is_saved_tested_and_read_with(
    taught: BoardLesson, photos: Photos, tmp_path: Path
) -> None:
    taught.write(tmp_path / "mine")
    reading = BoardReader(load_board(tmp_path / "mine")).read(photos.others)
    right = {cell: placed.label for cell, placed in photos.three.items()}
    assert {cell.cell: cell.label for cell in reading.cells} == right

    taught.test(photos.others)
    assert {top["cell"]: top["read"] for top in tops(taught)} == right
    name(taught, (3, 3), Placed(LABELS[1]))
    taught.judge()
    assert taught.shape()["tested"] == (2, 3)


def test_the_last_tap_on_a_picture_is_taken_back(lesson: BoardLesson, photos: Photos) -> None:
    begin(lesson, photos)
    lesson.show(photos.laid, "camera")
    before = tops(lesson)
    name(lesson, (0, 0), Placed(LABELS[0], turns=2))
    assert [top["turns"] for top in tops(lesson) if top["cell"] == (0, 0)] == [2]
    assert lesson.shape()["can_undo"]
    lesson.undo()
    assert tops(lesson) == before
    assert not lesson.shape()["can_undo"]


@pytest.mark.parametrize(
    "corners",
    [
        [(0.1, 0.1), (0.1, 0.9), (0.9, 0.9), (0.9, 0.1)],
        [(0.1, 0.1), (0.9, 0.9), (0.9, 0.1), (0.1, 0.9)],
        [(0.5, 0.5), (0.51, 0.5), (0.51, 0.51), (0.5, 0.51)],
        [(0.1, 0.1), (0.1, 0.1), (0.1, 0.1), (0.1, 0.1)],
    ],
    ids=["the wrong way round", "crossed", "too near", "the same"],
)
def test_corners_that_go_round_no_board_are_refused(
    lesson: BoardLesson, photos: Photos, corners: list[Place]
) -> None:
    lesson.show(photos.empty, "camera")
    with pytest.raises(BadLesson, match="corners"):
        lesson.place(COLUMNS, ROWS, corners)


def test_a_tap_beside_the_board_is_said(lesson: BoardLesson, photos: Photos) -> None:
    begin(lesson, photos)
    lesson.show(photos.empty, "camera")
    with pytest.raises(BadLesson, match="square"):
        lesson.tap(TappedPiece((0.001, 0.001), LABELS[0]))


def test_nothing_is_saved_before_the_board_is_known(lesson: BoardLesson, tmp_path: Path) -> None:
    with pytest.raises(BadLesson):
        lesson.write(tmp_path / "mine")
    with pytest.raises(BadLesson):
        lesson.test(np.zeros((90, 120, 3), np.uint8))


def test_where_the_board_is_not_found_its_corners_are_asked(lesson: BoardLesson, photos: Photos) -> None:
    begin(lesson, photos)
    lesson.show(np.full((1296, 2304, 3), 90, np.uint8), "camera")
    grid = lesson.shape()["grid"]
    assert grid is not None
    assert (grid["corners"], grid["fixed"]) == (None, True)
    lesson.place(COLUMNS, ROWS, photos.corners)
    grid = lesson.shape()["grid"]
    assert grid is not None
    assert grid["corners"] is not None
    assert np.allclose(grid["corners"], photos.corners, atol=1e-4)


def test_a_cell_of_a_picture_is_kept_as_one_more_sample(
    taught: BoardLesson, photos: Photos, tmp_path: Path
) -> None:
    taught.write(tmp_path / "mine")
    earlier = load_board(tmp_path / "mine")
    cell, placed = next(iter(photos.three.items()))
    (found,) = (one for one in BoardReader(earlier).read(photos.others).cells if one.cell == cell)
    width, height = SIZE_WH
    at = (found.centre_px.x / width, found.centre_px.y / height)
    label = placed.label or EMPTY
    kept = with_cell("mine", earlier, photos.others, TappedPiece(at, label, turns=placed.turns))
    assert {one.name for one in kept.labels} == {one.name for one in earlier.labels}
    new = {one.name for one in kept.samples} - {one.name for one in earlier.samples}
    assert [one.label for one in kept.samples if one.name in new] in ([label], [])
    for wrong, why in (
        (TappedPiece(at, "a sun"), "no_face"),
        (TappedPiece((0.0, 0.0), label), "no_square"),
    ):
        with pytest.raises(BadLesson) as error:
            with_cell("mine", earlier, photos.others, wrong)
        assert error.value.reason is not None
        assert error.value.reason.code == f"error.teaching.{why}"


def test_a_cell_on_which_a_gang_stands_is_kept_as_one_more_sample_of_the_gang(
    taught: BoardLesson, photos: Photos, tmp_path: Path
) -> None:
    """Who says that something stands there knows it; who does not say so is refused where it does."""
    taught.write(tmp_path / "mine")
    earlier = load_board(tmp_path / "mine")
    cell, placed = next(iter(photos.three.items()))
    (found,) = (one for one in BoardReader(earlier).read(photos.others).cells if one.cell == cell)
    at = (found.centre_px.x / SIZE_WH[0], found.centre_px.y / SIZE_WH[1])
    label = placed.label or EMPTY
    kept = with_cell("mine", earlier, photos.others, TappedPiece(at, label, turns=0, on="gang"))
    assert len(kept.samples) <= len(earlier.samples)
    assert {one.label for one in kept.pawns} == {"gang"}
    for face, on in ((label, "a hat"), (EMPTY, EMPTY), (EMPTY, None)):
        with pytest.raises(BadLesson) as error:
            with_cell("mine", earlier, photos.others, TappedPiece(at, face, turns=0, on=on))
        assert error.value.reason is not None
        assert error.value.reason.code == "error.teaching.no_face"


def nudged_corners(photos: Photos, cells: float) -> list[Place]:
    """Return the corners, each so many cells too far to the right."""
    (left, _), (right, _) = photos.corners[:2]
    return [(x + cells * (right - left) / (COLUMNS - 1), y) for x, y in photos.corners]


def said(lesson: BoardLesson) -> dict[tuple[int, int] | None, str | None]:
    return {top["cell"]: top["face"] for top in tops(lesson)}


def test_what_was_named_is_learnt_anew_where_the_corners_were_only_a_little_off(
    lesson: BoardLesson, photos: Photos
) -> None:
    lesson.show(photos.empty, "camera")
    lesson.place(COLUMNS, ROWS, nudged_corners(photos, 0.15))
    lesson.show(photos.others, "camera")
    name_all(lesson, photos.three)
    lesson.unplace()
    assert lesson.shape()["grid"] is not None
    assert not lesson.shape()["faces"]
    lesson.place(COLUMNS, ROWS, photos.corners)
    shape = lesson.shape()
    assert (shape["again"], shape["picture"]) == (0, None)
    assert {one["face"] for one in shape["faces"]} == {piece.label for piece in photos.three.values()}


def test_on_a_grid_with_another_column_what_may_lie_elsewhere_is_named_again(
    lesson: BoardLesson, photos: Photos, tmp_path: Path
) -> None:
    """A newcomer counts a column too few, teaches three tiles, takes another picture, and sees it."""
    lesson.show(photos.empty, "camera")
    lesson.place(COLUMNS - 1, ROWS, photos.corners)
    lesson.show(photos.others, "camera")
    wrong: Cells = {(3, 3): photos.three[3, 3], (7, 2): photos.three[8, 2], (10, 7): photos.three[11, 7]}
    for cell, here in wrong.items():
        centre = through(
            BoardGrid(COLUMNS - 1, ROWS).matrix_of(np.array(photos.corners)),
            np.array([[cell[0] + 0.5, cell[1] + 0.5]]),
        )[0]
        lesson.tap(
            TappedPiece((float(centre[0]), float(centre[1])), here.label or EMPTY, turns=here.turns)
        )
    lesson.show(photos.laid, "camera")
    lesson.unplace()
    lesson.place(COLUMNS, ROWS, photos.corners)
    shape = lesson.shape()
    assert shape["again"] == 1
    assert shape["picture"] is not None
    assert shape["picture"]["source"] == "again"
    kept = {cell: face for cell, face in said(lesson).items() if face is not None}
    assert kept.items() <= {cell: piece.label for cell, piece in photos.three.items()}.items()
    assert len(kept) < len(photos.three)
    name_all(lesson, photos.three)
    lesson.again()
    assert lesson.shape()["again"] == 0
    name_all(lesson, photos.each_once)
    lesson.write(tmp_path / "mine")
    reading = BoardReader(load_board(tmp_path / "mine")).read(photos.others)
    assert {cell.cell: cell.label for cell in reading.cells} == {
        cell: piece.label for cell, piece in photos.three.items()
    }


def test_a_board_that_was_tapped_from_another_corner_is_named_anew(
    lesson: BoardLesson, photos: Photos
) -> None:
    begin(lesson, photos)
    lesson.show(photos.others, "camera")
    name_all(lesson, photos.three)
    lesson.unplace()
    lesson.place(COLUMNS, ROWS, [*photos.corners[2:], *photos.corners[:2]])
    assert lesson.shape()["picture"] is not None
    assert set(said(lesson).values()) == {None}


def test_where_more_was_taught_than_is_kept_the_grid_stays(
    lesson: BoardLesson, photos: Photos, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_lesson, "MOST_KEPT_BYTES", photos.others.nbytes)
    begin(lesson, photos)
    for _ in range(2):
        lesson.show(photos.others, "camera")
        name_all(lesson, photos.three)
    grid = lesson.shape()["grid"]
    assert grid is not None
    assert grid["changeable"]  # two pictures are not yet learnt
    with pytest.raises(BadLesson, match="taught on these squares"):
        lesson.unplace()
    grid = lesson.shape()["grid"]
    assert grid is not None
    assert not grid["changeable"]
    with pytest.raises(BadLesson, match="no photograph"):
        lesson.again()
