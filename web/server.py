"""Serves the pages with waitress, in its own threads; a check asks it for a reply now and then."""

import errno
import http.client
import logging
import socket
import ssl
import sys
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Protocol

from flask import Flask
from waitress import wasyncore

from companion.errors import CompanionError
from web.api.events import Streams
from web.transport.connections import SecondDoor, make_server
from web.transport.heads import CHECK_HEADER, Doorkeeper

_log = logging.getLogger(__name__)

THREADS = 24
"""Number of requests that are answered at once, including slow ones of the host and of phones. Streams
hold none."""
PIECE_BYTES = 128 * 1024
"""Bytes of an untaken reply that are kept in one piece: a piece is freed once all of it was taken."""
MOST_HEADER_BYTES = 32 * 1024
"""Cookies of a few tables on one computer are some hundred."""
ASK_EVERY_S = 1.0
"""Seconds between two questions whether the server still answers."""
REPLY_WITHIN_S = 2.0
"""Longest time for that reply, in seconds: pages feel slow by then, but work."""
ALLOWED_S = 6.0
"""How long, in seconds, the server may be silent before it is given up: three missing replies."""
ENDS_WITHIN_S = 5.0
"""Seconds in which replies under way may finish when the server stops."""
MOST_LEFT_THREADS = 2 * THREADS
"""Most hanging threads of servers that were given up; if more hang, no other server is started. Each of
them holds memory until the thing it waits for comes."""


class PortTaken(CompanionError, OSError, code="port_taken"):
    """The address cannot be listened at."""


class NoReply(CompanionError, RuntimeError, code="no_reply"):
    """The server does not answer properly; it must be started again."""


class ServerLease(Protocol):
    """One run of the server, as the supervisor sees it."""

    @property
    def wanted(self) -> bool:
        """Whether the server shall go on."""

    def beat(self) -> None:
        """Take note that the server works."""

    def wait(self, seconds: float) -> None:
        """Report that the server works; then sleep this long, or until it shall stop."""


