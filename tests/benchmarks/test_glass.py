"""How punctual the hourglass ends while the eyes read as fast as they can."""

import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from companion.cli.kinds.pieces import reader_of
from companion.devices.device import Press
from companion.devices.pin_box import PinBox
from companion.devices.pin_map import shipped_pin_map
from companion.devices.simulated_pins import SimulatedPins
from companion.games.ubongo.state import Phase
from companion.table.hooks.position import Position
from companion.table.hooks.timing import Timer
from companion.table.plays.ubongo.play import PLAY
from companion.table.storage.journal import Journal
from companion.table.supervision.supervisor import Supervisor, Worker
from companion.table.table import Table
from companion.table.workers import (
    THREADS_TAKE_TURNS_S,
    BroadcastWorker,
    DeviceWorker,
    EyesWorker,
    TimeWorker,
)
from tests.benchmarks.test_dice_speed import nine_dice
from tests.table.conftest import BACKENDS, wall
from tests.table.plays.ubongo.paper_gems import no_board
from tests.table.running import StandInCamera
from vision.clock import SystemClock
from vision.readings.dice import DiceReading
from vision.readings.outlines import OutlineReading
from vision.readings.reading import Reading

GLASSES, SECONDS, IN_TIME_S = 200, 2.0, 0.05
PIN_MAP = shipped_pin_map()


def short_glass(play: object, position: Position[Any]) -> Timer | None:
    """Return a glass of two seconds while the round runs, in the place of the game's own."""
    now = position.state.round
    if now.phase is not Phase.RUNNING:
        return None
    return Timer(f"{now.number} {now.turned}", SECONDS, ({"move": "time_up"},))


class BusyReader:
    """Reads a picture of nine dice with the real reader, again and again, and tells nothing of it."""

    def __init__(self, kind: str, camera: StandInCamera) -> None:
        self.kind, self._camera = kind, camera
        self._real = reader_of("dice", "carcassonne")
        self._image = nine_dice((1640, 1232))
        self.reads = 0

    def read(self, image_bgr: object) -> Reading:
        del image_bgr
        read = self._real.read(self._image)
        self.reads += 1
        self._camera.knock()
        nothing: DiceReading = replace(read, dice=(), grids=(), sure=False, doubts=(), doubtful=())
        others: dict[str, Reading] = {
            "tokens": no_board(),
            "outlines": OutlineReading(True, (), read.size_px, has_markers=False, outlines=()),
        }
        return others.get(self.kind, nothing)

    def pool(self, readings: Sequence[Reading]) -> Reading:
        return readings[-1]


@contextmanager
def table_with_box() -> Iterator[tuple[Table, list[float], list[BusyReader]]]:
    """Run a whole table; give it, the times at which its buzzer began to sound, and its readers."""
    clock = SystemClock()
    table = Table(Journal(":memory:"), clock, wall, {**BACKENDS, "pins": "simulated"})
    pins = SimulatedPins(clock.now)
    sounded: list[float] = []
    buzzer = pins.pin(PIN_MAP.buzzer)
    usual = buzzer._change_state

    def changes(value: Any) -> bool:
        if value and not buzzer._state:
            sounded.append(clock.now())
        return bool(usual(value))

    buzzer._change_state = changes
    camera = StandInCamera(clock)
    readers = {kind: BusyReader(kind, camera) for kind in PLAY.sets}
    workers: list[Worker] = [
        BroadcastWorker(table, clock),
        TimeWorker(table, clock),
        EyesWorker(table, camera, lambda kind, _: readers[kind]),  # type: ignore[arg-type]
        DeviceWorker("box", lambda: PinBox(PIN_MAP, pins, clock.now), table, clock),
    ]
    supervisor = Supervisor(workers, clock, table.report)
    supervisor.start()
    try:
        yield table, sounded, list(readers.values())
    finally:
        supervisor.stop()
        table.close()
        pins.close()


@pytest.mark.bench
@pytest.mark.timeout(1800)
def test_short_glasses_end_in_time_while_the_eyes_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hundred glasses, one after the other: from the end that is due to the buzzer's pin."""
    monkeypatch.setattr(type(PLAY), "timer", short_glass)
    usual_turns_s = sys.getswitchinterval()
    sys.setswitchinterval(THREADS_TAKE_TURNS_S)
    late: list[float] = []
    try:
        with table_with_box() as (table, sounded, readers):
            while len(late) < GLASSES:
                if not table.playing:
                    table.start_sitting(
                        {"game": "ubongo", "seats": ["Ana", "Bob"], "options": {"rounds": 36}}
                    )
                table.devices.press(Press("ok", time.monotonic()))
                due = table._playing.glass.due if table._playing.glass else None
                assert due is not None
                threading.Event().wait(SECONDS + 0.7)
                ends = [at for at in sounded if at >= due - 0.2]
                late.append(ends[0] - due if ends else float("inf"))
            reads = sum(reader.reads for reader in readers)
    finally:
        sys.setswitchinterval(usual_turns_s)
    assert reads, "the eyes did not read"
    late.sort()
    met = sum(1 for seconds in late if abs(seconds) <= IN_TIME_S)
    print(
        f"\n{GLASSES} glasses of {SECONDS} s, {reads} readings of 1640 × 1232 meanwhile: {met} ended "
        f"within 50 ms; late by median {1000 * late[len(late) // 2]:.1f} ms, "
        f"most {1000 * late[-1]:.1f} ms"
    )
