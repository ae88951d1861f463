"""``companion evaluate dice|board|tokens --set SET MANIFEST [--json]``: counts how good a reader is."""

import json
import sys
from pathlib import Path

import click

from companion.cli.errors import in_words
from companion.cli.kinds.counted import evaluate
from companion.cli.kinds.pieces import KINDS, reader_of


@click.command()
@click.argument("kind", type=click.Choice(list(KINDS)))
@click.option(
    "--set", "set_name", help="A built-in set or a folder; else the usual one of these pieces."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
@click.argument("manifest", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(kind: str, set_name: str | None, manifest: Path, as_json: bool) -> None:
    """Count right, sure and silent errors on labelled photographs, each with its 95 % interval.

    A die, a token, or a piece on a board, missed in a photograph called sure is a silent error, too.
    Unusable lines are reported on stderr and left out; the exit status is then 1.
    """
    reader = reader_of(kind, set_name)
    counted = evaluate(KINDS[kind], manifest, reader)
    troubles = [in_words(error) for error in (*counted.faults, *counted.not_judged.values())]
    if not counted.photographs:
        troubles.append(f"{manifest}: no photograph could be judged")
    for trouble in troubles:
        click.echo(trouble, err=True)
    if counted.unknown:
        labels = ", ".join(counted.unknown)
        click.echo(f"labelled, but not in set {reader.taught.name}: {labels}", err=True)
    row = {**counted.as_json, "not_judged": counted.rows_not_judged()}
    click.echo(json.dumps(row) if as_json else "\n".join(counted.table))
    sys.exit(1 if troubles else 0)
