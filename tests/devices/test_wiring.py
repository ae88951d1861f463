"""What is soldered is worked out right, and the header is the Pi's."""

from dataclasses import replace

import pytest
from gpiozero import pi_info
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.header import GROUND, HEADER, STRONG, SUPPLY, pin_of
from companion.devices.pin_map import shipped_pin_map
from companion.devices.wiring import (
    base_resistor,
    drawn_ma,
    in_ohm,
    lamp_resistor,
    parts,
    pressed_call_v,
    resistor,
)

PIN_MAP = shipped_pin_map()
LOW_V = 0.8
"""What a Pi's pin surely takes for low."""


@pytest.mark.parametrize("revision", ["a02082", "c03111", "c04170"])  # Pi 3B, 4B, 5
def test_the_header_is_the_one_that_gpiozero_knows(revision: str) -> None:
    known = pi_info(revision).headers["J8"].pins
    words = {"3V3": SUPPLY, "5V": STRONG, "GND": GROUND, "GPIO0": "ID", "GPIO1": "ID"}
    for number, here in enumerate(HEADER, 1):
        name = known[number].name
        assert here == words.get(
            name, int(name.removeprefix("GPIO")) if name.startswith("GPIO") else None
        )


@pytest.mark.parametrize("gpio", range(2, 28))
def test_every_gpio_has_its_pin(gpio: int) -> None:
    assert HEADER[pin_of(gpio) - 1] == gpio


@given(st.floats(0.5, 5), st.floats(0.1, 16))
def test_a_resistor_lets_through_no_more_and_hardly_less_than_wanted(volts: float, ma: float) -> None:
    ohm = resistor(volts, ma)
    assert 0.79 * ma < 1000 * volts / ohm <= ma * (1 + 1e-6)


def test_the_shipped_wiring_is_what_the_sheets_of_the_parts_allow() -> None:
    assert (lamp_resistor(PIN_MAP), base_resistor(PIN_MAP)) == (560, 2700)
    drawn = drawn_ma(PIN_MAP)
    assert drawn.keys() == PIN_MAP.outputs.keys()
    assert all(ma <= PIN_MAP.output_ma[name] for name, ma in drawn.items())
    assert sum(drawn.values()) <= PIN_MAP.limits.most_ma_in_all
    hottest = 1000 * (PIN_MAP.wiring.supply_v - 1.6) / lamp_resistor(PIN_MAP)
    assert hottest < 3.1, "even a red LED that takes 1.6 V only"
    assert pressed_call_v(PIN_MAP) < LOW_V / 2
    assert drawn["buzzer"] * 100 > 40, "a transistor that amplifies 100 times switches 40 mA"


def test_every_part_of_the_map_is_on_the_list() -> None:
    counts = {part.what: part.count for part in parts(PIN_MAP)}

    def count(word: str) -> int:
        return sum(number for what, number in counts.items() if word in what)

    assert count("(the keys)") == len(PIN_MAP.keys)
    assert count("(the calls)") == len(PIN_MAP.calls)
    assert count("LED 5 mm") == count("560 Ω") == len(PIN_MAP.lamps)
    assert count("transistor,") == count("buzzer for") == count("2.7 kΩ") == 1
    assert count("jumper") == 23 + 3


def test_what_is_not_built_is_not_bought() -> None:
    told = " ".join(part.what for part in parts(replace(PIN_MAP, calls={}, buzzer=None)))
    assert "buzzer" not in told
    assert "call" not in told


def test_resistors_are_said_as_people_say_them() -> None:
    assert [in_ohm(ohm) for ohm in (560, 1000, 2700, 10000)] == ["560 Ω", "1 kΩ", "2.7 kΩ", "10 kΩ"]
