"""The loop that serves all connections: it looks only at those that may have changed.

Waitress asks every connection before each wait whether it wants to read or to write: with hundreds of
strangers that alone keeps a processor busy. Here connections that may have changed are ``touched``, and
the operating system watches the others.
"""

import selectors
import threading
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Protocol

from waitress import wasyncore

WAIT_S = 1.0
"""How often, in seconds, all connections are looked at, whether touched or not."""


class Watched(Protocol):
    """Something with a socket."""

    def readable(self) -> bool:
        """Tell whether incoming bytes shall be read."""

    def writable(self) -> bool:
        """Tell whether any bytes wait to be written."""


class Loop:
    """Waits for events at sockets. ``touch`` may be called from any thread, everything else only from
    the loop's own thread.

    ``sockets``: the served objects, by the number of their socket.
    """

    def __init__(self, sockets: Mapping[int, Watched], wake: Callable[[], None]) -> None:
        self._sockets, self._wake = sockets, wake
        self._selector = selectors.DefaultSelector()
        self._wanted: dict[int, int] = {}
        self._touched: deque[int] = deque()
        self._own_thread: int | None = None
        """The thread that takes turns: it sees what it touched before it waits again."""

    def touch(self, number: int | None) -> None:
        """Look at this socket before the next wait, and wait no longer now."""
        if number is not None:
            self._touched.append(number)
            if threading.get_ident() != self._own_thread:
                self._wake()

    def forget(self, number: int | None) -> None:
        """Stop watching this socket: it is closed, and its number may soon belong to a new
        connection."""
        if number is not None and self._wanted.pop(number, 0):
            with suppress(KeyError, ValueError, OSError):
                self._selector.unregister(number)

    def turn(self, always: tuple[int, ...]) -> None:
        """Wait once for events, and serve them. ``always``: sockets that are looked at each time."""
        self._own_thread = threading.get_ident()
        for number in always:
            self._look(number)
        for _ in range(len(self._touched)):
            self._look(self._touched.popleft())
        for key, events in self._selector.select(WAIT_S):
            found = self._sockets.get(key.fd)
            if found is not None and events & selectors.EVENT_READ:
                wasyncore.read(found)
            if (
                found is not None
                and found is self._sockets.get(key.fd)
                and events & selectors.EVENT_WRITE
            ):
                wasyncore.write(found)
            self._look(key.fd)

    def look_at_all(self) -> None:
        """Look at every socket."""
        for number in list(self._sockets):
            self._look(number)

    def close(self) -> None:
        """Watch nothing any more."""
        self._selector.close()

    def _look(self, number: int) -> None:
        """Ask whether it wants to read or to write, and let the system know."""
        found = self._sockets.get(number)
        if found is None:
            self.forget(number)
            return
        wants = (selectors.EVENT_READ if found.readable() else 0) | (
            selectors.EVENT_WRITE if found.writable() else 0
        )
        before = self._wanted.get(number, 0)
        if wants == before:
            return
        if not before:
            self._selector.register(number, wants)
        elif not wants:
            self._selector.unregister(number)
        else:
            self._selector.modify(number, wants)
        self._wanted[number] = wants
