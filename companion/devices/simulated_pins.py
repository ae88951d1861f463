"""Pins that are not there: a program presses the keys and looks at the lamps."""

from collections.abc import Callable
from threading import Lock
from typing import Any, Final

from gpiozero.pins.mock import MockFactory, MockPin

from companion.devices.pin_map import PinMap
from companion.errors import BadHandling

HELD_S: Final = 0.05
"""Seconds for which a key counts as held when a program presses it."""


class SimulatedPins(MockFactory):  # type: ignore[misc]
    """A chip's pins without a chip. ``now``: the clock that their edges are timed with, in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__(revision="a02082", pin_class=_SimulatedPin)
        self._now = now

    def ticks(self) -> float:
        """Return the time by which edges are stamped."""
        return self._now()


class _SimulatedPin(MockPin):  # type: ignore[misc]
    """A pin that counts its rising edges, and stamps edges by the factory's clock.

    The state of a dimmed output is its duty cycle.
    """

    def __init__(self, factory: SimulatedPins, info: Any) -> None:
        self.rises = 0
        self._ahead_s = 0.0
        self._is_held = False
        self._frequency: float | None = None
        super().__init__(factory, info)

    def clear_states(self) -> None:
        """Keep no list of states: it would grow as long as the table runs."""
        self._last_change = self.factory.ticks()

    def drive_low(self) -> None:
        """Connect it to ground, which overrides any pull."""
        self._is_held = True
        super().drive_low()

    def drive_high(self) -> None:
        """Let go of it, or hold it high."""
        self._is_held = False
        super().drive_high()

    def drive_high_after(self, seconds: float) -> None:
        """Drive it high now, with an edge stamped this much later."""
        self._ahead_s = seconds
        self.drive_high()
        self._ahead_s = 0.0

    def _set_pull(self, value: str) -> None:
        is_held = self._is_held
        super()._set_pull(value)
        if value == "floating":  # such a key has its pull-up outside
            self.drive_high()
        if is_held:
            self.drive_low()

    def _get_frequency(self) -> float | None:
        return self._frequency

    def _set_frequency(self, value: float | None) -> None:
        self._frequency = value

    def _set_state(self, value: float) -> None:
        assert self._function == "output"
        self._change_state(float(value) if self._frequency else bool(value))

    def _change_state(self, value: bool | float) -> bool:
        if value == self._state:
            return False
        self.rises += not self._state
        self._state: bool | float = value
        self._last_change = self.factory.ticks() + self._ahead_s
        return True


class SimulatedPanel:
    """The front of a box on simulated pins: its keys, its lamps, its buzzer. Safe from any thread."""

    def __init__(self, pin_map: PinMap, pins: SimulatedPins) -> None:
        self._map, self._pins = pin_map, pins
        self._pressing = Lock()

    def look(self) -> dict[str, Any]:
        """Return ``{"keys": [names], "lamps": {name: lit}, "levels": {name: 0 to 1}, "beeps": n}``.

        As they are at this moment. ``levels``: how bright; ``beeps``: how often the buzzer has sounded.
        """
        buzzer = self._map.buzzer
        levels = {name: self._level(gpio) for name, gpio in self._map.lamps.items()}
        return {
            "keys": list(self._map.inputs),
            "lamps": {name: level > 0.0 for name, level in levels.items()},
            "levels": levels,
            "beeps": 0 if buzzer is None else self._pins.pin(buzzer).rises,
        }

    def press(self, key: str) -> None:
        """Press a key and let it go. Raises BadHandling if there is no such key."""
        if key not in self._map.inputs:
            raise BadHandling(
                f"the box has no key {key!r}", hint=f"Keys: {', '.join(self._map.inputs)}."
            )
        pin = self._pins.pin(self._map.inputs[key])
        with self._pressing:
            pin.drive_low()
            pin.drive_high_after(HELD_S)

    def _level(self, gpio: int) -> float:
        pin = self._pins.pin(gpio)
        return float(pin.state) if pin.function == "output" else 0.0
