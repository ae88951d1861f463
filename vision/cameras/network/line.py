"""A connection that can be hung up from another thread, even while its owner is waiting."""

import http.client
import socket
import ssl
import urllib.request
from contextlib import suppress
from functools import partial
from http.client import HTTPResponse
from threading import Lock
from typing import Any
from urllib.request import Request


class VideoConnection:
    """The connection of a video. After it is hung up, new connections are refused, too."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._held: socket.socket | None = None
        self._ended = False

    def hold(self, held: socket.socket) -> None:
        """Take the connection that was made last. Raises OSError once hung up."""
        with self._lock:
            self._held = held
            if self._ended:
                raise OSError("hung up")

    def hang_up(self) -> None:
        """End the connection: its reader finds the end of the data."""
        with self._lock:
            self._ended = True
            if self._held is not None:
                with suppress(OSError):  # it has ended by itself
                    # Not an SSLSocket's own method: it would take away the object with which the other
                    # thread is reading.
                    socket.socket.shutdown(self._held, socket.SHUT_RDWR)


class _Plain(http.client.HTTPConnection):
    def __init__(self, *args: Any, line: VideoConnection, **kw: Any) -> None:
        super().__init__(*args, **kw)
        self._line = line

    def connect(self) -> None:
        super().connect()
        self._line.hold(self.sock)


class _Encrypted(_Plain, http.client.HTTPSConnection):
    """The same with TLS: its ``connect`` comes after that of ``_Plain``, and holds the line once that is
    done."""


class OverLine(urllib.request.HTTPHandler, urllib.request.HTTPSHandler):
    """Lets ``urllib`` ask over a line."""

    def __init__(self, line: VideoConnection) -> None:
        super().__init__()
        self._line = line

    def http_open(self, req: Request) -> HTTPResponse:
        """Ask over HTTP."""
        return self.do_open(partial(_Plain, line=self._line), req)

    def https_open(self, req: Request) -> HTTPResponse:
        """Ask over HTTPS."""
        context = ssl.create_default_context()
        return self.do_open(partial(_Encrypted, line=self._line), req, context=context)
