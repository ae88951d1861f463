"""A whole table whose own time is fast; faults are switched on and off by lines on its input.

Only what counts in the table's time goes by the fast clock: the game, its glass, the simulated hands.
The camera's watch and the supervisor go by the real one, since computing takes as long as ever.

Run as ``python -m tests.rigs.soak.fast_table DATA [ROOT]``; prints its address. ROOT is where it looks
for a Pi's power and heat. Lines: ``camera on|off``, ``reader on|off``, ``clock SECONDS``, ``count X``.
"""

import gc
import sys
import threading
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from companion.cli.kinds.pieces import live_reader_of
from companion.cli.logs import configure
from companion.cli.settings import JOURNAL, SETS
from companion.devices.pin_box import PinBox
from companion.devices.pin_map import shipped_pin_map
from companion.devices.simulated_pins import SimulatedPanel, SimulatedPins
from companion.simulation.simulator import Simulator
from companion.table.access.access import Access
from companion.table.owner.owner import Owner
from companion.table.storage.journal import Journal
from companion.table.supervision.computer import Computer
from companion.table.supervision.malloc import limit_arenas
from companion.table.supervision.supervisor import Supervisor, Worker
from companion.table.table import Table
from companion.table.teaching.shelf import SetShelf
from companion.table.teaching.teaching import Teaching
from companion.table.workers import (
    THREADS_TAKE_TURNS_S,
    BroadcastWorker,
    ComputerWorker,
    DeviceWorker,
    EyesWorker,
    TimeWorker,
)
from tests.rigs.program import PIN
from vision.cameras.simulated import SimulatedCamera
from vision.cameras.watched import WatchedCamera
from vision.clock import SystemClock
from vision.errors import CameraLost
from vision.frame import ImageBgr
from vision.reader import Reader
from vision.workshop.simulation.table import SimulatedTable
from web.app import create_app
from web.server import Server

FASTER = 8.0
FRAMES_A_SECOND = 0.5
"""Of the table's time: four of the real one."""


class FastClock:
    """The real clock, eight times as fast."""

    def now(self) -> float:
        return time.monotonic() * FASTER

    def wait(self, woken: threading.Event, seconds: float) -> bool:
        return woken.wait(max(0.0, seconds) / FASTER)


def memory_mb() -> int:
    """Return what this program holds, in megabytes (Linux, ``proc(5)``)."""
    rows = Path("/proc/self/status").read_text().splitlines()
    return next(int(row.split()[1]) // 1024 for row in rows if row.startswith("VmRSS"))


class Faults:
    """What is at fault now."""

    def __init__(self) -> None:
        self.camera = self.reader = False
        self.clock_s = 0.0

    def time_of_day(self) -> datetime:
        return datetime.now().astimezone() + timedelta(seconds=self.clock_s)

    def follow(self, lines: Any) -> None:
        for line in lines:
            what, how = line.split()
            if what == "clock":
                self.clock_s += float(how)
            elif what == "count":
                print(f"{how}: {len(gc.get_objects())} objects, {memory_mb()} MB", flush=True)
                gc.collect()
                print(f"collected: {len(gc.get_objects())} objects, {memory_mb()} MB", flush=True)
            else:
                setattr(self, what, how == "on")


class FaultyCamera(SimulatedCamera):
    """A simulated camera that can be unplugged."""

    def __init__(self, table: SimulatedTable, clock: FastClock, faults: Faults) -> None:
        super().__init__(table, clock, fps=FRAMES_A_SECOND)
        self._faults = faults

    def _grab(self) -> ImageBgr:
        image = super()._grab()
        if self._faults.camera:
            raise CameraLost("it was unplugged", hint="Plug it in.")
        return image


class FaultyReader:
    """A reader that can be made to raise."""

    def __init__(self, reader: Reader[Any], faults: Faults) -> None:
        self.kind = reader.kind
        self._reader, self._faults = reader, faults

    def read(self, image_bgr: ImageBgr) -> Any:
        if self._faults.reader:
            raise ZeroDivisionError("as bad as can be")
        return self._reader.read(image_bgr)

    def pool(self, readings: Sequence[Any]) -> Any:
        return self._reader.pool(readings)


def main(data: Path, root: Path = Path("/")) -> None:
    """Run until the input ends."""
    configure()
    limit_arenas()
    sys.setswitchinterval(THREADS_TAKE_TURNS_S)
    clock, steady, faults = FastClock(), SystemClock(), Faults()
    simulated = SimulatedTable(clock, seed=1)
    hands = Simulator(simulated)
    pins = SimulatedPins(clock.now)
    pin_map = shipped_pin_map()
    backends = {"camera": "simulated", "pins": "simulated"}
    panel, owner = SimulatedPanel(pin_map, pins), Owner(data)
    table = Table(Journal(data / JOURNAL), clock, faults.time_of_day, backends, hands, {}, panel, owner)
    table.teaching = Teaching(table, SetShelf(data / SETS))
    hands.follow(table)

    def reader_for(kind: str, set_name: str) -> FaultyReader:
        found: Any = live_reader_of(kind, set_name)
        hands.use_set(kind, set_name)
        return FaultyReader(found, faults)

    server = Server(
        create_app(table, Access(data / "access.sqlite3", PIN, time.time, time.monotonic)),
        "127.0.0.1",
        0,
    )
    computer = Computer(data, lambda: faults.time_of_day().timestamp(), steady.now, root)
    with WatchedCamera(lambda: FaultyCamera(simulated, clock, faults), steady) as watched:
        workers: list[Worker] = [
            BroadcastWorker(table, steady),
            TimeWorker(table, clock),
            EyesWorker(table, watched, reader_for),
            DeviceWorker(PinBox.name, lambda: PinBox(pin_map, pins, clock.now), table, clock),
            ComputerWorker(table, computer),
            server,
        ]
        supervisor = Supervisor(workers, steady, table.report)
        supervisor.start()
        print(f"table:  http://127.0.0.1:{server.port}/ ", flush=True)
        faults.follow(sys.stdin)
        supervisor.stop()
    table.close()


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
