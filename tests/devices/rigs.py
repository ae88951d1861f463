"""What drives a box from outside: its keys pressed, its lamps looked at; a rig for each kind of pins."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from time import monotonic
from typing import Any, Protocol

from companion.devices.pin_map import PinMap, shipped_pin_map
from companion.devices.simulated_pins import SimulatedPins
from vision.clock import SteppedClock

PIN_MAP = shipped_pin_map()


class Rig(Protocol):
    """Pins under test, and the other end of their wires."""

    factory: Any
    pin_map: PinMap
    late_s: float
    """An edge is stamped no later than so many seconds after it was."""
    holds: bool
    """Whether a key can be held while its pin is taken: else a pull wins over whoever holds it."""

    def now(self) -> float:
        """Return the table's time, in seconds."""

    def wait(self, seconds: float) -> None:
        """Let time pass."""

    def drive(self, name: str, *, down: bool) -> None:
        """Close a key's contact, or open it."""

    def is_on(self, name: str) -> bool:
        """Tell whether an output's pin is high now; one that is let go of is not."""

    def rises(self, name: str) -> int:
        """Tell how often an output has gone high."""


class SimulatedRig:
    """The simulated pins, on a clock that is moved by hand."""

    late_s = 0.0
    holds = True

    def __init__(self, pin_map: PinMap = PIN_MAP) -> None:
        self.pin_map = pin_map
        self._clock = SteppedClock(100.0)
        self.factory = SimulatedPins(self._clock.now)

    def now(self) -> float:
        return self._clock.now()

    def wait(self, seconds: float) -> None:
        self._clock.wait(Event(), seconds)

    def drive(self, name: str, *, down: bool) -> None:
        pin = self.factory.pin(self.pin_map.inputs[name])
        (pin.drive_low if down else pin.drive_high)()

    def is_on(self, name: str) -> bool:
        pin = self.factory.pin(self.pin_map.outputs[name])
        return pin.function == "output" and bool(pin.state)

    def rises(self, name: str) -> int:
        return int(self.factory.pin(self.pin_map.outputs[name]).rises)


def becomes(true: Callable[[], bool], within_s: float = 30.0) -> bool:
    """Wait until something is true, in the machine's own time: lamps blink on threads of gpiozero's."""
    ends, never = monotonic() + within_s, Event()
    while not true() and monotonic() < ends:
        never.wait(0.005)
    return true()


@contextmanager
def simulated(pin_map: PinMap = PIN_MAP) -> Iterator[SimulatedRig]:
    rig = SimulatedRig(pin_map)
    try:
        yield rig
    finally:
        rig.factory.close()


def _rigs() -> dict[str, Callable[[PinMap], Any]]:
    chip = os.environ.get("RIG_PINS")
    if chip is None:
        return {"simulated": simulated}
    from tests.rigs.hardware.chip import library_loaded, on_a_chip

    library_loaded(chip)
    return {chip: lambda pin_map: on_a_chip(chip, pin_map)}


RIGS = _rigs()
"""The pins on which the contract is held: simulated ones, or, in the guest, those of its chip."""
