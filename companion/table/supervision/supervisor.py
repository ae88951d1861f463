"""Watched workers: one that raises or falls silent is logged, shown, and restarted.

A worker does its work on a thread of its own and gives a sign of life at least every ``allowed_s``
seconds. A thread cannot be ended from outside. So a silent worker is given up: its lease is no longer
``wanted``, any results it still brings are discarded, and a new thread takes its place.
"""

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal, Protocol

from companion.errors import CompanionError
from vision.clock import Clock

_log = logging.getLogger(__name__)

WATCH_EVERY_S = 0.2
"""Seconds between two looks at the workers: a fault must be shown within 2 s, so this is soon enough."""
FIRST_RESTART_S, LAST_RESTART_S = 0.5, 4.0
"""Seconds before a worker is restarted: doubled from fault to fault, so that a broken one does not keep
the processor busy; at most 4 s, because a fresh worker is promised within 5 s."""
HEALED_AFTER_S = 2.0
"""Seconds without a fault after which a restarted worker counts as working again: still dice are read
within that time, so a reader that still fails does so before."""
MOST_STUCK = 8
"""Most given-up threads of one worker that may hang at the same time; then it is not restarted until one
of them ends. Each holds its memory for ever."""
LOOKS_WITHIN_S = 10.0
"""A supervisor that has not looked at its workers for this many seconds has failed."""
JOIN_WITHIN_S = 5.0
"""Seconds that a worker gets to end when the table stops."""

FaultKind = Literal[
    "raised",
    "silent",
    "nonsense",
    "mended",
    "broken_set",
    "no_set",
    "stuck",
    "memory_gone",
    "memory_read_only",
    "memory_full",
    "memory_broken",
    "memory_on_trial",
    "memory_elsewhere",
    "without_memory",
    "phone_battery",
    "disk_low",
    "power_low",
    "hot",
    "clock_set",
    "markers_few",
    "markers_bent",
    "markers_gone",
    "marker_bent",
    "marker_hidden",
    "picture_turned",
    "picture_mirrored",
    "pin_short",
    "deal_chosen",
    "strip_away",
    "strip_denied",
    "strip_refused",
    "strip_unknown",
]
"""``mended``: something was damaged when the table started, and has been repaired. ``stuck``: a key.
From ``memory_gone`` on they concern the stored game and its place (``memory.py``), from ``disk_low`` on
the computer (``computer.py``), from ``markers_few`` on the markers (``marker_watch.py``);
``picture_turned`` and ``picture_mirrored`` concern the camera's picture (``mirror_watch.py``,
``workers.py``). ``pin_short``: the host's PIN could be guessed; ``deal_chosen``: the host set by hand
what luck should deal. From ``strip_away`` on they concern the LED strip (``strip_worker.py``)."""


class Nonsense(CompanionError, TypeError, code="nonsense"):
    """A part of the table answered something that cannot be an answer."""


@dataclass(frozen=True)
class Fault:
    """A fault of a part of the table (eyes, reader, referee …, a taught set).

    ``told`` fills the text's parameters, if it has more than the part.
    """

    part: str
    kind: FaultKind
    told: Mapping[str, str | int] = field(default_factory=dict)


class WorkerLease:
    """One run of a worker: its signs of life, and whether it is still wanted."""

    def __init__(self, clock: Clock, part: str, allowed_s: float) -> None:
        self.part = part
        self._clock = clock
        self._own, self._allowed_s = part, allowed_s
        self._ended = threading.Event()
        self.began = clock.now()
        self.due = self.began + allowed_s

    @property
    def wanted(self) -> bool:
        """Whether the worker shall go on. False: it shall end, and any results it still brings are
        discarded."""
        return not self._ended.is_set()

    def end(self) -> None:
        """Let the worker end."""
        self._ended.set()

    def beat(self) -> None:
        """Give a sign of life."""
        self.due = self._clock.now() + self._allowed_s

    def wait(self, seconds: float) -> None:
        """Give a sign of life, then wait this long, or until the worker is no longer wanted."""
        self.beat()
        self._clock.wait(self._ended, seconds)

    def has_worked_for(self, seconds: float) -> bool:
        """Tell whether it has worked for this long, and is not in the middle of a stage."""
        return self.part == self._own and self._clock.now() >= self.began + seconds

    @contextmanager
    def stage(self, part: str, allowed_s: float) -> Iterator[None]:
        """Do something that may take ``allowed_s`` seconds; a fault in it counts as the fault of
        ``part``."""
        self.part, self.due = part, self._clock.now() + allowed_s
        yield
        self.recovered()

    def recovered(self) -> None:
        """Continue after a stage: it has ended well, or its fault has been handled."""
        self.part = self._own
        self.beat()


