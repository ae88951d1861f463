"""One connection that is encrypted, over waitress, which speaks plain HTTP alone.

The handshake takes a step in the loop that serves all connections whenever bytes come: nobody waits for
a stranger who stops in the middle, and its time counts as that of the first request. Plain HTTP is
understood, too, so that the pages can give the encrypted address: such a request is known by its scheme.

OpenSSL allows one thread at a time in a connection (https://docs.openssl.org/3.0/man7/openssl-threads/),
but the loop may read while an answering thread writes: so each connection has a lock. Nothing waits
under it.
"""

import copy
import ssl
from contextlib import suppress
from enum import Enum, auto
from socket import MSG_PEEK
from threading import Lock
from typing import Any

from web.transport.channel import AdmittingServer, Channel

HANDSHAKE = 0x16
"""The first byte of a TLS connection (RFC 8446, 5.1)."""
MOST_RECORD_BYTES = 16384
"""The content of one TLS record. Reading this much at once leaves no decrypted bytes inside OpenSSL,
which no poll would report."""


class _Spoken(Enum):
    """What a connection speaks."""

    NOTHING_YET = auto()
    SHAKING_HANDS = auto()
    TLS = auto()
    PLAIN = auto()


class TlsChannel(Channel):
    """One connection that is encrypted if the caller wants that and the table can."""

    socket: Any
    adj: Any

    def __init__(self, server: AdmittingServer, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        self._spoken = _Spoken.NOTHING_YET
        self._must_write = False
        """Whether reading, or the handshake, can go on only after more has been written."""
        self._one_at_a_time = Lock()
        super().__init__(server, sock, addr, adj, map=map)

    def readable(self) -> bool:
        """Tell whether incoming bytes shall be read."""
        return not self._must_write and super().readable()

    def writable(self) -> bool:
        """Tell whether any bytes wait to be written."""
        return self._is_open and (self._must_write or super().writable())

    def handle_read(self) -> None:
        """Take in the incoming bytes: a step of the handshake, or a piece of a request."""
        if self._spoken is _Spoken.NOTHING_YET:
            self._listen_to_first_byte()
        if self._spoken is _Spoken.SHAKING_HANDS:
            self._shake_hands()
        if self._spoken is _Spoken.PLAIN:
            super().handle_read()
        elif self._spoken is _Spoken.TLS:
            self._decrypt()

    def handle_write(self) -> None:
        """Write what waits."""
        if self._must_write:
            self._must_write = False
            self.handle_read()
        if self.connected:
            super().handle_write()

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Write a piece; return how many bytes were taken. Raises ``OSError``."""
        if self._spoken is not _Spoken.TLS:
            return int(super().send(data, do_close=do_close))
        try:
            with self._one_at_a_time:
                return int(self.socket.send(data[:MOST_RECORD_BYTES]))
        except (ssl.SSLWantWriteError, ssl.SSLWantReadError):
            return 0

    def handle_close(self) -> None:
        """Hang up, and announce it first: nobody shall take half a reply for a whole one."""
        # After that this socket would send without encrypting: nothing may be written to it any more.
        with self.outbuf_lock:
            if self._spoken is _Spoken.TLS and self.connected:
                with self._one_at_a_time, suppress(OSError, ValueError):
                    self.socket.unwrap()
            super().handle_close()

    def _listen_to_first_byte(self) -> None:
        try:
            first = self.socket.recv(1, MSG_PEEK)
            if first and first[0] == HANDSHAKE and self.server.tls is not None:
                self.socket = self.server.tls.wrap_socket(
                    self.socket, server_side=True, do_handshake_on_connect=False
                )
                self._spoken = _Spoken.SHAKING_HANDS
                self._speak("https")
                return
        except BlockingIOError:
            return
        except OSError:
            first = b""
        if first.isalpha() or (first and self.server.tls is None):  # a method begins so
            self._spoken = _Spoken.PLAIN
            self._speak("http")
        else:
            self.handle_close()

    def _speak(self, scheme: str) -> None:
        self.adj = copy.copy(self.adj)
        self.adj.url_scheme = scheme

    def _shake_hands(self) -> None:
        try:
            self.socket.do_handshake()
        except ssl.SSLWantReadError:
            return
        except ssl.SSLWantWriteError:
            self._must_write = True
        except OSError:  # another version, a distrusted certificate, or no TLS at all
            self.handle_close()
        else:
            self._spoken = _Spoken.TLS

    def _decrypt(self) -> None:
        try:
            with self._one_at_a_time:
                data = self.socket.recv(MOST_RECORD_BYTES)
        except ssl.SSLWantReadError:
            return
        except ssl.SSLWantWriteError:
            self._must_write = True
            return
        except OSError:
            data = b""
        if data:
            self.received(data)
        else:
            self.handle_close()
