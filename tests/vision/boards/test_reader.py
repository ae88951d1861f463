"""Reads drawn boards: taught from two photographs, then in other light, tilted, shifted, under hands."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.simulation.games.drunter.pieces import shipped_kit
from tests.rigs.boards import (
    COLUMNS,
    ROWS,
    Camera,
    Cells,
    DrawnBoard,
    Placed,
    View,
    each_tile_once,
    random_lay,
    random_view,
)
from vision.board_grid import BoardGrid
from vision.boards.matched.reader import BoardReader
from vision.boards.sets import PartsJoin
from vision.boards.teaching.teacher import BoardTeacher, teach_board
from vision.frame import ImageBgr
from vision.judging.judged import read_judged
from vision.manifests.labelled import LabelledBoard, LabelledCell
from vision.manifests.manifest import BOARD, read_manifest
from vision.picture_files import load_picture
from vision.readings.board import EMPTY, SIGN_CELLS, BoardReading
from vision.readings.places import GridCell, PointPx
from vision.workshop.evaluation.boards import BOARD_MEASURE, JudgedBoard, judge_board
from vision.workshop.simulation.photos.boards import write_board_photos

GRID = BoardGrid(COLUMNS, ROWS)
DRAWN = DrawnBoard(3)
PLAIN = View()


def labelled(cells: Cells, camera: Camera | None = None, name: str = "x") -> LabelledBoard:
    """Return what a person would say of a drawn photograph."""
    return LabelledBoard(
        Path(name),
        name,
        GRID,
        {
            GridCell(*place): LabelledCell(one.label or EMPTY, one.turns, one.on)
            for place, one in cells.items()
        },
        None if camera is None else tuple(PointPx(x, y) for x, y in camera.corners_px),
        frozenset(),
    )


@pytest.fixture(scope="module")
def reader() -> BoardReader:
    """Give a reader taught from the empty board and one photograph of each tile, beside which hardly
    anything lies on it."""
    rng = np.random.default_rng(1)
    teacher = BoardTeacher("drawn", GRID)
    for number, cells in enumerate(({}, each_tile_once(rng))):
        image, camera = DRAWN.photograph(cells, random_view(rng, 6), 90 + number)
        teacher.show(image, labelled(cells, camera, str(number)))
    lesson = teacher.lesson()
    assert [note.text for note in lesson.notes] == []
    return BoardReader(lesson.taught, 1 / 2000)


@pytest.fixture(scope="module")
def lay() -> Cells:
    """Give one board in play, without pawns."""
    return {
        place: replace(one, on=None)
        for place, one in random_lay(np.random.default_rng(5), 40, 1).items()
        if one.label
    }


@pytest.fixture(scope="module")
def plain(lay: Cells) -> ImageBgr:
    """Give its picture from straight above."""
    return DRAWN.photograph(lay, PLAIN, 5)[0]


@pytest.fixture(scope="module")
def read(reader: BoardReader, plain: ImageBgr) -> BoardReading:
    """Give what was read on it at a first look."""
    return BoardReader(reader.taught, reader.unknown).read(plain)


def surely(reading: BoardReading) -> dict[GridCell, tuple[str, int, str | None]]:
    """Return what a reading is sure of."""
    return {cell.cell: (cell.label, cell.turns, cell.on) for cell in reading.cells if cell.sure}


def judged(reader: BoardReader, image: ImageBgr, cells: Cells) -> JudgedBoard:
    return judge_board(labelled(cells), reader.read(image), reader.taught)


def test_boards_in_any_light_and_tilt_are_read_without_a_silent_error(reader: BoardReader) -> None:
    rng = np.random.default_rng(7)
    boards = []
    for number in range(2):
        cells = random_lay(rng, 45)
        image, _ = DRAWN.photograph(cells, random_view(rng), number)
        boards.append(judged(reader, image, cells))
    report = BOARD_MEASURE.report(boards)
    assert report["boards_found"].share == 1
    assert report["silent"].hits == 0
    assert report["occupied_or_not"].share is not None
    assert report["occupied_or_not"].share >= 0.96
    assert report["occupied_right"].share is not None
    assert report["occupied_right"].share >= 0.8


def test_the_empty_board_is_surely_empty(reader: BoardReader) -> None:
    reading = reader.read(DRAWN.photograph({}, View(exposure=0.8), 3)[0])
    assert (reading.sure, reading.cells, reading.hidden) == (True, (), ())
    assert reading.is_empty


@pytest.mark.parametrize(
    "view",
    [
        View(shift_cells=(1.0, -0.4)),
        View(turn_deg=7),
        View(turn_deg=180),
        View(exposure=0.55, balance_bgr=(0.85, 1.0, 1.15)),
        View(falls=(0.5, -0.3), shadow=0.4),
        View(tilt_deg=20, distance_cells=25),
    ],
    ids=["shifted", "turned", "upside down", "dark", "one lamp", "tilted"],
)
def test_the_same_board_reads_the_same(
    reader: BoardReader, lay: Cells, read: BoardReading, view: View
) -> None:
    before, after = surely(read), surely(reader.read(DRAWN.photograph(lay, view, 5)[0]))
    both = before.keys() & after.keys()
    assert {cell: before[cell] for cell in both} == {cell: after[cell] for cell in both}
    assert len(both) >= 0.75 * len(lay)


def test_cells_under_a_hand_are_never_surely_empty(reader: BoardReader) -> None:
    labels = [label for label in DRAWN.tiles if label.endswith("single")]
    block = [(column, row) for column in range(4, 12) for row in range(4, 9)]
    cells = {at: Placed(labels[n % len(labels)], n % 4) for n, at in enumerate(block)}
    with_hand, _ = DRAWN.photograph(cells, View(hands=1), 8)
    without, _ = DRAWN.photograph(cells, View(), 8)
    reading = reader.read(with_hand)
    assert reading.corners_px is not None
    assert not reading.sure
    assert reading.hidden
    result = judge_board(labelled(cells), reading, reader.taught)
    assert not any(cell.sure and not cell.right for cell in result.cells)
    assert not reader.read(without).hidden


@pytest.mark.parametrize("skin", [(0.8, 0.9, 1.1), (0.55, 0.65, 0.8), (0.3, 0.35, 0.45)])
def test_cells_under_a_smooth_hand_near_the_boards_own_colour_are_not_surely_bare(
    reader: BoardReader, skin: tuple[float, float, float]
) -> None:
    """A hand has no more print than plain sand, and nearly its colour."""
    cells = {(column, row): Placed("wall.single", 1) for column in range(5, 9) for row in range(4, 7)}
    image, camera = DRAWN.photograph(cells, PLAIN, 8)
    corners = camera.to_px(np.array([[4.6, 3.6], [9.4, 3.6], [9.4, 7.4], [4.6, 7.4]]), 0.1)
    sand = np.median(image[300:900, 300:1800].reshape(-1, 3), 0)
    hand = image.copy()
    colour = np.clip(sand * np.array(skin), 0, 255).tolist()
    cv2.fillConvexPoly(hand, np.rint(corners).astype(np.int32), colour, cv2.LINE_AA)
    noise = np.random.default_rng(3).normal(0, 2, image.shape)
    hand = np.clip(cv2.GaussianBlur(hand, (0, 0), 2) + noise, 0, 255).astype(np.uint8)
    reading = reader.read(hand)
    doubtful = {cell.cell for cell in reading.cells if not cell.sure} | set(reading.hidden)
    assert {GridCell(*cell) for cell in cells} <= doubtful


def with_joins(reader: BoardReader) -> BoardReader:
    """Return a reader of the same board that knows which parts lie together."""
    pairs = (("start", "bridge"), ("start", "end"), ("bridge", "end"))
    joins = tuple(
        PartsJoin(f"{kind}.{first}", f"{kind}.{then}", 0)
        for kind in ("street", "river", "wall")
        for first, then in pairs
    )
    return BoardReader(replace(reader.taught, joins=joins), reader.unknown)


def test_what_lies_under_a_pawn_is_told_through_the_other_cell_of_its_piece(
    reader: BoardReader,
) -> None:
    cells = {(6, 4): Placed("river.start", 3), (5, 4): Placed("river.end", 3, "gang")}
    dim = View(blur_px=3.5, noise=4, exposure=0.8)
    image, _ = DRAWN.photograph(cells | {(2, 2): Placed("wall.single", 0)}, dim, 5)
    assert GridCell(5, 4) not in surely(reader.read(image))
    assert surely(with_joins(reader).read(image))[GridCell(5, 4)] == ("river.end", 3, "gang")


def test_parts_that_do_not_go_together_are_not_sure(reader: BoardReader) -> None:
    cells = {
        (6, 4): Placed("river.start", 3),
        (5, 4): Placed("river.end", 1),
        (9, 4): Placed("wall.end", 0),
    }
    image, _ = DRAWN.photograph(cells, PLAIN, 5)
    assert len(surely(reader.read(image))) == 3
    reading = with_joins(BoardReader(reader.taught)).read(image)
    assert not {GridCell(5, 4), GridCell(9, 4)} & surely(reading).keys()
    assert {GridCell(5, 4), GridCell(9, 4)} <= {cell.cell for cell in reading.cells}


def test_a_part_of_a_piece_of_which_another_part_is_doubted_is_not_sure(reader: BoardReader) -> None:
    other = {(6, 4): Placed("river.start", 3), (5, 4): Placed("river.bridge", 3)}
    image, _ = DRAWN.photograph(other | {(4, 4): Placed("street.end", 3)}, PLAIN, 5)
    assert GridCell(6, 4) in surely(reader.read(image))
    assert not {GridCell(x, 4) for x in (4, 5, 6)} & surely(with_joins(reader).read(image)).keys()


def test_a_pawn_on_a_piece_that_lay_there_before_is_read_through_its_other_cell(
    reader: BoardReader,
) -> None:
    one = with_joins(reader)
    piece = {(6, 4): Placed("river.start", 3), (5, 4): Placed("river.end", 3)}
    with_pawn = piece | {(5, 4): Placed("river.end", 3, "gang")}
    for cells in (piece, with_pawn):
        reading = one.read(DRAWN.photograph(cells, PLAIN, 5)[0])
    assert surely(reading)[GridCell(5, 4)] == ("river.end", 3, "gang")


def test_a_bare_cell_between_a_finger_and_its_shadow_is_not_surely_a_piece(tmp_path: Path) -> None:
    manifests = write_board_photos(tmp_path, shipped_kit(), style="pale_sand", seed=401, count=2)
    taught, played = (read_manifest(manifest, BOARD).photos for manifest in manifests)
    lesson = teach_board("pale sand", taught)
    reading = BoardReader(lesson.taught).read(load_picture(played[1].image))
    judged = judge_board(played[1], reading, lesson.taught)
    assert judged.found
    assert [cell for cell in judged.cells if cell.sure and not cell.right] == []


def test_a_piece_that_was_never_taught_is_not_surely_any_other(reader: BoardReader) -> None:
    strange = DrawnBoard(3)
    for number, label in enumerate(strange.tiles):
        strange.tiles[label] = DrawnBoard(40 + number).art[200:296, 200:296].copy()
    cells = {(2 + n, 3): Placed(label) for n, label in enumerate(strange.tiles)}
    reading = BoardReader(reader.taught).read(strange.photograph(cells, View(), 2)[0])
    assert [cell for cell in reading.cells if cell.sure and cell.label != EMPTY] == []


def test_pieces_taught_lying_upright_only_are_read_turned() -> None:
    rng = np.random.default_rng(1)
    upright = {place: replace(one, turns=0) for place, one in each_tile_once(rng, 0).items()}
    teacher = BoardTeacher("upright", GRID)
    for number, cells in enumerate(({}, upright)):
        image, camera = DRAWN.photograph(cells, random_view(rng, 6), 90 + number)
        teacher.show(image, labelled(cells, camera, str(number)))
    taught = teacher.lesson().taught
    assert taught.upright
    names = [label for label in DRAWN.tiles if not label.endswith("bridge")]
    cells = {(1 + n, 3): Placed(label, n % 2) for n, label in enumerate(names)}
    read = {
        tuple(cell.cell): cell
        for cell in BoardReader(taught).read(DRAWN.photograph(cells, View(tilt_deg=8), 2)[0]).cells
    }
    said = {place: (read[place].label, read[place].turns) for place in cells}
    assert said == {place: (one.label, one.turns) for place, one in cells.items()}


def test_pieces_taught_upright_only_are_not_surely_another_when_turned() -> None:
    drawn, rng = DrawnBoard(11), np.random.default_rng(11)
    upright = {place: replace(one, turns=0) for place, one in each_tile_once(rng, 0).items()}
    teacher = BoardTeacher("upright", GRID)
    for number, cells in enumerate(({}, upright)):
        image, camera = drawn.photograph(cells, random_view(rng, 6), 90 + number)
        teacher.show(image, labelled(cells, camera, str(number)))
    reader = BoardReader(teacher.lesson().taught)
    # A bridge is drawn nearly alike when it is turned by half: whether it is, no picture tells.
    names = [label for label in drawn.tiles if not label.endswith("bridge")]
    cells = {
        (1 + n, 2 * turns): Placed(label, turns) for n, label in enumerate(names) for turns in (1, 2, 3)
    }
    judged_board = judge_board(
        labelled(cells), reader.read(drawn.photograph(cells, View(tilt_deg=8), 2)[0]), reader.taught
    )
    assert [cell for cell in judged_board.cells if cell.sure and not cell.right] == []


def test_a_cell_that_is_not_sure_lists_what_it_may_be(reader: BoardReader) -> None:
    cells = {(2 + n, 3): Placed(label, 1, "gang") for n, label in enumerate(DRAWN.tiles)}
    reading = reader.read(DRAWN.photograph(cells, View(blur_px=2.5), 2)[0])
    unsure = [cell for cell in reading.cells if not cell.sure]
    assert unsure
    for cell in unsure:
        assert len(cell.likely) >= 2
        assert (cell.likely[0].label, cell.likely[0].turns) == (cell.label, cell.turns)


def test_a_picture_without_the_board_says_so(reader: BoardReader) -> None:
    rng = np.random.default_rng(1)
    noise = cv2.resize(rng.integers(0, 255, (60, 80, 3)).astype(np.uint8), (1280, 960))
    reading = reader.read(np.asarray(noise, np.uint8))
    assert (reading.sure, reading.doubts, reading.corners_px) == (False, ("no_board",), None)
    assert not reading.is_empty


def test_cells_outside_the_picture_are_hidden(reader: BoardReader, plain: ImageBgr) -> None:
    reading = reader.read(np.ascontiguousarray(plain[:, 700:]))
    columns = {cell.column for cell in reading.hidden}
    assert reading.corners_px is not None
    assert 0 in columns
    assert COLUMNS - 1 not in columns


def test_a_second_look_at_a_still_board_tells_the_same(reader: BoardReader, plain: ImageBgr) -> None:
    rng = np.random.default_rng(2)
    again = np.clip(plain + rng.normal(0, 1.5, plain.shape), 0, 255).astype(np.uint8)
    first, second = reader.read(plain), reader.read(again)
    one, other = surely(first), surely(second)
    assert all(one[cell] == other[cell] for cell in one.keys() & other.keys())
    assert len(one.keys() & other.keys()) >= 0.9 * len(one)


def test_one_more_piece_is_read_without_reading_the_others_anew(
    reader: BoardReader, lay: Cells, plain: ImageBgr
) -> None:
    place = next(
        (column, row) for row in range(2, 8) for column in range(3, 12) if (column, row) not in lay
    )
    more, camera = DRAWN.photograph({**lay, place: Placed("river.start", 1)}, PLAIN, 5)
    outline = np.array(place) + np.array([[-0.1, -0.1], [1.1, -0.1], [1.1, 1.1], [-0.1, 1.1]])
    (left, top), (right, bottom) = (
        end(camera.to_px(outline, 0.0), axis=0).astype(int) for end in (np.min, np.max)
    )
    image = plain.copy()
    image[top:bottom, left:right] = more[top:bottom, left:right]
    before = reader.read(plain)
    after = reader.read(image)
    assert "find" not in dict(after.stages_ms)
    assert {cell.cell for cell in after.cells} - {cell.cell for cell in before.cells} == {place}
    read = next(cell for cell in after.cells if cell.cell == place)
    assert (read.label, read.turns) == ("river.start", 1)
    assert set(dict(reader.read(image).stages_ms)) > {"changes"}, "what is new is read once more"
    assert set(dict(reader.read(image).stages_ms)) == {"changes"}


def test_readings_that_agree_are_pooled_and_others_are_not_sure(
    reader: BoardReader, read: BoardReading
) -> None:
    reading = read
    assert surely(reader.pool([reading, reading, reading])) == surely(reading)
    sure = next(cell for cell in reading.cells if cell.sure)
    other = replace(
        reading,
        cells=tuple(replace(cell, label="other") if cell is sure else cell for cell in reading.cells),
    )
    pooled = reader.pool([reading, other, reading])
    (mixed,) = [cell for cell in pooled.cells if cell.cell == sure.cell]
    assert (mixed.label, mixed.sure, pooled.sure) == (sure.label, False, False)
    with pytest.raises(ValueError, match="no readings"):
        reader.pool([])


def test_a_piece_that_one_reading_saw_and_another_did_not_is_not_sure(
    reader: BoardReader, read: BoardReading
) -> None:
    reading = read
    sure = next(cell for cell in reading.cells if cell.sure)
    without = replace(reading, cells=tuple(cell for cell in reading.cells if cell is not sure))
    pooled = reader.pool([without, without, reading])
    (doubted,) = [cell for cell in pooled.cells if cell.cell == sure.cell]
    assert (doubted.label, doubted.sure) == (EMPTY, False)


@pytest.mark.parametrize(("blur_cells", "is_judged"), [(0.01, True), (0.055, False)])
def test_a_board_too_blurred_for_its_signs_is_not_judged(
    reader: BoardReader, blur_cells: float, *, is_judged: bool
) -> None:
    image, _ = DRAWN.photograph(random_lay(np.random.default_rng(5), 20), PLAIN, 2)
    size_px = reader.read(image).smallest_px
    assert size_px is not None
    soft = cv2.GaussianBlur(image, (0, 0), blur_cells * size_px / SIGN_CELLS)
    seen = read_judged(BoardReader(reader.taught), np.asarray(soft, np.uint8), "soft")
    assert {one.why for one in seen.unjudged} == (set() if is_judged else {"blurred"})
    assert (len(seen.hidden) == COLUMNS * ROWS) is not is_judged
    assert any(cell.sure for cell in seen.cells) is is_judged
