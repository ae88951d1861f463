"""``companion forget-home``: withdraws everything that a broker stores about this table."""

from pathlib import Path

import click

from companion.cli.running.brokers import mqtt_option, place_of
from companion.cli.settings import JOURNAL, BadSettings, Settings
from companion.table.home.topics import HOME_ID, known_topics
from companion.table.storage.backup import nobody_plays

WITHIN_S = 10.0
"""Seconds for the broker's answer."""


@click.command()
@click.option(
    "--config", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Settings (TOML)."
)
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="The table's folder.")
@mqtt_option
def command(config: Path | None, data: Path | None, mqtt: str | None) -> None:
    """Withdraw everything that the home's broker stores about this table: Home Assistant then no longer
    shows it.

    Stop the table first, and start it without --mqtt afterwards.
    """
    settings = Settings() if config is None else Settings().with_file(config)
    settings = settings.given(data=data, mqtt=mqtt)
    place = place_of(settings)
    if place is None:
        raise BadSettings("no broker is named", hint="Name it with --mqtt.")
    topics = known_topics(settings.data)
    if topics is None:
        click.echo("This table has told no broker anything.")
        return
    from companion.table.home.broker import clear  # its library is loaded only when needed

    with nobody_plays(settings.data / JOURNAL):
        clear(place, topics, WITHIN_S)
        (settings.data / HOME_ID).unlink()
    click.echo(f"{place} keeps nothing of this table any more.")
