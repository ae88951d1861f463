"""One thread that writes to every open stream: a listening page does not occupy a thread of the
server."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from threading import Event
from typing import Any, Protocol

from web.transport.carrying import Write

_log = logging.getLogger(__name__)

LOOK_EVERY_S = 1.0
"""How often, in seconds, streams are checked even if nothing is new."""

Woken = Callable[[], AbstractContextManager[Event]]
"""Gives an event that is set at every change of the table."""


class PumpedStream(Protocol):
    """A stream, as the writing thread sees it."""

    first: bool
    """Whether it is served before the others, as the streams of the host and the seats are."""

    def due(self, looked_up: dict[Any, Any]) -> Iterator[bytes]:
        """Yield the bytes to be written now, without waiting.

        ``looked_up``: news that were looked up for other streams this time, and may serve later ones.
        """

    @property
    def is_over(self) -> bool:
        """Whether nothing comes any more."""

    def close(self) -> None:
        """Give its place back."""


class Pump:
    """Writes to its streams until it is ended. Its thread begins with the first."""

    def __init__(self, woken: Woken) -> None:
        self._woken = woken
        self._lock = threading.Lock()
        self._carried: list[_Carried] = []
        self._ended = False
        self._wakes = ExitStack()
        self._wake = Event()
        self._thread: threading.Thread | None = None

    def carry(self, source: PumpedStream, write: Write, end: Callable[[], None]) -> None:
        """Take a stream over. Its bytes are written by the pump's own thread.

        A stream that comes after the end is ended at once.
        """
        carried = _Carried(source, write, end)
        with self._lock:
            is_late = self._ended
            if not is_late:
                self._carried.append(carried)
            if self._thread is None and not is_late:
                self._wake = self._wakes.enter_context(self._woken())
                self._thread = threading.Thread(target=self._work, name="streams", daemon=True)
                self._thread.start()
        if is_late:
            carried.serve({}, last=True)
        self._wake.set()

    def end(self) -> None:
        """End every stream; wait a moment for it."""
        with self._lock:
            self._ended = True
            thread = self._thread
        self._wake.set()
        if thread is not None:
            thread.join(LOOK_EVERY_S)

    def _work(self) -> None:
        with self._wakes:
            while not self._ended:
                self._wake.wait(LOOK_EVERY_S)
                self._wake.clear()
                self._serve()
            self._serve()

    def _serve(self) -> None:
        """Write the bytes that are due; end streams that nobody takes any more."""
        with self._lock:
            carried = sorted(self._carried, key=lambda one: not one.source.first)
        looked_up: dict[Any, Any] = {}
        gone = {id(one) for one in carried if not one.serve(looked_up, last=self._ended)}
        with self._lock:
            self._carried = [one for one in self._carried if id(one) not in gone]


class _Carried:
    """One stream, and the connection that it is written to."""

    def __init__(self, source: PumpedStream, write: Write, end: Callable[[], None]) -> None:
        self.source, self._write, self._end = source, write, end

    def serve(self, looked_up: dict[Any, Any], *, last: bool) -> bool:
        """Write the bytes that are due; return False if they were the last."""
        try:
            goes_on = all(map(self._write, self.source.due(looked_up)))
            goes_on = goes_on and not (last or self.source.is_over)
        except Exception:  # noqa: BLE001 - one stream that fails must not end the others
            _log.exception("a stream has failed")
            goes_on = False
        if not goes_on:
            self.source.close()
            self._end()
        return goes_on
