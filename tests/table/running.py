"""A whole table with all its workers running, and stand-ins for what is at fault."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NoReturn

import cv2
import numpy as np
import pytest

from companion.devices.device import KeysHeard, Lamp, Press, Signals
from companion.games.game import EVERYONE
from companion.games.plain_dice.rules import GAME, State
from companion.table.hooks.position import Position
from companion.table.hooks.timing import Timer
from companion.table.plays.plain_dice.play import PLAY
from companion.table.shapes.values import JsonObject
from companion.table.storage.journal import Journal
from companion.table.supervision.supervisor import Fault, Supervisor, Worker
from companion.table.table import Table
from companion.table.workers import BroadcastWorker, DeviceWorker, EyesWorker, TimeWorker
from tests.table.conftest import BACKENDS, wall
from tests.table.paper_table import PaperDie, reading_of
from vision.cameras.view import CameraView, Rotation
from vision.cameras.watched import CameraHealth
from vision.clock import Clock
from vision.frame import Frame
from vision.readings.dice import DiceReading

FASTER = 4.0
"""The tests' time passes so much faster than the wall's."""


LOOK_EVERY_S = 0.05


SHADED = np.tile(np.linspace(60, 120, 640).astype(np.uint8)[None, :, None], (480, 1, 1))
"""A bare table, lit from one side: (height, width, 1)."""


class FastClock:
    """A real clock that is fast."""

    def now(self) -> float:
        return time.monotonic() * FASTER

    def wait(self, woken: threading.Event, seconds: float) -> bool:
        return woken.wait(max(0.0, seconds) / FASTER)


class WallClock:
    """The machine's own clock."""

    def now(self) -> float:
        return time.monotonic()

    def wait(self, woken: threading.Event, seconds: float) -> bool:
        return woken.wait(max(0.0, seconds))


