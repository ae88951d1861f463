"""What was seen before a pawn was set on it is known only where nothing speaks against it."""

from vision.boards.before import known_before, unclear_cells
from vision.readings.board import BoardCell, BoardReading, CellGuess
from vision.readings.places import GridCell, PointPx

AT = GridCell(2, 1)
CORNERS = (PointPx(0, 0), PointPx(1, 0), PointPx(1, 1), PointPx(0, 1))


def cell(label: str, turns: int = 0, *, sure: bool = True, on: str | None = None) -> BoardCell:
    return BoardCell(AT, label, turns, 0.9, sure, CORNERS, on, (CellGuess(label, turns, 0.9),))


def reading(*cells: BoardCell) -> BoardReading:
    doubts = () if all(one.sure for one in cells) else ("cell",)
    return BoardReading(not doubts, doubts, (9, 9), False, grid=(5, 5), cells=cells, corners_px=CORNERS)


HIDDEN = cell("red", sure=False, on="pawn")


def test_two_looks_that_agree_make_a_cell_sure_turned_as_it_was_seen() -> None:
    known = known_before(reading(HIDDEN), reading(cell("red", 3)))
    assert (known.sure, known.doubts) == (True, ())
    assert (known.cells[0].label, known.cells[0].turns, known.cells[0].on) == ("red", 3, "pawn")


def test_a_piece_that_is_read_as_another_now_is_only_noted() -> None:
    known = known_before(reading(HIDDEN), reading(cell("blue", 1)))
    assert not known.sure
    assert known.cells[0].label == "red"
    assert known.cells[0].before == CellGuess("blue", 1, 0.9)
    assert unclear_cells(known) == ()


def test_what_was_noted_is_kept_while_the_pawn_stands_there() -> None:
    noted = known_before(reading(HIDDEN), reading(cell("blue")))
    again = known_before(reading(HIDDEN), noted)
    assert again.cells[0].before == CellGuess("blue", 0, 0.9)


def test_what_was_bare_unsure_or_under_another_pawn_tells_nothing() -> None:
    for before in (cell("empty", on="pawn"), cell("red", sure=False), cell("red", on="other")):
        assert known_before(reading(HIDDEN), reading(before)) == reading(HIDDEN)


def test_what_looks_bare_now_may_have_been_taken_away() -> None:
    bare = cell("empty", sure=False)
    assert known_before(reading(bare), reading(cell("red"))) == reading(bare)


def test_a_cell_on_which_no_pawn_is_recognised_is_looked_for_too() -> None:
    unclear = cell("red", sure=False)
    assert known_before(reading(unclear), reading(cell("red", 2))).cells[0].sure
    noted = known_before(reading(unclear), reading(cell("blue"))).cells[0]
    assert (noted.sure, noted.before) == (False, CellGuess("blue", 0, 0.9))
