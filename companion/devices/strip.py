"""The hourglass on an LED strip: two heaps of sand, falling grains, and a calm red end.

It is asked what to show at a given moment; it has no clock. The strip stands upright: its lower half is
the lower bulb, which fills, its upper half the upper bulb, which empties.
"""

from typing import Final

from companion.devices.hourglass import END_S, TICKS_S, Sand, heap

LEAST_LEDS: Final = 8
MOST_LEDS: Final = 60
FRAME_S: Final = 0.04
"""Seconds between two pictures of running sand: as in films."""
GRAIN_S: Final = 1.0
"""Seconds from one grain to the next. Seconds from grain to grain; each lights a lamp once: far below
three flashes a second, which nobody should be shown."""
GRAIN: Final = 0.4
"""Brightness of a falling grain: less than that of lying sand."""
FADES_S: Final = 1.0
"""Seconds in which the end fades, after it has stayed for a while."""

Colour = tuple[float, float, float]
"""Red, green, blue, each 0 to 1; the controller reorders them for its strip."""
AMBER: Final[Colour] = (1.0, 0.45, 0.05)
EMBER: Final[Colour] = (1.0, 0.12, 0.0)
"""Colour into which amber changes when little sand is left."""
RED: Final[Colour] = (1.0, 0.0, 0.0)


def picture(sand: Sand | None, leds: int, percent: int) -> bytes:
    """Return red, green and blue of each lamp, from the strip's foot.

    ``percent``: no colour of any lamp is ever brighter than this share of its maximum.
    """
    shares, colour = ((0.0,) * leds, RED) if sand is None else _lit(sand, leds)
    most = 255 * percent / 100
    return bytes(int(most * share * part) for share in shares for part in colour)


def holds_s(sand: Sand | None) -> float | None:
    """Return the seconds after which another picture is to be shown; None if it stands still."""
    if sand is None or not (sand.running or sand.is_ending):
        return None
    # The end is shown when it comes, not up to a picture later.
    return min(FRAME_S, sand.left_s) if sand.left_s > 0.0 else FRAME_S if sand.is_ending else None


def _lit(sand: Sand, leds: int) -> tuple[tuple[float, ...], Colour]:
    """Return each lamp's brightness and colour."""
    if sand.left_s <= 0.0:
        return (_end(sand),) * leds, RED
    upper = leds // 2
    share = min(1.0, sand.left_s / sand.of_s)
    lower = heap(1.0 - share, leds - upper)
    if sand.running:
        lower = tuple(map(max, lower, _grain(sand, len(lower), 1.0 - share)))
    return lower + heap(share, upper), RED if sand.is_ending else _colour(sand)


def _end(sand: Sand) -> float:
    """Return the brightness of all lamps once the sand is through: they fade, and never flash."""
    if sand.ended_s is None:
        return 0.0
    return min(1.0, max(0.0, (END_S - sand.ended_s) / FADES_S)) ** 2


def _grain(sand: Sand, lamps: int, full: float) -> list[float]:
    """Return how much the falling grain lights each lamp, from the foot; between two lamps, it lights
    both."""
    fallen = ((sand.of_s - sand.left_s) % GRAIN_S) / GRAIN_S
    height = lamps - 1 - fallen**2 * (lamps - 1 - full * lamps)
    return [GRAIN * max(0.0, 1.0 - abs(height - number)) for number in range(lamps)]


def _colour(sand: Sand) -> Colour:
    """Return the colour of lying sand: it glows while the last seconds run."""
    last_s = min(TICKS_S, sand.of_s)
    glow = max(0.0, 1.0 - sand.left_s / last_s)
    red, green, blue = (a + (b - a) * glow for a, b in zip(AMBER, EMBER, strict=True))
    return red, green, blue
