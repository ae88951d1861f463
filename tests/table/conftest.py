"""A table whose eyes are told what lies there."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from threading import Event

import numpy as np
import pytest

import companion.table.table
from companion.games.game import EVERYONE
from companion.table.shapes.values import JsonObject
from companion.table.sight.eyes import FrameSight, Phase
from companion.table.storage.journal import Journal
from companion.table.table import Table
from tests.table.paper_table import PaperDie, PaperHands, reading_of
from vision.clock import SteppedClock
from vision.frame import Frame
from vision.readings.reading import Reading

vars(companion.table.table)["VIEW_TAKES_S"] = 120.0
"""In the machine's own seconds, whatever a test's clock says: a busy machine is no fault of a view."""

BACKENDS = {"camera": "paper", "pins": "none"}


def wall() -> datetime:
    return datetime(2026, 1, 2, 20, 15, tzinfo=UTC)


@dataclass
class Bench:
    """A table, its clock, and hands whose dice it reads without a camera."""

    table: Table
    clock: SteppedClock
    hands: PaperHands
    looked_at: list[PaperDie] = field(default_factory=list)
    frames: int = 0

    def show(
        self, reading: Reading, phase: Phase = "read", *, finished: bool = True, rested_s: float = 0.0
    ) -> None:
        """Let the eyes finish this reading; in another phase they see nothing but that.

        ``rested_s``: for how long what is read has lain still, s.
        """
        self.frames += 1
        frame = Frame(np.zeros((9, 12, 3), np.uint8), self.clock.now(), self.frames)
        finished = finished and phase == "read"
        readings = {reading.kind: reading} if finished else {}
        still_since = self.clock.now() - rested_s
        self.table.sight.saw(FrameSight(frame, phase, readings, finished, still_since=still_since))

    def glimpse(self, reading: Reading) -> None:
        """Let the eyes read this once before things move on."""
        self.frames += 1
        frame = Frame(np.zeros((9, 12, 3), np.uint8), self.clock.now(), self.frames)
        self.table.sight.saw(FrameSight(frame, "moving", broken_off={reading.kind: reading}))

    def view(self) -> JsonObject:
        """Return the game as everyone sees it."""
        view = self.table.state(EVERYONE)["view"]
        assert view is not None
        return view

    def wait(self, seconds: float = 2.0) -> None:
        """Let time pass."""
        self.clock.wait(Event(), seconds)
        self.table.tick()
        self.table.sight.weigh()

    def settle(self) -> None:
        """Look if anything changed on the table, then wait until proposals are accepted."""
        if self.hands.dice != self.looked_at:
            self.looked_at = list(self.hands.dice)
            self.show(reading_of(self.hands.dice))
        self.wait()


def bench_on(
    path: Path | None,
    seed: int,
    pins: str = "none",
    folder: Path | None = None,
    *,
    wall_stands: bool = True,
) -> Bench:
    """Return a table on a journal file (or on none); ``folder``: where its small files are kept;
    ``wall_stands``: its time of day does.
    """
    clock = SteppedClock()
    journal = Journal(path or ":memory:")

    def time_of_day() -> datetime:
        return wall() + timedelta(seconds=0.0 if wall_stands else clock.now())

    table = Table(journal, clock, time_of_day, {**BACKENDS, "pins": pins}, folder=folder)
    return Bench(table, clock, PaperHands(Random(seed)))


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = bench_on(None, 1)
    yield made
    made.table.close()
