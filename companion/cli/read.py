"""``companion read dice|board|tokens|outlines [--set SET] PHOTO...``: one JSON object a photograph."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import click

from companion.cli.errors import in_words
from companion.cli.kinds.counted import not_read
from companion.cli.kinds.pieces import KINDS, UNTAUGHT, explainer_of, reader_of
from vision.errors import VisionError
from vision.judging.judged import read_judged
from vision.picture_files import load_picture
from vision.readings.reading import Unjudged


@click.command()
@click.argument("kind", type=click.Choice([*KINDS, *UNTAUGHT]))
@click.option(
    "--set", "set_name", help="A built-in set or a folder; else the usual one of these pieces."
)
@click.option(
    "--explain",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder: a picture a piece is written there, with what it was compared with.",
)
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")
def command(kind: str, set_name: str | None, folder: Path | None, photos: Sequence[str]) -> None:
    """Read photographs; prints one JSON object a line, in the order given.

    A photograph that cannot be read is reported, there and on stderr, and the others are read; the exit
    status is then 1.
    """
    reader = reader_of(kind, set_name)
    explain = explainer_of(kind, reader) if folder is not None else None
    broken = 0
    for number, photo in enumerate(photos):
        try:
            row = _read(kind, reader, photo)
            if folder is not None and explain is not None:
                explain(reader, Path(photo), folder / f"{number}-{Path(photo).stem}")
        except VisionError as error:
            broken += 1
            click.echo(in_words(error), err=True)
            row = not_read(photo, error)
        click.echo(json.dumps(row))
    sys.exit(1 if broken else 0)


def _read(kind: str, reader: Any, photo: str) -> dict[str, Any]:
    image = load_picture(Path(photo))
    began = perf_counter()
    reading = read_judged(reader, image, photo)
    found: dict[str, Any] = (KINDS | UNTAUGHT)[kind].row(reading, reader)
    if reading.unjudged:
        found["unjudged"] = [unjudged_row(one) for one in reading.unjudged]
    elapsed_ms = 1000 * (perf_counter() - began)
    row: dict[str, Any] = {"image": photo, "ok": True, **found, "elapsed_ms": round(elapsed_ms, 1)}
    return row


def unjudged_row(part: Unjudged) -> dict[str, Any]:
    """Return a part of a picture that could not be judged, as ``companion read`` prints it."""
    return {"why": part.why, "box": [round(value, 1) for value in part.box_px]}
