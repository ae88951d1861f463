"""Which parts of a reading of dice are not sure: where each doubt lies, and what may be there."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import dist

from vision.dice.grids import Pairs
from vision.readings.dice import DiceReading, Die, Doubt, DoubtKind
from vision.readings.places import PointMm, PointPx

SAME_PLACE_SIDES = 0.5
"""Distance, in sides of a die, within which doubts of one kind are the same. Chosen by hand."""
LEAST_SIDE_PX = 16.0
"""Side of a die below which others beside it may be too small to be found: of 279 dice of photographs at
half their size, 10 to 15 px, 47 were missed. From 20 px on, all sizes are read equally well."""
CHANCE_BESIDE_SMALL = 0.2
"""Rough probability of a missed die there."""


def doubt_of(die: Die, kind: DoubtKind, chance: float, dice: tuple[int, ...] = ()) -> Doubt:
    """Return a doubt about one die; ``chance``: the probability that it is a die at all."""
    return Doubt(kind, die.centre_px, die.side_px, dice, chance, die.likely, die.centre_mm)


def doubts_of_dice(
    dice: Sequence[Die], chances: Sequence[float], beyond_doubt: Sequence[bool], sure_from: float
) -> Iterator[Doubt]:
    """Yield for each unsure die why it is not sure; one die may have two reasons.

    ``chances``: the probabilities of being dice; ``beyond_doubt``: which certainly are; ``sure_from``:
    the confidence from which a name is sure.
    """
    for number, (die, chance, is_one) in enumerate(zip(dice, chances, beyond_doubt, strict=True)):
        if die.cut_off:
            yield doubt_of(die, "cut_off", chance, (number,))
        if not is_one:
            yield doubt_of(die, "may_be_a_die", chance, (number,))
        if not die.sure and not die.cut_off and (is_one or die.confidence < sure_from):
            yield doubt_of(die, "which_face", chance, (number,))


def doubts_of_contacts(dice: Sequence[Die], pairs: Pairs) -> Iterator[Doubt]:
    """Yield a doubt for each pair of dice of which it is unclear whether, or where, they touch."""
    for one, other in sorted(pairs):
        yield _between(dice, one, other)


def doubts_of_small_dice(dice: Sequence[Die]) -> Iterator[Doubt]:
    """Yield a doubt at the smallest die if it is so small that others may be missed."""
    smallest = min(dice, key=lambda die: die.side_px, default=None)
    if smallest is not None and smallest.side_px < LEAST_SIDE_PX:
        yield replace(doubt_of(smallest, "may_be_missed", CHANCE_BESIDE_SMALL), is_anywhere=True)


def _between(dice: Sequence[Die], one: int, other: int) -> Doubt:
    a, b = dice[one], dice[other]
    x, y = ((first + second) / 2 for first, second in zip(a.centre_px, b.centre_px, strict=True))
    on_table = None
    if a.centre_mm is not None and b.centre_mm is not None:
        on_table = PointMm((a.centre_mm.x + b.centre_mm.x) / 2, (a.centre_mm.y + b.centre_mm.y) / 2)
    side = (a.side_px + b.side_px) / 2
    return Doubt("touching_or_not", PointPx(x, y), side, (one, other), centre_mm=on_table)


def seen_often(readings: Sequence[DiceReading], kind: DoubtKind, dice: Sequence[Die]) -> list[Doubt]:
    """Return the doubts of a kind if at least half of these readings have one, one for each place.

    If half of them have it at the same place, only such places. Their dice are numbered as in ``dice``.
    """
    places: list[list[Doubt]] = []
    have_one = 0
    for reading in readings:
        raised = [doubt for doubt in reading.doubtful if doubt.kind == kind]
        have_one += bool(raised)
        for doubt in raised:
            _add(places, _renumber(doubt, reading, dice))
    if 2 * have_one < len(readings):
        return []
    often = [place for place in places if 2 * len(place) >= len(readings)]
    return [max(place, key=lambda doubt: (doubt.chance, doubt.centre_px)) for place in often or places]


def _add(places: list[list[Doubt]], doubt: Doubt) -> None:
    for place in places:
        if dist(place[0].centre_px, doubt.centre_px) <= SAME_PLACE_SIDES * doubt.side_px:
            place.append(doubt)
            return
    places.append([doubt])


def _renumber(doubt: Doubt, reading: DiceReading, dice: Sequence[Die]) -> Doubt:
    numbers = (nearest(reading.dice[number].centre_px, dice) for number in doubt.dice)
    return replace(doubt, dice=tuple(sorted(number for number in numbers if number is not None)))


def nearest(place: PointPx, dice: Iterable[Die]) -> int | None:
    """Return the number of the die at a place; None if there is none."""
    near = [
        (away, number)
        for number, die in enumerate(dice)
        if (away := dist(die.centre_px, place)) <= SAME_PLACE_SIDES * die.side_px
    ]
    return min(near)[1] if near else None
