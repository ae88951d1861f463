"""How connections are let in and let go, so that nobody keeps the others out.

One address may hold only so many connections, and addresses that have not shown a good token only so
many together: the host and the phones that joined always find a place. A request must come in whole
within some seconds (and a little more for each byte of it), and a reply must be taken: a drip does not
outlast that. Where all places are taken, whoever holds most of them gives one up.
"""

import time
from collections import Counter
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from web.network import KnownAddresses, is_loopback

MOST = 450
"""So many connections in all. Each is one of the 1024 files that a program may open."""
KEPT_FOR_KNOWN = 150
MOST_OF_ONE, MOST_OF_ONE_KNOWN = 24, 64
"""So many of one address: a browser opens six to a table. Known is who has shown a good token."""
REQUEST_WITHIN_S = 10.0
"""So long a request may take to come in, and so long a new connection may say nothing."""
LEAST_BYTES_PER_S = 8_000
"""A request that is long may take longer, if it comes at least so fast."""
TAKEN_WITHIN_S = 20.0
"""So long a reply may wait for whoever asked for it to take a byte of it."""
IDLE_S = 60.0
"""So long a connection that has asked before may be silent."""
LOOK_EVERY_S = 1


class Channel(HTTPChannel):  # type: ignore[misc]
    """One connection, which knows since when it has been waiting for the rest of a request."""

    def __init__(self, server: "LimitedServer", sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        self.address: str = addr[0]
        self._waits_since: float | None = server.now()
        self._moved_at = server.now()
        self._received = 0
        super().__init__(server, sock, addr, adj, map=map)

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


class LimitedServer(TcpWSGIServer):  # type: ignore[misc]
    """Waitress with places that are limited for each address, and kept for those that are known."""

    channel_class = Channel

    def __init__(self, *args: Any, known: KnownAddresses, **kw: Any) -> None:
        self._known = known
        super().__init__(*args, **kw)

    @staticmethod
    def now() -> float:
        """Return a time in seconds that no change of the time of day moves."""
        return time.monotonic()

    def handle_accept(self) -> None:
        """Let a connection in, unless its address has enough; another may have to go for it."""
        before = set(self.active_channels)
        super().handle_accept()
        for number in set(self.active_channels) - before:
            self._make_room(self.active_channels[number])

    def maintenance(self, now: float) -> None:
        """Let go of every connection that has been waited for long enough."""
        del now
        at = self.now()
        for channel in list(self.active_channels.values()):
            if channel.is_overdue(at):
                channel.handle_close()

    def _make_room(self, new: Channel) -> None:
        channels: list[Channel] = list(self.active_channels.values())
        known = new.address in self._known
        own = sum(channel.address == new.address for channel in channels)
        if own > (MOST_OF_ONE_KNOWN if known else MOST_OF_ONE) and not is_loopback(new.address):
            new.handle_close()
            return
        strangers = [channel for channel in channels if channel.address not in self._known]
        if len(channels) > MOST or (not known and len(strangers) > MOST - KEPT_FOR_KNOWN):
            self._give_up_one(strangers or channels)

    @staticmethod
    def _give_up_one(channels: list[Channel]) -> None:
        """Close the longest waiting connection of the address that holds most."""
        held = Counter(channel.address for channel in channels)
        idle = [channel for channel in channels if not channel.requests] or channels
        most = max(held[channel.address] for channel in idle)
        next(channel for channel in idle if held[channel.address] == most).handle_close()


def make_server(
    app: Any, sockets: dict[int, object], listener: Any, threads: int, known: KnownAddresses, **kw: Any
) -> LimitedServer:
    """Return a server at a listening socket, with threads of its own. ``kw``: waitress's settings."""
    settings = Adjustments(
        sockets=[listener],
        threads=threads,
        connection_limit=MOST + 50,
        cleanup_interval=LOOK_EVERY_S,
        asyncore_use_poll=True,
        **kw,
    )
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.set_thread_count(threads)
    info = (listener.family, listener.type, listener.proto, listener.getsockname())
    return LimitedServer(
        app,
        sockets,
        True,
        listener,
        dispatcher=dispatcher,
        adj=settings,
        bind_socket=False,
        sockinfo=info,
        known=known,
    )
