"""Which request is answered next: those with a good token first, and among equals the caller who had
least time yet.

Python computes on one thread at a time: if twenty requests were answered at once, all the table's own
work would wait for twenty turns. Therefore few requests are answered at once, still fewer of one caller,
and strangers leave most of the time to the others.
"""

import threading
from collections import Counter, deque
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

from waitress.task import ThreadedTaskDispatcher

AT_ONCE_OF_ONE = 4
"""Most requests of one caller with a good token that are answered at once: slow ones wait for a disk or
a photograph."""
AT_ONCE_OF_ONE_UNNAMED = 2
"""The same for one address without a good token."""
STRANGERS_AT_ONCE = 2
"""The same for all strangers together."""
STRANGERS_REST = 3.0
"""After each request, strangers rest for this many times as long as it took."""
HALVED_AFTER_S = 10.0
"""The time that a caller has had counts half as much after this many seconds."""
LEAST_S = 1e-4
"""A caller who had less than this, in seconds, is forgotten."""


@dataclass(frozen=True)
class CallerStanding:
    """The caller of a request, as far as its header tells. ``known``: the caller or its address showed a
    good token; ``helper``: which phone that only sends pictures it is, "" if it is none.
    """

    caller: str
    known: bool
    has_token: bool = False
    is_host: bool = False
    helper: str = ""

    @property
    def most(self) -> int:
        """Most requests of this caller that are answered at once."""
        if not self.known:
            return 1
        return AT_ONCE_OF_ONE if self.has_token else AT_ONCE_OF_ONE_UNNAMED


class Task(Protocol):
    """A connection with a request to answer."""

    @property
    def standing(self) -> CallerStanding:
        """Who asks."""

    def service(self) -> None:
        """Answer."""

    def cancel(self) -> None:
        """Answer nothing any more."""


class FairQueue:
    """The requests that wait. Not locked: the dispatcher calls it under its own lock."""

    def __init__(self) -> None:
        self._waiting: dict[CallerStanding, deque[Task]] = {}
        self._running: Counter[CallerStanding] = Counter()
        self._had: dict[CallerStanding, tuple[float, float]] = {}
        """Seconds of answering that each caller had, and when that was worked out."""
        self._strangers_rest_until = 0.0

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def append(self, task: Task) -> None:
        """Add a request."""
        self._waiting.setdefault(task.standing, deque()).append(task)

    def popleft(self) -> Task:
        """Return any request that waits."""
        return self._take(next(iter(self._waiting)))

    def next(self, now: float) -> Task | None:
        """Return the request to answer now; None if none may be."""
        free = [who for who in self._waiting if self._running[who] < who.most]
        chosen = [who for who in free if who.known] or (free if self._strangers_may(now) else [])
        if not chosen:
            return None
        who = min(chosen, key=lambda one: self._share(one, now))
        self._running[who] += 1
        return self._take(who)

    def done(self, who: CallerStanding, took_s: float, now: float) -> None:
        """Note that a request of this caller was answered, and how long it took."""
        self._running[who] -= 1
        self._running += Counter()  # forgets who has none
        self._had[who] = (self._share(who, now) + took_s, now)
        if not who.known:
            self._strangers_rest_until = max(now, self._strangers_rest_until) + STRANGERS_REST * took_s
        if len(self._had) > 2 * len(self._waiting) + 100:
            self._had = {one: had for one, had in self._had.items() if self._share(one, now) > LEAST_S}

    def rests_s(self, now: float) -> float | None:
        """Return after how many seconds strangers may be answered again; None if they need not rest."""
        rests = self._strangers_rest_until - now
        return rests if rests > 0 and any(not who.known for who in self._waiting) else None

    def _strangers_may(self, now: float) -> bool:
        running = sum(count for who, count in self._running.items() if not who.known)
        return running < STRANGERS_AT_ONCE and now >= self._strangers_rest_until

    def _share(self, who: CallerStanding, now: float) -> float:
        had, at = self._had.get(who, (0.0, now))
        return float(had * 0.5 ** ((now - at) / HALVED_AFTER_S))

    def _take(self, who: CallerStanding) -> Task:
        waiting = self._waiting[who]
        task = waiting.popleft()
        if not waiting:
            del self._waiting[who]
        return task


class FairDispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Waitress's threads, which take their requests from a fair queue."""

    queue: FairQueue
    lock: threading.Lock
    queue_cv: threading.Condition

    def __init__(self) -> None:
        super().__init__()
        self.queue = FairQueue()

    def add_task(self, task: Task) -> None:
        """Let a request be answered when its turn comes."""
        with self.lock:
            self.queue.append(task)
            self.queue_cv.notify()

    def handler_thread(self, thread_no: int) -> None:
        """Answer one request after the other until the dispatcher stops."""
        while (task := self._next_task(thread_no)) is not None:
            who, began = task.standing, monotonic()
            try:
                task.service()
            except BaseException:
                self.logger.exception("Exception when servicing %r", task)
            with self.lock:
                now = monotonic()
                self.queue.done(who, now - began, now)
                self.queue_cv.notify()

    def _next_task(self, thread_no: int) -> Task | None:
        """Wait for a request; return None if this thread shall end."""
        with self.lock:
            while self.stop_count == 0:
                now = monotonic()
                task = self.queue.next(now)
                if task is not None:
                    return task
                self.active_count -= 1
                self.queue_cv.wait(self.queue.rests_s(now))
                self.active_count += 1
            self.active_count -= 1
            self.stop_count -= 1
            self.threads.discard(thread_no)
            self.thread_exit_cv.notify()
            return None
