"""Sketched tables: what is read of them is what could be seen, and whole games come out as played."""

from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from threading import Event

import pytest

from companion.cli.kinds.dice import DICE
from tests.rigs.sketched.__main__ import game
from tests.rigs.sketched.reader import SketchReader
from tests.rigs.sketched.table import SketchedTable
from vision.cameras.simulated import SimulatedCamera
from vision.clock import SteppedClock
from vision.readings.dice import DiceReading
from vision.readings.places import PointMm

MIDDLE = PointMm(138.0, 95.0)
Read = Callable[[], DiceReading]


@pytest.fixture
def clock() -> SteppedClock:
    return SteppedClock()


@pytest.fixture
def table(clock: SteppedClock) -> SketchedTable:
    return SketchedTable(clock, seed=1)


@pytest.fixture
def read(table: SketchedTable, clock: SteppedClock) -> Read:
    camera = SimulatedCamera(table, clock)
    eye = SketchReader(table, DICE.reader("carcassonne").taught)

    def look() -> DiceReading:
        with camera:
            return eye.read(camera.capture().image_bgr)

    return look


def test_dice_are_read_where_they_lie(table: SketchedTable, read: Read) -> None:
    table.put("knight", MIDDLE, 0.0)
    table.put("cap", PointMm(60.0, 60.0), 90.0)
    reading = read()
    assert (reading.sure, [die.face for die in reading.dice]) == (True, ["cap", "knight"])
    for die, at in zip(reading.dice, [PointMm(60.0, 60.0), MIDDLE], strict=True):
        assert die.centre_mm == pytest.approx(at, abs=1.0)


def test_dice_that_touch_are_one_grid(table: SketchedTable, read: Read) -> None:
    table.put("cap", MIDDLE, 0.0)
    table.put("cap", PointMm(MIDDLE.x + 16.2, MIDDLE.y), 0.0)
    assert [len(grid.dice) for grid in read().grids] == [2]


def test_what_a_hand_hides_is_not_read(table: SketchedTable, clock: SteppedClock, read: Read) -> None:
    table.put("knight", MIDDLE, 0.0)
    table.put("cap", PointMm(20.0, 20.0), 0.0)
    table.rest_hand(MIDDLE, 5.0)
    clock.wait(Event(), 2.0)
    assert [die.face for die in read().dice] == ["cap"]


def test_the_edge_of_the_picture_cuts_a_die(table: SketchedTable, read: Read) -> None:
    edge = table._stage.projection.picture_to_table([[2.0, 480.0]], 16.0)[0]
    table.put("knight", PointMm(*edge.tolist()), 0.0)
    reading = read()
    assert (reading.sure, reading.doubts, len(reading.dice)) == (False, ("cut_off",), 1)


@pytest.mark.parametrize(("hands", "seed"), [("usual", 5001), ("clumsy", 6002)])
def test_a_whole_game_comes_out_as_it_was_played(hands: str, seed: int) -> None:
    with game(hands, seed) as evening, redirect_stdout(StringIO()):
        report = evening.play()
    assert report.scores == report.truth
    assert not report.sure_wrong
