"""What the Pi is told at its start says the same as the pin map."""

import re
from dataclasses import replace

import pytest

from companion.devices.boot_config import boot_config
from companion.devices.pin_map import PinMap, shipped_pin_map

PIN_MAP = shipped_pin_map()


def early(text: str) -> dict[int, str]:
    """Return what each GPIO is told to be, as the Pi reads it."""
    told: dict[int, str] = {}
    for numbers, state in re.findall(r"^gpio=([\d,-]+)=(\S+)$", text, re.MULTILINE):
        for part in numbers.split(","):
            first, _, last = part.partition("-")
            for gpio in range(int(first), int(last or first) + 1):
                assert gpio not in told
                told[gpio] = state
    return told


@pytest.mark.parametrize(
    "pin_map",
    [
        PIN_MAP,
        replace(PIN_MAP, keys={}, calls={"call-1": 22, "call-2": 27}),
        replace(PIN_MAP, lamps={}, buzzer=None),
    ],
)
def test_every_key_is_pulled_up_and_every_output_low_before_any_program_runs(pin_map: PinMap) -> None:
    keys = dict.fromkeys(pin_map.inputs.values(), "ip,pu")
    outputs = dict.fromkeys(pin_map.outputs.values(), "op,dl")
    assert early(boot_config(pin_map, shutdown_button=False)) == keys | outputs


def test_the_serial_console_is_off_and_the_watchdog_on() -> None:
    lines = boot_config(PIN_MAP, shutdown_button=False).splitlines()
    assert {"camera_auto_detect=1", "enable_uart=0", "dtparam=watchdog=on"} <= set(lines)
    assert lines[1] == "[all]", "whatever section stood before it in config.txt"


def test_without_a_box_the_pins_are_left_to_others() -> None:
    text = boot_config(None, shutdown_button=False)
    assert early(text) == {}
    assert not {"enable_uart=0", "dtparam=spi=off"} & set(text.splitlines())
    assert "camera_auto_detect=1" in text


@pytest.mark.parametrize("wired", [True, False])
def test_the_shutdown_button_is_there_where_it_is_wired(wired: bool) -> None:
    assert ("dtoverlay=gpio-shutdown\n" in boot_config(PIN_MAP, shutdown_button=wired)) == wired


def test_no_line_is_longer_than_the_pi_reads() -> None:
    assert max(map(len, boot_config(PIN_MAP, shutdown_button=True).splitlines())) <= 98
