"""One connection, and how long whoever holds it may take for a request, and for a reply."""

from collections import Counter
from ssl import SSLContext
from typing import Any, Protocol

from waitress.channel import HTTPChannel

from web.refusals import Refusal

REQUEST_WITHIN_S = 10.0
"""So long a request may take to come in, and so long a new connection may say nothing."""
LEAST_BYTES_PER_S = 8_000
"""A request that is long may take longer, if it comes at least so fast."""
TAKEN_WITHIN_S = 20.0
"""So long a reply may wait for whoever asked for it to take a byte of it."""
IDLE_S = 60.0
"""So long a connection that has asked before may be silent."""


class LetsIn(Protocol):
    """What a connection asks of the server that let it in."""

    held: Counter[str]
    """How many connections each address holds."""
    tls: SSLContext | None

    @staticmethod
    def now() -> float:
        """Return a time in seconds that no change of the time of day moves."""


class Channel(HTTPChannel):  # type: ignore[misc]
    """One connection, which knows since when it has been waiting for the rest of a request."""

    error_task_class = Refusal

    def __init__(self, server: LetsIn, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        self.address: str = addr[0]
        self._waits_since: float | None = server.now()
        self._moved_at = server.now()
        self._received = 0
        super().__init__(server, sock, addr, adj, map=map)

    def add_channel(self, map: Any = None) -> None:
        """Note that its address holds one more."""
        super().add_channel(map)
        self.server.held[self.address] += 1

    def del_channel(self, map: Any = None) -> None:
        """Note that its address holds one less."""
        held = self.server.held
        if self._fileno is not None and held[self.address] > 1:
            held[self.address] -= 1
        elif self._fileno is not None:
            del held[self.address]
        super().del_channel(map)

    def readable(self) -> bool:
        """Tell whether what comes shall be read."""
        return self._is_open and bool(super().readable())

    def writable(self) -> bool:
        """Tell whether something waits to be written."""
        return self._is_open and bool(super().writable())

    @property
    def _is_open(self) -> bool:
        """Whether it was not hung up: its number may be a newcomer's, who is not to hear of its end."""
        return bool(self.connected)

    def received(self, data: bytes) -> bool:
        """Take in a piece of a request."""
        self._moved_at = self.server.now()
        if self._waits_since is None:
            self._waits_since = self._moved_at
        self._received += len(data)
        taken: bool = super().received(data)
        if self.request is None:  # it came in whole
            self._waits_since, self._received = None, 0
        return taken

    def is_overdue(self, now: float) -> bool:
        """Tell whether it has been waited long enough for a request, or for a reply to be taken."""
        if self.total_outbufs_len and now - self._moved_at > TAKEN_WITHIN_S:
            return True
        if self.requests:
            return False
        if self._waits_since is not None:
            return now - self._waits_since > REQUEST_WITHIN_S + self._received / LEAST_BYTES_PER_S
        return now - self._moved_at > IDLE_S

    def _flush_some(self, do_close: bool = True) -> bool:
        sent: bool = super()._flush_some(do_close=do_close)
        if sent:
            self._moved_at = self.server.now()
        return sent
