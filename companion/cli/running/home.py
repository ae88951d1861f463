"""The owner's home, as ``companion run --mqtt`` names it: checked at the start, reached later."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import click

from companion.cli.running.brokers import find_broker
from companion.cli.settings import Settings
from companion.table.home.place import BrokerPlace
from companion.table.home.topics import own_topics
from companion.table.supervision.supervisor import Worker
from companion.table.table import Table
from vision.clock import Clock

mqtt_option = click.option(
    "--mqtt",
    metavar="ADDRESS",
    help="Tell Home Assistant how the game stands, by this broker: mqtt://HOST, or encrypted mqtts://HOST."
    " User and password stand in the settings file (mqtt_user, mqtt_password).",
)


@dataclass(frozen=True)
class Home:
    """The home that receives the state of the game; without a ``place`` there is none, and nothing
    leaves the table."""

    place: BrokerPlace | None
    settings: Settings
    clock: Clock
    time_of_day: Callable[[], datetime]

    def workers(self, table: Table) -> list[Worker]:
        """Return the worker that tells it; its library is loaded only when needed."""
        if self.place is None:
            return []
        from companion.table.home.worker import HomeWorker

        topics, names = own_topics(self.settings.data), self.settings.mqtt_names
        return [HomeWorker(table, self.clock, self.time_of_day, self.place, topics, with_names=names)]


def place_of(settings: Settings) -> BrokerPlace | None:
    """Return where the named broker is, if any is named. Raises ``BadSettings``."""
    return find_broker(settings, "mqtt")
