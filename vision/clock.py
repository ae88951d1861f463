"""Time for all parts that need it, replaceable so that tests and the demo need not wait."""

import threading
import time
from typing import Protocol


class Clock(Protocol):
    """Seconds that only ever grow; their zero has no meaning."""

    def now(self) -> float:
        """Return the time in seconds."""

    def wait(self, woken: threading.Event, seconds: float) -> bool:
        """Wait this long, or until ``woken`` is set; return whether it is set."""


class SystemClock:
    """The machine's own steady clock."""

    def now(self) -> float:
        """Return the time in seconds."""
        return time.monotonic()

    def wait(self, woken: threading.Event, seconds: float) -> bool:
        """Wait this long, or until ``woken`` is set; return whether it is set."""
        return woken.wait(max(0.0, seconds))


class SteppedClock:
    """A clock that is moved forward instead of waiting: one thread plays a whole evening in a minute."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        """Return the time in seconds."""
        return self._now

    def wait(self, woken: threading.Event, seconds: float) -> bool:
        """Move the time on by this much at once, unless ``woken`` is already set."""
        if woken.is_set():
            return True
        self._now += max(0.0, seconds)
        return False


class ManualClock:
    """A clock that moves only by ``advance``; other threads wait for it."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start
        self._moved = threading.Condition()

    def now(self) -> float:
        """Return the time in seconds."""
        with self._moved:
            return self._now

    def advance(self, seconds: float) -> None:
        """Move the time on and wake everybody who waits for it."""
        with self._moved:
            self._now += seconds
            self._moved.notify_all()

    def wait(self, woken: threading.Event, seconds: float) -> bool:
        """Wait until the clock has been moved this far, or until ``woken`` is set."""
        with self._moved:
            due = self._now + seconds
            while not woken.is_set() and self._now < due:
                # An event cannot notify the condition, so it is checked every few milliseconds.
                self._moved.wait(0.005)
        return woken.is_set()
