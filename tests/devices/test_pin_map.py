"""The pin map that comes with the program keeps to the limits, and a faulty one is refused whole."""

from importlib.resources import files

import pytest

from companion.devices.pin_map import BadPinMap, read_pin_map, shipped_pin_map

TEXT = files("firmware_config").joinpath("pins.toml").read_text(encoding="utf-8")


def test_it_holds_the_whole_box() -> None:
    pin_map = shipped_pin_map()
    assert set(pin_map.keys) == {*(f"card-{number}" for number in range(1, 9)), "ok"}
    assert set(pin_map.calls) == {f"call-{number}" for number in range(1, 5)}
    assert set(pin_map.lamps) == {*(f"column-{number}" for number in range(1, 9)), "status"}
    assert len({*pin_map.inputs.values(), *pin_map.outputs.values()}) == 23


def test_it_keeps_to_what_the_chip_and_its_start_allow() -> None:
    """Said here once more, since a map might be changed together with its limits."""
    pin_map = shipped_pin_map()
    used = {*pin_map.inputs.values(), *pin_map.outputs.values()}
    assert used <= set(range(4, 28)), "2 and 3 stay free, for a clock chip or a shutdown button"
    assert set(pin_map.outputs.values()) <= set(range(9, 28)), "the others are pulled up at the start"
    assert not {14, 15} & set(pin_map.outputs.values()), "the serial port's"
    assert {14, 15} <= set(pin_map.keys.values()), "no call's lead is long enough to listen at these"
    all_ma = 9 * pin_map.current_ma["lamp"] + pin_map.current_ma["buzzer"]
    assert all_ma <= 50.0
    assert max(pin_map.current_ma.values()) <= 16.0


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        ("card-2 = 14", "card-2 = 4", "GPIO 4 is given to card-1 and card-2"),
        ("card-2 = 14", "card-2 = 3", "card-2 is on GPIO 3, it must be from 4 to 27"),
        ("status = 21", "status = 2", "status is on GPIO 2, it must be from 9 to 27"),
        ("card-2 = 14", "card-2 = 27\nextra = 28", "extra is on GPIO 28, it must be from 4 to 27"),
        ("card-2 = 14\n", "", None),
        ("column-1 = 9", "column-1 = 14", "GPIO 14 is given to card-2 and column-1"),
        ("card-2 = 14\n", "[lamps]\nx = 14\n[calls2]\n", "cannot be read"),
        ("lamp = 3.0", "lamp = 20.0", "column-1 takes 20.0 mA, a pin gives at most 16.0"),
        ("lamp = 3.0", "lamp = 0.0", "column-1 takes 0.0 mA, no resistor gives that"),
        ("lamp_v = 1.8", "lamp_volt = 1.8", "cannot be read"),
        ("lamp = 3.0", "lamp = 6.0", "all take 55.0 mA, at most 50.0 are given"),
        ("outputs = [9, 27] ", "outputs = [9] ", "cannot be read"),
        ("buzzer = 26", "buzzer = 'loud'", "cannot be read"),
        ("buzzer = 26", "buzzer = inf", "cannot be read"),
        ("buzzer = 26", "buzzer = 0x" + "F" * 5000, "cannot be read"),
        ("lamp = 3.0", "lamp = nan", "cannot be read"),
        ("lamp = 3.0", "lump = 3.0", "cannot be read"),
    ],
)
def test_what_cannot_be_is_named(was: str, now: str, fault: str | None) -> None:
    assert was in TEXT
    text = TEXT.replace(was, now)
    if fault is None:
        assert "card-2" not in read_pin_map(text).keys  # fewer parts are a valid box
        return
    with pytest.raises(BadPinMap, match=fault):
        read_pin_map(text)


def test_a_lamp_on_a_pin_for_keys_only_is_named() -> None:
    text = TEXT.replace("card-2 = 14\n", "").replace("status = 21", "status = 14")
    with pytest.raises(BadPinMap, match="status is on GPIO 14, which is for keys only"):
        read_pin_map(text)
