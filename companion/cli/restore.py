"""``companion restore FILE``: the data folder as a backup holds it."""

from pathlib import Path

import click

from companion.cli.settings import JOURNAL, data_folder
from companion.table.storage.backup import put_back


@click.command()
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="The folder to restore.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(data: Path | None, file: Path) -> None:
    """Put back everything that `companion backup` wrote to FILE. Stop the table first.

    The folder's previous content is kept beside it. A broken FILE changes nothing.
    """
    folder = data or data_folder()
    before = put_back(file, folder, JOURNAL)
    kept = f"; what it held before is in {before}" if before else ""
    click.echo(f"{folder}: as {file} holds it{kept}")
