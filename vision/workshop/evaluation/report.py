"""Everything counted over judged photographs, in all and for each condition that the labels name."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np

from vision.workshop.evaluation.counts import Count
from vision.workshop.evaluation.dice import JudgedPhoto

ANGLE_DEG = 5.0
"""Error up to which an angle is right: quarter turns and grids are then read without doubt."""
COVERAGES = (0.5, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 1.0)
"""Shares of all pieces, the surest first, for which errors are counted."""
MOST_NUMBERS = 4
"""A condition with more different numbers than this ("tilt 18") is reported in three ranges of them."""
_NUMBERED = re.compile(r"(.*\S)\s+(-?\d+(?:\.\d+)?)\s*(.{0,3})")
_FIRST_NUMBER = re.compile(r"(.*?\S)\s+(-?\d+(?:\.\d+)?)")


class Judged(Protocol):
    """A photograph that was judged."""

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions in its labels ("felt", "tilt 18")."""


class Ranked(Protocol):
    """A judged piece: the reading's confidence in it (0…1), and whether it was right."""

    @property
    def confidence(self) -> float: ...  # noqa: D102
    @property
    def right(self) -> bool: ...  # noqa: D102


JudgedT = TypeVar("JudgedT", bound=Judged)
ReportT = TypeVar("ReportT")


@dataclass(frozen=True)
class Times:
    """The duration of a stage, in ms: the median, the 95th percentile, and the number of photographs."""

    median: float
    within_95: float
    n: int


@dataclass(frozen=True)
class Report:
    """Everything counted over some photographs.

    ``risk_at_coverage``: (share of the labelled dice taken, the surest first; share of errors among
    these). ``doubts``: the number of photographs in which each doubt kept the reading from being sure.
    """

    photos_right: Count
    photos_sure: Count
    photos_silent: Count
    dice_right: Count
    dice_sure: Count
    silent: Count
    precision: Count
    recall: Count
    angle_right: Count
    cities_photos_right: Count
    cities_photos_silent: Count
    cities_right: Count
    stages_ms: Mapping[str, Times]
    risk_at_coverage: tuple[tuple[float, float], ...]
    doubts: Mapping[str, int]


def report(photos: Sequence[JudgedPhoto]) -> Report:
    """Return the counts over these photographs."""
    labelled = sum(photo.labelled for photo in photos)
    dice = [die for photo in photos for die in photo.dice]
    angles = [die.angle_error_deg for die in dice if die.angle_error_deg is not None]
    found = sum(photo.found for photo in photos)
    silent = sum(photo.silent for photo in photos)
    sure = [photo for photo in photos if photo.sure]
    built = [(photo.cities, photo.sure) for photo in photos if photo.cities is not None]
    return Report(
        photos_right=Count(sum(photo.right for photo in photos), len(photos)),
        photos_sure=Count(len(sure), len(photos)),
        photos_silent=Count(sum(not photo.right for photo in sure), len(photos)),
        dice_right=Count(min(labelled, sum(die.right for die in dice)), labelled),
        dice_sure=Count(sum(die.sure and die.is_there for die in dice), labelled),
        silent=Count(silent, max(labelled, silent)),
        precision=Count(found, found + sum(photo.extra for photo in photos)),
        recall=Count(found, labelled),
        angle_right=Count(sum(angle <= ANGLE_DEG for angle in angles), len(angles)),
        cities_photos_right=Count(sum(cities.all_right for cities, _ in built), len(built)),
        cities_photos_silent=Count(sum(s and not c.all_right for c, s in built), len(built)),
        cities_right=Count(
            sum(cities.right for cities, _ in built), sum(cities.labelled for cities, _ in built)
        ),
        stages_ms=times_of([photo.stages_ms for photo in photos]),
        risk_at_coverage=risk_at_coverage(dice, labelled),
        doubts=dict(Counter(doubt for photo in photos for doubt in photo.doubts).most_common()),
    )