class StandInCamera:
    """A camera on which a die lies still; ``knock`` moves it, so that it is read again."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._number = 0
        self._place = 0

    def knock(self) -> None:
        self._place += 1

    turned: Rotation = 0

    def hold(self, held: bool) -> None:
        del held

    def set_view(self, view: CameraView) -> None:
        del view

    def wait_newer(self, number: int | None, timeout_s: float) -> Frame | None:
        del number, timeout_s
        threading.Event().wait(0.1 / FASTER)
        self._number += 1
        image = np.repeat(SHADED, 3, axis=2)
        image[100:300, 50 + 100 * (self._place % 4) :][:, :100] = 230
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8), np.uint8)  # as any lens does
        return Frame(image, self._clock.now(), self._number)

    def health(self) -> CameraHealth:
        return CameraHealth("running")


@dataclass
class StandIn:
    """Does what it usually does, or ``fault`` in its place."""

    fault: Callable[[], Any] | None = None
    calls: int = 0

    def act(self, usual: Callable[[], Any]) -> Any:
        self.calls += 1
        return usual() if self.fault is None else self.fault()


@dataclass
class StandInReader:
    """Reads one die of the face it was told."""

    does: StandIn
    camera: StandInCamera
    face: str = "1"
    kind: str = "dice"

    def read(self, image_bgr: object) -> DiceReading:
        del image_bgr
        at = (float(self.camera._place), 0.0)
        return self.does.act(lambda: reading_of([PaperDie(self.face, at)]))  # type: ignore[no-any-return]

    def pool(self, readings: Sequence[DiceReading]) -> DiceReading:
        return readings[-1]


@dataclass
class StandInDevice:
    """A box with one key; ``shown`` are the signals it was given."""

    does: StandIn
    shown: list[Signals] = field(default_factory=list)
    stuck: frozenset[str] = frozenset()
    name: str = "box"
    changed: Callable[[], None] = print
    presses: list[Press] = field(default_factory=list)

    def open(self, changed: Callable[[], None]) -> None:
        self.changed = changed

    def pressed(self, press: Press) -> None:
        """Press a key."""
        self.presses.append(press)
        self.changed()

    def heard(self) -> KeysHeard:
        presses, self.presses = tuple(self.presses), []
        return KeysHeard(presses, None, self.stuck)

    def show(self, signals: Signals) -> None:
        self.does.act(lambda: self.shown.append(signals))

    def close(self) -> None:
        pass


@dataclass
class Running:
    """The table, and its stand-ins."""

    table: Table
    clock: Clock
    camera: StandInCamera
    reader: StandInReader
    device: StandInDevice
    supervisor: Supervisor
    reports: list[str]
    parts: dict[str, StandIn] = field(default_factory=dict)

    def moves(self) -> list[JsonObject]:
        return [line["move"] for line in self.table.state(EVERYONE)["history"]]

    def faults(self) -> list[str]:
        return [
            f"{fault['part']} {fault['text']['code']}" for fault in self.table.state(EVERYONE)["faults"]
        ]

    def until(self, true: Callable[[], bool], within_s: float) -> float:
        """Wait until something is true; return how many seconds of the table that took.

        What this thread was woken too late does not count: on a busy machine the workers are, too.
        """
        began, late_s = self.clock.now(), 0.0
        with self.table.woken() as woken:
            while not true():
                waits_since = self.clock.now()
                taken = waits_since - began - late_s
                assert taken < within_s, f"not within {within_s} s: {self.faults()} {self.moves()}"
                self.clock.wait(woken, LOOK_EVERY_S)
                woken.clear()
                late_s += max(0.0, self.clock.now() - waits_since - LOOK_EVERY_S)
        return self.clock.now() - began


@contextmanager
def running(journal: Journal, clock: Clock | None = None) -> Iterator[Running]:
    """Run a table of plain dice with all its workers."""
    clock = clock or FastClock()
    table = Table(journal, clock, wall, BACKENDS)
    table.start_sitting({"game": "plain_dice", "seats": ["Ana"]})
    camera = StandInCamera(clock)
    reader, device = StandInReader(StandIn(), camera), StandInDevice(StandIn())
    workers: list[Worker] = [
        BroadcastWorker(table, clock),
        TimeWorker(table, clock),
        EyesWorker(table, camera, lambda *_: reader),  # type: ignore[arg-type]
        DeviceWorker("box", lambda: device, table, clock),
    ]
    reports: list[str] = []

    def report(part: str, fault: Fault | None) -> None:
        reports.append(f"{part} fault.{fault.kind}" if fault else f"{part} works")
        table.report(part, fault)

    supervisor = Supervisor(workers, clock, report)
    supervisor.start()
    try:
        yield Running(table, clock, camera, reader, device, supervisor, reports)
    finally:
        supervisor.stop()
        table.close()


def raises() -> NoReturn:
    """A fault of the first kind."""
    raise ZeroDivisionError("as bad as can be")


def nonsense() -> object:
    """A fault of the second kind: nothing that any part may answer."""
    return {"view": {1, 2}}


@contextmanager
def running_with_stand_ins(
    monkeypatch: pytest.MonkeyPatch, clock: Clock | None = None
) -> Iterator[Running]:
    """Run a table whose reader, referee, view and device do as they are told.

    Its clock makes a throw every two seconds, and a lamp changes with each.
    """
    monkeypatch.setattr("companion.table.table.VIEW_TAKES_S", 1.0)
    weigh, view = type(PLAY).weigh, type(GAME).view
    referee, viewer = StandIn(), StandIn()

    def timer(self: object, position: Position[State]) -> Timer:
        key = str(position.state.throws)
        return Timer(key, 2.0, ({"move": "throw", "faces": ["2"]},))

    def signals(self: object, position: Position[State], left_s: float) -> Signals:
        lamp: Lamp = "lit" if position.state.throws % 2 else "dark"
        return Signals({"status": lamp})

    def pressed(self: object, position: Position[State], press: Press) -> dict[str, Any]:
        return {"move": "throw", "faces": ["5"]}

    monkeypatch.setattr(type(PLAY), "weigh", lambda *asked: referee.act(lambda: weigh(*asked)))
    monkeypatch.setattr(type(GAME), "view", lambda *asked: viewer.act(lambda: view(*asked)))
    for name, made in (("timer", timer), ("signals", signals), ("pressed", pressed)):
        monkeypatch.setattr(type(PLAY), name, made)
    with running(Journal(":memory:"), clock) as table:
        table.parts = {
            "reader": table.reader.does,
            "referee": referee,
            "view": viewer,
            "box": table.device.does,
        }
        yield table
