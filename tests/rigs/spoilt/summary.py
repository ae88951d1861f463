"""What came of the cases, counted and told."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from tests.rigs.spoilt.kinds import KINDS
from vision.workshop.evaluation.counts import Count

Row = Mapping[str, Any]
FAMILIES: Final = ("dice", "board", "tokens")
MOST_TOLD = 40


def surely_wrong(row: Row) -> bool:
    """Tell whether a reading is sure although something is missing, extra or misread."""
    return bool(row["sure"] and not row["right"])


def newly_wrong(row: Row, before: Mapping[str, Row]) -> bool:
    """Tell whether a spoilt picture is surely wrong that was not before it was spoilt."""
    return surely_wrong(row) and not surely_wrong(before[row["image"]])


def told(cases: Sequence[Row], before: Mapping[str, Row], baseline: Mapping[str, Row]) -> Iterator[str]:
    """Yield the summary; ``baseline``: what earlier code read of the originals, by their names."""
    wrong = [row for row in cases if newly_wrong(row, before)]
    yield f"spoilt pictures: {len(cases)}"
    yield f"surely wrong that were not before: {Count(len(wrong), len(cases))}"
    loose = [row for row in cases if row["sure_wrong"] > before[row["image"]]["sure_wrong"]]
    yield f"with more single pieces sure but wrong than before: {Count(len(loose), len(cases))}"
    yield f"of these not sure as a whole: {sum(not row['sure'] for row in loose)}"
    unjudged = sum("unjudged" in row for row in cases)
    yield f"told where or why they could not be judged: {Count(unjudged, len(cases))}"
    yield from _errors("spoilt", cases)
    yield ""
    yield from _kinds(cases, before, wrong)
    yield ""
    yield from _originals(before, baseline)
    yield ""
    yield from _mildest(cases, before)
    yield ""
    yield from (_line(row) for row in wrong[:MOST_TOLD])
    if len(wrong) > MOST_TOLD:
        yield f"… and {len(wrong) - MOST_TOLD} more"


def _kinds(cases: Sequence[Row], before: Mapping[str, Row], wrong: Sequence[Row]) -> Iterator[str]:
    head = f"{'kind, step':24}{'n':>6}{'surely wrong':>14}  (dice, board, tokens)"
    yield f"{head}{'sure':>8}{'of sure before':>16}"
    for kind in KINDS:
        for step in KINDS[kind].steps:
            own = _of(cases, kind, step)
            bad = Counter(row["family"] for row in _of(wrong, kind, step))
            was = [row for row in own if before[row["image"]]["sure"]]
            split = ", ".join(str(bad[family]) for family in FAMILIES)
            kept = f"{_sure(was)}/{len(was)}"
            line = f"{f'{kind} {step:g}':24}{len(own):>6}{bad.total():>14}  {f'({split})':21}"
            yield f"{line}{_sure(own):>8}{kept:>16}"


def _sure(rows: Sequence[Row]) -> int:
    return sum(row["sure"] for row in rows)


def _of(rows: Sequence[Row], kind: str, step: float) -> list[Row]:
    return [row for row in rows if row["kind"] == kind and row["step"] == step]


def _originals(before: Mapping[str, Row], baseline: Mapping[str, Row]) -> Iterator[str]:
    yield "originals: sure; right; surely wrong; told as not to be judged"
    for name, rows in _each_family(list(before.values())):
        parts = (
            lambda row: row["sure"],
            lambda row: row["right"],
            surely_wrong,
            lambda row: "unjudged" in row,
        )
        yield f"  {name}: {'; '.join(_share(rows, part) for part in parts)}"
    if baseline:
        yield "originals that were sure in the baseline, and are"
        known = [row for row in before.values() if baseline.get(row["image"], {}).get("sure")]
        for name, rows in _each_family(known):
            yield f"  {name}: {_share(rows, lambda row: row['sure'])}"
        lost = [row["image"] for row in known if not row["sure"]]
        yield f"  no longer: {', '.join(lost[:MOST_TOLD]) or 'none'}"
    yield from _errors("original", list(before.values()))
    yield from (_line(row) for row in before.values() if surely_wrong(row))


def _mildest(cases: Sequence[Row], before: Mapping[str, Row]) -> Iterator[str]:
    yield "mildest steps: sure before, and still"
    for kind, one in KINDS.items():
        for step in one.mildest:
            was = [row for row in _of(cases, kind, step) if before[row["image"]]["sure"]]
            shares = (f"{name} {_share(rows, lambda r: r['sure'])}" for name, rows in _each_family(was))
            yield f"  {kind} {step:g}: {'; '.join(shares)}"


def _each_family(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    yield "all", list(rows)
    for family in FAMILIES:
        yield family, [row for row in rows if row["family"] == family]


def _share(rows: Sequence[Row], what: Callable[[Row], Any]) -> str:
    hits = sum(bool(what(row)) for row in rows)
    return f"{hits}/{len(rows)}" + (f" ({100 * hits / len(rows):.1f} %)" if rows else "")


def _errors(what: str, rows: Sequence[Row]) -> Iterator[str]:
    errors = Counter(row["error"] for row in rows if "error" in row)
    yield from (
        f"{what} pictures on which a reader raised: {n} {error}" for error, n in errors.most_common()
    )


def _line(row: Row) -> str:
    how = f" {row['kind']} {row['step']:g}{' after' if row['after'] else ''}" if "kind" in row else ""
    return f"  SURELY WRONG {row['image']}{how}: {row['wrong']}"
