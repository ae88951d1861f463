"""The voting box's parts, tried one by one at the running table."""

import pytest

from companion.devices.device import DARK, Press, Signals
from companion.devices.pin_map import shipped_pin_map
from companion.errors import IllegalMove
from companion.table.owner.parts import QUIET_S, parts_of
from tests.table.conftest import Bench

UBONGO = {"game": "ubongo", "seats": ["Ana", "Bob"]}


@pytest.fixture
def box(bench: Bench) -> Bench:
    bench.table.parts.parts = parts_of(shipped_pin_map())
    return bench


def test_every_part_is_tried_what_is_seen_first_before_what_is_pressed(box: Bench) -> None:
    kinds = [part["kind"] for part in box.table.parts.shape()["parts"]]
    assert kinds == ["lamp"] * 9 + ["buzzer"] + ["key"] * 13
    first = box.table.parts.shape()["parts"][0]
    assert first == {"name": "column-1", "kind": "lamp", "gpio": 9, "pin": 21}


def test_a_lamp_is_lit_and_it_alone_and_the_buzzer_sounds(box: Bench) -> None:
    box.table.parts.ask("column-3")
    assert box.table.devices.signals == Signals({"column-3": "lit"})
    box.table.parts.ask("buzzer")
    assert box.table.devices.signals == Signals({}, "wrong")
    box.table.parts.ask(None)
    assert box.table.devices.signals == DARK


def test_the_first_key_is_told_and_means_nothing_else(box: Bench) -> None:
    box.table.parts.ask("card-1")
    assert box.table.parts.shape()["heard"] is None
    box.table.devices.press(Press("card-2", 1.0))
    box.table.devices.press(Press("card-1", 1.1))
    assert box.table.parts.shape()["heard"] == "card-2"
    box.table.parts.ask("card-1")
    assert box.table.parts.shape()["heard"] is None, "once more"


def test_a_part_that_was_left_on_goes_dark(box: Bench) -> None:
    box.table.parts.ask("status")
    box.wait(QUIET_S + 1)
    assert box.table.devices.signals == DARK
    assert box.table.parts.shape()["tried"] is None


def test_not_while_a_game_is_on(box: Bench) -> None:
    box.table.parts.ask("status")
    box.table.start_sitting(UBONGO)
    assert box.table.devices.signals.lamps.get("status") != "lit"
    with pytest.raises(IllegalMove):
        box.table.parts.ask("status")
    box.table.parts.ask(None)


def test_what_the_box_does_not_have_is_not_tried(bench: Bench) -> None:
    with pytest.raises(IllegalMove):
        bench.table.parts.ask("column-1")
    assert bench.table.parts.shape() == {"parts": [], "tried": None, "heard": None}
