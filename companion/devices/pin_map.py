"""Which part is wired to which GPIO (``firmware_config/pins.toml``), and the limits of the wiring."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from math import isfinite
from typing import Any

from companion.errors import CompanionError

MISSHAPEN = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
"""Exceptions that reading a malformed map raises."""
MOST_GPIO = 999
"""No chip has this many pins; the map itself says which may be used."""


class BadPinMap(CompanionError, ValueError, code="bad_pin_map"):
    """The pin map asks for wiring that is impossible or harmful."""


@dataclass(frozen=True)
class WiringLimits:
    """The limits of the wiring: GPIO numbers (least, most), and currents in mA."""

    gpio: tuple[int, int]
    outputs: tuple[int, int]
    keys_only: frozenset[int]
    most_ma_a_pin: float
    most_ma_in_all: float


@dataclass(frozen=True)
class Wiring:
    """The electrical values between pins and parts: voltages in V, resistors in ohm."""

    supply_v: float
    lamp_v: float
    base_v: float
    lead_ohm: float
    pull_up_ohm: float


@dataclass(frozen=True)
class PinMap:
    """The GPIO of each part, by the part's name; parts that were not built are left out.

    ``keys`` are pulled up inside the chip, ``calls`` outside of it as well. ``current_ma``: the most
    that one lamp, and the buzzer's input, may draw.
    """

    keys: Mapping[str, int]
    calls: Mapping[str, int]
    lamps: Mapping[str, int]
    buzzer: int | None
    current_ma: Mapping[str, float]
    wiring: Wiring
    limits: WiringLimits

    @property
    def inputs(self) -> dict[str, int]:
        """Every key and call."""
        return {**self.keys, **self.calls}

    @property
    def outputs(self) -> dict[str, int]:
        """Every lamp, and the buzzer."""
        return {**self.lamps, **({} if self.buzzer is None else {"buzzer": self.buzzer})}

    @property
    def output_ma(self) -> dict[str, float]:
        """The greatest current of each output while it is on, in mA."""
        each = dict.fromkeys(self.lamps, self.current_ma["lamp"])
        if self.buzzer is not None:
            each["buzzer"] = self.current_ma["buzzer"]
        return each

    def faults(self) -> Iterator[str]:
        """List every limit that the map breaks."""
        parts = [*self.inputs.items(), *self.outputs.items()]
        by_gpio: dict[int, list[str]] = {}
        for name, gpio in parts:
            by_gpio.setdefault(gpio, []).append(name)
        for gpio, names in by_gpio.items():
            if len(names) > 1:
                yield f"GPIO {gpio} is given to {' and '.join(names)}"
        for name, gpio in parts:
            yield from _outside(name, gpio, self.limits.gpio)
        for name, gpio in self.outputs.items():
            yield from _outside(name, gpio, self.limits.outputs)
            if gpio in self.limits.keys_only:
                yield f"{name} is on GPIO {gpio}, which is for keys only"
        yield from self._current_faults()

    def _current_faults(self) -> Iterator[str]:
        each = self.output_ma
        for name, ma in each.items():
            if ma <= 0:
                yield f"{name} takes {ma} mA, no resistor gives that"
            if ma > self.limits.most_ma_a_pin:
                yield f"{name} takes {ma} mA, a pin gives at most {self.limits.most_ma_a_pin}"
        if sum(each.values()) > self.limits.most_ma_in_all:
            yield f"all take {sum(each.values())} mA, at most {self.limits.most_ma_in_all} are given"


def shipped_pin_map() -> PinMap:
    """Return the map that comes with the program. Raises BadPinMap."""
    return read_pin_map(files("firmware_config").joinpath("pins.toml").read_text(encoding="utf-8"))


def read_pin_map(text: str) -> PinMap:
    """Read a map. Raises BadPinMap naming every fault."""
    try:
        pin_map = _pin_map(tomllib.loads(text))
        faults = list(pin_map.faults())
    except MISSHAPEN as error:
        raise BadPinMap(f"the pin map cannot be read: {error!r}") from error
    if faults:
        raise BadPinMap(
            f"the pin map cannot be: {'; '.join(faults)}", hint="Give each part another GPIO."
        )
    return pin_map


def _pin_map(said: dict[str, Any]) -> PinMap:
    limits = said["limits"]
    buzzer = said.get("sound", {}).get("buzzer")
    return PinMap(
        _numbers(said.get("keys", {})),
        _numbers(said.get("calls", {})),
        _numbers(said.get("lamps", {})),
        None if buzzer is None else _gpio(buzzer),
        _amounts(said["current_ma"]),
        Wiring(**_amounts(said["wiring"])),
        WiringLimits(
            _range(limits["gpio"]),
            _range(limits["outputs"]),
            frozenset(limits["keys_only"]),
            _amount(limits["most_ma_a_pin"]),
            _amount(limits["most_ma_in_all"]),
        ),
    )


def _numbers(said: dict[str, Any]) -> dict[str, int]:
    return {name: _gpio(gpio) for name, gpio in said.items()}


def _range(said: list[int]) -> tuple[int, int]:
    least, most = said
    return _gpio(least), _gpio(most)


def _gpio(said: object) -> int:
    if type(said) is not int or not 0 <= said <= MOST_GPIO:
        raise ValueError("a GPIO is a number such as 17")
    return said


def _amounts(said: dict[str, Any]) -> dict[str, float]:
    return {name: _amount(amount) for name, amount in said.items()}


def _amount(said: Any) -> float:
    if isfinite(amount := float(said)):
        return amount
    raise ValueError("no such voltage, resistor or current")


def _outside(name: str, gpio: int, allowed: tuple[int, int]) -> Iterator[str]:
    if not allowed[0] <= gpio <= allowed[1]:
        yield f"{name} is on GPIO {gpio}, it must be from {allowed[0]} to {allowed[1]}"
