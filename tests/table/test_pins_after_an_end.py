"""However a program ends, lamps and buzzer are off afterwards: at its end, or at the next start."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.devices.device import Signals
from companion.devices.pin_box import PinBox
from companion.devices.simulated_pins import SimulatedPins
from companion.table.journal import Journal
from companion.table.supervisor import Supervisor
from companion.table.table import Table
from companion.table.workers import DeviceWorker
from tests.devices.rigs import PIN_MAP, becomes
from tests.table.conftest import BACKENDS, wall
from tests.table.running import FastClock

SHOWN = Signals({"column-1": "lit", "column-2": "blinking", "status": "lit"}, "end")


class FaultyBox(PinBox):
    """A box whose lamps are lit, and which then raises as often as it is told to."""

    faults = 0

    def show(self, signals: Signals) -> None:
        del signals
        super().show(SHOWN)
        if self.faults:
            FaultyBox.faults -= 1
            raise RuntimeError("a wire is loose")


@contextmanager
def running(pins: SimulatedPins) -> Iterator[Supervisor]:
    """Run a table whose box shows something, on these pins."""
    clock = FastClock()
    table = Table(Journal(":memory:"), clock, wall, BACKENDS)
    box = DeviceWorker("box", lambda: FaultyBox(PIN_MAP, pins, clock.now), table, clock)
    supervisor = Supervisor([box], clock, table.report)
    supervisor.start()
    try:
        yield supervisor
    finally:
        supervisor.stop()
        table.close()


@pytest.fixture
def pins() -> Iterator[SimulatedPins]:
    made = SimulatedPins(FastClock().now)
    yield made
    made.close()


def is_high(pins: SimulatedPins, gpio: int) -> bool:
    pin = pins.pin(gpio)
    return pin.function == "output" and bool(pin.state)


def high(pins: SimulatedPins) -> set[str]:
    return {name for name, gpio in PIN_MAP.outputs.items() if is_high(pins, gpio)}


def test_stopped_in_order_everything_is_off_and_let_go_of(pins: SimulatedPins) -> None:
    with running(pins):
        assert becomes(lambda: {"column-1", "status"} <= high(pins))
    assert high(pins) == set()
    assert {pins.pin(gpio).function for gpio in PIN_MAP.outputs.values()} == {"input"}


def test_a_fault_leaves_nothing_lit_and_the_fresh_box_lights_it_again(pins: SimulatedPins) -> None:
    FaultyBox.faults = 1
    with running(pins):
        assert becomes(lambda: pins.pin(PIN_MAP.lamps["column-1"]).rises == 2), "dark between, and lit"
        assert becomes(lambda: {"column-1", "status"} <= high(pins))
    assert high(pins) == set()


def test_what_a_killed_program_left_on_is_off_as_soon_as_the_box_is_opened(pins: SimulatedPins) -> None:
    for gpio in PIN_MAP.outputs.values():
        pin = pins.pin(gpio)
        pin.function = "output"
        pin.state = True
    assert high(pins) == set(PIN_MAP.outputs)
    box = PinBox(PIN_MAP, pins, FastClock().now)
    box.open(lambda press: pytest.fail(f"{press.key} was not pressed"))
    assert high(pins) == set()
    box.close()
