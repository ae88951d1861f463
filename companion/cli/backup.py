"""``companion backup OUT``: the whole data folder as one file."""

from pathlib import Path

import click

from companion.cli.settings import JOURNAL, data_folder
from companion.table.storage.backup import back_up


@click.command()
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="The folder to keep.")
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
def command(data: Path | None, out: Path) -> None:
    """Write everything the table keeps (games, sets, logins) to the file OUT. Stop the table first.

    The file holds the host's PIN and the games' secrets: keep it to yourself.
    """
    count = back_up(data or data_folder(), JOURNAL, out)
    click.echo(f"{out}: {count} files of {data or data_folder()}")
