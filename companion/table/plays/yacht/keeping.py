"""Which dice were kept when the others were thrown again: where that shows, and what else it may be."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import dist

from companion.table.plays.yacht.memory import Lain, unmoved_in
from vision.reading import DiceReading, Die

Kept = tuple[int, ...]
"""Indices into a reading's dice: those that were not thrown."""

APART_SIDES = 2.5
"""A die farther than this from the nearest thrown die, in sides, lies apart from the throw: it may have
been put there. Of thrown dice two in three fall nearer to another; so this only asks more often."""

BESIDE_SIDES = 2.0
"""A die nearer than this to one that stayed, in sides between their centres, may have been put beside
it: fingers leave no more room between dice that belong together."""


def ways_to_have_kept(memory: Lain, reading: DiceReading) -> tuple[list[Kept], bool]:
    """Return the ways to have kept dice, the likeliest first, and whether the first one shows surely.

    It shows surely where those that were left on the table lie as they lay. Where nobody saw that, dice
    that have not moved were kept, and it is sure as long as no other could have been put aside.
    """
    if memory.left is not None:
        stayed = tuple(sorted(unmoved_in(memory.left, reading)))
        if len(stayed) == len(memory.left) < len(reading.dice):
            return [stayed], True
        return _likely(stayed, memory, reading), False
    stayed = tuple(sorted(unmoved_in(memory.dice, reading)))
    moved = _put_aside(stayed, memory, reading)
    return _likely(stayed, memory, reading), not moved


def _likely(stayed: Kept, memory: Lain, reading: DiceReading, most: int = 4) -> list[Kept]:
    """Return the ways, those first that keep what stayed and what lies apart."""
    aside = _put_aside(stayed, memory, reading)
    others = [number for number in range(len(reading.dice)) if number not in stayed]
    ways = [stayed, tuple(sorted({*stayed, *aside}))]
    for count in range(1, len(others)):
        ways += [tuple(sorted({*stayed, *more})) for more in combinations(others, count)]
    possible = [way for way in ways if _was_there(way, memory, reading)]
    return _distinct(possible, reading)[:most]


def _put_aside(stayed: Kept, memory: Lain, reading: DiceReading) -> Kept:
    """Return dice that did not stay, but lie apart from the others and show what lay there before."""
    moved = [number for number in range(len(reading.dice)) if number not in stayed]
    apart = [number for number in moved if _is_apart(number, moved, reading.dice)]
    if stayed:  # who leaves dice where they lie puts others beside these, if anywhere
        apart = [number for number in apart if _is_beside(number, stayed, reading.dice)]
    found: list[int] = []
    for number in apart:
        if _was_there((*stayed, *found, number), memory, reading) and len(stayed) + len(found) < 4:
            found.append(number)
    return tuple(found)


def _is_apart(number: int, moved: Sequence[int], dice: Sequence[Die]) -> bool:
    die = dice[number]
    near = (dist(die.centre_px, dice[other].centre_px) for other in moved if other != number)
    return min(near, default=0.0) > APART_SIDES * die.side_px


def _is_beside(number: int, stayed: Kept, dice: Sequence[Die]) -> bool:
    die = dice[number]
    return any(
        dist(die.centre_px, dice[other].centre_px) < BESIDE_SIDES * die.side_px for other in stayed
    )


def _was_there(way: Kept, memory: Lain, reading: DiceReading) -> bool:
    """Tell whether these faces lay there before, and some die at least was thrown."""
    faces = Counter(reading.dice[number].face for number in way)
    return not faces - Counter(die.face for die in memory.dice) and len(way) < len(reading.dice)


def _distinct(ways: Sequence[Kept], reading: DiceReading) -> list[Kept]:
    """Leave out ways that mean the same: the same faces kept."""
    found: dict[tuple[str, ...], Kept] = {}
    for way in ways:
        found.setdefault(tuple(sorted(reading.dice[number].face for number in way)), way)
    return list(found.values())
