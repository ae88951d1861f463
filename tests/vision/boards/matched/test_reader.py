"""What the reader makes of what the matcher answers."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.board_grid import BoardGrid
from vision.boards.finding.fit import Fit
from vision.boards.matched.reader import BoardReader
from vision.boards.sets import BoardSet, Label
from vision.matching.answers import BestContent, BoardAnswer, CellAnswer, Context, Name
from vision.matching.honest import CONTEXT, NEVER_TAUGHT, odds_of_unknown
from vision.matching.looks import CLEARNESS
from vision.readings.board import EMPTY, BoardReading
from vision.readings.places import GridCell
from vision.sets.kind import Sample

Changed = NDArray[np.bool_]
GRID = BoardGrid(3, 2)
BARE = CellAnswer(0.9999, (), 0.0001, 0.0, 0.0)
NOTHING = Context(np.zeros(CLEARNESS, np.float32), np.zeros(CONTEXT, np.float32))


def reader(pawns: tuple[Sample, ...] = ()) -> BoardReader:
    width, height = GRID.straightened_wh
    picture = np.random.default_rng(0).integers(0, 255, (height, width, 3)).astype(np.uint8)
    sample = Sample("street", picture[:72, :72], "")
    taught = BoardSet(
        "made up",
        GRID,
        picture,
        np.full((height, width), 255, np.uint8),
        ((24, 24), (120, 24), (120, 72), (24, 72)),
        (144, 96),
        (Label("street", 4),),
        (sample,),
        pawns,
    )
    return BoardReader(taught)


def read(*answers: CellAnswer, by: BoardReader | None = None, in_view: float = 1.0) -> BoardReading:
    """What is read where the first cells hold this and the others are bare."""
    rows = [*answers, *[BARE] * (len(GRID.cells) - len(answers))]
    matrix = GRID.matrix_of(np.array([[24, 24], [120, 24], [120, 72], [24, 72.0]]))
    seen = np.full(len(rows), in_view, np.float32)
    return (by or reader())._answered(rows, seen, matrix, (144, 96))


def told_of(answers: list[CellAnswer]) -> BoardAnswer:
    width, height = GRID.straightened_wh
    return BoardAnswer(answers, NOTHING, np.zeros((height, width, 3), np.float32), BestContent({}, {}))


def named(chance: float, bare: float = 0.0, pawn: float = 0.0) -> CellAnswer:
    rest = 1 - chance - bare
    return CellAnswer(
        bare, ((Name("street", 1), chance), (Name("street", 3), rest / 2)), rest / 2, 0.0, pawn
    )


def test_what_is_surely_bare_is_not_listed() -> None:
    reading = read()
    assert reading.sure
    assert reading.cells == ()


def test_a_likely_name_is_sure_and_turned() -> None:
    cell = read(named(0.9999)).cells[0]
    assert (cell.label, cell.turns, cell.sure) == ("street", 1, True)
    assert cell.corners_px[0] == pytest.approx((0, 0), abs=1e-6)


def test_what_may_be_one_of_two_turns_is_not_sure_and_both_are_told() -> None:
    cell = read(named(0.7)).cells[0]
    assert not cell.sure
    assert [(guess.label, guess.turns) for guess in cell.likely] == [("street", 1), ("street", 3)]


def test_what_may_be_bare_is_asked_for() -> None:
    reading = read(CellAnswer(0.9, ((Name("street", 0), 0.05),), 0.05, 0.0, 0.0))
    assert (reading.cells[0].label, reading.cells[0].sure) == (EMPTY, False)
    assert reading.doubts == ("cell",)


def test_a_stranger_is_never_sure_of_a_name() -> None:
    stranger = CellAnswer(0.0, ((Name("street", 0), 0.001),), 0.999, 0.0, 0.0)
    assert not read(stranger).cells[0].sure


def test_the_rarer_unknown_pieces_are_the_surer_is_a_name() -> None:
    answer = CellAnswer(0.001, ((Name("street", 0), 0.97), (Name("street", 1), 0.001)), 0.028, 0.0, 0.0)
    rarer = answer.with_unknown(odds_of_unknown(1 / 2000))
    assert not read(answer).cells[0].sure
    assert read(rarer).cells[0].sure
    assert rarer.bare + sum(chance for _, chance in rarer.names) + rarer.stranger == pytest.approx(1)
    as_before = answer.with_unknown(odds_of_unknown(NEVER_TAUGHT))
    assert as_before.stranger == pytest.approx(answer.stranger)


def test_what_is_covered_is_hidden() -> None:
    reading = read(CellAnswer(0.2, ((Name("street", 0), 0.8),), 0.0, 0.9, 0.0))
    assert reading.hidden == (GridCell(0, 0),)
    assert reading.cells == ()


def test_what_may_be_covered_is_not_sure() -> None:
    assert read(named(0.9999)).cells[0].sure
    assert not read(replace(named(0.9999), covered=0.1)).cells[0].sure


def test_cells_beyond_the_picture_are_hidden_and_those_at_its_edge_not_sure() -> None:
    assert len(read(in_view=0.1).hidden) == 6
    assert not any(cell.sure for cell in read(named(0.9999), in_view=0.9).cells)


def test_pawns_stand_only_where_some_were_taught() -> None:
    pawn = Sample("gang", np.zeros((72, 72, 3), np.uint8), "")
    answer = named(0.9999, pawn=0.9999)
    assert read(answer).cells[0].on is None
    with_it, by = (("gang", 1.0),), reader((pawn,))
    cell = read(replace(answer, on=with_it), by=by).cells[0]
    assert (cell.label, cell.on, cell.sure) == ("street", "gang", True)
    assert not read(replace(named(0.9999, pawn=0.6), on=with_it), by=by).cells[0].sure
    either = replace(answer, on=(("gang", 0.6), ("king", 0.4)))
    assert not read(either, by=by).cells[0].sure
    assert read(replace(BARE, pawn=0.3), by=by).cells, "a pawn may stand on what looks bare"


def test_why_a_cell_is_not_sure_is_told() -> None:
    pawn = Sample("gang", np.zeros((72, 72, 3), np.uint8), "")
    stranger = CellAnswer(0.0, ((Name("street", 0), 0.001),), 0.999, 0.0, 0.0)
    covered = replace(named(0.9), covered=0.2)
    under_a_pawn = replace(named(0.7, pawn=0.9999), on=(("gang", 1.0),))
    assert read(stranger).cells[0].why == "never_taught"
    assert read(CellAnswer(0.0, named(0.7).names, 0.0, 0.0, 0.0)).cells[0].why == "between_two"
    assert read(covered).cells[0].why == "covered"
    assert read(under_a_pawn, by=reader((pawn,))).cells[0].why == "covered"
    assert read(named(0.9999), in_view=0.9).cells[0].why == "cut_off"
    assert read(named(0.9999)).cells[0].why is None


def test_of_a_picture_again_only_cells_that_changed_are_matched(monkeypatch: pytest.MonkeyPatch) -> None:
    by, asked = reader(), list[int]()
    picture = cv2.resize(by.taught.board_bgr, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    corners = np.array([[36, 36], [84, 36], [84, 60], [36, 60.0]])
    none = np.zeros((0, 2))
    fit = Fit(GRID.matrix_of(corners), 1.0, 1, 1.0, none, none)

    def seen_now(
        _: object, __: object, before: tuple[Changed, BoardAnswer] | None = None
    ) -> BoardAnswer:
        asked.append(len(GRID.cells) if before is None else int(before[0].sum()))
        return told_of([BARE] * len(GRID.cells))

    monkeypatch.setattr(by._finder, "find", lambda *_: fit)
    monkeypatch.setattr(by._matcher, "told", seen_now)
    by.read(np.asarray(picture, np.uint8))
    by.read(np.asarray(picture, np.uint8))
    assert asked == [6]
    changed = np.asarray(picture, np.uint8).copy()
    changed[33:39, 33:39] = 255 - changed[33:39, 33:39]
    by.read(changed)
    assert asked == [6, 1]


def test_what_is_read_otherwise_is_read_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Noise may mislead once: the same picture would else agree with itself."""
    by, told = reader(), [BARE, named(0.9999), named(0.9999)]
    asked = list[list[int]]()
    picture = cv2.resize(by.taught.board_bgr, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    corners = np.array([[36, 36], [84, 36], [84, 60], [36, 60.0]])
    none = np.zeros((0, 2))
    fit = Fit(GRID.matrix_of(corners), 1.0, 1, 1.0, none, none)

    def seen_now(
        _: object, __: object, before: tuple[Changed, BoardAnswer] | None = None
    ) -> BoardAnswer:
        asked.append([] if before is None else np.nonzero(before[0])[0].tolist())
        return told_of([told[min(len(asked), len(told)) - 1], *[BARE] * 5])

    monkeypatch.setattr(by._finder, "find", lambda *_: fit)
    monkeypatch.setattr(by._matcher, "told", seen_now)
    changed = np.asarray(picture, np.uint8).copy()
    changed[27:33, 27:33] = 255 - changed[27:33, 27:33]
    for image in (picture, changed, changed, changed):
        by.read(np.asarray(image, np.uint8))
    assert len(asked) == 3
    assert asked[2] == [0]
