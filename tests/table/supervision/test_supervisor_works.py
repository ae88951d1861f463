"""A supervisor says when only a fresh program helps: then systemd is left to kill this one."""

import threading
import time

from companion.table.supervision.supervisor import (
    LOOKS_WITHIN_S,
    MOST_STUCK,
    Fault,
    Supervisor,
    WorkerLease,
)
from tests.devices.rigs import becomes
from vision.clock import SteppedClock

FASTER = 40.0


class HurriedClock:
    """A clock by which a minute passes in a second and a half."""

    def now(self) -> float:
        return time.monotonic() * FASTER

    def wait(self, woken: threading.Event, seconds: float) -> bool:
        return woken.wait(max(0.0, seconds) / FASTER)


class Hanging:
    """A worker that hangs, each time anew, until it is let go."""

    name, allowed_s = "eyes", 3.0

    def __init__(self) -> None:
        self.runs = 0
        self.let_go = threading.Event()

    def run(self, lease: WorkerLease) -> None:
        del lease
        self.runs += 1
        self.let_go.wait()


def reported(part: str, fault: Fault | None) -> None:
    del part, fault


def test_it_works_until_a_worker_can_no_longer_be_started_anew() -> None:
    worker = Hanging()
    supervisor = Supervisor([worker], HurriedClock(), reported)
    supervisor.start()
    try:
        assert becomes(supervisor.works)
        # On a busy machine it may look too late, too, and not work for a moment before that.
        assert becomes(lambda: worker.runs == MOST_STUCK and not supervisor.works(), 60.0)
        worker.let_go.set()
        assert becomes(supervisor.works, 60.0), "its threads have ended, and it was started anew"
    finally:
        worker.let_go.set()
        supervisor.stop()


def test_one_that_no_longer_looks_does_not_work() -> None:
    clock = SteppedClock()
    supervisor = Supervisor([], clock, reported)
    assert supervisor.works()
    clock.wait(threading.Event(), LOOKS_WITHIN_S)
    assert not supervisor.works()
