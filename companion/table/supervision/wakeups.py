"""Wakes everything that waits for a change at the table."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock


class Wakeups:
    """The events of all who wait. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._events: tuple[Event, ...] = ()

    @contextmanager
    def woken(self) -> Iterator[Event]:
        """Yield an event that is set at every change; the waiting caller clears it."""
        event = Event()
        with self._lock:
            self._events = (*self._events, event)
        try:
            yield event
        finally:
            with self._lock:
                self._events = tuple(other for other in self._events if other is not event)

    def wake(self) -> None:
        """Wake everybody."""
        for event in self._events:
            event.set()
