"""Serves the pages: waitress, in threads of its own, started and stopped by the main program."""

import socket
import sys
import threading
from contextlib import suppress

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from companion.errors import CompanionError
from web.events import MOST_STREAMS

# Each stream holds a thread; the others answer everything else.
THREADS = MOST_STREAMS + 24
CONNECTIONS = 500
MOST_BODY_BYTES = 256 * 1024


class PortTaken(CompanionError, OSError):
    """The address cannot be listened at."""

    code = "port_taken"


class Server:
    """One web server. It listens as soon as it is made, and answers between ``start`` and ``stop``."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        """Listen at ``host``, ``port`` (0: any free one). Raises ``PortTaken``."""
        self.app = app
        self._socket = _listen(host, port)
        self.port: int = self._socket.getsockname()[1]
        self._map: dict[int, object] = {}
        self._server = create_server(
            app,
            map=self._map,
            sockets=[self._socket],
            threads=THREADS,
            connection_limit=CONNECTIONS,
            max_request_body_size=MOST_BODY_BYTES,
            # Reading on while a reply is written is how a stream learns that its page has gone.
            channel_request_lookahead=1,
            ident="companion",
        )
        self._thread = threading.Thread(target=self._server.run, name="web", daemon=True)

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def stop(self) -> None:
        """End the streams, let replies under way finish, and free the port."""
        self.app.extensions["companion_streams"].stop()
        self._server.task_dispatcher.shutdown(timeout=5)
        if self._thread.is_alive():
            # Sockets may only be closed by the thread that waits for them.
            self._server.trigger.pull_trigger(self._close)
            self._thread.join(timeout=5)
        else:
            self._close()

    def _close(self) -> None:
        with suppress(OSError):
            wasyncore.close_all(self._map, ignore_all=True)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, proto)
    except OSError as error:
        raise PortTaken(
            f"no such address: {host}: {error.strerror or error}", hint="Try 0.0.0.0."
        ) from error
    try:
        if sys.platform != "win32":  # there it would let two programs share one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except OSError as error:
        listener.close()
        raise PortTaken(
            f"cannot listen at {host}, port {port}: {error.strerror or error}",
            hint="Is the table running already? Choose another with --port.",
        ) from error
    return listener
