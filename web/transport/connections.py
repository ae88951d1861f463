"""How connections are let in and let go, so that nobody keeps the others out.

One address may hold only so many connections, and addresses that have not shown a good token only so
many together: the host and the phones that joined always find a place. A request must come in whole
within some seconds (and a little more for each byte of it), and a reply must be taken: a drip does not
outlast that. Where all places are taken, whoever holds most of them gives one up.
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping
from ssl import SSLContext
from threading import Lock
from typing import Any

from waitress import trigger, wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from web.network import KnownAddresses
from web.transport.channel import Channel
from web.transport.fair_queue import FairDispatcher
from web.transport.heads import Doorkeeper
from web.transport.loop import Loop
from web.transport.tls_channel import TlsChannel

MOST = 450
"""So many connections in all. Each is one of the 1024 files that a program may open."""
KEPT_FOR_KNOWN = 150
MOST_OF_ONE, MOST_OF_ONE_KNOWN = 24, 64
"""So many of one address: a browser opens six to a table. Known is who has shown a good token."""
MOST_UNTAKEN_BY_STRANGERS = 32 * 1024 * 1024
"""Bytes that may wait in memory for all strangers together."""
LOOK_EVERY_S = 1
MOST_AT_ONCE = 16
"""So many that wait are let in before those that are in are looked at again."""


class Trigger(trigger.trigger):  # type: ignore[misc]
    """Wakes the loop that serves all connections; once it is closed, whoever pulls it does nothing.

    Waitress's own writes to its pipe whether or not another thread has just closed it: even to a file
    that was opened since under the same number.
    """

    def __init__(self, sockets: dict[int, object]) -> None:
        self._one_at_a_time = Lock()
        super().__init__(sockets)

    def close(self) -> None:
        """Close the pipe, but never while somebody writes to it."""
        with self._one_at_a_time:
            super().close()

    def _physical_pull(self) -> None:
        with self._one_at_a_time:
            if not self._closed:
                super()._physical_pull()


class LimitedServer(TcpWSGIServer):  # type: ignore[misc]
    """Waitress with places that are limited for each address, and kept for those that are known."""

    channel_class: type[Channel] = TlsChannel

    def __init__(
        self,
        *args: Any,
        known: KnownAddresses,
        keeper: Doorkeeper,
        tls: SSLContext | None,
        **kw: Any,
    ) -> None:
        self._known = known
        self.keeper = keeper
        self.tls = tls
        self.held: Counter[str] = Counter()
        """How many connections each address holds."""
        self.own_port: int | None = None
        """From where the table asks itself whether it answers."""
        self._accept: Callable[[], Any] = super().accept
        super().__init__(*args, **kw)
        waitress_own: trigger.trigger = self.trigger
        waitress_own.close()
        self.trigger: Trigger = Trigger(self._map)
        self.loop = Loop(self._map, self.pull_trigger)
        # What is neither a connection nor ever touched: the doors, and what wakes the loop.
        self._always: tuple[int, ...] = ()

    def run(self) -> None:
        """Serve all connections until every socket is closed."""
        try:
            while self._map:
                if len(self._map) - len(self.active_channels) != len(self._always):
                    self._always = tuple(self._map.keys() - self.active_channels.keys())
                self.loop.turn(self._always)
        finally:
            self.loop.close()

    @staticmethod
    def now() -> float:
        """Return a time in seconds that no change of the time of day moves."""
        return time.monotonic()

    def handle_accept(self) -> None:
        """Let in who waits at the server's own address."""
        self.let_in(super().accept)

    def accept(self) -> Any:
        """Return who waits at the address where people are let in just now; None: nobody."""
        return self._accept()

    def let_in(self, accept: Callable[[], Any]) -> None:
        """Let connections in, unless their address has enough; another may have to go for them."""
        self._accept = accept
        before = len(self.active_channels)
        for at_most in range(before + 1, before + 1 + MOST_AT_ONCE):
            TcpWSGIServer.handle_accept(self)
            if len(self.active_channels) < at_most:  # nobody waits any more
                break
        # Only now is one let go of: a newcomer would be given its number, and what has just been told of
        # the one before would be taken for news of the newcomer. Who came last has to go first.
        for new in reversed(list(self.active_channels.values())[before:]):
            self._make_room(new)

    def maintenance(self, now: float) -> None:
        """Let go of every connection that has been waited for long enough."""
        del now
        at = self.now()
        for channel in list(self.active_channels.values()):
            if channel.is_overdue(at):
                channel.handle_close()
        self._take_back_untaken()
        self.loop.look_at_all()

    def _take_back_untaken(self) -> None:
        """Let go of the strangers with whom most waits to be taken, until what waits is not too much."""
        strangers = [one for one in self.active_channels.values() if one.address not in self._known]
        untaken = sum(channel.total_outbufs_len for channel in strangers)
        for channel in sorted(strangers, key=lambda one: -one.total_outbufs_len):
            if untaken <= MOST_UNTAKEN_BY_STRANGERS:
                return
            untaken -= channel.total_outbufs_len
            channel.handle_close()

    def _make_room(self, new: Channel) -> None:
        if new.addr[1] == self.own_port:
            return
        known = new.address in self._known
        most = MOST_OF_ONE_KNOWN if known else MOST_OF_ONE
        if self.held[new.address] > most and not self._known.is_own(new.address):
            new.handle_close()
            return
        strangers = {
            address: count for address, count in self.held.items() if address not in self._known
        }
        many = not known and sum(strangers.values()) > MOST - KEPT_FOR_KNOWN
        if many or len(self.active_channels) > MOST:
            self._give_up_one(strangers or self.held)

    def _give_up_one(self, held: Mapping[str, int]) -> None:
        """Close the longest waiting connection of the address that holds most, of these addresses."""
        channels = [channel for channel in self.active_channels.values() if channel.address in held]
        idle = [channel for channel in channels if not (channel.requests or channel.carries)] or channels
        max(idle, key=lambda channel: held[channel.address]).handle_close()


class Door(wasyncore.dispatcher):  # type: ignore[misc]
    """Another address of a server: who comes by it is let in, and limited, as by the first."""

    def __init__(self, server: LimitedServer, listener: Any, sockets: dict[int, object]) -> None:
        super().__init__(listener, map=sockets)
        self._server = server
        self.accepting = True

    def readable(self) -> bool:
        """Tell whether anybody is let in now."""
        return not self._server.in_connection_overflow

    def writable(self) -> bool:
        """Tell that nothing is ever written at a door."""
        return False

    def handle_accept(self) -> None:
        """Let in who waits here."""
        self._server.let_in(self.accept)


def make_server(
    app: Any,
    sockets: dict[int, object],
    listener: Any,
    threads: int,
    known: KnownAddresses,
    keeper: Doorkeeper,
    tls: SSLContext | None,
    **kw: Any,
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
    dispatcher = FairDispatcher()
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
        keeper=keeper,
        tls=tls,
    )
