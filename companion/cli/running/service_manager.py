"""Reports the table's state to systemd, if systemd has started it.

The protocol is a datagram of a few words, documented as stable in the manual of ``sd_notify``. No
library is used for it: ``sdnotify`` has had no release since 2017, the others need systemd to build.
"""

import logging
import socket
from collections.abc import Mapping

_log = logging.getLogger(__name__)

SIGNS_A_LIMIT = 3
"""Signs of life sent within the time after which systemd would restart the program."""


class ServiceManager:
    """The messages that systemd expects; without systemd they go nowhere. Used by one thread."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        """Take what systemd has put into the program's environment."""
        self._address = environment.get("NOTIFY_SOCKET", "")
        limit_us = environment.get("WATCHDOG_USEC", "")
        self._every_s = int(limit_us) / 1e6 / SIGNS_A_LIMIT if limit_us.isdecimal() else None
        self._due = float("-inf")

    def ready(self) -> None:
        """Say that the table answers."""
        self._tell("READY=1")

    def alive(self, now: float) -> None:
        """Give a sign of life, if one is wanted and due; ``now`` in seconds of one clock."""
        if self._every_s is not None and now >= self._due:
            self._due = now + self._every_s
            self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """Say that the table ends in order."""
        self._tell("STOPPING=1")

    def _tell(self, state: str) -> None:
        if not self._address:
            return
        # A leading @ marks one of Linux's abstract sockets, whose name begins with a zero.
        address = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as way:
                way.connect(address)
                way.sendall(state.encode())
        except OSError as error:  # the table goes on; systemd will find it silent
            _log.warning("systemd is not told %s: %s", state, error)