def per_condition(photos: Sequence[JudgedPhoto]) -> dict[str, Report]:
    """Return a report for each condition, named exactly as in the labels."""
    return reports_of(photos, report, in_ranges=False)


def per_group(photos: Sequence[JudgedPhoto]) -> dict[str, Report]:
    """Return a report for each condition, with those that differ only in a number put into three
    ranges."""
    return reports_of(photos, report, in_ranges=True)


def reports_of(
    photos: Sequence[JudgedT], report_of: Callable[[Sequence[JudgedT]], ReportT], *, in_ranges: bool
) -> dict[str, ReportT]:
    """Return a report for each condition, for photographs of any kind of piece.

    ``in_ranges``: those that differ only in a number are put into three ranges. A photograph counts once
    in each of its groups.
    """
    names = [name for photo in photos for name in photo.conditions]
    groups = grouped(names) if in_ranges else {name: name for name in names}
    return {
        group: report_of([p for p in photos if group in {groups[name] for name in p.conditions}])
        for group in sorted(set(groups.values()), key=_in_order)
    }


def grouped(conditions: Sequence[str]) -> dict[str, str]:
    """Return the group of each condition: itself, or a range ("tilt 0 to 8") of three equal parts.

    >>> grouped([f"tilt {n}" for n in range(9)])["tilt 4"]
    'tilt 3 to 5'
    """
    numbers: dict[tuple[str, str], list[float]] = {}
    for name in conditions:
        if (match := _NUMBERED.fullmatch(name)) is not None:
            numbers.setdefault((match[1], match[3]), []).append(float(match[2]))
    groups = {name: name for name in conditions}
    for name in groups:
        match = _NUMBERED.fullmatch(name)
        seen = sorted(numbers[match[1], match[3]]) if match is not None else []
        if match is not None and len(set(seen)) > MOST_NUMBERS:
            low, high = _range_of(float(match[2]), seen)
            groups[name] = f"{match[1]} {low:g} to {high:g} {match[3]}".strip()
    return groups


def _range_of(number: float, seen: Sequence[float]) -> tuple[float, float]:
    """Return the least and the greatest of those numbers in the same third as this one."""
    limits = [seen[len(seen) // 3], seen[2 * len(seen) // 3]]
    third = [sum(one >= limit for limit in limits) for one in seen]
    own = sum(number >= limit for limit in limits)
    alike = [one for one, part in zip(seen, third, strict=True) if part == own]
    return alike[0], alike[-1]


def _in_order(name: str) -> tuple[str, float]:
    match = _FIRST_NUMBER.match(name)
    return (match[1], float(match[2])) if match is not None else (name, 0.0)


def times_of(photos: Sequence[Mapping[str, float]]) -> dict[str, Times]:
    """Return the times of each stage in their order, and of all together, of each photograph's times."""
    rows = [{**stages_ms, "together": sum(stages_ms.values())} for stages_ms in photos]
    stages = list(dict.fromkeys(stage for row in rows for stage in row if stage != "together"))
    times = {stage: [row[stage] for row in rows if stage in row] for stage in [*stages, "together"]}
    return {
        stage: Times(float(np.median(ms)), float(np.quantile(ms, 0.95)), len(ms))
        for stage, ms in times.items()
        if ms
    }


def risk_at_coverage(pieces: Sequence[Ranked], labelled: int) -> tuple[tuple[float, float], ...]:
    """Return the error rate of the surest pieces: (share of the ``labelled`` ones taken, the surest
    first; share of errors among these), for each of ``COVERAGES`` that the pieces reach."""
    ranked = sorted(pieces, key=lambda piece: -piece.confidence)
    wrong = np.cumsum([not piece.right for piece in ranked])
    points = []
    for coverage in COVERAGES:
        taken = round(coverage * labelled)
        if 0 < taken <= len(ranked):
            points.append((coverage, float(wrong[taken - 1] / taken)))
    return tuple(points)
