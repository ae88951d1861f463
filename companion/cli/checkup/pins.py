"""Pins, lamps and keys of the voting box, one by one; nothing is switched on unless somebody agrees."""

import time
from collections.abc import Callable, Iterator
from threading import Event
from typing import Any

from companion.cli.checkup.finding import CheckFinding, TerminalPerson
from companion.devices.device import DARK, Device, Press, Signals
from companion.devices.header import pin_of
from companion.devices.pin_map import PinMap

PRESS_WITHIN_S = 15.0
"""Seconds in which a requested key must be pressed."""


def pins(
    box: Device,
    pin_map: PinMap,
    is_down: Callable[[int], bool],
    person: TerminalPerson,
) -> Iterator[CheckFinding]:
    """Open the box, look at its keys, lamps and buzzer, and leave it dark and closed.

    ``is_down``: whether a GPIO that is an input is at ground now.
    """
    changed = Event()
    try:
        box.open(changed.set)
    except Exception as error:  # noqa: BLE001 - each library for pins has errors of its own
        yield CheckFinding(
            "wrong",
            "pins",
            f"they cannot be taken: {error or type(error).__name__}",
            "If the table is running, stop it first: sudo systemctl stop table-companion.",
        )
        return
    try:
        yield CheckFinding(
            "well", "pins", f"all {len(pin_map.inputs) + len(pin_map.outputs)} could be taken"
        )
        held = [name for name, gpio in pin_map.inputs.items() if is_down(gpio)]
        yield from _held(held, pin_map)
        if not person.is_here:
            yield CheckFinding(
                "skipped", "lamps, buzzer and keys", "nobody is here to look and to press"
            )
            return
        yield from _outputs(box, pin_map, person)
        yield from _keys(
            box, [name for name in pin_map.inputs if name not in held], pin_map, person, changed
        )
    finally:
        box.show(DARK)
        box.close()


def _place(gpio: int) -> str:
    return f"GPIO {gpio}, pin {pin_of(gpio)}"


def _held(held: list[str], pin_map: PinMap) -> Iterator[CheckFinding]:
    """Report the keys that are down although nobody was asked to press any."""
    for name in held:
        yield CheckFinding(
            "wrong",
            name,
            "it is held down, or its wires touch ground",
            f"Let it go; else look for a bridge of solder ({_place(pin_map.inputs[name])}).",
        )
    if pin_map.inputs and not held:
        yield CheckFinding("well", "keys and calls", f"none of the {len(pin_map.inputs)} is stuck")


def _outputs(box: Device, pin_map: PinMap, person: TerminalPerson) -> Iterator[CheckFinding]:
    if not pin_map.outputs:
        return
    if not person.says_yes("May each lamp be lit, and the buzzer sound, one after another?"):
        yield CheckFinding("skipped", "lamps and buzzer", "they were not to be switched on")
        return
    for name, gpio in pin_map.lamps.items():
        box.show(Signals({name: "lit"}))
        is_lit = person.says_yes(f"Is {name} lit, and it alone?")
        box.show(DARK)
        yield _seen(name, "it is lit", "it was not lit", is_lit, gpio)
    if pin_map.buzzer is not None:
        box.show(Signals({}, "wrong"))
        is_heard = person.says_yes("Did the buzzer sound twice?")
        box.show(DARK)
        yield _seen("buzzer", "it sounds", "it was not heard", is_heard, pin_map.buzzer)


def _seen(name: str, well: str, wrong: str, is_well: bool, gpio: int) -> CheckFinding:
    if is_well:
        return CheckFinding("well", name, well)
    turned = "Is the transistor the right way round, and + at 5 V?"
    if name != "buzzer":
        turned = "Is the LED the right way round (longer leg to the resistor)?"
    return CheckFinding("wrong", name, wrong, f"{turned} It is wired to {_place(gpio)}.")


def _keys(
    box: Device, names: list[str], pin_map: PinMap, person: TerminalPerson, changed: Event
) -> Iterator[CheckFinding]:
    if not names or not person.says_yes("Will you press each key when it is named?"):
        if names:
            yield CheckFinding("skipped", "presses", "no key was to be pressed")
        return
    for name in names:
        box.heard()  # earlier presses were not asked for
        person.is_told(f"Press {name}. ({PRESS_WITHIN_S:.0f} s)")
        yield _pressed(name, _next(box, changed), pin_map)


def _pressed(name: str, press: Press | None, pin_map: PinMap) -> CheckFinding:
    place = _place(pin_map.inputs[name])
    if press is None:
        to_do = f"It is wired from {place}, to ground. Is it built, and its lead whole?"
        return CheckFinding("wrong", name, "it was not heard", to_do)
    if press.key != name:
        other = _place(pin_map.inputs[press.key])
        to_do = f"If you pressed {name}: change its wire ({place}) with that of {press.key} ({other})."
        return CheckFinding("wrong", name, f"{press.key} was heard in its place", to_do)
    return CheckFinding("well", name, "it is heard")


def _next(box: Device, changed: Event) -> Press | None:
    ends = time.monotonic() + PRESS_WITHIN_S
    while not (heard := box.heard()).presses and (now := time.monotonic()) < ends:
        changed.wait(max(0.0, min(ends, heard.due or ends) - now))
        changed.clear()
    return heard.presses[0] if heard.presses else None


def is_low(factory: Any, gpio: int) -> bool:
    """Tell whether an input of gpiozero's is at ground now."""
    return not factory.pin(gpio).state
