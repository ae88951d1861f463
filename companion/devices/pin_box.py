"""The voting box on GPIO pins: eight keys with their lamps, OK, four calls, a status lamp, a buzzer.

Which of these there are says the pin map. The pins are those of any gpiozero factory: a chip's, or
simulated ones.
"""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Final

from gpiozero import PWMLED, Buzzer, DigitalInputDevice

from companion.devices.debounce import Debounce
from companion.devices.device import DARK, Lamp, Press, Signals, Sound
from companion.devices.pin_map import PinMap

BLINK_S: Final = 0.4
"""A lamp that blinks is lit, and then dark, for so long."""
PWM_HZ: Final = 100
"""A dimmed lamp is switched so often a second, and only while it is dimmed: that takes some work."""
BEEPS: Final[dict[Sound, tuple[float, float, int]]] = {
    "tick": (0.05, 0.05, 1),
    "wrong": (0.15, 0.1, 2),
    "end": (1.5, 0.1, 1),
}
"""Each sound: seconds on, seconds off, how often."""


class PinBox:
    """A ``Device``. Opened, used and closed by one thread; its keys are heard on the factory's."""

    name = "box"

    def __init__(self, pin_map: PinMap, factory: Any, now: Callable[[], float]) -> None:
        """Touch no pin yet. ``factory``: gpiozero's; ``now``: the table's clock, in seconds."""
        self._map, self._factory, self._now = pin_map, factory, now
        self._parts = ExitStack()
        self._keys: list[_Key] = []
        self._lamps: dict[str, PWMLED] = {}
        self._buzzer: Buzzer | None = None
        self._shown = DARK

    def open(self, pressed: Callable[[Press], None]) -> None:
        """Take the pins, everything dark and silent, and listen to the keys."""
        with ExitStack() as parts:
            parts.callback(self._forget)
            for name, gpio in self._map.lamps.items():
                lamp = PWMLED(gpio, frequency=None, pin_factory=self._factory)
                self._lamps[name] = parts.enter_context(lamp)
            if self._map.buzzer is not None:
                self._buzzer = parts.enter_context(Buzzer(self._map.buzzer, pin_factory=self._factory))
            for name, gpio in self._map.inputs.items():
                # A Button would be the same with a thread of its own, to tell how long it is held. Calls
                # are pulled up inside, too: one that was not built, with nothing outside, stays silent.
                key = DigitalInputDevice(gpio, pull_up=True, pin_factory=self._factory)
                self._keys.append(_Key(name, parts.enter_context(key), pressed, self._now))
            self._parts = parts.pop_all()

    def show(self, signals: Signals) -> None:
        """Set its lamps and its sound; the same again changes nothing. Parts it lacks are let go."""
        if signals.sound != self._shown.sound and self._buzzer is not None:
            self._sound(signals.sound)  # first: lamps that blink take a thread each to start
        for name, lamp in self._lamps.items():
            wanted = signals.lamps.get(name, "dark")
            if wanted != self._shown.lamps.get(name, "dark"):
                _set(lamp, wanted)
        self._shown = signals

    def close(self) -> None:
        """Switch everything off and let go of the pins."""
        for lamp in self._lamps.values():
            _set(lamp, "dark")
        if self._buzzer is not None:
            self._buzzer.off()
        self._parts.close()

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
    """One key: its edges, with the times that the pin gives them, become presses."""

    def __init__(
        self,
        name: str,
        contact: DigitalInputDevice,
        pressed: Callable[[Press], None],
        now: Callable[[], float],
    ) -> None:
        self._name, self._contact, self._pressed, self._now = name, contact, pressed, now
        self._debounce = Debounce()
        # In the place of the contact's own events, which do not tell when the edge was.
        contact.pin.when_changed = self._changed

    def _changed(self, ticks: float, level: int) -> None:
        factory = self._contact.pin_factory
        ago_s = factory.ticks_diff(factory.ticks(), ticks)
        at = self._now() - ago_s
        if self._debounce.is_press(not level, at):
            self._pressed(Press(self._name, at))


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
