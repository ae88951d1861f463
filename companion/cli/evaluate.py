"""``companion evaluate dice --set SET MANIFEST [--json]``: counts how good a reader is."""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import click

from companion.cli.cities import city_rows
from vision.errors import NotAPicture
from vision.evaluation.counts import Count
from vision.evaluation.dice import JudgedPhoto, Report, judge, per_condition, report
from vision.manifest import LabelledPhoto, load_dice_manifest, load_picture
from vision.readers.dice import DiceReader
from vision.reading import DiceReading
from vision.sets import load

COUNTED = {
    "photos_right": "photographs fully right",
    "photos_sure": "photographs sure",
    "photos_silent": "photographs sure but wrong",
    "dice_right": "dice right",
    "dice_sure": "dice sure",
    "silent": "silent errors",
    "precision": "found dice that are there",
    "recall": "dice found",
    "angle_right": "angles within 5°",
}


@click.command()
@click.argument("kind", type=click.Choice(["dice"]))
@click.option(
    "--set", "set_name", default="carcassonne", show_default=True, help="A built-in set or a folder."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
@click.argument("manifest", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(kind: str, set_name: str, manifest: Path, as_json: bool) -> None:  # noqa: ARG001
    """Count right, sure and silent errors on labelled photographs, each with its 95 % interval."""
    reader = DiceReader(load(set_name))
    judged: list[JudgedPhoto] = []
    cities: list[tuple[bool, bool]] = []
    broken = 0
    for photo in load_dice_manifest(manifest):
        try:
            reading = reader.read(load_picture(photo.image))
        except NotAPicture as error:
            broken += 1
            click.echo(str(error), err=True)
            continue
        judged.append(judge(photo, reading, reader.taught))
        cities += _cities(photo, reading, reader)
    _tell(judged, cities, as_json)
    sys.exit(1 if broken else 0)


def _cities(photo: LabelledPhoto, reading: DiceReading, reader: DiceReader) -> list[tuple[bool, bool]]:
    """Return, where cities are labelled, whether all are right, and whether the reading was sure."""
    if photo.cities is None:
        return []
    wanted = Counter((city.size, city.closed) for city in photo.cities)
    found = Counter((len(row["dice"]), row["closed"]) for row in city_rows(reading, reader.taught) or ())
    return [(found == wanted, reading.sure)]


def _tell(judged: list[JudgedPhoto], cities: list[tuple[bool, bool]], as_json: bool) -> None:
    whole, parts = report(judged), per_condition(judged)
    counted = Count(sum(right for right, _ in cities), len(cities))
    silent = Count(sum(sure and not right for right, sure in cities), len(cities))
    if as_json:
        row = report_row(whole) | {"cities_right": counted.as_row(), "cities_silent": silent.as_row()}
        click.echo(
            json.dumps(row | {"conditions": {name: report_row(part) for name, part in parts.items()}})
        )
        return
    click.echo("\n".join(_lines(whole)))
    if cities:
        click.echo(
            f"{'cities right (size and closed)':32}{counted}\n{'cities sure but wrong':32}{silent}"
        )
    for name, part in parts.items():
        click.echo(f"\n{name}\n" + "\n".join(_lines(part)))


def report_row(found: Report) -> dict[str, Any]:
    """Return a report as JSON. ``n`` photographs; ``right``, ``sure`` and ``silent`` are of dice."""
    counts = {name: getattr(found, name).as_row() for name in COUNTED}
    return counts | {
        "n": found.photos_right.n,
        "right": found.dice_right.as_row(),
        "sure": found.dice_sure.as_row(),
        "stages_ms": {stage: round(ms, 2) for stage, ms in found.stages_ms.items()},
        "risk_at_coverage": found.risk_at_coverage,
    }


def _lines(found: Report) -> list[str]:
    lines = [f"{'photographs':32}{found.photos_right.n}"]
    lines += [f"{words:32}{getattr(found, name)}" for name, words in COUNTED.items()]
    curve = ", ".join(
        f"{100 * risk:.2f} % at {100 * coverage:.0f} %" for coverage, risk in found.risk_at_coverage
    )
    times = ", ".join(f"{stage} {ms:.1f}" for stage, ms in found.stages_ms.items())
    return [*lines, f"{'wrong at coverage':32}{curve}", f"{'median ms a stage':32}{times}"]
