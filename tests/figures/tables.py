"""What the figures are printed with: counts with their intervals, in tables of Markdown."""

from collections.abc import Iterator, Mapping, Sequence

from vision.workshop.evaluation.counts import Count
from vision.workshop.evaluation.report import EvaluationReport


class Missing(Exception):
    """Something that a figure is measured on is not here; the text says what, and where it belongs."""


def told(count: Count) -> str:
    """Return a count in words, with its share and the bounds of its 95 % interval.

    >>> told(Count(278, 279))
    '278 of 279: 99.6 % [98.0–99.9]'
    """
    if count.share is None or count.interval is None:
        return "–"
    low, high = (100 * bound for bound in count.interval)
    return f"{count.hits} of {count.n}: {100 * count.share:.1f} % [{low:.1f}–{high:.1f}]"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def pictures_table(reports: Mapping[str, EvaluationReport]) -> Iterator[str]:
    """Yield a table of what was counted on several lots of pictures, each by its name."""
    head = ("pictures", "dice right", "pictures wholly right", "dice sure", "silently wrong")
    yield from table(head, [_row(name, found) for name, found in reports.items()])


def _row(name: str, found: EvaluationReport) -> tuple[str, ...]:
    counts = (found["dice_right"], found["photos_right"], found["dice_sure"], found["silent"])
    return (f"{name}: {found['photos_right'].n}", *map(told, counts))
