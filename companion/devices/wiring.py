"""The parts that are soldered to the pins, worked out from the pin map."""

from dataclasses import dataclass

from companion.devices.pin_map import PinMap

E12 = (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82)
"""The resistor values on sale, in each power of ten."""


@dataclass(frozen=True)
class PartsLine:
    """A line of the parts list. ``what`` describes it to the buyer."""

    count: int
    what: str


def resistor(volts: float, most_ma: float) -> float:
    """Return the smallest resistor on sale, in ohm, that lets at most this current through."""
    least = 1000 * volts / most_ma
    decade = 1.0
    while True:
        for value in E12:
            if value * decade >= least - 1e-9:
                return value * decade
        decade *= 10


def in_ohm(ohm: float) -> str:
    """Return a resistor as people say it: ``560 Ω``, ``2.7 kΩ``."""
    return f"{ohm:g} Ω" if ohm < 1000 else f"{ohm / 1000:g} kΩ"


def lamp_resistor(pin_map: PinMap) -> float:
    """Return the resistor of one lamp, in ohm."""
    wiring = pin_map.wiring
    return resistor(wiring.supply_v - wiring.lamp_v, pin_map.current_ma["lamp"])


def base_resistor(pin_map: PinMap) -> float:
    """Return the resistor before the base of the buzzer's transistor, in ohm."""
    wiring = pin_map.wiring
    return resistor(wiring.supply_v - wiring.base_v, pin_map.current_ma["buzzer"])


def drawn_ma(pin_map: PinMap) -> dict[str, float]:
    """Return the current of each output with its resistor, in mA."""
    wiring = pin_map.wiring
    lamp = 1000 * (wiring.supply_v - wiring.lamp_v) / lamp_resistor(pin_map)
    drawn = dict.fromkeys(pin_map.lamps, lamp)
    if pin_map.buzzer is not None:
        drawn["buzzer"] = 1000 * (wiring.supply_v - wiring.base_v) / base_resistor(pin_map)
    return drawn


def pressed_call_v(pin_map: PinMap) -> float:
    """Return the voltage at the GPIO of a call while it is pressed: it must be well below 0.8 V."""
    wiring = pin_map.wiring
    return wiring.supply_v * wiring.lead_ohm / (wiring.lead_ohm + wiring.pull_up_ohm)


def parts(pin_map: PinMap) -> list[PartsLine]:
    """Return everything to buy, except the Pi, the camera and the box itself."""
    keys, calls, lamps = len(pin_map.keys), len(pin_map.calls), len(pin_map.lamps)
    wiring = pin_map.wiring
    buzzer = int(pin_map.buzzer is not None)
    wanted = [
        PartsLine(keys, "push button, closes while pressed, for a 12 mm hole (the keys)"),
        PartsLine(calls, "push button, closes while pressed, in a little case (the calls)"),
        PartsLine(lamps, "LED 5 mm, red or amber, diffuse: not blue, not white, none for 5 V or 12 V"),
        PartsLine(lamps, f"resistor {in_ohm(lamp_resistor(pin_map))}, 1/4 W (one for each LED)"),
        PartsLine(keys, f"resistor {in_ohm(wiring.lead_ohm)}, 1/4 W (one for each key)"),
        PartsLine(calls, f"resistor {in_ohm(wiring.lead_ohm)}, 1/4 W (one in each call's lead)"),
        PartsLine(
            calls, f"resistor {in_ohm(wiring.pull_up_ohm)}, 1/4 W (from each call's pin to 3.3 V)"
        ),
        PartsLine(calls, "two-core lead, up to 2 m (one for each call)"),
        PartsLine(buzzer, "active buzzer for 5 V, at most 40 mA: it sounds by itself"),
        PartsLine(buzzer, "NPN transistor, 100 mA or more: BC547, BC337, 2N2222"),
        PartsLine(buzzer, "diode 1N4148 or 1N4001 (across the buzzer, for its coil)"),
        PartsLine(
            buzzer,
            f"resistor {in_ohm(base_resistor(pin_map))}, 1/4 W (before the transistor)"
            if buzzer
            else "",
        ),
        PartsLine(
            1, "strip board of 14 × 27 holes or more, 2.54 mm apart: 27 strips, each 14 holes long"
        ),
        PartsLine(1, "hook-up wire of 0.14 mm², 10 m; solder"),
        PartsLine(len(pin_map.inputs) + len(pin_map.outputs) + 3, "jumper wire, socket at the Pi's end"),
    ]
    return [part for part in wanted if part.count]
