"""What the soak's table held and did, looked at afterwards: its memory, its times, its moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median

from companion.cli.settings import JOURNAL
from companion.table.storage.journal_lines import row_of, sittings_of
from tests.rigs.soak.fast_table import FASTER

FIRST_MINUTES = 10.0
SWINGS_MINUTES = 15.0
"""Memory swings with what is read: its middle over so long is taken, at first and at last."""
STILL_FULL = timedelta(seconds=1)
"""So long after there is room again the table may still wait for its next try."""

Row = tuple[str, str | None, str, str]
"""When a move was accepted, when it happened, what brought it, and its id."""
Span = tuple[datetime, datetime]


@dataclass(frozen=True)
class Sample:
    """What the table's program held, after so many minutes of its time."""

    minute: float
    memory_mb: float
    threads: int
    files: int


@dataclass(frozen=True)
class Growth:
    """From the first ten minutes to the end."""

    told: str
    share: float
    """Of the memory."""


def growth_of(samples: Sequence[Sample]) -> Growth:
    """Return how memory, threads and open files came to be what they are."""
    first = [one for one in samples if one.minute >= FIRST_MINUTES] or list(samples)
    last = first[-1]
    begun = median(one.memory_mb for one in first if one.minute <= first[0].minute + SWINGS_MINUTES)
    ended = median(one.memory_mb for one in first if one.minute >= last.minute - SWINGS_MINUTES)
    told = (
        f"memory {begun:.0f} to {ended:.0f} MB ({ended / begun - 1:+.1%}),"
        f" most {max(one.memory_mb for one in samples):.0f} MB;"
        f" just after ten minutes {first[0].memory_mb:.0f}, just at the end {last.memory_mb:.0f}\n"
        f"threads {first[0].threads} to {last.threads}, files {first[0].files} to {last.files}"
    )
    return Growth(told, ended / begun - 1)


def rows_of(data: Path) -> list[Row]:
    """Return all that a data folder's journal knows of moves."""
    lines = (data / JOURNAL).read_bytes().splitlines()
    events = [one for saved in sittings_of(map(row_of, lines)) for one in saved.events]
    return [(one.at, one.happened_at, one.by, one.move_id) for one in events]


def late_s(rows: Sequence[Row], full: Sequence[Span]) -> list[float | None]:
    """Return how late each time ended, in seconds of ours; None while the disk was ``full``."""
    ends = [
        (datetime.fromisoformat(at), datetime.fromisoformat(due))
        for at, due, by, _ in rows
        if by == "clock" and due is not None
    ]
    return [
        None
        if any(begun <= at <= ended + STILL_FULL for begun, ended in full)
        else (at - due).total_seconds() / FASTER
        for at, due in ends
    ]
