"""The owner's home, as ``companion run --mqtt`` names it: checked at the start, reached later."""

import ssl
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

import click

from companion.cli.settings import BadSettings, Settings
from companion.table.home.place import BrokerPlace
from companion.table.home.topics import own_topics
from companion.table.supervision.supervisor import Worker
from companion.table.table import Table
from vision.clock import Clock

USUAL_PORTS: Final = {"mqtt": 1883, "mqtts": 8883}

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
    if settings.mqtt is None:
        return None
    try:
        said = urlsplit(settings.mqtt)
        port = said.port or USUAL_PORTS[said.scheme]
        is_place = said.hostname is not None and said.hostname.isascii()
        is_all = said.username is None and said.path in ("", "/") and not said.query + said.fragment
    except (ValueError, KeyError):
        is_place = is_all = False
    if not is_place or not is_all or said.hostname is None:
        raise BadSettings(  # a password may stand in it, so it is not repeated
            "--mqtt names no broker",
            hint="Say mqtt://HOST, mqtts://HOST or mqtts://HOST:PORT; user and password stand in the"
            " settings file, as mqtt_user and mqtt_password.",
        )
    if settings.mqtt_password is not None and settings.mqtt_user is None:
        raise BadSettings("mqtt_password without mqtt_user", hint="Say both in the settings file.")
    return BrokerPlace(
        said.hostname,
        port,
        _tls(settings, said.scheme),
        settings.mqtt_user,
        settings.mqtt_password,
    )


def _tls(settings: Settings, scheme: str) -> ssl.SSLContext | None:
    if scheme == "mqtts":
        try:
            return ssl.create_default_context(cafile=settings.mqtt_ca)
        except OSError as error:
            raise BadSettings(
                f"mqtt_ca: {settings.mqtt_ca} holds no certificate: {error.strerror or error}",
                hint="Name the PEM file of who vouches for the broker's certificate.",
            ) from error
    if settings.mqtt_ca is not None:
        raise BadSettings("mqtt_ca alone encrypts nothing", hint="Say mqtts:// in the address.")
    return None
