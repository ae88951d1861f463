import numpy as np
import pytest

from tests.vision.workshop.simulation.boards.kits import KIT
from vision.clock import SteppedClock
from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation.boards.play import Placing, SimulatedBoard
from vision.workshop.simulation.table import SimulatedTable

PIECE = ("lane.start", "lane.end")


def tables() -> tuple[SimulatedTable, SimulatedBoard]:
    simulated = SimulatedTable(SteppedClock(), seed=1, size_wh=(320, 240))
    return simulated, simulated.lay_board(KIT, "a set")


def test_a_hand_brings_a_piece_in_the_tables_time() -> None:
    simulated, board = tables()
    board.lay((PIECE, Placing(GridCell(1, 2), 0)))
    assert board.truth().cells == {}
    done = simulated.busy_until
    assert done > 0.5
    assert board.truth(done).cells == {
        GridCell(1, 2): ("lane.start", 0),
        GridCell(1, 1): ("lane.end", 0),
    }


def test_the_camera_sees_the_hand_and_then_the_piece() -> None:
    simulated, board = tables()
    bare = simulated.render(0.0)
    board.lay((PIECE, Placing(GridCell(1, 2), 1)))
    halfway, after = simulated.render(simulated.busy_until - 0.5), simulated.render(simulated.busy_until)
    assert changed(bare, halfway) > changed(bare, after) > 0.01


def changed(one: np.ndarray, other: np.ndarray) -> float:
    return float((np.abs(one.astype(int) - other).max(axis=2) > 25).mean())


def test_a_piece_can_be_moved_pushed_and_taken_away() -> None:
    simulated, board = tables()
    (piece,) = board.lay((PIECE, Placing(GridCell(1, 2), 0)))
    board.move(piece, Placing(GridCell(3, 1), 1))
    assert set(board.truth(simulated.busy_until).cells) == {GridCell(3, 1), GridCell(4, 1)}
    board.push(piece, PointMm(0.0, 30.0), 0.0)
    assert set(board.truth(simulated.busy_until).cells) == {GridCell(3, 2), GridCell(4, 2)}
    board.take(piece)
    assert board.truth(simulated.busy_until).slabs == ()
    with pytest.raises(LookupError):
        board.push(piece, PointMm(1.0, 0.0), 0.0)


def test_a_pawn_stands_on_what_lies_below_it() -> None:
    simulated, board = tables()
    pawn = board.put_pawn((10, 20, 200), GridCell(0, 0))
    board.put(PIECE, Placing(GridCell(2, 2), 0))
    assert board.truth().pawns[0].pawn.height_mm == pytest.approx(2.0)
    board.set_pawn(pawn, GridCell(2, 1))
    truth = board.truth(simulated.busy_until)
    assert truth.on == {GridCell(2, 1): "pawn"}
    assert truth.pawns[0].pawn.height_mm == pytest.approx(4.2)


def test_a_piece_laid_on_another_lies_on_top_of_it() -> None:
    simulated, board = tables()
    board.put(PIECE, Placing(GridCell(2, 2), 0))
    board.lay((("brook.single",), Placing(GridCell(2, 2), 0)))
    truth = board.truth(simulated.busy_until)
    assert truth.cells[GridCell(2, 2)] == ("brook.single", 0)
    assert truth.slabs[1].slab.height_mm == pytest.approx(4.2)


def test_a_place_in_the_picture_is_a_place_on_the_board() -> None:
    _, board = tables()
    board.put_pawn((1, 2, 3), GridCell(4, 3))
    place = board.place_at(board.truth().pawns[0].centre)
    assert place == pytest.approx((4, 3), abs=0.2)


def test_dice_are_put_away_for_a_board_and_come_back() -> None:
    simulated = SimulatedTable(SteppedClock(), seed=1, size_wh=(320, 240))
    simulated.throw(count=2)
    simulated.lay_board(KIT, "a set")
    assert simulated.truth(simulated.busy_until) == ()
    simulated.put_away()
    assert simulated.board is None
    assert len(simulated.throw(count=3)) == 3
