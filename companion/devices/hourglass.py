"""The hourglass: a column of lamps that empties like sand, a tick in the last seconds, and an end.

It is asked what to show at a given moment; it has no clock and knows no game. The column's first lamp is
its top: it goes dark first, fading. While the glass lies on its side the status lamp blinks.
"""

from dataclasses import dataclass
from math import ceil
from typing import Final

from companion.devices.device import DARK, Lamp, Signals, Sound

SAND_LAMPS: Final = 8
STEPS: Final = 32
"""Steps in which a lamp fades: the eye cannot distinguish more."""
SHORTEST_STEP_S: Final = 0.02
"""Shortest time between two settings of the lamps, in seconds, however short the glass is."""
TICKS_S: Final = 10.0
"""It ticks once a second while at most this many seconds are left."""
TICK_HELD_S: Final = 0.5
END_S: Final = 3.0
"""Seconds for which the end of the sand is shown."""


@dataclass(frozen=True)
class Sand:
    """The state of a glass: seconds left and seconds in all; if it is not running, it lies on its side.

    ``ended_s``: seconds since the sand ran out, if it ran out for somebody; None if that was long ago.
    """

    left_s: float
    of_s: float
    running: bool
    ended_s: float | None = None

    @property
    def is_ending(self) -> bool:
        """Whether the end of the sand is to be shown now."""
        return self.ended_s is not None and self.ended_s < END_S


def shown(sand: Sand) -> Signals:
    """Return what lamps and buzzer show for a glass, and for how long."""
    if sand.left_s <= 0.0:
        return Signals(_all_blinking(), "end", _end_holds_s(sand)) if sand.is_ending else DARK
    sound: Sound = "end" if sand.is_ending else "none"
    if not sand.running:
        return Signals({**_sand_lamps(sand), "status": "blinking"}, sound, _end_holds_s(sand))
    if not sand.is_ending and _ticks(sand):
        sound = "tick"
    return Signals(_sand_lamps(sand), sound, _holds_s(sand))


def _all_blinking() -> dict[str, Lamp | float]:
    return {f"column-{number}": "blinking" for number in range(1, SAND_LAMPS + 1)}


def heap(share: float, lamps: int) -> tuple[float, ...]:
    """Return the brightness of each lamp in a heap of sand, from its foot: lit, one fading, dark."""
    # The eye sees a quarter of the current as half the light.
    return tuple(min(1.0, max(0.0, share * lamps - number)) ** 2 for number in range(lamps))


def _sand_lamps(sand: Sand) -> dict[str, Lamp | float]:
    """Return the lamps that are not dark; the column's last one is its foot."""
    steps = SAND_LAMPS * STEPS
    lit = heap(ceil(steps * min(1.0, sand.left_s / sand.of_s)) / steps, SAND_LAMPS)
    return {
        f"column-{SAND_LAMPS - number}": "lit" if share == 1.0 else share
        for number, share in enumerate(lit)
        if share
    }


def _ticks(sand: Sand) -> bool:
    """Tell whether a tick is due: not right after a short glass was turned."""
    if sand.left_s > TICKS_S or sand.of_s - sand.left_s < TICK_HELD_S:
        return False
    return ceil(sand.left_s) - sand.left_s < TICK_HELD_S


def _holds_s(sand: Sand) -> float:
    """Return the seconds after which a running glass shows something else."""
    step_s = sand.of_s / (SAND_LAMPS * STEPS)
    next_s = min(sand.left_s % step_s, sand.left_s % TICK_HELD_S)
    return min(max(SHORTEST_STEP_S, next_s), sand.left_s)


def _end_holds_s(sand: Sand) -> float | None:
    return END_S - sand.ended_s if sand.ended_s is not None and sand.is_ending else None
