"""The voting box on GPIO pins: eight keys with their lamps, OK, four calls, a status lamp, a buzzer.

The pin map says which of these there are. The pins are those of any gpiozero factory: a chip's, or
simulated ones.
"""

from collections.abc import Callable
from contextlib import ExitStack
from queue import Empty, SimpleQueue
from typing import Any, Final

from gpiozero import PWMLED, Buzzer, DigitalInputDevice

from companion.devices.device import DARK, KeysHeard, Lamp, Signals, Sound
from companion.devices.pin_map import PinMap
from companion.devices.presses import Presses

STATUS: Final = "status"
BLINK_S: Final = 0.4
"""Seconds for which a blinking lamp is lit, and then dark."""
PWM_HZ: Final = 100
"""Switching frequency of a dimmed lamp; used only while it is dimmed, since it costs work."""
BEEPS: Final[dict[Sound, tuple[float, float, int]]] = {
    "tick": (0.05, 0.05, 1),
    "wrong": (0.15, 0.1, 2),
    "end": (1.5, 0.1, 1),
}
"""Each sound: seconds on, seconds off, how often."""


_Edges = SimpleQueue[tuple[str, bool, float]]
"""A key's name, whether it is down now, and when that began, in seconds of the table's clock."""


class PinBox:
    """A ``Device``. Opened, used and closed by one thread; edges come on the factory's."""

    name = "box"

    def __init__(self, pin_map: PinMap, factory: Any, now: Callable[[], float]) -> None:
        """Touch no pin yet. ``factory``: gpiozero's; ``now``: the table's clock, in seconds."""
        self._map, self._factory, self._now = pin_map, factory, now
        self._parts = ExitStack()
        self._edges: _Edges = SimpleQueue()
        self._keys: list[_Key] = []
        self._presses = Presses((), lambda _: False, 0.0)
        self._lamps: dict[str, PWMLED] = {}
        self._buzzer: Buzzer | None = None
        self._shown = DARK

    def open(self, changed: Callable[[], None]) -> None:
        """Take the pins, everything dark and silent, and listen to the keys."""
        with ExitStack() as parts:
            parts.callback(self._forget)
            # The outside first: the time until it changes must not reveal what is done behind the door.
            for name, gpio in sorted(self._map.lamps.items(), key=lambda lamp: lamp[0] != STATUS):
                lamp = PWMLED(gpio, frequency=None, pin_factory=self._factory)
                self._lamps[name] = parts.enter_context(lamp)
                parts.callback(_set, lamp, "dark")
            if self._map.buzzer is not None:
                self._buzzer = parts.enter_context(Buzzer(self._map.buzzer, pin_factory=self._factory))
                self._buzzer.off()  # not every library reports the state that it finds
                parts.callback(self._buzzer.off)
            contacts = {name: self._contact(gpio, parts) for name, gpio in self._map.inputs.items()}
            self._presses = Presses(contacts, lambda name: contacts[name].value == 1, self._now())
            offset_s = _offset_s(self._now, self._factory)
            for name, contact in contacts.items():
                self._keys.append(_Key(name, contact, offset_s, self._edges, changed))
            self._parts = parts.pop_all()

    def heard(self) -> KeysHeard:
        """Return what was heard since the last call."""
        now = self._now()  # before the edges: later ones do not belong to it
        while (edge := _next(self._edges)) is not None:
            self._presses.edge(*edge)
        presses = tuple(self._presses.until(now))
        return KeysHeard(presses, self._presses.due(now), self._presses.stuck(now))

    def show(self, signals: Signals) -> None:
        """Set its lamps and its sound; repeating the same changes nothing. Parts that the box lacks are
        ignored."""
        if signals.sound != self._shown.sound and self._buzzer is not None:
            self._sound(signals.sound)  # first: each blinking lamp needs a thread to start
        for name, lamp in self._lamps.items():
            wanted = signals.lamps.get(name, "dark")
            if wanted != self._shown.lamps.get(name, "dark"):
                _set(lamp, wanted)
        self._shown = signals

    def close(self) -> None:
        """Switch everything off and release the pins; if one part fails, the others are still
        released."""
        self._parts.close()

    def _contact(self, gpio: int, parts: ExitStack) -> DigitalInputDevice:
        # A Button would do the same, but with a thread of its own to measure how long it is held. Calls
        # have an inside pull-up, too: one that was not built, with nothing outside, stays silent.
        contact = DigitalInputDevice(gpio, pull_up=True, pin_factory=self._factory)
        return parts.enter_context(contact)

    def _sound(self, sound: Sound) -> None:
        assert self._buzzer is not None
        if sound in BEEPS:
            on_s, off_s, times = BEEPS[sound]
            self._buzzer.on()  # at once: a beep begins on a thread of its own, which has to be started
            self._buzzer.beep(on_s, off_s, times)

    def _forget(self) -> None:
        self._keys.clear()
        self._lamps.clear()
        self._buzzer, self._shown = None, DARK


class _Key:
    """One key: its edges, with the pin's own times.

    ``offset_s``: added to the factory's time to get the table's.
    """

    def __init__(
        self,
        name: str,
        contact: DigitalInputDevice,
        offset_s: float,
        edges: _Edges,
        changed: Callable[[], None],
    ) -> None:
        self._name, self._offset_s, self._edges, self._tell = name, offset_s, edges, changed
        # Replaces the contact's own events, which do not tell when the edge happened.
        contact.pin.when_changed = self._changed

    def _changed(self, ticks: float, level: int) -> None:
        self._edges.put((self._name, not level, ticks + self._offset_s))
        self._tell()


def _offset_s(now: Callable[[], float], factory: Any) -> float:
    """Return how far the table's clock is ahead of the factory's: measured once, so that the order of
    edges stays."""
    tries = [(factory.ticks(), now(), factory.ticks()) for _ in range(5)]
    before, between, after = min(tries, key=lambda one: one[2] - one[0])
    return float(between - (before + after) / 2)


def _next(edges: _Edges) -> tuple[str, bool, float] | None:
    try:
        return edges.get_nowait()
    except Empty:
        return None


def _set(lamp: PWMLED, wanted: Lamp | float) -> None:
    if isinstance(wanted, float):
        if lamp.frequency is None:
            lamp.frequency = PWM_HZ
        lamp.value = wanted
        return
    if lamp.frequency is not None:
        lamp.frequency = None
    if wanted == "blinking":
        lamp.blink(BLINK_S, BLINK_S)
    elif wanted == "lit":
        lamp.on()
    else:
        lamp.off()
