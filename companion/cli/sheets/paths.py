"""Outlines written as in SVG: ``M L H V C Z``, and ``a`` for a full circle that starts at its top."""

import re
from collections.abc import Iterator
from typing import Final

CIRCLE: Final = 0.5523
"""Distance, in radii, of the control points from the ends of a quarter circle."""
_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?\d*\.?\d+")

Curve = tuple[float, ...]
"""Two numbers: a straight line to that point; six: a Bézier curve as ``C`` describes it."""


def parts_of(d: str) -> Iterator[list[Curve]]:
    """Yield each closed part: its starting point, then its lines and curves. Raises ``ValueError``."""
    part: list[Curve] = []
    for letter, said in _COMMAND.findall(d):
        numbers = [float(number) for number in _NUMBER.findall(said)]
        if letter == "Z":
            yield part
            part = []
        else:
            part += _drawn(letter, numbers, part[-1][-2:] if part else (0.0, 0.0))


def _drawn(letter: str, numbers: list[float], at: Curve) -> list[Curve]:
    x, y = at
    match letter:
        case "M" | "L":
            return _group(numbers, 2)
        case "H":
            return [(to, y) for to in numbers]
        case "V":
            return [(x, to) for to in numbers]
        case "C":
            return _group(numbers, 6)
        case "a":
            return _circle(x, y, numbers[0])
    raise ValueError(f"a path has {letter!r}")


def _group(numbers: list[float], size: int) -> list[Curve]:
    return [tuple(numbers[at : at + size]) for at in range(0, len(numbers), size)]


def _circle(x: float, top: float, radius: float) -> list[Curve]:
    """Return a circle drawn from its top, anticlockwise."""
    y, handle = top + radius, radius * CIRCLE
    left, right, bottom = x - radius, x + radius, y + radius
    return [
        (x - handle, top, left, y - handle, left, y),
        (left, y + handle, x - handle, bottom, x, bottom),
        (x + handle, bottom, right, y + handle, right, y),
        (right, y - handle, x + handle, top, x, top),
    ]
