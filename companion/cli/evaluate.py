"""``companion evaluate dice --set SET MANIFEST [--json]``: counts how good a reader is."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from companion.cli.pieces import meaning, reader_of
from vision.errors import NotAPicture
from vision.evaluation.counts import Count
from vision.evaluation.dice import JudgedPhoto, judge
from vision.evaluation.report import Report, per_condition, per_group, report
from vision.manifest import LabelledCity, LabelledPhoto, load_picture, read_dice_manifest
from vision.readers.dice import DiceReader

COUNTED = {
    "photos_right": "photographs fully right",
    "photos_sure": "photographs called sure",
    "photos_silent": "photographs sure but wrong",
    "dice_right": "dice named right",
    "dice_sure": "dice called sure (coverage)",
    "silent": "silent errors (sure but wrong)",
    "recall": "dice found (recall)",
    "precision": "of what is found, dice (precision)",
    "angle_right": "angles within 5°",
    "cities_photos_right": "photographs, all cities right",
    "cities_photos_silent": "photographs sure, cities wrong",
    "cities_right": "cities, size and closed right",
}
"""What is counted, and in what words it is printed."""

IN_A_LINE = {
    "photos_right": "photographs right",
    "dice_right": "dice right",
    "dice_sure": "sure",
    "silent": "silent errors",
}

WHY = {
    "die": "a die not sure",
    "cut_off": "a die cut off",
    "maybe_missed": "perhaps a die missed",
    "maybe_extra": "perhaps no die",
    "grid": "touching or not",
}


@click.command()
@click.argument("kind", type=click.Choice(["dice"]))
@click.option(
    "--set", "set_name", help="A built-in set or a folder; else the usual one of these pieces."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
@click.argument("manifest", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(kind: str, set_name: str, manifest: Path, as_json: bool) -> None:
    """Count right, sure and silent errors on labelled photographs, each with its 95 % interval.

    A die missed in a photograph called sure is a silent error, too. What cannot be used is said on
    stderr and left out; the exit status is then 1.
    """
    reader = reader_of(kind, set_name)
    labelled = read_dice_manifest(manifest)
    troubles = [str(fault) for fault in labelled.faults]
    judged = []
    for photo in labelled.photos:
        try:
            judged.append(_judged(photo, reader))
        except NotAPicture as error:
            troubles.append(str(error))
    if not judged:
        troubles.append(f"{manifest}: no photograph could be judged")
    for trouble in troubles:
        click.echo(trouble, err=True)
    strange = sorted(
        {f for p in labelled.photos for f in p.faces} - {f.name for f in reader.taught.faces}
    )
    if strange:
        click.echo(f"labelled, but not in set {reader.taught.name}: {', '.join(strange)}", err=True)
    click.echo(json.dumps(_as_json(judged)) if as_json else "\n".join(_table(judged)))
    sys.exit(1 if troubles else 0)


def _judged(photo: LabelledPhoto, reader: DiceReader) -> JudgedPhoto:
    reading = reader.read(load_picture(photo.image))
    rows = meaning(reading, reader.taught).get("cities")
    if rows is None:
        return judge(photo, reading, reader.taught)
    cities = [LabelledCity(len(row["dice"]), row["closed"]) for row in rows]
    return judge(photo, reading, reader.taught, cities)


def _as_json(judged: Sequence[JudgedPhoto]) -> dict[str, Any]:
    return report_row(report(judged)) | {
        "conditions": {name: report_row(part) for name, part in per_condition(judged).items()},
        "condition_ranges": {name: report_row(part) for name, part in per_group(judged).items()},
    }


def report_row(found: Report) -> dict[str, Any]:
    """Return a report as JSON. ``n`` photographs; ``right``, ``sure`` and ``silent`` are of dice."""
    counts = {name: getattr(found, name).as_row() for name in COUNTED}
    times = {
        stage: {"median": round(t.median, 2), "within_95": round(t.within_95, 2), "n": t.n}
        for stage, t in found.stages_ms.items()
    }
    return counts | {
        "n": found.photos_right.n,
        "dice": found.dice_right.n,
        "right": found.dice_right.as_row(),
        "sure": found.dice_sure.as_row(),
        "stages_ms": times,
        "risk_at_coverage": found.risk_at_coverage,
        "doubts": found.doubts,
    }


def _table(judged: Sequence[JudgedPhoto]) -> Iterator[str]:
    found = report(judged)
    yield f"{_many(found)} labelled\n"
    yield f"{'':38}{'share':>9}   {'95 % interval':18} count"
    for name, words in COUNTED.items():
        if getattr(found, name).n:
            yield f"{words:38}{_share(getattr(found, name))}"
    if found.doubts:
        told = ", ".join(f"{WHY.get(doubt, doubt)} {photos}" for doubt, photos in found.doubts.items())
        yield f"\nphotographs not sure, and why\n  {told}"
    yield from _curve(found)
    yield from _times(found)
    for name, part in per_group(judged).items():
        yield f"\n{name}: {_many(part)}"
        yield from (f"  {words:36}{_share(getattr(part, of))}" for of, words in IN_A_LINE.items())


def _many(found: Report) -> str:
    photos, dice = found.photos_right.n, found.dice_right.n
    return f"{photos} photograph{'' if photos == 1 else 's'}, {dice} di{'e' if dice == 1 else 'ce'}"


def _share(count: Count) -> str:
    if count.share is None or count.interval is None:
        return f"{'–':>9}"
    low, high = (100 * bound for bound in count.interval)
    return f"{100 * count.share:7.2f} %   {f'{low:.2f} to {high:.2f} %':18} {count.hits} of {count.n}"


def _curve(found: Report) -> Iterator[str]:
    if found.risk_at_coverage:
        yield "\nwrong among the surest so many of all dice"
        yield "  " + ", ".join(
            f"{100 * coverage:.0f} %: {100 * risk:.2f} % wrong"
            for coverage, risk in found.risk_at_coverage
        )


def _times(found: Report) -> Iterator[str]:
    if found.stages_ms:
        yield "\ntime a photograph (ms): median, 95 % within"
        for stage, times in found.stages_ms.items():
            yield f"  {stage:10}{times.median:9.1f}{times.within_95:9.1f}"
