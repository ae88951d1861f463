"""Everything counted over judged photographs, in all and for each condition that the labels name."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from vision.workshop.evaluation.counts import Count
from vision.workshop.evaluation.judged import JudgedPiece, JudgedReading

COVERAGES = (0.5, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 1.0)
"""Shares of all pieces, the surest first, for which errors are counted."""
MOST_NUMBERS = 4
"""A condition with more different numbers than this ("tilt 18") is reported in three ranges of them."""
_NUMBERED = re.compile(r"(.*\S)\s+(-?\d+(?:\.\d+)?)\s*(.{0,3})")
_FIRST_NUMBER = re.compile(r"(.*?\S)\s+(-?\d+(?:\.\d+)?)")


JudgedT = TypeVar("JudgedT", bound=JudgedReading)


@dataclass(frozen=True)
class StageTimes:
    """The duration of a stage, in ms: the median, the 95th percentile, and the number of photographs."""

    median: float
    within_95: float
    n: int


@dataclass(frozen=True)
class EvaluationReport:
    """Everything counted over some photographs, by the names of the counts.

    ``risk_at_coverage``: (share of the labelled pieces taken, the surest first; share of errors among
    these). ``doubts``: the number of photographs in which each doubt kept the reading from being sure.
    """

    counts: Mapping[str, Count]
    stages_ms: Mapping[str, StageTimes]
    risk_at_coverage: tuple[tuple[float, float], ...]
    doubts: Mapping[str, int]

    def __getitem__(self, name: str) -> Count:
        return self.counts[name]


@dataclass(frozen=True)
class Measure(Generic[JudgedT]):
    """What is counted of a kind of piece: the ``counts`` over photographs, and the ``ranked`` pieces of
    which the surest should be right, with the number of labelled ones."""

    counts: Callable[[Sequence[JudgedT]], Mapping[str, Count]]
    ranked: Callable[[Sequence[JudgedT]], tuple[Sequence[JudgedPiece], int]]

    def report(self, photos: Sequence[JudgedT]) -> EvaluationReport:
        """Return the counts over these photographs."""
        return EvaluationReport(
            self.counts(photos),
            times_of([dict(photo.reading.stages_ms) for photo in photos]),
            risk_at_coverage(*self.ranked(photos)),
            dict(Counter(doubt for photo in photos for doubt in photo.reading.doubts).most_common()),
        )

    def per_condition(
        self, photos: Sequence[JudgedT], *, in_ranges: bool = False
    ) -> dict[str, EvaluationReport]:
        """Return a report for each condition, named as in the labels.

        ``in_ranges``: those that differ only in a number are put into three ranges. A photograph counts
        once in each of its groups.
        """
        names = [name for photo in photos for name in photo.conditions]
        groups = grouped(names) if in_ranges else {name: name for name in names}
        return {
            group: self.report([p for p in photos if group in {groups[name] for name in p.conditions}])
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


def times_of(photos: Sequence[Mapping[str, float]]) -> dict[str, StageTimes]:
    """Return the times of each stage in their order, and of all together, of each photograph's times."""
    rows = [{**stages_ms, "together": sum(stages_ms.values())} for stages_ms in photos]
    stages = list(dict.fromkeys(stage for row in rows for stage in row if stage != "together"))
    times = {stage: [row[stage] for row in rows if stage in row] for stage in [*stages, "together"]}
    return {
        stage: StageTimes(float(np.median(ms)), float(np.quantile(ms, 0.95)), len(ms))
        for stage, ms in times.items()
        if ms
    }


def risk_at_coverage(pieces: Sequence[JudgedPiece], labelled: int) -> tuple[tuple[float, float], ...]:
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
