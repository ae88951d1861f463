"""Stand-ins for a controller with WLED: what it is sent, when, and what its lamps would show."""

import os
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

DRGB = 2
ADALIGHT = b"Ada"
LOOKS_S = 0.05


@dataclass
class Recorder:
    """What came, with the time of each piece; ``address``: what an owner writes to reach it."""

    address: str
    came: list[tuple[float, bytes]] = field(default_factory=list)

    @property
    def packets(self) -> list[bytes]:
        return [packet for _, packet in self.came]

    @property
    def pictures(self) -> list[bytes]:
        """Every picture in the order in which they came."""
        return [packet[2:] for packet in self.packets if packet[1]]

    def lamps_at(self, at: float) -> bytes | None:
        """Return what the lamps show then, as WLED does it; None: it is on its own, and dark."""
        shown, alone_at = None, at
        for came_at, packet in self.came:
            if came_at <= at:
                assert packet[0] == DRGB
                shown, alone_at = packet[2:], came_at + packet[1]
        return shown if at < alone_at else None


@contextmanager
def wled(now: Callable[[], float] = time.monotonic, port: int = 0) -> Iterator[Recorder]:
    """Listen as a controller in the network does; at ``port``, or at any that is free."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listening:
        listening.bind(("127.0.0.1", port))
        recorder = Recorder(f"127.0.0.1:{listening.getsockname()[1]}")
        with _reading(listening.fileno(), lambda: listening.recv(2048), recorder, now):
            yield recorder


@contextmanager
def wled_on_a_cable(now: Callable[[], float] = time.monotonic) -> Iterator[Recorder]:
    """Listen as a controller on a serial port does; what came are bytes as they were read."""
    ours, theirs = os.openpty()
    try:
        recorder = Recorder(os.ttyname(theirs))
        with _reading(ours, lambda: os.read(ours, 4096), recorder, now):
            yield recorder
    finally:
        os.close(ours)
        os.close(theirs)


def over_the_cable(recorder: Recorder) -> list[bytes]:
    """Return the pictures in what came over a cable, read byte by byte as WLED does."""
    stream, found = b"".join(recorder.packets), []
    while len(stream) >= 6:
        assert stream[:3] == ADALIGHT
        high, low, check = stream[3:6]
        assert check == high ^ low ^ 0x55
        lamps = 256 * high + low + 1
        if len(stream) < 6 + 3 * lamps:
            break  # the rest is on its way
        found.append(stream[6 : 6 + 3 * lamps])
        stream = stream[6 + 3 * lamps :]
    return found


@contextmanager
def _reading(
    file: int, read: Callable[[], bytes], recorder: Recorder, now: Callable[[], float]
) -> Iterator[None]:
    ended = threading.Event()

    def listen() -> None:
        while not ended.is_set():
            if select.select([file], [], [], LOOKS_S)[0]:
                said = read()
                recorder.came.append((now(), said))

    thread = threading.Thread(target=listen)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
