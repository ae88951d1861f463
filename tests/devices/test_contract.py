"""What every box keeps to, on whatever pins it is."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.devices.device import DARK, Lamp, Press, Signals, Sound
from companion.devices.pin_box import BEEPS, PinBox
from tests.devices.rigs import PIN_MAP, RIGS, Rig, becomes, simulated


@pytest.fixture(params=RIGS)
def rig(request: pytest.FixtureRequest) -> Iterator[Rig]:
    with RIGS[request.param]() as made:
        yield made


@pytest.fixture
def heard() -> list[Press]:
    return []


@pytest.fixture
def box(rig: Rig, heard: list[Press]) -> Iterator[PinBox]:
    made = PinBox(rig.pin_map, rig.factory, rig.now)
    made.open(heard.append)
    yield made
    made.close()


def press(rig: Rig, name: str) -> None:
    rig.drive(name, down=True)
    rig.wait(0.1)
    rig.drive(name, down=False)
    rig.wait(0.1)


def lit(rig: Rig) -> set[str]:
    return {name for name in rig.pin_map.outputs if rig.is_on(name)}


@pytest.mark.parametrize("name", PIN_MAP.inputs)
def test_every_key_and_call_is_heard_once_by_its_name(
    rig: Rig, box: PinBox, heard: list[Press], name: str
) -> None:
    began = rig.now()
    press(rig, name)
    assert [press.key for press in heard] == [name]
    assert heard[0].at == pytest.approx(began, abs=0.005)


def test_presses_tell_when_they_were_not_when_they_were_looked_at(
    rig: Rig, box: PinBox, heard: list[Press]
) -> None:
    times = []
    for name in ("call-2", "call-1"):
        times.append(rig.now())
        rig.drive(name, down=True)
        rig.wait(0.002)
    assert [press.key for press in heard] == ["call-2", "call-1"]
    assert [press.at for press in heard] == pytest.approx(times)


def test_bouncing_neither_loses_nor_doubles_a_press(rig: Rig, box: PinBox, heard: list[Press]) -> None:
    for _ in range(3):
        for _ in range(4):  # as the contact closes
            rig.drive("ok", down=True)
            rig.wait(0.002)
            rig.drive("ok", down=False)
            rig.wait(0.002)
        rig.drive("ok", down=True)
        rig.wait(0.08)
        for _ in range(4):  # as it opens
            rig.drive("ok", down=False)
            rig.wait(0.003)
            rig.drive("ok", down=True)
            rig.wait(0.003)
        rig.drive("ok", down=False)
        rig.wait(0.08)
    assert [press.key for press in heard] == ["ok"] * 3


def test_a_key_that_is_held_is_pressed_once(rig: Rig, box: PinBox, heard: list[Press]) -> None:
    rig.drive("card-1", down=True)
    rig.wait(30.0)
    press(rig, "card-2")
    assert [press.key for press in heard] == ["card-1", "card-2"]


def test_two_keys_at_once_are_both_heard(rig: Rig, box: PinBox, heard: list[Press]) -> None:
    for down in (True, False):
        for name in ("card-1", "card-2"):
            rig.drive(name, down=down)
        rig.wait(0.1)
    assert sorted(press.key for press in heard) == ["card-1", "card-2"]


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


def test_closed_everything_is_off_and_the_pins_are_free(rig: Rig, heard: list[Press]) -> None:
    first = PinBox(rig.pin_map, rig.factory, rig.now)
    first.open(heard.append)
    first.show(Signals({"column-1": "lit", "column-2": "blinking", "status": "lit"}, "end"))
    first.close()
    assert lit(rig) == set()
    press(rig, "ok")
    assert heard == []
    second = PinBox(rig.pin_map, rig.factory, rig.now)
    second.open(heard.append)  # a worker that was started anew
    press(rig, "ok")
    assert [press.key for press in heard] == ["ok"]
    second.close()


def test_a_box_that_cannot_be_opened_holds_no_pin(rig: Rig, heard: list[Press]) -> None:
    taken = PinBox(
        replace(rig.pin_map, keys={"ok": 8}, lamps={}, calls={}, buzzer=None), rig.factory, rig.now
    )
    taken.open(heard.append)
    other = PinBox(rig.pin_map, rig.factory, rig.now)
    with pytest.raises(Exception, match="already in use"):
        other.open(heard.append)
    taken.close()
    other.open(heard.append)
    other.close()


def test_fewer_parts_are_a_valid_box(heard: list[Press]) -> None:
    only_calls = replace(PIN_MAP, keys={}, lamps={"status": 21}, buzzer=None)
    with simulated(only_calls) as rig:
        box = PinBox(only_calls, rig.factory, rig.now)
        box.open(heard.append)
        box.show(Signals({"column-1": "lit", "status": "lit"}, "tick"))
        assert lit(rig) == {"status"}
        press(rig, "call-1")
        assert [press.key for press in heard] == ["call-1"]
        box.close()


def test_a_call_that_was_not_built_is_not_heard(rig: Rig, box: PinBox) -> None:
    for name in rig.pin_map.inputs:
        assert rig.factory.pin(rig.pin_map.inputs[name]).pull == "up", "nothing outside may hold it"
