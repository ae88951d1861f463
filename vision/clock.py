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
