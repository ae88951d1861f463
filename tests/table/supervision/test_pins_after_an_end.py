"""However a program ends, lamps and buzzer are off afterwards: at its end, or at the next start."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.devices.device import Signals
from companion.devices.pin_box import PinBox
from companion.table.storage.journal import Journal
from companion.table.supervision.supervisor import Supervisor
from companion.table.table import Table
from companion.table.workers import DeviceWorker
from tests.devices.rigs import PIN_MAP, RIGS, Rig, becomes
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
def running(rig: Rig) -> Iterator[Supervisor]:
    """Run a table whose box shows something, on these pins."""
    clock = FastClock()
    table = Table(Journal(":memory:"), clock, wall, BACKENDS)
    box = DeviceWorker("box", lambda: FaultyBox(PIN_MAP, rig.factory, clock.now), table, clock)
    supervisor = Supervisor([box], clock, table.report)
    supervisor.start()
    try:
        yield supervisor
    finally:
        supervisor.stop()
        table.close()


@pytest.fixture(params=RIGS)
def rig(request: pytest.FixtureRequest) -> Iterator[Rig]:
    with RIGS[request.param](PIN_MAP) as made:
        yield made


def high(rig: Rig) -> set[str]:
    return {name for name in PIN_MAP.outputs if rig.is_on(name)}


def functions(rig: Rig) -> set[str]:
    return {rig.factory.pin(gpio).function for gpio in PIN_MAP.outputs.values()}


def test_stopped_in_order_everything_is_off_and_let_go_of(rig: Rig) -> None:
    with running(rig):
        assert becomes(lambda: {"column-1", "status"} <= high(rig))
        assert functions(rig) == {"output"}
    assert high(rig) == set()
    assert functions(rig) == {"input"}


def test_a_fault_leaves_nothing_lit_and_the_fresh_box_lights_it_again(rig: Rig) -> None:
    FaultyBox.faults = 1
    with running(rig):
        assert becomes(lambda: rig.rises("column-1") >= 2), "dark between, and lit"
        assert becomes(lambda: {"column-1", "status"} <= high(rig))
    assert high(rig) == set()


def test_what_a_killed_program_left_on_is_off_as_soon_as_the_box_is_opened(rig: Rig) -> None:
    for gpio in PIN_MAP.outputs.values():
        pin = rig.factory.pin(gpio)
        pin.function = "output"
        pin.state = True
    assert high(rig) == set(PIN_MAP.outputs)
    box = PinBox(PIN_MAP, rig.factory, FastClock().now)
    box.open(lambda: None)
    assert high(rig) == set()
    assert box.heard().presses == ()
    box.close()
