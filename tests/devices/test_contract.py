"""What every box keeps to, on whatever pins it is."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from gpiozero import PWMLED

from companion.devices.device import DARK, Lamp, Press, Signals, Sound
from companion.devices.pin_box import BEEPS, PinBox
from companion.devices.presses import STUCK_S
from tests.devices.rigs import PIN_MAP, RIGS, Rig, becomes
from tests.devices.traces import Edge, disturbance, interleaved


@pytest.fixture(params=RIGS)
def rig(request: pytest.FixtureRequest) -> Iterator[Rig]:
    with RIGS[request.param](PIN_MAP) as made:
        yield made


@pytest.fixture
def box(rig: Rig) -> Iterator[PinBox]:
    made = opened(rig)
    yield made
    made.close()


def opened(rig: Rig) -> PinBox:
    box = PinBox(rig.pin_map, rig.factory, rig.now)
    box.open(lambda: None)
    return box


def press(rig: Rig, name: str) -> None:
    rig.drive(name, down=True)
    rig.wait(0.1)
    rig.drive(name, down=False)
    rig.wait(0.1)


def play(rig: Rig, box: PinBox, edges: list[Edge]) -> list[Press]:
    """Drive the keys as the edges say; return what was heard."""
    heard: list[Press] = []
    began = rig.now()
    for edge in edges:
        rig.wait(max(0.0, began + edge.at - rig.now()))
        rig.drive(edge.key, down=edge.down)
        heard += box.heard().presses
    rig.wait(0.1)
    return [*heard, *box.heard().presses]


def keys(box: PinBox) -> list[str]:
    """Return the keys that were heard since this was asked last, in the order of their presses."""
    return [press.key for press in box.heard().presses]


def lit(rig: Rig) -> set[str]:
    return {name for name in rig.pin_map.outputs if rig.is_on(name)}


@pytest.mark.parametrize("name", PIN_MAP.inputs)
def test_every_key_and_call_is_heard_once_by_its_name(rig: Rig, box: PinBox, name: str) -> None:
    began = rig.now()
    rig.drive(name, down=True)
    driven = rig.now()
    rig.wait(0.1)
    rig.drive(name, down=False)
    rig.wait(0.1)
    heard = box.heard().presses
    assert [press.key for press in heard] == [name]
    assert began <= heard[0].at <= driven + rig.late_s


def test_presses_tell_when_they_were_not_when_they_were_looked_at(rig: Rig, box: PinBox) -> None:
    times = []
    for name in ("call-2", "call-1"):
        times.append(rig.now())
        rig.drive(name, down=True)
        rig.wait(0.002)
    rig.wait(0.5)
    heard = box.heard().presses
    assert [press.key for press in heard] == ["call-2", "call-1"]
    assert all(0.0 <= press.at - at <= 0.1 for press, at in zip(heard, times, strict=True))


def test_who_waits_for_a_press_is_told_of_it_and_when_to_ask(rig: Rig) -> None:
    told: list[float] = []
    box = PinBox(rig.pin_map, rig.factory, rig.now)
    box.open(lambda: told.append(rig.now()))
    rig.drive("ok", down=True)
    assert becomes(lambda: bool(told))
    due = box.heard().due
    assert due is not None
    rig.wait(due - rig.now() + 0.001)
    assert keys(box) == ["ok"]
    box.close()


def test_bouncing_neither_loses_nor_doubles_a_press_and_each_keeps_its_place(
    rig: Rig, box: PinBox
) -> None:
    edges, made = interleaved(["card-1", "ok", "call-2"], 20, Random(5))
    heard = play(rig, box, edges)
    assert [press.key for press in heard] == [key for _, key in made]


def test_a_disturbance_on_the_wire_is_no_press(rig: Rig, box: PinBox) -> None:
    assert play(rig, box, disturbance("ok", False, 0.1, Random(3))) == []


def test_a_key_that_stays_down_is_pressed_once_and_told_as_stuck(rig: Rig, box: PinBox) -> None:
    rig.drive("card-1", down=True)
    rig.wait(STUCK_S - 1.0)
    assert keys(box) == ["card-1"]
    assert box.heard().stuck == frozenset()
    rig.wait(1.5)
    assert box.heard().stuck == {"card-1"}
    press(rig, "card-2")
    assert keys(box) == ["card-2"]
    rig.drive("card-1", down=False)
    rig.wait(0.1)
    assert keys(box) == []
    assert box.heard().stuck == frozenset()


def test_a_key_that_is_down_at_the_start_is_heard_once_it_was_up(rig: Rig) -> None:
    if not rig.holds:
        pytest.skip("this chip's pull wins over who holds the key")
    rig.drive("ok", down=True)
    box = opened(rig)
    rig.wait(STUCK_S + 0.5)
    assert box.heard().presses == ()
    assert box.heard().stuck == {"ok"}
    rig.drive("ok", down=False)
    rig.wait(0.1)
    press(rig, "ok")
    assert keys(box) == ["ok"]
    assert box.heard().stuck == frozenset()
    box.close()


def test_two_keys_at_once_are_both_heard(rig: Rig, box: PinBox) -> None:
    for down in (True, False):
        for name in ("card-1", "card-2"):
            rig.drive(name, down=down)
        rig.wait(0.1)
    assert sorted(keys(box)) == ["card-1", "card-2"]


def test_opened_it_is_dark_and_silent(rig: Rig, box: PinBox) -> None:
    assert lit(rig) == set()


def test_lamps_are_as_shown_and_the_others_dark(rig: Rig, box: PinBox) -> None:
    box.show(Signals({"column-1": "lit", "status": "lit"}))
    assert lit(rig) == {"column-1", "status"}
    box.show(Signals({"column-8": "lit"}))
    assert lit(rig) == {"column-8"}
    box.show(DARK)
    assert lit(rig) == set()


@pytest.mark.parametrize("end", ["lit", "dark"])
def test_a_lamp_blinks_until_it_shall_not(rig: Rig, box: PinBox, end: Lamp) -> None:
    box.show(Signals({"column-3": "blinking"}))
    assert becomes(lambda: rig.rises("column-3") >= 2)
    box.show(Signals({"column-3": end}))
    assert rig.is_on("column-3") == (end == "lit")


def test_a_lamp_is_dimmed_and_then_steady_again(rig: Rig, box: PinBox) -> None:
    box.show(Signals({"column-3": 0.5}))
    assert becomes(lambda: rig.is_on("column-3"))
    box.show(Signals({"column-3": 0.25}))
    box.show(Signals({"column-3": "lit"}))
    assert rig.is_on("column-3")
    box.show(Signals({"column-3": 0.25}))
    box.show(DARK)
    assert becomes(lambda: not rig.is_on("column-3"))


def test_the_same_again_changes_nothing(rig: Rig, box: PinBox) -> None:
    shown = Signals({"column-3": "blinking"}, "tick")
    box.show(shown)
    assert becomes(lambda: rig.rises("column-3") >= 2)
    box.show(shown)
    assert rig.rises("buzzer") == 1


@pytest.mark.parametrize("sound", ["tick", "wrong"])
def test_a_sound_is_heard_once_and_ends_by_itself(rig: Rig, box: PinBox, sound: Sound) -> None:
    box.show(Signals({}, sound))
    times = BEEPS[sound][2]
    assert becomes(lambda: rig.rises("buzzer") == times and not rig.is_on("buzzer"))
    box.show(DARK)
    assert rig.rises("buzzer") == times
    box.show(Signals({}, sound))
    assert becomes(lambda: rig.rises("buzzer") == 2 * times)


def test_closed_everything_is_off_and_the_pins_are_free(rig: Rig) -> None:
    first = opened(rig)
    first.show(Signals({"column-1": "lit", "column-2": "blinking", "status": "lit"}, "end"))
    first.close()
    assert lit(rig) == set()
    press(rig, "ok")
    assert keys(first) == []
    second = opened(rig)  # a worker that was started anew
    press(rig, "ok")
    assert keys(second) == ["ok"]
    second.close()


def test_a_lamp_that_fails_leaves_no_other_lit(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    box = opened(rig)
    box.show(Signals(dict.fromkeys(rig.pin_map.lamps, "lit"), "end"))
    usual = PWMLED.off

    def fails(lamp: PWMLED) -> None:
        if lamp.pin.info.name == f"GPIO{rig.pin_map.lamps['column-4']}":
            raise OSError("no such line")
        usual(lamp)

    monkeypatch.setattr(PWMLED, "off", fails)
    with pytest.raises(OSError, match="no such line"):
        box.close()
    assert lit(rig) <= {"column-4"}
    monkeypatch.undo()
    opened(rig).close()
    assert lit(rig) == set()


def test_a_box_that_cannot_be_opened_holds_no_pin(rig: Rig) -> None:
    taken = PinBox(
        replace(rig.pin_map, keys={"ok": 8}, lamps={}, calls={}, buzzer=None), rig.factory, rig.now
    )
    taken.open(lambda: None)
    other = PinBox(rig.pin_map, rig.factory, rig.now)
    with pytest.raises(Exception, match="already in use"):
        other.open(lambda: None)
    taken.close()
    other.open(lambda: None)
    other.close()


@pytest.mark.parametrize("backend", RIGS)
def test_fewer_parts_are_a_valid_box(backend: str) -> None:
    only_calls = replace(PIN_MAP, keys={}, lamps={"status": 21}, buzzer=None)
    with RIGS[backend](only_calls) as rig:
        box = opened(rig)
        box.show(Signals({"column-1": "lit", "status": "lit"}, "tick"))
        assert lit(rig) == {"status"}
        press(rig, "call-1")
        assert keys(box) == ["call-1"]
        box.close()


def test_a_call_that_was_not_built_is_not_heard(rig: Rig, box: PinBox) -> None:
    for name in rig.pin_map.inputs:
        assert rig.factory.pin(rig.pin_map.inputs[name]).pull == "up", "nothing outside may hold it"
