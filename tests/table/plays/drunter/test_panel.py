"""The box on simulated pins, served by its worker: its keys are votes, its lamps show the hand."""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.devices.pin_box import PinBox
from companion.devices.simulated_pins import SimulatedPanel, SimulatedPins
from companion.games.game import EVERYONE, HOST
from companion.table.shapes.values import JsonObject
from companion.table.storage.journal import Journal
from companion.table.supervision.supervisor import Supervisor
from companion.table.table import Table
from companion.table.workers import DeviceWorker, TimeWorker
from tests.devices.rigs import PIN_MAP, becomes
from tests.table.conftest import BACKENDS, wall
from tests.table.plays.drunter.voting import opening, role_of
from tests.table.running import FASTER, FastClock


@contextmanager
def served() -> Iterator[tuple[Table, SimulatedPanel, SimulatedPins]]:
    """Run a table at which a vote is open, with a box on simulated pins."""
    clock = FastClock()
    pins = SimulatedPins(clock.now)
    panel = SimulatedPanel(PIN_MAP, pins)
    table = Table(Journal(":memory:"), clock, wall, {**BACKENDS, "pins": "simulated"}, None, None, panel)
    first_line, lays = opening(2)
    table.start_sitting(first_line)
    for number, words in enumerate(lays):
        table.submit(HOST, f"lay {number}", words)
    box = DeviceWorker("box", lambda: PinBox(PIN_MAP, pins, clock.now), table, clock)
    supervisor = Supervisor([box, TimeWorker(table, clock)], clock, table.report)
    supervisor.start()
    try:
        assert becomes(lambda: panel.look()["lamps"]["status"]), "it waits for the first voter"
        yield table, panel, pins
    finally:
        supervisor.stop()
        table.close()
        pins.close()


def lit(panel: SimulatedPanel) -> set[str]:
    return {name for name, on in panel.look()["lamps"].items() if on}


def shown(table: Table) -> JsonObject:
    return table.state(EVERYONE)["view"] or {}


def test_a_whole_vote_on_the_panel() -> None:
    with served() as (table, panel, _):
        first = table.state(EVERYONE)["to_move"]
        for finished in ([first], []):
            panel.press("ok")
            assert becomes(lambda: len(lit(panel) - {"status"}) == 8)
            panel.press("card-2")
            panel.press("card-8")
            assert becomes(lambda: {"column-2", "column-8"}.isdisjoint(lit(panel))), "they blink"
            panel.press("ok")
            assert becomes(lambda: not lit(panel) - {"status"})
            assert becomes(lambda: table.devices.signals.sound != "tick"), "the next may open the box"
            assert becomes(lambda: shown(table)["finished"] == finished)  # noqa: B023 - asked at once
        assert panel.look()["beeps"] == 2
        last = shown(table)["last_vote"]
        assert last["revealed"] == {"Ana": ["JAA", "?"], "Bob": ["JAA", "?"]}


def test_left_alone_it_goes_dark() -> None:
    with served() as (table, panel, _):
        panel.press("ok")
        panel.press("card-1")
        assert becomes(lambda: len(lit(panel)) >= 7)
        assert becomes(lambda: lit(panel) == {"status"}, within_s=60.0 / FASTER)
        box = table.state(EVERYONE).get("box")
        assert box is not None
        assert not box["open"]


def test_the_program_s_end_leaves_every_lamp_dark_and_every_pin_free() -> None:
    with served() as (_, panel, pins):
        panel.press("ok")
        assert becomes(lambda: len(lit(panel)) >= 8)
    assert lit(panel) == set()
    assert all(pin.function == "input" for pin in pins.pins.values())


def test_who_votes_by_phone_takes_the_turn_from_the_box() -> None:
    with served() as (table, panel, _):
        first = str(table.state(EVERYONE)["to_move"])
        panel.press("ok")
        assert becomes(lambda: len(lit(panel)) >= 8)
        table.submit(role_of(first), "by phone", {"move": "vote", "cards": ["JA"]})
        assert becomes(lambda: lit(panel) == {"status"})
