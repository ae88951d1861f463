"""``companion read dice [--set SET] PHOTO...``: one JSON object a photograph."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import click

from companion.cli.pieces import meaning, reader_of
from vision.errors import NotAPicture
from vision.manifest import load_picture
from vision.readers.dice import DiceReader
from vision.reading import Die, Doubt, Guess, PointMm


@click.command()
@click.argument("kind", type=click.Choice(["dice"]))
@click.option(
    "--set", "set_name", help="A built-in set or a folder; else the usual one of these pieces."
)
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")
def command(kind: str, set_name: str | None, photos: Sequence[str]) -> None:
    """Read photographs; prints one JSON object a line, in the order given."""
    reader = reader_of(kind, set_name)
    broken = 0
    for photo in photos:
        try:
            row = _read(reader, photo)
        except NotAPicture as error:
            broken += 1
            click.echo(str(error), err=True)
            row = {"image": photo, "ok": False, "error": str(error)}
        click.echo(json.dumps(row))
    sys.exit(1 if broken else 0)


def _read(reader: DiceReader, photo: str) -> dict[str, Any]:
    image = load_picture(Path(photo))
    began = perf_counter()
    reading = reader.read(image)
    found = meaning(reading, reader.taught)
    elapsed_ms = 1000 * (perf_counter() - began)
    row: dict[str, Any] = {"image": photo, "ok": True, "sure": reading.sure}
    row["dice"] = [die_row(die) for die in reading.dice]
    return (
        row
        | found
        | {
            "doubts": list(reading.doubts),
            "doubtful": [doubt_row(doubt) for doubt in reading.doubtful],
            "markers": reading.has_markers,
            "elapsed_ms": round(elapsed_ms, 1),
        }
    )


def die_row(die: Die) -> dict[str, Any]:
    """Return one die as the contract prints it."""
    row: dict[str, Any] = {
        "face": die.face,
        "x": round(die.centre_px.x, 1),
        "y": round(die.centre_px.y, 1),
    }
    if die.angle_deg is not None:
        row["angle"] = round(die.angle_deg, 1) % 360
    row |= {"side": round(die.side_px, 1), "confidence": round(die.confidence, 4), "sure": die.sure}
    if die.cut_off:
        row["cut_off"] = True
    return row | _on_table(die.centre_mm) | _likely(die.likely)


def doubt_row(doubt: Doubt) -> dict[str, Any]:
    """Return one thing that is not sure: of which kind, where, and what may be there."""
    row: dict[str, Any] = {
        "kind": doubt.kind,
        "x": round(doubt.centre_px.x, 1),
        "y": round(doubt.centre_px.y, 1),
        "side": round(doubt.side_px, 1),
        "dice": list(doubt.dice),
        "chance": round(doubt.chance, 4),
    }
    return row | _on_table(doubt.centre_mm) | _likely(doubt.likely)


def _on_table(place: PointMm | None) -> dict[str, float]:
    return {} if place is None else {"x_mm": round(place.x, 1), "y_mm": round(place.y, 1)}


def _likely(guesses: Sequence[Guess]) -> dict[str, Any]:
    return {"likely": {guess.face: round(guess.confidence, 4) for guess in guesses}} if guesses else {}
