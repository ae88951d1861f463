"""A reader that fails tells nothing of the table: what lay there is known still, and nothing is gone."""

import logging
from collections.abc import Callable, Iterator

import pytest

from companion.games.game import HOST
from companion.table.storage.journal import Journal
from tests.table.running import Running, nonsense, raises, running
from vision.readings.dice import DiceReading


@pytest.fixture
def table(caplog: pytest.LogCaptureFixture) -> Iterator[Running]:
    caplog.set_level(logging.CRITICAL + 1)
    with running(Journal(":memory:")) as made:
        made.until(lambda: len(made.moves()) == 1, 20.0)
        yield made


def known(table: Running) -> list[str]:
    """Return the faces of the dice that the table knows to lie there."""
    reading = table.table.looking.seen.readings["dice"]
    assert isinstance(reading, DiceReading)
    return [die.face for die in reading.dice]


@pytest.mark.parametrize("fault", [raises, nonsense])
def test_what_lay_there_is_known_still_and_is_no_new_throw_afterwards(
    table: Running, fault: Callable[[], object]
) -> None:
    before = table.moves()
    table.reader.does.fault = fault
    table.camera.knock()
    table.until(lambda: bool(table.faults()), 5.0)
    calls, phases = table.reader.does.calls, set[str]()

    def fails_again() -> bool:
        phases.add(table.table.state(HOST)["watch"]["phase"])
        return table.reader.does.calls > calls + 2

    table.until(fails_again, 20.0)
    assert phases <= {"moving", "still"}  # neither read nor empty
    assert known(table) == ["1"]
    assert table.moves() == before
    assert table.table.state(HOST)["proposal"] is None
    table.reader.does.fault = None
    table.camera._place -= 1  # the die is back where it lay
    table.until(lambda: not table.faults(), 20.0)
    table.until(lambda: table.table.state(HOST)["watch"]["phase"] == "read", 20.0)
    assert known(table) == ["1"]
    assert table.moves() == before


def test_a_throw_after_a_fault_counts(table: Running) -> None:
    table.reader.does.fault = raises
    table.camera.knock()
    table.until(lambda: bool(table.faults()), 5.0)
    table.reader.face = "5"
    table.reader.does.fault = None
    table.until(lambda: len(table.moves()) == 2, 30.0)
    assert list(table.moves()[1]["faces"]) == ["5"]
