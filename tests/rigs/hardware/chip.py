"""In the guest, the other end of the wires: its chip's lines are driven and read by files."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

from companion.devices.factories import open_factory
from companion.devices.pin_map import PinMap

CHIP = Path("/sys/devices/platform/gpio-sim.0")
LOOK_EVERY_S = 0.005
STAMPED_WITHIN_S = 0.0001
"""The kernel stamps an edge when it is interrupted by it."""
HEARD_WITHIN_S = 0.1
"""Where the library stamps an edge when it hears of it, not the kernel when it was."""


class Line:
    """One line of the chip, by its GPIO number."""

    def __init__(self, gpio: int) -> None:
        folder = next(CHIP.glob("gpiochip*")) / f"sim_gpio{gpio}"
        self._pull = os.open(folder / "pull", os.O_RDWR)
        self._value = os.open(folder / "value", os.O_RDONLY)

    def drive(self, *, down: bool) -> None:
        """Pull it to ground, or up to the supply, as a contact and a resistor do."""
        os.pwrite(self._pull, b"pull-down" if down else b"pull-up", 0)

    def is_high(self) -> bool:
        return os.pread(self._value, 1, 0) == b"1"

    def close(self) -> None:
        os.close(self._pull)
        os.close(self._value)


class ChipRig:
    """The pins of the guest's chip under a library, and its lines. Time is the guest's own.

    A pin that is taken with a pull is as it pulls, until it is driven: a key cannot be held meanwhile.
    ``counts``: whether it counts how often outputs rise; that takes some work all the time.
    """

    holds = False

    def __init__(self, library: str, pin_map: PinMap, *, counts: bool) -> None:
        self.pin_map = pin_map
        self.late_s = STAMPED_WITHIN_S if library == "lgpio" else HEARD_WITHIN_S
        self.lines = {name: Line(gpio) for name, gpio in {**pin_map.inputs, **pin_map.outputs}.items()}
        for name in pin_map.inputs:
            self.drive(name, down=False)
        self.factory = _factory(library)
        self._rises = dict.fromkeys(pin_map.outputs, 0)
        self._was_high = dict.fromkeys(pin_map.outputs, False)
        self._looking = Lock()
        self._ended = Event()
        self._watching = Thread(target=self._watch)
        self._counts = counts
        if counts:
            self._watching.start()

    def now(self) -> float:
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        time.sleep(seconds)

    def drive(self, name: str, *, down: bool) -> None:
        self.lines[name].drive(down=down)

    def is_on(self, name: str) -> bool:
        return self.lines[name].is_high()

    def rises(self, name: str) -> int:
        assert self._counts
        self._look()
        return self._rises[name]

    def close(self) -> None:
        self._ended.set()
        if self._counts:
            self._watching.join()
        for line in self.lines.values():
            line.close()

    def _watch(self) -> None:
        while not self._ended.wait(LOOK_EVERY_S):
            self._look()

    def _look(self) -> None:
        with self._looking:
            for name in self._rises:
                high = self.is_on(name)
                self._rises[name] += high and not self._was_high[name]
                self._was_high[name] = high


@cache
def _factory(library: str) -> Any:
    """Return the pins of the chip, opened once as by the program: gpiozero has but one set of them."""
    return open_factory(library)


def library_loaded(library: str) -> None:
    """Load a library before any test: it keeps a thread for as long as the program runs."""
    _factory(library)


@contextmanager
def on_a_chip(library: str, pin_map: PinMap, *, counts: bool = True) -> Iterator[ChipRig]:
    """Give a rig on the guest's chip. ``library``: as ``--pins`` takes it."""
    rig = ChipRig(library, pin_map, counts=counts)
    try:
        yield rig
    finally:
        rig.close()
