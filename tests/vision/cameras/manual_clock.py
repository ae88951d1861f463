"""A clock that tests move on while other threads wait for it."""

import threading


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
