"""A controller with WLED, which lights a strip as requested: by network, or by a USB cable.

By network: WLED's "UDP realtime", protocol DRGB. Its second byte says after how many seconds without a
picture the controller returns to its own program; 0: at once. By cable: Adalight; there the controller's
own settings say it (2.5 s, unless changed).
"""

import errno
import os
import re
import socket
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol, Self
from urllib.parse import urlsplit

from companion.errors import BadStrip

PORT: Final = 21324
"""Where WLED listens unless its settings say otherwise."""
HOST: Final = re.compile(r"[\w.:%-]+")
SERIAL: Final = re.compile(
    r"/dev/(tty(USB|ACM|AMA|S|\.)[\w.-]+|cu\.[\w.-]+|serial/by-(id|path)/[\w.:+@-]+|pts/\d+)"
)
"""Names of serial ports on Linux and macOS. Nothing else is opened: some devices act as soon as they are
opened."""
DRGB: Final = 2
ALONE_AFTER_S: Final = 2
"""Seconds without a picture after which the controller takes over, and is dark: the table is gone.
Pictures come at least four times in that time, so that a single lost one does not leave the glass
dark."""
BAUD: Final = "B115200"
"""Bits per second by cable: WLED's default. Sixty lamps take 16 ms."""
MOST_WAITING: Final = 200
"""If a cable has not taken the rest of a picture this many times in a row, nothing is connected to its
other end."""


class Link(Protocol):
    """A controller that shows the pictures sent to it."""

    def send(self, picture: bytes) -> bool:
        """Show a picture; False if the one before is still being sent. Raises OSError."""

    def close(self) -> None:
        """Go dark, and let go of it."""


@dataclass(frozen=True)
class ControllerAddress:
    """A controller's address: ``path`` of a serial port, or ``host`` and ``port`` in the network."""

    host: str = ""
    port: int = PORT
    path: str = ""

    @classmethod
    def read(cls, said: str) -> Self:
        """Return the address that a person has written. Raises BadStrip."""
        if SERIAL.fullmatch(said):
            return cls(path=said)
        try:
            parts = urlsplit(f"//{said}")
            host, port = parts.hostname or "", PORT if parts.port is None else parts.port
            is_known = (
                bool(HOST.fullmatch(host)) and said == parts.netloc and "@" not in said and port > 0
            )
            host.encode("idna")
        except ValueError:
            is_known = False
        if not is_known:
            raise BadStrip(
                f"no strip can be at {said!r}",
                hint="Name the controller (wled.local, 192.168.1.40, perhaps :21324) or its port"
                " (/dev/ttyUSB0).",
            )
        return cls(host, port)

    def open(self) -> Link:
        """Return a link to the controller; finding a name may take seconds. Raises OSError."""
        return Serial(self.path) if self.path else NetworkController(self.host, self.port)


class NetworkController:
    """A controller in the network."""

    def __init__(self, host: str, port: int) -> None:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[0]
        self._socket = socket.socket(family, kind, protocol)
        self._dark = b""
        try:
            self._socket.setblocking(False)
            self._socket.connect(address)  # so that network errors are reported
        except OSError:
            self._socket.close()
            raise

    def send(self, picture: bytes) -> bool:
        """Show a picture. Raises OSError."""
        self._dark = bytes(len(picture))
        try:
            self._socket.send(bytes((DRGB, ALONE_AFTER_S)) + picture)
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        """Go dark, and let the controller return to its own program."""
        with self._socket, suppress(OSError):
            if self._dark:
                self._socket.send(bytes((DRGB, 1)) + self._dark)
            self._socket.send(bytes((DRGB, 0)))


class Serial:
    """A controller on a USB cable."""

    def __init__(self, path: str) -> None:
        self._port = os.open(path, os.O_RDWR | os.O_NONBLOCK | getattr(os, "O_NOCTTY", 0))
        self._rest, self._waiting, self._dark = b"", 0, b""
        try:
            _set_up(self._port)
        except OSError:
            os.close(self._port)
            raise

    def send(self, picture: bytes) -> bool:
        """Show a picture, unless the one before is still on its way. Raises OSError."""
        if not self._flush():
            return False
        self._dark = bytes(len(picture))
        self._rest = adalight(picture)
        self._flush()
        return True

    def close(self) -> None:
        """Go dark; the controller takes over soon after."""
        with suppress(OSError):
            if self._dark:
                self.send(self._dark)
        os.close(self._port)

    def _flush(self) -> bool:
        """Send the rest of a picture; tell whether it is complete."""
        with suppress(BlockingIOError):
            while self._rest:
                self._rest = self._rest[os.write(self._port, self._rest) :]
                self._waiting = 0
        self._waiting += bool(self._rest)
        if self._waiting > MOST_WAITING:
            raise TimeoutError(errno.ETIMEDOUT, "the serial port takes nothing")
        return not self._rest


def adalight(picture: bytes) -> bytes:
    """Return a picture as bytes for the cable."""
    high, low = divmod(len(picture) // 3 - 1, 256)
    return b"Ada" + bytes((high, low, high ^ low ^ 0x55)) + picture


def _set_up(port: int) -> None:
    """Make a serial port send bytes as they are. Raises OSError if it is no such controller."""
    try:
        import termios
    except ImportError as error:  # Windows
        raise OSError(errno.ENOTTY, "serial ports are not driven on this system") from error
    try:
        _, _, control, _, _, _, signs = termios.tcgetattr(port)
        # Left as it is when closed: many controllers restart otherwise.
        control = (control & ~termios.HUPCL & ~termios.CSIZE & ~termios.PARENB & ~termios.CSTOPB) | (
            termios.CS8 | termios.CREAD | termios.CLOCAL
        )
        baud = getattr(termios, BAUD)
        termios.tcsetattr(port, termios.TCSANOW, [0, 0, control, 0, baud, baud, signs])
    except termios.error as error:
        raise OSError(*error.args) from error
