"""Dice that were seen to roll, and what is not: hands, gaps between frames, a camera that shakes."""

import threading
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from companion.table.sight.eyes import Eyes
from tests.rigs.sketched.reader import SketchReader
from tests.rigs.sketched.table import SketchedTable
from tests.trusting import Trusting
from vision.clock import SteppedClock
from vision.dice.sets import load
from vision.frame import Frame, ImageBgr
from vision.motion.changes import shrink
from vision.motion.rolling import Movement, has_rolled
from vision.readings.dice import DiceReading
from vision.readings.places import PointMm

NEVER = threading.Event()
FRAME_S = 0.1


@dataclass
class Watched:
    """A sketched table with three dice that were read, and eyes that go on watching."""

    seed: int = 0
    clock: SteppedClock = field(default_factory=SteppedClock)
    frames: int = 0

    def __post_init__(self) -> None:
        self.table = SketchedTable(self.clock, seed=self.seed)
        self.eyes = Eyes({"dice": SketchReader(self.table, load("carcassonne"))}, judge=Trusting())
        self.dice = [
            self.table.put(face, PointMm(60.0 + 40 * number, 60.0), 20.0 * number)
            for number, face in enumerate(("cap", "knight", "three"))
        ]
        self.read()

    def read(self, frame_s: float = FRAME_S) -> DiceReading:
        """Look until all is done and read, with so long a time between two frames."""
        while True:
            self.clock.wait(NEVER, frame_s)
            self.frames += 1
            now = self.clock.now()
            sight = self.eyes.take(Frame(self.table.render(now), now, self.frames))
            reading = sight.readings.get("dice")
            if sight.finished and now > self.table.busy_until and isinstance(reading, DiceReading):
                return reading


@pytest.fixture(params=range(3))
def watched(request: pytest.FixtureRequest) -> Watched:
    return Watched(request.param)


def test_dice_that_are_thrown_are_seen_to_roll(watched: Watched) -> None:
    watched.table.throw(count=2, around=(0.5, 0.5))
    reading = watched.read()
    assert reading.rolled
    assert 0.5 < reading.moved_s < 2.0


def test_a_die_that_a_hand_puts_elsewhere_is_not(watched: Watched) -> None:
    watched.table.place(watched.dice[0], PointMm(120.0, 130.0), 50.0)
    assert not watched.read().rolled


def test_where_a_hand_came_after_dice_rolled_nobody_knows(watched: Watched) -> None:
    watched.table.throw(count=2, around=(0.5, 0.5))
    watched.table.place(watched.dice[0], PointMm(120.0, 130.0), 50.0)
    assert not watched.read().rolled


def test_where_no_picture_was_taken_for_a_while_a_hand_may_have_come_and_gone(watched: Watched) -> None:
    watched.table.throw(count=2, around=(0.5, 0.5))
    assert not watched.read(frame_s=0.35).rolled


@pytest.mark.parametrize("by_px", [4, 8, 20])
def test_a_camera_that_shakes_shows_no_rolling_dice(watched: Watched, by_px: int) -> None:
    before = shrink(watched.table.render(watched.clock.now()))
    watched.table.put("corner", PointMm(120.0, 130.0), 30.0)
    picture = watched.table.render(watched.clock.now())
    shaken = [_shifted(picture, by_px), _shifted(picture, -by_px)]
    movement = Movement(before, tuple(map(shrink, shaken)), shrink(picture), 0.05, 1.0)
    assert not has_rolled(movement, watched.read())


def _shifted(picture: ImageBgr, by_px: int) -> ImageBgr:
    way = np.array([[1, 0, by_px], [0, 1, by_px / 2]], np.float32)
    height, width = picture.shape[:2]
    moved = cv2.warpAffine(picture, way, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)