class Worker(Protocol):
    """Work done on a thread of its own for as long as the table runs."""

    @property
    def name(self) -> str:
        """Its name in logs and on pages."""

    @property
    def allowed_s(self) -> float:
        """Longest silence allowed, in seconds."""

    def run(self, lease: WorkerLease) -> None:
        """Work until the lease is no longer wanted. Called again, on a new thread, after a fault."""


@dataclass
class _WorkerRun:
    """A worker, its current thread, and the threads before it."""

    worker: Worker
    lease: WorkerLease
    thread: threading.Thread
    raised: BaseException | None = None
    fault: Fault | None = None
    faults_in_a_row: int = 0
    restart_at: float | None = None
    stuck: list[threading.Thread] = field(default_factory=list)


class Supervisor:
    """Runs workers between ``start`` and ``stop``.

    ``report(part, fault)`` is called with each new fault, and with None when the part works again.
    """

    def __init__(
        self, workers: Sequence[Worker], clock: Clock, report: Callable[[str, Fault | None], None]
    ) -> None:
        self._workers, self._clock, self._report = workers, clock, report
        self._runs: list[_WorkerRun] = []
        self._stopping = threading.Event()
        self._looked_at = clock.now()
        self._thread = threading.Thread(target=self._watch, name="supervisor", daemon=True)

    def start(self) -> None:
        """Start every worker, and begin to watch them."""
        self._runs = [self._begin(worker) for worker in self._workers]
        self._thread.start()

    def stop(self) -> None:
        """End every worker, in the reverse order of their start."""
        self._stopping.set()
        self._thread.join(JOIN_WITHIN_S)
        for run in reversed(self._runs):
            run.lease.end()
            run.thread.join(JOIN_WITHIN_S)

    def works(self) -> bool:
        """Tell whether the workers are watched, and each that fails can be restarted.

        If not, only a new process helps.
        """
        looks = self._clock.now() - self._looked_at < LOOKS_WITHIN_S
        return looks and all(len(run.stuck) < MOST_STUCK for run in self._runs)

    def _begin(self, worker: Worker) -> _WorkerRun:
        lease = WorkerLease(self._clock, worker.name, worker.allowed_s)
        run = _WorkerRun(worker, lease, threading.current_thread())
        self._launch(run, lease)
        return run

    def _launch(self, run: _WorkerRun, lease: WorkerLease) -> None:
        run.lease, run.raised, run.restart_at = lease, None, None
        name = run.worker.name
        run.thread = threading.Thread(target=self._work, args=(run, lease), name=name, daemon=True)
        run.thread.start()

    def _work(self, run: _WorkerRun, lease: WorkerLease) -> None:
        raised: BaseException = RuntimeError(f"{run.worker.name} has ended by itself")
        try:
            run.worker.run(lease)
        except BaseException as error:  # noqa: BLE001 - nothing may end a worker's thread unnoticed
            raised = error
        if lease.wanted:
            run.raised = raised

    def _watch(self) -> None:
        while not self._clock.wait(self._stopping, WATCH_EVERY_S):
            self._looked_at = self._clock.now()
            for run in self._runs:
                try:
                    self._look_after(run, self._clock.now())
                except RuntimeError:  # no thread can be started at the moment: try again soon
                    _log.exception("%s cannot be looked after", run.worker.name)

    def _look_after(self, run: _WorkerRun, now: float) -> None:
        if run.restart_at is not None:
            self._restart(run, now)
        elif run.raised is not None:
            kind: FaultKind = "nonsense" if isinstance(run.raised, Nonsense) else "raised"
            _log.error("%s has raised; it starts anew", run.lease.part, exc_info=run.raised)
            self._fail(run, kind, now)
        elif now > run.lease.due:
            _log.error("%s has been silent for too long; it is given up", run.lease.part)
            run.stuck.append(run.thread)
            self._fail(run, "silent", now)
        elif run.fault is not None and run.lease.has_worked_for(HEALED_AFTER_S):
            self._heal(run)

    def _fail(self, run: _WorkerRun, kind: FaultKind, now: float) -> None:
        run.lease.end()
        fault = Fault(run.lease.part, kind)
        if run.fault is not None and run.fault.part != fault.part:
            self._report(run.fault.part, None)
        run.fault = fault
        wait_s = min(FIRST_RESTART_S * 2.0**run.faults_in_a_row, LAST_RESTART_S)
        run.faults_in_a_row += 1
        run.restart_at = now + wait_s
        self._report(fault.part, fault)

    def _restart(self, run: _WorkerRun, now: float) -> None:
        run.stuck = [thread for thread in run.stuck if thread.is_alive()]
        if run.restart_at is not None and now >= run.restart_at and len(run.stuck) < MOST_STUCK:
            self._launch(run, WorkerLease(self._clock, run.worker.name, run.worker.allowed_s))

    def _heal(self, run: _WorkerRun) -> None:
        assert run.fault is not None
        _log.info("%s works again", run.fault.part)
        self._report(run.fault.part, None)
        run.fault, run.faults_in_a_row = None, 0
