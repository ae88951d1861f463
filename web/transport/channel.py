"""One connection, with limits on the time for a request and for taking a reply."""

from collections import Counter
from http import HTTPStatus
from ssl import SSLContext
from typing import Any, Protocol

from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.task import ErrorTask

from web.answers import Error, ErrorWords
from web.encoding import encode
from web.errors import HTTP_CODES, WebError
from web.transport.carrying import CarryingTask
from web.transport.fair_queue import CallerStanding
from web.transport.heads import NOBODY, Doorkeeper, Head
from web.transport.loop import Loop
from web.transport.pace import Pace


class Refusal(ErrorTask):  # type: ignore[misc]
    """Refuses a request that is not HTTP, or too long for any address, in the common shape of errors."""

    def execute(self) -> None:
        """Write the reply; the connection is closed after it."""
        wrong = self.request.error
        code, hint = HTTP_CODES.get(wrong.code, (WebError.code, ""))
        body = encode(Error(ErrorWords(code, f"{wrong.reason}: {wrong.body}", hint)))
        self.status = f"{wrong.code} {HTTPStatus(wrong.code).phrase}"
        self.response_headers.append(("Content-Type", "application/json"))
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


REQUEST_WITHIN_S = 10.0
"""Longest time, in seconds, for a request to arrive, and for a new connection to stay silent."""
LEAST_BYTES_PER_S = 8_000
"""A long request may take longer, as long as its bytes keep arriving this fast."""
TAKEN_WITHIN_S = 20.0
LEAST_TAKEN_PER_S = 500
"""Bytes of a reply that must be taken each second, or else all of it, in every window of time."""
IDLE_S = 60.0
"""How long, in seconds, a connection may be silent after its first request."""
MOST_QUEUED = 32
"""Most requests that may wait for their answers on one connection. Browsers wait for each answer
anyway."""
MOST_UNTAKEN_NEWS = 256 * 1024
"""Bytes that may wait for a page that listens; a whole state has some ten thousand."""


class AdmittingServer(Protocol):
    """The questions that a connection asks of its server."""

    held: Counter[str]
    """How many connections each address holds."""
    tls: SSLContext | None
    keeper: Doorkeeper
    loop: Loop

    @staticmethod
    def now() -> float:
        """Return a time in seconds that no change of the time of day moves."""


class Channel(HTTPChannel):  # type: ignore[misc]
    """One connection, which measures how fast requests arrive and replies are taken.

    It may carry a stream: its news are then written by another thread (``pump``).
    """

    request: Any = None
    will_close: bool = False
    error_task_class = Refusal
    task_class = CarryingTask

    def __init__(self, server: AdmittingServer, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        self.address: str = addr[0]
        self.carries = False
        self._is_refused = False
        self._asks = Pace(REQUEST_WITHIN_S, LEAST_BYTES_PER_S)
        self._takes = Pace(TAKEN_WITHIN_S, LEAST_TAKEN_PER_S)
        self._asks.begin(server.now())
        self._moved_at = server.now()
        super().__init__(server, sock, addr, adj, map=map)

    def parser_class(self, adj: Any) -> Head:
        """Return the class that reads a request."""
        return Head(adj, self.address, self.server.keeper)

    @property
    def standing(self) -> CallerStanding:
        """The standing of the caller whose request is answered next."""
        return self.requests[0].standing if self.requests else NOBODY

    def add_channel(self, map: Any = None) -> None:
        """Note that its address holds one more."""
        super().add_channel(map)
        self.server.held[self.address] += 1
        self.server.loop.touch(self._fileno)

    def del_channel(self, map: Any = None) -> None:
        """Note that its address holds one less."""
        self.server.loop.forget(self._fileno)
        held = self.server.held
        if self._fileno is not None and held[self.address] > 1:
            held[self.address] -= 1
        elif self._fileno is not None:
            del held[self.address]
        super().del_channel(map)

    def readable(self) -> bool:
        """Tell whether incoming bytes shall be read; after a refusal no more are read."""
        return self._is_open and not self._is_refused and bool(super().readable())

    def writable(self) -> bool:
        """Tell whether any bytes wait to be written."""
        return self._is_open and bool(super().writable())

    @property
    def _is_open(self) -> bool:
        """Tell whether it is still open: after its end its number may belong to a new connection, which
        must not be told of it."""
        return bool(self.connected)

    def received(self, data: bytes) -> bool:
        """Take in a piece of a request."""
        if self.carries or self._is_refused:
            return False  # who listens has nothing more to ask here
        self._moved_at = self.server.now()
        self._asks.begin(self._moved_at)
        self._asks.moved(len(data), self._moved_at)
        taken: bool = super().received(data)
        if self.request is None:  # it came in whole
            self._asks.end()
            queued = list(self.requests)
            self._is_refused = any(request.error for request in queued)
            self.will_close = self.will_close or len(queued) > MOST_QUEUED
        return taken

    def handle_close(self) -> None:
        """Hang up; an incomplete request is thrown away."""
        super().handle_close()
        half, self.request = self.request, None
        if half is not None:
            half.close()

    def is_overdue(self, now: float) -> bool:
        """Tell whether a request, or the taking of a reply, has lasted too long."""
        if self.total_outbufs_len:
            self._takes.begin(now)
            return self._takes.is_slow(now)
        self._takes.end()
        if self.requests:
            return False
        if self._asks.is_on:
            return self._asks.is_slow(now)
        return now - self._moved_at > IDLE_S

    def service(self) -> None:
        """Answer the request whose turn it is."""
        super().service()
        self.server.loop.touch(self._fileno)

    def write_soon(self, data: bytes) -> int:
        """Write a piece, or let it wait until it is taken."""
        count: int = super().write_soon(data)
        if self.total_outbufs_len:
            self.server.loop.touch(self._fileno)
        return count

    def _flush_outbufs_below_high_watermark(self) -> None:
        # Waitress would wait until enough is taken, and keep a thread from all others meanwhile.
        self._flush_exception(self._flush_some, do_close=False)

    def tell(self, data: bytes) -> bool:
        """Write a piece of a stream without waiting; return False if nobody takes it."""
        if not self.connected or self.total_outbufs_len > MOST_UNTAKEN_NEWS:
            return False
        try:
            self.write_soon(data)
        except ClientDisconnected:
            return False
        return bool(self.connected)

    def hang_up(self) -> None:
        """End the stream as soon as its last bytes are taken."""
        self.close_when_flushed = True
        self.server.loop.touch(self._fileno)

    def _flush_some(self, do_close: bool = True) -> bool:
        # Waitress locks only while a request is answered; a stream's news come from another thread.
        with self.outbuf_lock:
            before = self.total_outbufs_len
            sent: bool = super()._flush_some(do_close=do_close)
            if sent:
                self._moved_at = self.server.now()
                self._takes.moved(before - self.total_outbufs_len, self._moved_at)
        return sent
