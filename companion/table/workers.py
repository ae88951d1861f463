"""The table's own workers: its eyes, its time, its broadcast, and one for each device."""

import logging
from collections.abc import Callable, Mapping
from threading import Event
from typing import Any

from companion.devices.device import Device, KeysHeard, Press, Signals
from companion.errors import CompanionError, JournalError
from companion.table.hooks.verdict import Say
from companion.table.sight.camera_choice import CameraUsed
from companion.table.sight.eyes import Eyes
from companion.table.sight.mirror_watch import PART, MirrorWatch
from companion.table.supervision.computer import LOOK_EVERY_S, Computer
from companion.table.supervision.malloc import trim_heap
from companion.table.supervision.supervisor import Fault, Nonsense, WorkerLease
from companion.table.table import Table
from vision.cameras.camera import Camera
from vision.cameras.view import CameraView, Rotation, combine
from vision.cameras.watched import CameraHealth, WatchedCamera
from vision.clock import Clock
from vision.errors import UnknownSet, VisionError
from vision.reader import Reader

_log = logging.getLogger(__name__)

READING_TAKES_S = 10.0
"""Longest time for a reading, in seconds: the slowest picture at full size takes 5 s on a Pi 4."""
WEIGHING_TAKES_S = 3.0
"""Longest time for a referee, in seconds: the slowest takes a tenth of it on a Pi 4."""
FRAME_WITHIN_S = 0.25
"""Seconds after which the worker checks table and camera even if no frame comes."""
THREADS_TAKE_TURNS_S = 0.001
"""Seconds after which a thread that computes in Python lets another one run. With Python's default of 5
ms a reader that computes all the time makes a deadline 31 ms late (median of 100; at most 58)."""
TOLD_APART = frozenset({"simulated", "recording", "url", "phone"})
"""Kinds of cameras without a cable to check: their messages tell players something else to do."""
LONGEST_WAIT_S = 0.5
"""Longest interval in seconds at which waiting workers check whether they are still wanted."""

ReaderFor = Callable[[str, str], Reader[Any]]
"""Gives the reader of a kind of pieces and of a set, by their names."""


class EyesWorker:
    """Takes the camera's frames to the table: stillness, readings, and what they mean."""

    name = "eyes"
    allowed_s = 3.0

    def __init__(
        self,
        table: Table,
        camera: WatchedCamera,
        reader_for: ReaderFor,
        cameras: Mapping[CameraUsed, Callable[[], Camera] | None] | None = None,
    ) -> None:
        """``cameras``: the function that makes each possible camera; None: there is only this one."""
        self._table, self._camera, self._reader_for = table, camera, reader_for
        self._cameras = cameras
        self._mirror = MirrorWatch(table.report)
        self._turned: Rotation = 0

    def run(self, lease: WorkerLease) -> None:
        """Watch until no longer wanted."""
        eyes, number = Eyes({}), None
        sets: tuple[int, Mapping[str, str]] = (-1, {})
        while lease.wanted:
            if self._cameras is not None and self._camera.use(
                self._cameras[self._table.looking.camera_used]
            ):
                self._table.looking.look_anew()
                eyes, number = self._eyes_with(eyes.readers, lease), None
            self._camera.set_view(self._view())
            self._camera.hold(self._table.playing)
            # The serial first: a set that changes in between is then loaded once more.
            wanted = (self._table.sets.serial, self._table.sets.in_use)
            if wanted != sets:
                readers = self._readers_for(wanted[1], lease)
                if readers is None:
                    continue
                sets, eyes = wanted, self._eyes_with(readers, lease)
            frame = self._camera.wait_newer(number, FRAME_WITHIN_S)
            lease.beat()
            self._tell_health(self._camera.health())
            self._tell_turn()
            if frame is not None:
                number = frame.number
                sight = eyes.take(frame)
                self._mirror.follow(sight)
                if not self._brought(lambda: self._table.sight.saw(sight, lambda: lease.wanted), lease):  # noqa: B023
                    eyes.read_anew()
            self._brought(lambda: self._table.sight.weigh(lambda: lease.wanted), lease)

    def _readers_for(self, sets: Mapping[str, str], lease: WorkerLease) -> dict[str, Reader[Any]] | None:
        """Return the readers of these sets; None if a taught one was broken and is no longer used.

        A set that was never taught has no reader: that is reported, and everything else is read.
        """
        readers: dict[str, Reader[Any]] = {}
        missing: set[str] = set()
        for kind, name in sets.items():
            try:
                with lease.stage(self.name, READING_TAKES_S):
                    readers[kind] = self._reader_for(kind, name)
            except VisionError as error:
                lease.recovered()
                _log.error("the set %s cannot be read with: %s %s", name, error, error.hint)
                if self._table.sets.fall_back(kind, name):
                    return None
                if not isinstance(error, UnknownSet):
                    raise
                missing.add(kind)
        self._table.faults.sets_are_missing(missing)
        return readers

    def _eyes_with(self, readers: Mapping[str, Reader[Any]], lease: WorkerLease) -> Eyes:
        return Eyes(readers, reading=lambda: lease.stage("reader", READING_TAKES_S))

    def _brought(self, what: Callable[[], None], lease: WorkerLease) -> bool:
        """Bring something to the table; tell whether it was accepted."""
        try:
            with lease.stage("referee", WEIGHING_TAKES_S):
                what()
        except Nonsense:
            raise
        except CompanionError as error:
            # A full disk, for example: the pieces are still on the table, and are read again.
            _tell_trouble(self._table, error, lease)
            return False
        return True

    def _view(self) -> CameraView:
        return self._table.looking.view(for_board="board" in self._table.sets.in_use)

    def _tell_health(self, health: CameraHealth) -> None:
        kind = self._table.looking.camera_kind
        about = f"{kind if kind in TOLD_APART else 'trouble'}_{health.state}"
        about = about if health.why is None else f"why_{health.why}"
        said = Say(f"camera.{about}") if health.message else None  # the log says more
        self._table.looking.camera_is(health.state, said)

    def _tell_turn(self) -> None:
        """Report that the picture has turned while the camera ran, and the setting that keeps it as it
        was."""
        turned, part = self._camera.turned, f"{PART} turned"
        if turned == self._turned:
            return
        self._turned = turned
        told = {"rotate": combine(self._view().rotate, turned)}
        self._table.report(part, Fault(PART, "picture_turned", told) if turned else None)


