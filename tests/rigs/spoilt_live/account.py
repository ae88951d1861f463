"""What came of a spell, and of all of them."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from tests.rigs.spoilt_live.spells import NONE, PHASES
from vision.workshop.evaluation.counts import Count

Row = Mapping[str, Any]
SAID_WITHIN_S: Final = 2.0
MOST_TOLD = 60


def false_move(row: Row) -> bool:
    """Tell whether a move was accepted or proposed that nobody made."""
    return bool(row["wrong"] or row["proposed"])


def forgot(row: Row) -> bool:
    """Tell whether a move was undone, or a piece forgotten that still lay there."""
    return bool(row["forgotten"])


def stopped(row: Row) -> bool:
    """Tell whether the game did not go on by itself: it hung, asked, or waited to be told.

    What it asks just as well where nothing is spoilt is not the spell's.
    """
    return bool(row["stuck"] or row["asked"]) and not row["anyway"]


def silent(row: Row) -> bool:
    """Tell whether the page should have said why, and did not in time."""
    said = row["said_after_s"]
    return bool(has_to_say(row) and (said is None or said > SAID_WITHIN_S))


def has_to_say(row: Row) -> bool:
    """Tell whether a spell lasted long enough, and its pictures could not be read as unspoilt ones.

    A table that knows what lay there before may read them all the same.
    """
    return bool(row["lasts_s"] >= SAID_WITHIN_S and row["unreadable"] and not row["read"])


COUNTED: Final[Mapping[str, Callable[[Row], bool]]] = {
    "moves that nobody made": false_move,
    "known things forgotten": forgot,
    "did not go on by itself": stopped,
}


def told(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the summary."""
    spoilt = [row for row in rows if row["kind"] != NONE]
    control = [row for row in rows if row["kind"] == NONE]
    yield f"spells: {len(spoilt)}; beside them {len(control)} that spoilt nothing"
    for name, what in COUNTED.items():
        yield f"{name}: {_count(spoilt, what)}; where nothing was spoilt {_count(control, what)}"
    anyway = sum(bool(row["anyway"]) for row in rows)
    yield f"stopped just as well where nothing was spoilt, not counted: {anyway}"
    yield f"no page said why within 2 s: {_count([row for row in spoilt if has_to_say(row)], silent)}"
    broken = Counter(row["broken"] for row in rows if row.get("broken"))
    yield from (f"evenings broken off: {many} {why}" for why, many in broken.most_common())
    for by in ("game", "phase", "kind"):
        yield ""
        yield f"{by:18}{'n':>5}{'false moves':>13}{'forgotten':>11}{'not by itself':>15}{'silent':>9}"
        names = PHASES if by == "phase" else sorted({row[by] for row in rows})
        for name in names:
            own = [row for row in rows if row[by] == name and (by == "kind" or row["kind"] != NONE)]
            sums = [sum(map(what, own)) for what in (*COUNTED.values(), silent)]
            yield f"{name:18}{len(own):>5}{sums[0]:>13}{sums[1]:>11}{sums[2]:>15}{sums[3]:>9}"
    yield ""
    bad = [row for row in rows if false_move(row) or forgot(row) or stopped(row)]
    yield from (_line(row) for row in bad[:MOST_TOLD])


def _count(rows: Sequence[Row], what: Callable[[Row], bool]) -> Count:
    return Count(sum(map(what, rows)), len(rows))


def _line(row: Row) -> str:
    what = {
        name: row[name] for name in ("wrong", "proposed", "forgotten", "stuck", "asked") if row[name]
    }
    return (
        f"  {row['key']} {row['kind']} {row['step']:g}, {row['lasts_s']:.1f} s, {row['phase']}: {what}"
    )