class Server:
    """One web server: a worker that a supervisor runs, or that runs by itself from start to stop.

    It listens as soon as it is made. ``run`` may be called again after it has raised or was given up:
    the streams and sockets of the previous run are then ended, and the same port is opened again.
    """

    name = "web"
    allowed_s = ALLOWED_S

    def __init__(
        self,
        app: Flask,
        host: str,
        port: int,
        tls: ssl.SSLContext | None = None,
        also_port: int | None = None,
        look_again: Callable[[], None] | None = None,
    ) -> None:
        """Listen at ``host``, ``port`` (0: any free port); encrypt with ``tls``. Raises ``PortTaken``.

        It also listens at ``also_port``, if it can; ``look_again`` is called now and then: it checks
        whether the certificate is still valid.
        """
        self.app = app
        self._keeper: Doorkeeper = app.extensions["companion_keeper"]
        self.tls = tls
        self.scheme = "http" if tls is None else "https"
        # The check only asks whether anything answers, and sends nothing secret: so it does not matter
        # who answers.
        self._to_itself = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self._to_itself.check_hostname = False
        self._to_itself.verify_mode = ssl.CERT_NONE
        self._host = host
        self._listener: socket.socket | None = _listen(host, port)
        self._address: str = self._listener.getsockname()[0]
        self.port: int = self._listener.getsockname()[1]
        self._doors: list[tuple[str, int]] = [] if also_port is None else [(host, also_port)]
        self._look_again = look_again
        self._lock = threading.Lock()
        self._begun: list[_Service] = []
        self._lease = _OwnLease()
        self._thread = threading.Thread(target=self.run, args=(self._lease,), name="web", daemon=True)

    def run(self, lease: ServerLease) -> None:
        """Answer until the lease ends; report signs of life only while answers come.

        Raises ``PortTaken``, ``NoReply``, and any error that ends the thread that waits for requests.
        """
        service = self._begin()
        try:
            while lease.wanted:
                service.check()
                if self._look_again is not None:
                    self._look_again()
                if self._answers(service):
                    lease.wait(ASK_EVERY_S)
        finally:
            service.end(ENDS_WITHIN_S)

    def start(self) -> None:
        """Begin to answer, without a supervisor."""
        self._thread.start()

    def stop(self) -> None:
        """End the streams, let replies under way finish, and free the port."""
        self._lease.end()
        if self._thread.is_alive():
            self._thread.join()
        with self._lock:
            if self._listener is not None:
                self._listener.close()

    def _begin(self) -> "_Service":
        """Return a service at the port; an earlier one is ended."""
        with self._lock:
            for earlier in self._begun:
                earlier.end(0)
            self._begun = [earlier for earlier in self._begun if earlier.threads_left]
            left = sum(earlier.threads_left for earlier in self._begun)
            if left > MOST_LEFT_THREADS:
                raise NoReply(f"{left} threads of earlier web servers hang")
            listener, self._listener = self._listener or _listen(self._host, self.port), None
            service = _Service(self.app, listener, self.tls)
            self._begun.append(service)
            for door in self._doors:
                try:
                    service.open_door(_listen(*door))
                except PortTaken as error:
                    _log.warning("%s; only port %s leads to the table", error, self.port)
            return service

    def encrypt(self, tls: ssl.SSLContext, look_again: Callable[[], None]) -> None:
        """Encrypt from now on for callers who want that; see ``__init__`` for ``look_again``."""
        with self._lock:
            self.tls, self._look_again = tls, look_again
            for service in self._begun:
                service.encrypt(tls)

    def open_door(self, host: str, port: int) -> int:
        """Listen at one more port from now on; return it. Raises ``PortTaken``."""
        listener = _listen(host, port)
        opened: int = listener.getsockname()[1]
        with self._lock:
            self._doors.append((host, opened))
            if self._begun:
                self._begun[-1].open_door(listener)
            else:  # the port is opened again with the first connection
                listener.close()
        return opened

    def _answers(self, service: "_Service") -> bool:
        """Ask for a reply; return whether it came in time. Raises ``NoReply`` if it is a wrong one."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self._address, self._address)
        connection = http.client.HTTPConnection(host, self.port, timeout=REPLY_WITHIN_S)
        if self.scheme == "https":
            connection = http.client.HTTPSConnection(
                host, self.port, timeout=REPLY_WITHIN_S, context=self._to_itself
            )
        with closing(connection):
            try:
                connection.sock = self._reach(host, service)
                own = {CHECK_HEADER: self._keeper.own}
                connection.request("GET", "/alive", headers=own)
                status = connection.getresponse().status
            except TimeoutError:
                return False
            except (OSError, http.client.HTTPException) as error:
                raise NoReply(f"port {self.port} does not answer: {error!r}") from error
        if status != http.HTTPStatus.NO_CONTENT:
            raise NoReply(f"port {self.port} answers /alive with {status}")
        return True

    def _reach(self, host: str, service: "_Service") -> socket.socket:
        """Return a connection to the server itself, which no limit keeps out. Raises ``OSError``."""
        family, kind, proto, _, address = socket.getaddrinfo(host, self.port, type=socket.SOCK_STREAM)[0]
        reached = socket.socket(family, kind, proto)
        try:
            reached.settimeout(REPLY_WITHIN_S)
            reached.bind(("", 0))
            service.expect(reached.getsockname()[1])
            reached.connect(address)
            return reached if self.scheme == "http" else self._to_itself.wrap_socket(reached)
        except OSError:
            reached.close()
            raise


class _Service:
    """Everything that answers at one listening socket: a thread that waits for requests, and threads
    that answer them."""

    def __init__(
        self,
        app: Flask,
        listener: socket.socket,
        tls: ssl.SSLContext | None,
    ) -> None:
        streams: Streams = app.extensions["companion_streams"]
        keeper: Doorkeeper = app.extensions["companion_keeper"]
        self._end_streams: Callable[[], None] = streams.begin()
        self._sockets: dict[int, object] = {}
        self._server = make_server(
            app,
            self._sockets,
            listener,
            THREADS,
            app.extensions["companion_known"],
            keeper,
            tls,
            outbuf_high_watermark=PIECE_BYTES,
            max_request_header_size=MOST_HEADER_BYTES,
            # Reading on while a reply is written is how a stream learns that its page has gone.
            channel_request_lookahead=1,
            ident="companion",
        )
        self._raised: Exception | None = None
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._wait_for_requests, name="web socket", daemon=True)
        self._thread.start()

    @property
    def threads_left(self) -> int:
        """How many of the threads that answer have not ended."""
        return len(self._server.task_dispatcher.threads)

    def encrypt(self, tls: ssl.SSLContext) -> None:
        """Encrypt from now on for callers who want that."""
        self._server.tls = tls

    def open_door(self, listener: socket.socket) -> None:
        """Accept callers at this socket, too: the thread that waits for requests does so."""
        self._server.trigger.pull_trigger(lambda: SecondDoor(self._server, listener, self._sockets))

    def expect(self, port: int) -> None:
        """Let in who comes from this port of the table's own."""
        self._server.own_port = port

    def check(self) -> None:
        """Raise the error that has ended the thread that waits for requests."""
        if self._raised is not None:
            raise self._raised
        if not self._thread.is_alive():
            raise NoReply("the thread that waits for requests has ended")

    def end(self, within_s: float) -> None:
        """End the streams, let replies under way finish within this time, close all sockets."""
        self._end_streams()
        self._server.task_dispatcher.shutdown(timeout=within_s)
        with self._lock:
            if self._closed:
                return
            self._closed = True
            if self._thread.is_alive():
                # Sockets should be closed by the thread that waits for them.
                self._server.trigger.pull_trigger(self._close)
                self._thread.join(timeout=REPLY_WITHIN_S)
            self._close()

    def _wait_for_requests(self) -> None:
        try:
            self._server.run()
        except Exception as error:  # noqa: BLE001 - told to the thread that looks after the service
            self._raised = error

    def _close(self) -> None:
        with suppress(OSError):
            wasyncore.close_all(self._sockets, ignore_all=True)


class _OwnLease:
    """The lease of a server that nobody watches."""

    def __init__(self) -> None:
        self._ended = threading.Event()

    @property
    def wanted(self) -> bool:
        return not self._ended.is_set()

    def beat(self) -> None:
        pass

    def wait(self, seconds: float) -> None:
        self._ended.wait(seconds)

    def end(self) -> None:
        self._ended.set()


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, proto)
    except (OSError, UnicodeError) as error:  # a name that is too long does not raise OSError
        why = error.strerror or error if isinstance(error, OSError) else "no name is like that"
        raise PortTaken(f"no such address: {host[:60]}: {why}", hint="Try 0.0.0.0.") from error
    try:
        if sys.platform != "win32":  # there it would let two programs share one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
    except OSError as error:
        listener.close()
        not_ours = error.errno == errno.EADDRNOTAVAIL
        raise PortTaken(
            f"cannot listen at {host}, port {port}: {error.strerror or error}",
            hint="This computer has no such address. Try --host 0.0.0.0."
            if not_ours
            else "Is the table running already? Choose another with --port.",
        ) from error
    return listener