class TimeWorker:
    """Makes the moves that are due, whatever the eyes are doing."""

    name = "time"
    allowed_s = 3.0

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    def run(self, lease: WorkerLease) -> None:
        """Keep the deadlines until no longer wanted."""
        with self._table.woken() as woken:
            while lease.wanted:
                lease.beat()
                self._clock.wait(woken, self._wait_s())
                woken.clear()
                self._tick(lease)

    def _wait_s(self) -> float:
        due = self._table.due
        return LONGEST_WAIT_S if due is None else min(LONGEST_WAIT_S, max(0.0, due - self._clock.now()))

    def _tick(self, lease: WorkerLease) -> None:
        try:
            self._table.tick()
        except Nonsense:
            raise
        except CompanionError as error:
            _tell_trouble(self._table, error, lease)


class BroadcastWorker:
    """Sends every page the news at once, and then the advice."""

    name = "broadcast"
    allowed_s = 10.0

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    def run(self, lease: WorkerLease) -> None:
        """Send until no longer wanted."""
        with self._table.woken() as woken:
            while lease.wanted:
                lease.beat()
                self._table.tell()
                lease.beat()
                retry_s = self._table.advise()
                self._clock.wait(
                    woken, LONGEST_WAIT_S if retry_s is None else min(retry_s, LONGEST_WAIT_S)
                )
                woken.clear()


class StoryWorker:
    """Writes the stories of ended games: the latest, and earlier ones without a story."""

    name = "story"
    allowed_s = 60.0

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    def run(self, lease: WorkerLease) -> None:
        """Write until no longer wanted."""
        with self._table.woken() as woken:
            while lease.wanted:
                lease.beat()
                if not self._table.tell_story():
                    self._clock.wait(woken, LONGEST_WAIT_S)
                    woken.clear()


class ComputerWorker:
    """Watches the computer: disk, clock, power and heat; its faults are shown on every page.

    It also returns unused memory to the system.
    """

    name = "computer"
    allowed_s = 10.0

    def __init__(self, table: Table, computer: Computer) -> None:
        self._table, self._computer = table, computer

    def run(self, lease: WorkerLease) -> None:
        """Look until no longer wanted."""
        told: dict[str, Fault | None] = {}
        while lease.wanted:
            self._table.memory.look()
            for part, fault in self._computer.look().items():
                if fault != told.get(part):
                    self._table.report(part, fault)
                told[part] = fault
            trim_heap()
            lease.wait(LOOK_EVERY_S)


class DeviceWorker:
    """Shows signals on a device, and brings its presses to the table.

    ``make`` returns the device, not yet opened; it is called again after a fault.
    """

    allowed_s = 3.0

    def __init__(self, name: str, make: Callable[[], Device], table: Table, clock: Clock) -> None:
        self.name = name
        self._make, self._table, self._clock = make, table, clock

    def run(self, lease: WorkerLease) -> None:
        """Serve the device until no longer wanted."""
        with self._table.woken() as woken:
            self._table.faults.keys_are_stuck(())
            device = self._make()
            try:
                device.open(woken.set)
                self._serve(device, woken, lease)
            finally:
                if lease.wanted:  # otherwise another thread may report its own keys
                    self._table.faults.keys_are_stuck(())
                device.close()

    def _serve(self, device: Device, woken: Event, lease: WorkerLease) -> None:
        shown, stuck = None, frozenset[str]()
        while lease.wanted:
            heard = device.heard()
            for press in heard.presses:
                self._press(press, lease)
            if heard.stuck != stuck:
                stuck = heard.stuck
                self._table.faults.keys_are_stuck(stuck)
            signals = self._table.devices.signals
            if signals != shown:
                with lease.stage(self.name, self.allowed_s):
                    device.show(signals)
                shown = signals
            lease.beat()
            self._clock.wait(woken, self._wait_s(signals, heard))
            woken.clear()

    def _press(self, press: Press, lease: WorkerLease) -> None:
        if not isinstance(press, Press):
            raise Nonsense(f"{self.name} brought a {type(press).__name__}, no press of a key")
        if not lease.wanted:
            return
        try:
            self._table.devices.press(press)
        except CompanionError as error:
            _tell_trouble(self._table, error, lease)

    def _wait_s(self, signals: Signals, heard: KeysHeard) -> float:
        waits = [LONGEST_WAIT_S]
        if signals.holds_s is not None:
            waits.append(signals.holds_s)
        if heard.due is not None:
            waits.append(heard.due - self._clock.now())
        return max(0.0, min(waits))


def _tell_trouble(table: Table, error: CompanionError, lease: WorkerLease) -> None:
    """Report that the device cannot be used at the moment, and wait a little before the next try."""
    lease.recovered()
    _log.warning("%s %s", error, error.hint)
    table.trouble(Say("error.journal" if isinstance(error, JournalError) else "trouble.table"))
    lease.wait(FRAME_WITHIN_S)
