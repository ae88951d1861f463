"""The lines for the Pi's ``config.txt``, which it reads at its start, worked out from the pin map."""

from collections.abc import Iterable, Iterator

from companion.devices.pin_map import PinMap

WATCHDOG_S = 60
"""The Pi reboots if its system has not begun to feed the watchdog within this many seconds. It relies on
systemd's ``RuntimeWatchdogSec``, which the installer sets: without that it must not be set."""


def boot_config(pin_map: PinMap | None, *, shutdown_button: bool) -> str:
    """Return the lines for ``config.txt``. ``shutdown_button``: one is wired from GPIO 3 to ground.

    Keys are pulled up and outputs are low from the first second on, long before any program runs.
    Without a map no box is wired, and the pins are left to other uses.
    """
    return "".join(f"{line}\n" for line in _lines(pin_map, shutdown_button))


def _lines(pin_map: PinMap | None, shutdown_button: bool) -> Iterator[str]:
    yield "# Table Companion: made from its pin map. Changes here are lost when it is installed again."
    yield "[all]"
    yield "# Official cameras are found by themselves."
    yield "camera_auto_detect=1"
    if pin_map is not None:
        yield from _pins(pin_map)
    if shutdown_button:
        yield "# A press of the button on GPIO 3 shuts the Pi down; another one starts it."
        yield "dtoverlay=gpio-shutdown"
    yield "# Whatever hangs while the Pi starts ends in another start."
    yield "dtparam=watchdog=on"
    yield f"kernel_watchdog_timeout={WATCHDOG_S}"


def _pins(pin_map: PinMap) -> Iterator[str]:
    yield "# Keys and calls are pulled up, lamps and buzzer are off, before any program runs."
    if pin_map.inputs:
        yield f"gpio={_ranges(pin_map.inputs.values())}=ip,pu"
    if pin_map.outputs:
        yield f"gpio={_ranges(pin_map.outputs.values())}=op,dl"
    yield "# These pins are keys and lamps, neither a serial port nor a bus."
    yield "enable_uart=0"
    yield "dtparam=spi=off"


def _ranges(gpios: Iterable[int]) -> str:
    """Return numbers as ``config.txt`` takes them: ``4-8,14``."""
    runs: list[list[int]] = []
    for gpio in sorted(gpios):
        if runs and gpio == runs[-1][1] + 1:
            runs[-1][1] = gpio
        else:
            runs.append([gpio, gpio])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)
