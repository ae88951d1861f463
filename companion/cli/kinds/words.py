"""The words and shapes in which the counts of an evaluation are printed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from vision.workshop.evaluation.counts import Count
from vision.workshop.evaluation.report import EvaluationReport, StageTimes


@dataclass(frozen=True)
class ReportWords:
    """The words of a printed report: for the ``counted`` things, and for the conditions, named
    ``in_a_line``.

    ``one`` and ``many``: what a piece and several are called; ``wholes``: the name in the counts of what
    is right as a whole. ``pieces``: what the surest of which are right; ``why``: the words for doubts,
    where they are told.
    """

    counted: Mapping[str, str]
    in_a_line: Mapping[str, str]
    one: str
    many: str
    wholes: str = "photos"
    pieces: str = ""
    why: Mapping[str, str] = field(default_factory=dict)

    def row(self, found: EvaluationReport) -> dict[str, Any]:
        """Return a report as JSON: ``n`` photographs; ``right``, ``sure``, ``silent`` count pieces."""
        right, sure = found[f"{self.many}_right"], found[f"{self.many}_sure"]
        return {name: found[name].as_row() for name in self.counted} | {
            "stages_ms": stage_rows(found.stages_ms),
            "risk_at_coverage": found.risk_at_coverage,
            "doubts": found.doubts,
            "n": found[f"{self.wholes}_right"].n,
            self.many: right.n,
            "right": right.as_row(),
            "sure": sure.as_row(),
        }

    def lines(self, found: EvaluationReport, parts: Mapping[str, EvaluationReport]) -> Iterator[str]:
        """Yield a table's lines: the counts, why photographs were not sure, and the ``parts`` by
        condition."""
        yield f"{self._number(found)} labelled\n"
        yield f"{'':38}{'share':>9}   {'95 % interval':18} count"
        for name, words in self.counted.items():
            if found[name].n:
                yield f"{words:38}{share(found[name])}"
        if self.why and found.doubts:
            told = (f"{self.why.get(doubt, doubt)} {many}" for doubt, many in found.doubts.items())
            yield f"\nphotographs not sure, and why\n  {', '.join(told)}"
        yield from curve(found.risk_at_coverage, self.pieces or self.many)
        yield from times(found.stages_ms)
        for name, part in parts.items():
            yield f"\n{name}: {self._number(part)}"
            yield from (f"  {words:36}{share(part[of])}" for of, words in self.in_a_line.items())

    def _number(self, found: EvaluationReport) -> str:
        photos, pieces = found[f"{self.wholes}_right"].n, found[f"{self.many}_right"].n
        told = f"{photos} photograph{'' if photos == 1 else 's'}"
        return f"{told}, {pieces} {self.one if pieces == 1 else self.many}"


def share(count: Count) -> str:
    """Return a count's share with its interval, in the table's columns."""
    if count.share is None or count.interval is None:
        return f"{'–':>9}"
    low, high = (100 * bound for bound in count.interval)
    return f"{100 * count.share:7.2f} %   {f'{low:.2f} to {high:.2f} %':18} {count.hits} of {count.n}"


def curve(risk_at_coverage: Sequence[tuple[float, float]], what: str) -> Iterator[str]:
    """Yield the lines that say how many are wrong among the surest."""
    if risk_at_coverage:
        yield f"\nwrong among the surest so many of all {what}"
        yield "  " + ", ".join(
            f"{100 * coverage:.0f} %: {100 * risk:.2f} % wrong" for coverage, risk in risk_at_coverage
        )


def stage_rows(stages_ms: Mapping[str, StageTimes]) -> dict[str, Any]:
    """Return how long each stage took as JSON, in milliseconds."""
    return {
        stage: {"median": round(took.median, 2), "within_95": round(took.within_95, 2), "n": took.n}
        for stage, took in stages_ms.items()
    }


def times(stages_ms: Mapping[str, StageTimes]) -> Iterator[str]:
    """Yield the lines that say how long each stage took."""
    if stages_ms:
        yield "\ntime a photograph (ms): median, 95 % within"
        for stage, took in stages_ms.items():
            yield f"  {stage:10}{took.median:9.1f}{took.within_95:9.1f}"
