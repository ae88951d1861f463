"""How connections are accepted and closed, so that nobody keeps the others out.

Each address may hold a limited number of connections, and all addresses without a good token together
have a limit, too: the host and the phones that joined always find a place. A request must arrive
completely within some seconds (and a little more for each of its bytes), and a reply must be taken:
sending or taking byte by byte does not get around that. If all places are taken, the address that holds
most of them loses one.
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
"""Most connections at the same time. Each is one of the 1024 files that a program may open."""
KEPT_FOR_KNOWN = 150
MOST_OF_ONE, MOST_OF_ONE_KNOWN = 24, 64
"""Most connections of one address, unknown and known: a browser opens six to a table. Known is who has
shown a good token."""
MOST_UNTAKEN_BY_STRANGERS = 32 * 1024 * 1024
"""Bytes that may wait in memory for all strangers together."""
LOOK_EVERY_S = 1
MOST_AT_ONCE = 16
"""Most waiting connections that are accepted before the existing ones are looked at again."""


class Trigger(trigger.trigger):  # type: ignore[misc]
    """Wakes the loop that serves all connections; after it is closed, pulling it does nothing.

    Waitress's own trigger writes to its pipe even if another thread has just closed it, and so perhaps
    to a file that was opened since under the same number.
    """

    def __init__(self, sockets: dict[int, object]) -> None:
        self._one_at_a_time = Lock()
        super().__init__(sockets)

    def close(self) -> None:
        """Close the pipe, but never while another thread writes to it."""
        with self._one_at_a_time:
            super().close()

    def _physical_pull(self) -> None:
        with self._one_at_a_time:
            if not self._closed:
                super()._physical_pull()


class LimitedServer(TcpWSGIServer):  # type: ignore[misc]
    """Waitress with a limited number of places for each address, and reserved places for known
    addresses."""

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
        """The local port from which the table checks whether it answers."""
        self._accept: Callable[[], Any] = super().accept
        super().__init__(*args, **kw)
        waitress_own: trigger.trigger = self.trigger
        waitress_own.close()
        self.trigger: Trigger = Trigger(self._map)
        self.loop = Loop(self._map, self.pull_trigger)
        # Sockets that are not connections and are never touched: the doors, and the trigger of the loop.
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
        """Return a connection that waits at the current listening socket; None if none waits."""
        return self._accept()

    def let_in(self, accept: Callable[[], Any]) -> None:
        """Accept connections, unless their address has enough; another one may have to be closed for
        them."""
        self._accept = accept
        before = len(self.active_channels)
        for at_most in range(before + 1, before + 1 + MOST_AT_ONCE):
            TcpWSGIServer.handle_accept(self)
            if len(self.active_channels) < at_most:  # nobody waits any more
                break
        # Close one only now: a new connection would get its number, and events of the closed one would
        # be taken for its own. The connection that came last has to go first.
        for new in reversed(list(self.active_channels.values())[before:]):
            self._make_room(new)

    def maintenance(self, now: float) -> None:
        """Close every connection whose request or reply has lasted too long."""
        del now
        at = self.now()
        for channel in list(self.active_channels.values()):
            if channel.is_overdue(at):
                channel.handle_close()
        self._take_back_untaken()
        self.loop.look_at_all()

    def _take_back_untaken(self) -> None:
        """Close the strangers' connections with the most untaken bytes, until the total is below its
        limit."""
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


class SecondDoor(wasyncore.dispatcher):  # type: ignore[misc]
    """Another listening socket of a server: its connections are accepted, and limited, like the first
    one's."""

    def __init__(self, server: LimitedServer, listener: Any, sockets: dict[int, object]) -> None:
        super().__init__(listener, map=sockets)
        self._server = server
        self.accepting = True

    def readable(self) -> bool:
        """Tell whether new connections are accepted now."""
        return not self._server.in_connection_overflow

    def writable(self) -> bool:
        """Return that nothing is ever written to a listening socket."""
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
