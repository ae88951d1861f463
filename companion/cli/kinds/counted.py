"""The counts of an evaluation, and how its lines are printed."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from vision.errors import VisionError
from vision.workshop.evaluation.counts import Count
from vision.workshop.evaluation.report import Times


@dataclass(frozen=True)
class Counted:
    """The counts over a number of photographs: as JSON, and as lines of a table.

    ``faults``: lines that cannot be used; ``not_judged``: pictures that could not be read, and why;
    ``unknown``: labels that the set does not know.
    """

    as_json: Mapping[str, Any]
    table: tuple[str, ...]
    photographs: int
    faults: Sequence[VisionError]
    not_judged: Mapping[str, VisionError]
    unknown: tuple[str, ...]

    def rows_not_judged(self) -> list[dict[str, Any]]:
        """Return the pictures that could not be read, as they are printed when read."""
        return [not_read(name, error) for name, error in self.not_judged.items()]


class Photo(Protocol):
    """A labelled photograph."""

    @property
    def name(self) -> str:
        """Its file, as the manifest names it."""


PhotoT = TypeVar("PhotoT", bound=Photo)
JudgedT = TypeVar("JudgedT")


def judge_each(
    photos: Iterable[PhotoT], judge: Callable[[PhotoT], JudgedT]
) -> tuple[list[JudgedT], dict[str, VisionError]]:
    """Return how these photographs are judged, and why some could not be."""
    judged: list[JudgedT] = []
    not_judged: dict[str, VisionError] = {}
    for photo in photos:
        try:
            judged.append(judge(photo))
        except VisionError as error:
            not_judged[photo.name] = error
    return judged, not_judged


def not_read(name: str, error: VisionError) -> dict[str, Any]:
    """Return a picture that could not be read as the contract prints it."""
    return {"image": name, "ok": False, "error": str(error)}


class AnyReport(Protocol):
    """The common part of the reports of dice, boards and tokens."""

    @property
    def stages_ms(self) -> Mapping[str, Times]:
        """How long each stage took."""

    @property
    def risk_at_coverage(self) -> tuple[tuple[float, float], ...]:
        """If the surest pieces come first: for each share of all pieces, the share of these that are
        wrong."""

    @property
    def doubts(self) -> Mapping[str, int]:
        """In how many photographs each doubt was raised."""


R = TypeVar("R", bound=AnyReport)


@dataclass(frozen=True)
class ReportWords(Generic[R]):
    """The words of a printed report: for the ``counted`` things, and for the conditions, named
    ``in_a_line``.

    ``many``: words for the number of photographs and pieces; ``pieces``: the word for the pieces.
    """

    counted: Mapping[str, str]
    in_a_line: Mapping[str, str]
    many: Callable[[R], str]
    pieces: str

    def row(self, found: R) -> dict[str, Any]:
        """Return the fields that all reports have, as JSON."""
        return {name: getattr(found, name).as_row() for name in self.counted} | {
            "stages_ms": stage_rows(found.stages_ms),
            "risk_at_coverage": found.risk_at_coverage,
            "doubts": found.doubts,
        }

    def lines(self, found: R, why: Mapping[str, str], parts: Mapping[str, R]) -> Iterator[str]:
        """Yield a table's lines: the counts, ``why`` photographs were not sure, and the ``parts`` by
        condition."""
        yield f"{self.many(found)} labelled\n"
        yield f"{'':38}{'share':>9}   {'95 % interval':18} count"
        for name, words in self.counted.items():
            if getattr(found, name).n:
                yield f"{words:38}{share(getattr(found, name))}"
        if why and found.doubts:
            told = ", ".join(f"{why.get(doubt, doubt)} {many}" for doubt, many in found.doubts.items())
            yield f"\nphotographs not sure, and why\n  {told}"
        yield from curve(found.risk_at_coverage, self.pieces)
        yield from times(found.stages_ms)
        for name, part in parts.items():
            yield f"\n{name}: {self.many(part)}"
            yield from (
                f"  {words:36}{share(getattr(part, of))}" for of, words in self.in_a_line.items()
            )


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
