"""When a reading is finished: two sure looks that agree, or a long look; never while something moves."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from companion.games.drunter.pieces import Square
from companion.table.sight.eyes import MOST_READINGS, Eyes, FrameSight
from tests.table.paper_table import PaperDie, reading_of
from tests.table.plays.drunter.paper_board import PaperBoard
from tests.trusting import Trusting
from vision.dice.pooling import pool_dice
from vision.dice.sets import DiceSet, load
from vision.frame import Frame, ImageBgr
from vision.readings.board import BoardCell, BoardReading
from vision.readings.dice import DiceReading
from vision.readings.places import PointPx

FPS = 5.0
CAP, KNIGHT, THREE = PaperDie("cap", (0, 0)), PaperDie("knight", (3, 0)), PaperDie("three", (3, 0))
SURE = reading_of([CAP, KNIGHT])
UNSURE = reading_of([CAP, KNIGHT], doubt=1, instead="catapult")
OTHER = reading_of([CAP, THREE])
EMPTY = reading_of([])


@dataclass
class ToldReader:
    """Says of each picture it is given what it was told to say, in turn, and no more than that."""

    tells: Sequence[DiceReading]
    taught: DiceSet = field(default_factory=lambda: load("carcassonne"))
    asked: int = 0
    kind: str = "dice"

    def pool(self, readings: Sequence[DiceReading]) -> DiceReading:
        return pool_dice(readings, self.taught)

    def read(self, image_bgr: ImageBgr) -> DiceReading:
        assert image_bgr.dtype == np.uint8
        self.asked += 1
        return self.tells[self.asked - 1]


@dataclass
class Watch:
    """Eyes before which a table lies still; ``knock`` moves something on it."""

    eyes: Eyes
    frames: int = 0
    knocks: int = 0
    hand: bool = False
    light: float = 1.0

    def knock(self) -> None:
        self.knocks += 1

    def look(self) -> FrameSight:
        image = np.full((96, 128, 3), 90, np.uint8)
        image[20:60, 10 + 20 * (self.knocks % 4) :][:, :20] = 230
        if self.hand:
            image[40:, 40:80] = (60, 90, 190)
            image[40:70, 45:80:10] = (20, 30, 60)
        self.frames += 1
        image = np.asarray(image * self.light, np.uint8)
        return self.eyes.take(Frame(image, self.frames / FPS, self.frames))

    def finish(self) -> FrameSight:
        for _ in range(40):
            glance = self.look()
            if glance.finished:
                return glance
        raise AssertionError("nothing was finished in eight seconds")


def watch(*tells: DiceReading) -> tuple[Watch, ToldReader]:
    reader = ToldReader(tells)
    return Watch(Eyes({"dice": reader}, judge=Trusting())), reader


def dice_in(glance: FrameSight) -> DiceReading:
    reading = glance.readings["dice"]
    assert isinstance(reading, DiceReading)
    return reading


def faces(glance: FrameSight) -> list[str]:
    return [die.face for die in dice_in(glance).dice]


def test_two_sure_looks_that_agree_are_enough() -> None:
    table, reader = watch(SURE, SURE)
    glance = table.finish()
    assert reader.asked == 2
    assert glance.phase == "read"
    assert dice_in(glance).sure
    assert faces(glance) == ["cap", "knight"]


def test_what_was_read_is_not_read_again() -> None:
    table, reader = watch(SURE, SURE)
    table.finish()
    assert [table.look().phase for _ in range(20)] == ["read"] * 20
    assert reader.asked == 2


@pytest.mark.parametrize("unsure_at", range(5))
def test_one_unsure_look_of_five_is_outvoted_by_a_long_look(unsure_at: int) -> None:
    lapse = reading_of([CAP, KNIGHT], doubt=1, instead="knight")
    tells = [SURE] * MOST_READINGS
    tells[unsure_at] = lapse
    table, reader = watch(*tells)
    glance = table.finish()
    assert reader.asked == (MOST_READINGS if unsure_at < 2 else 2)
    assert dice_in(glance).sure


def test_a_reading_that_stays_unsure_is_asked_only_after_the_long_look() -> None:
    table, reader = watch(*[UNSURE] * MOST_READINGS)
    glances = [table.look() for _ in range(3)]
    while not glances[-1].finished:
        glances.append(table.look())
    assert reader.asked == MOST_READINGS
    assert [glance.finished for glance in glances].count(True) == 1
    assert {glance.phase for glance in glances} == {"moving", "still", "read"}
    assert dice_in(glances[-1]).doubts == ("die",)


def test_what_stayed_unsure_in_the_dark_is_read_when_there_is_light() -> None:
    table, reader = watch(*[UNSURE] * MOST_READINGS, SURE, SURE)
    table.light = 0.3
    assert not dice_in(table.finish()).sure
    table.light = 1.0
    assert dice_in(table.finish()).sure
    table.light = 0.3
    assert [table.look().phase for _ in range(20)] == ["read"] * 20, "what is known is kept"
    assert reader.asked == MOST_READINGS + 2


@pytest.mark.parametrize("other_at", range(MOST_READINGS))
def test_looks_that_contradict_each_other_are_never_sure(other_at: int) -> None:
    tells = [SURE] * MOST_READINGS
    tells[other_at] = OTHER
    table, reader = watch(*tells)
    glance = table.finish()
    if reader.asked == MOST_READINGS:
        assert not dice_in(glance).sure
        assert faces(glance) == ["cap", "knight"]


def test_two_sure_looks_in_a_row_after_a_contradiction_are_not_enough() -> None:
    table, reader = watch(OTHER, SURE, SURE, SURE, SURE)
    glance = table.finish()
    assert reader.asked == MOST_READINGS
    assert not dice_in(glance).sure


def test_what_moves_in_between_begins_the_looks_anew() -> None:
    table, reader = watch(OTHER, SURE, SURE)
    while reader.asked < 1:
        table.look()
    table.knock()
    assert table.look().phase == "moving"
    glance = table.finish()
    assert reader.asked == 3
    assert dice_in(glance).sure


def test_looking_anew_reads_the_same_table_again() -> None:
    table, reader = watch(SURE, SURE, OTHER, OTHER)
    table.finish()
    table.eyes.read_anew()
    assert faces(table.finish()) == ["cap", "three"]
    assert reader.asked == 4


def test_a_table_read_as_empty_is_known_as_empty() -> None:
    table, _ = watch(EMPTY, EMPTY)
    table.finish()
    assert {table.look().phase for _ in range(12)} == {"empty"}


@dataclass
class ToldBoardReader:
    """Sees an empty board in every picture."""

    kind: str = "board"
    asked: int = 0

    def pool(self, readings: Sequence[BoardReading]) -> BoardReading:
        return readings[0]

    def read(self, image_bgr: ImageBgr) -> BoardReading:
        assert image_bgr.dtype == np.uint8
        self.asked += 1
        return PaperBoard().reading()


def test_a_board_is_read_whenever_something_has_moved_though_it_looks_as_it_did() -> None:
    reader = ToldBoardReader()
    seen = Watch(Eyes({"board": reader}, judge=Trusting()))
    seen.finish()
    before = reader.asked
    for _ in range(20):
        seen.look()
    assert reader.asked == before
    seen.knock()
    seen.look()
    seen.knocks -= 1  # a hand came and went: the picture is the same
    seen.finish()
    assert reader.asked > before


def test_a_hand_that_rests_over_bare_squares_of_a_board_is_waited_for() -> None:
    seen = Watch(Eyes({"board": ToldBoardReader()}, judge=Trusting()))
    seen.finish()
    seen.knock()
    seen.look()  # the hand comes in
    seen.knocks, seen.hand = 0, True
    phases = [seen.look().phase for _ in range(round(15 * FPS))]
    assert set(phases[5:]) == {"moving"}
    seen.hand = False
    assert seen.finish().phase == "read"


LAID = Square(4, 4)
UNDER_PAWN = (("street.single", 0, 0.6), ("river.single", 0, 0.3))


@dataclass
class ShownReader(ToldBoardReader):
    """Sees what lies on the board when a picture is taken: its knocks count the pictures apart."""

    boards: dict[int, PaperBoard] = field(default_factory=dict)

    def read(self, image_bgr: ImageBgr) -> BoardReading:
        self.asked += 1
        knocks = int(np.argmax(image_bgr[30, :, 0])) // 20
        height, width = image_bgr.shape[:2]
        return shrunk(self.boards.get(knocks, PaperBoard()).reading(), (width, height))


def shrunk(reading: BoardReading, size_wh: tuple[int, int]) -> BoardReading:
    """Return a reading as one of a smaller picture."""
    width, height = (small / large for small, large in zip(size_wh, reading.size_px, strict=True))

    def small(cell: BoardCell) -> BoardCell:
        a, b, c, d = (PointPx(x * width, y * height) for x, y in cell.corners_px)
        return replace(cell, corners_px=(a, b, c, d))

    return replace(reading, size_px=size_wh, cells=tuple(map(small, reading.cells)))


def board_with(label: str | None, *, pawn: bool) -> PaperBoard:
    board = PaperBoard()
    if label is not None:
        board.parts[LAID] = (label, 0)
    if pawn:
        board.pawns, board.unsure[LAID] = {LAID}, UNDER_PAWN
    return board


def pawn_set_at_once(before: PaperBoard) -> tuple[BoardCell, ShownReader]:
    """Return what is read under a pawn that is set on a cell as soon as ``before`` was seen moving."""
    reader = ShownReader(boards={1: before, 2: board_with("street.single", pawn=True)})
    table = Watch(Eyes({"board": reader}, judge=Trusting()))
    table.finish()
    table.knock()
    table.look()
    table.knock()
    reading = table.finish().readings["board"]
    assert isinstance(reading, BoardReading)
    (cell,) = (cell for cell in reading.cells if cell.cell == (LAID.column, LAID.row))
    return cell, reader


def test_a_tile_that_was_seen_before_a_pawn_was_set_on_it_is_known() -> None:
    cell, reader = pawn_set_at_once(board_with("street.single", pawn=False))
    assert (cell.label, cell.on, cell.sure) == ("street.single", "gang", True)
    assert reader.asked <= 2 + MOST_READINGS + 3


@pytest.mark.parametrize("before", ["river.single", None])
def test_a_tile_that_was_seen_otherwise_or_not_at_all_stays_unsure(before: str | None) -> None:
    cell, _ = pawn_set_at_once(board_with(before, pawn=False))
    assert (cell.label, cell.sure) == ("street.single", False)


def test_a_pawn_that_stood_there_all_the_time_is_looked_under_once() -> None:
    _, reader = pawn_set_at_once(board_with("street.single", pawn=True))
    assert reader.asked <= 2 + MOST_READINGS + 3


def test_what_was_read_only_once_before_things_moved_is_told() -> None:
    seen, _ = watch(SURE, OTHER, OTHER)
    while (glance := seen.look()).phase != "still":
        assert not glance.broken_off
    seen.knock()
    assert seen.look().broken_off == {"dice": SURE}
    assert not seen.look().broken_off
    assert not seen.finish().broken_off


def test_a_kind_that_is_sure_at_once_does_not_wait_for_one_that_is_read_longer() -> None:
    die, board = ToldReader([SURE, SURE]), UnsureBoardReader()
    table = Watch(Eyes({"dice": die, "board": board}, judge=Trusting()))
    glances = [table.look()]
    while not glances[-1].finished:
        glances.append(table.look())
    told = [(glance.settled, glance.finished) for glance in glances if glance.settled]
    assert told == [(frozenset({"dice"}), False), (frozenset({"dice", "board"}), True)]
    assert (die.asked, board.asked) == (2, MOST_READINGS)


def test_what_moves_after_one_kind_was_settled_begins_all_anew() -> None:
    die, board = ToldReader([SURE, SURE, OTHER, OTHER]), UnsureBoardReader()
    table = Watch(Eyes({"dice": die, "board": board}, judge=Trusting()))
    while not table.look().settled:
        pass
    table.knock()
    glance = table.finish()
    assert (faces(glance), die.asked) == (["cap", "three"], 4)


class UnsureBoardReader(ToldBoardReader):
    """Is never sure of one cell."""

    def read(self, image_bgr: ImageBgr) -> BoardReading:
        return replace(super().read(image_bgr), sure=False, doubts=("cell",))
