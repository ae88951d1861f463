"""The hourglass on a strip of lamps: two heaps of sand, grains that fall, and a calm red end.

It is asked what it shows at a moment; it has no clock. The strip stands upright: its lower half is the
lower bulb, which fills, its upper half the upper one, which empties.
"""

from typing import Final

from companion.devices.hourglass import END_S, TICKS_S, Sand, heap

LEAST_LEDS: Final = 8
MOST_LEDS: Final = 60
FRAME_S: Final = 0.04
"""Seconds from one picture of sand that runs to the next: films have as many."""
GRAIN_S: Final = 1.0
"""Seconds from one grain to the next. Each lights a lamp once: far from the three flashes a second that
nobody is to be shown."""
GRAIN: Final = 0.4
"""How much a grain's lamp is lit: less than sand that lies."""
FADES_S: Final = 1.0
"""The end stays for a while, then fades for so long."""

Colour = tuple[float, float, float]
"""Red, green, blue, each 0 to 1, as they are sent: controllers put strips' own orders right."""
AMBER: Final[Colour] = (1.0, 0.45, 0.05)
EMBER: Final[Colour] = (1.0, 0.12, 0.0)
"""What amber turns into, while little sand is left."""
RED: Final[Colour] = (1.0, 0.0, 0.0)


def picture(sand: Sand | None, leds: int, percent: int) -> bytes:
    """Return red, green and blue of each lamp, from the strip's foot.

    ``percent`` of all that a lamp can give is the most that any of its colours is ever given.
    """
    shares, colour = ((0.0,) * leds, RED) if sand is None else _lit(sand, leds)
    most = 255 * percent / 100
    return bytes(int(most * share * part) for share in shares for part in colour)


def holds_s(sand: Sand | None) -> float | None:
    """Return after how many seconds another picture is to be shown; None: it stands still."""
    if sand is None or not (sand.running or sand.is_ending):
        return None
    # The end is shown when it comes, not up to a picture later.
    return min(FRAME_S, sand.left_s) if sand.left_s > 0.0 else FRAME_S if sand.is_ending else None


def _lit(sand: Sand, leds: int) -> tuple[tuple[float, ...], Colour]:
    """Return how much each lamp is lit, and in which colour."""
    if sand.left_s <= 0.0:
        return (_end(sand),) * leds, RED
    upper = leds // 2
    share = min(1.0, sand.left_s / sand.of_s)
    lower = heap(1.0 - share, leds - upper)
    if sand.running:
        lower = tuple(map(max, lower, _grain(sand, len(lower), 1.0 - share)))
    return lower + heap(share, upper), RED if sand.is_ending else _colour(sand)


def _end(sand: Sand) -> float:
    """Return how much all lamps are lit once the sand is through: they fade, and never flash."""
    if sand.ended_s is None:
        return 0.0
    return min(1.0, max(0.0, (END_S - sand.ended_s) / FADES_S)) ** 2


def _grain(sand: Sand, lamps: int, full: float) -> list[float]:
    """Return how much the grain that falls now lights each lamp, from the foot; between two, both."""
    fallen = ((sand.of_s - sand.left_s) % GRAIN_S) / GRAIN_S
    height = lamps - 1 - fallen**2 * (lamps - 1 - full * lamps)
    return [GRAIN * max(0.0, 1.0 - abs(height - number)) for number in range(lamps)]


def _colour(sand: Sand) -> Colour:
    """Return the colour of sand that lies: it glows while the last seconds run."""
    last_s = min(TICKS_S, sand.of_s)
    glow = max(0.0, 1.0 - sand.left_s / last_s)
    red, green, blue = (a + (b - a) * glow for a, b in zip(AMBER, EMBER, strict=True))
    return red, green, blue
