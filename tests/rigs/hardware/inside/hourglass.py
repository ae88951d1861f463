"""How punctual the glass ends on the chip, in real time, while the eyes read; beside an idle guest."""

import subprocess
import sys
import time
from statistics import median

import pytest

from companion.devices.device import Press
from companion.devices.pin_box import PinBox
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
from tests.benchmarks.test_glass import IN_TIME_S, SECONDS, BusyReader, short_glass
from tests.devices.rigs import PIN_MAP, becomes
from tests.rigs.hardware.chip import ChipRig
from tests.rigs.hardware.inside.conftest import Note
from tests.table.conftest import BACKENDS, wall
from tests.table.running import StandInCamera
from vision.clock import SystemClock

GLASSES = 50
SLEEPS = 100
WATCH = """
import time
from tests.devices.rigs import PIN_MAP, becomes
from tests.rigs.hardware.chip import Line
line, was = Line(PIN_MAP.buzzer), False
while True:
    now, high = time.monotonic(), line.is_high()
    if high and not was:
        print(now, flush=True)
    was = high
    time.sleep(0.001)
"""


def as_told(late: list[float]) -> str:
    met = sum(abs(seconds) <= IN_TIME_S for seconds in late)
    return (
        f"{met} of {len(late)} within 50 ms, late by median {1000 * median(late):.1f} ms,"
        f" most {1000 * max(late):.1f} ms"
    )


def test_an_idle_guest_wakes_up_late(note: Note) -> None:
    late = []
    for _ in range(SLEEPS):
        due = time.monotonic() + 0.1
        time.sleep(0.1)
        late.append(time.monotonic() - due)
    note("sleeping in the idle guest", as_told(late))


def test_glasses_end_in_time_while_the_eyes_read(
    rig: ChipRig, note: Note, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(PLAY), "timer", short_glass)
    sys.setswitchinterval(THREADS_TAKE_TURNS_S)
    clock = SystemClock()
    table = Table(Journal(":memory:"), clock, wall, {**BACKENDS, "pins": "lgpio"})
    camera = StandInCamera(clock)
    readers = {kind: BusyReader(kind, camera) for kind in ("dice", "tokens")}
    workers: list[Worker] = [
        BroadcastWorker(table, clock),
        TimeWorker(table, clock),
        EyesWorker(table, camera, lambda kind, _: readers[kind]),  # type: ignore[arg-type]
        DeviceWorker("box", lambda: PinBox(PIN_MAP, rig.factory, clock.now), table, clock),
    ]
    supervisor = Supervisor(workers, clock, table.report)
    watch = subprocess.Popen([sys.executable, "-c", WATCH], stdout=subprocess.PIPE, text=True)
    dues: list[float] = []
    supervisor.start()
    try:
        while len(dues) < GLASSES:
            if not table.playing:
                table.start_sitting(
                    {"game": "ubongo", "seats": ["Ana", "Bob"], "options": {"rounds": 36}}
                )
            table.devices.press(Press("ok", time.monotonic()))
            glass = table._playing.glass
            if glass is not None and glass.due is not None:
                dues.append(glass.due)
            time.sleep(SECONDS + 0.9)
            assert becomes(lambda: table._playing.glass is None, 30.0)
    finally:
        supervisor.stop()
        table.close()
        watch.terminate()
        told, _ = watch.communicate()
    sounded = [float(line) for line in told.split()]
    late = [min((at - due for at in sounded if at >= due - 0.2), default=9.9) for due in dues]
    reads = sum(reader.reads for reader in readers.values())
    note(f"the glass's end while the eyes read ({reads} readings)", as_told(late))
    assert min(late) > -IN_TIME_S, "never early"
