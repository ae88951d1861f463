"""The encrypted way for a phone's browser: browsers give the camera to encrypted pages only.

A table that does not encrypt, or that only its own machine reaches, has no such way until the host wants
a phone as camera: then it makes its certificate and, if other machines cannot reach it, listens at one
more port. Everybody who comes to that port must encrypt.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Final

from companion.errors import JournalError
from web.access.certificate import BadCertificate, Certificate, OwnCertificate
from web.network import ANY, OWN_MACHINE, is_loopback, public_addresses
from web.server import PortTaken, Server

FURTHER_ON: Final = 443
"""Distance of the door's port from the table's (8443 beside 8000), if that one is free: a phone that
knows the port finds the table again."""
MOST_PORT: Final = 65535


@dataclass(frozen=True)
class NoWay:
    """No further way to the table. ``certificate``: the one the table itself encrypts with, if it
    does."""

    certificate: Certificate | None = None

    def must_encrypt(self, address: str) -> bool:
        """Tell whether the table encrypts at all."""
        del address
        return self.certificate is not None

    def open(self) -> Sequence[str]:
        """Return nothing."""
        return ()


class PhoneDoor:
    """The way to one server. ``make`` makes the certificate; ``given`` is there from the start: then
    nothing is answered unencrypted. ``host``: the address at which the server listens.
    """

    def __init__(
        self,
        server: Callable[[], Server],
        host: str,
        given: Certificate | OwnCertificate | None,
        make: Callable[[], OwnCertificate],
    ) -> None:
        self._server, self._host, self._make = server, host, make
        self._encrypts, self.certificate = given is not None, given
        self._lock = Lock()
        self._port: int | None = None

    @property
    def _is_shut_in(self) -> bool:
        """Tell whether only this machine reaches the table at the table's own port."""
        return is_loopback(self._host)

    def must_encrypt(self, address: str) -> bool:
        """Tell whether requests from this address are answered over encryption only."""
        return self._encrypts or (self._port is not None and address not in OWN_MACHINE)

    def open(self) -> Sequence[str]:
        """Open that way if it is not open yet; return its addresses (``https://192.168.1.7:8443``), the
        best first.

        Raises ``JournalError`` if its certificate cannot be kept.
        """
        with self._lock:
            if self.certificate is None:
                made = self._made()
                self._server().encrypt(made.context, made.judge_again)
                self.certificate = made
            if self._is_shut_in and self._port is None:
                self._port = self._opened()
        return self.addresses()

    def addresses(self) -> list[str]:
        """Return the addresses of that way; none before it was opened."""
        if self.certificate is None or (self._is_shut_in and self._port is None):
            return []
        host = ANY[0] if self._is_shut_in else self._host
        return public_addresses(host, self._port or self._server().port, "https")

    def _made(self) -> OwnCertificate:
        try:
            return self._make()
        except BadCertificate as error:
            raise JournalError(str(error), hint=error.hint) from error

    def _opened(self) -> int:
        server = self._server()
        wanted = server.port + FURTHER_ON
        try:
            return server.open_door(ANY[0], wanted if wanted <= MOST_PORT else 0)
        except PortTaken:
            return server.open_door(ANY[0], 0)


Way = NoWay | PhoneDoor
"""How phones reach the table encrypted."""
