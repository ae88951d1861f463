"""Tells systemd how the table is, where systemd has started it.

The protocol is a datagram of a few words, and stable (the manual of ``sd_notify`` gives it as such). No
library is taken for it: ``sdnotify`` has had no release since 2017, the others build against systemd.
"""

import logging
import socket
from collections.abc import Mapping

_log = logging.getLogger(__name__)

SIGNS_A_LIMIT = 3
"""So many signs of life are sent in the time after which systemd would start the program anew."""


class ServiceManager:
    """What systemd wants to be told; whatever is said without one goes nowhere. Used by one thread."""

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
        """Give a sign of life, where one is wanted and due; ``now`` in seconds of one clock."""
        if self._every_s is not None and now >= self._due:
            self._due = now + self._every_s
            self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """Say that the table ends in order."""
        self._tell("STOPPING=1")

    def _tell(self, state: str) -> None:
        if not self._address:
            return
        # A name that begins with @ is of no file: its first byte is then a zero.
        address = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as way:
                way.connect(address)
                way.sendall(state.encode())
        except OSError as error:  # the table goes on; systemd will find it silent
            _log.warning("systemd is not told %s: %s", state, error)
