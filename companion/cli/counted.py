"""What an evaluation counted, and how its lines are printed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vision.evaluation.counts import Count
from vision.evaluation.report import Times


@dataclass(frozen=True)
class Counted:
    """What was counted over so many photographs: as JSON, and as a table's lines.

    ``troubles``: what could not be used; ``strange``: labels that the set does not know.
    """

    as_json: Mapping[str, Any]
    table: tuple[str, ...]
    photographs: int
    troubles: tuple[str, ...]
    strange: tuple[str, ...]


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


def stage_rows(stages_ms: Mapping[str, Times]) -> dict[str, Any]:
    """Return how long each stage took as JSON, in milliseconds."""
    return {
        stage: {"median": round(took.median, 2), "within_95": round(took.within_95, 2), "n": took.n}
        for stage, took in stages_ms.items()
    }


def times(stages_ms: Mapping[str, Times]) -> Iterator[str]:
    """Yield the lines that say how long each stage took."""
    if stages_ms:
        yield "\ntime a photograph (ms): median, 95 % within"
        for stage, took in stages_ms.items():
            yield f"  {stage:10}{took.median:9.1f}{took.within_95:9.1f}"
