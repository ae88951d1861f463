"""A broker, as an option and the settings beside it name it: checked at the start, reached later."""

import ssl
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import click

from companion.cli.settings import BadSettings, Settings
from companion.table.home.place import BrokerPlace
from companion.table.home.topics import own_id, own_topics
from companion.table.hub.topics import NAME, HubTopics
from companion.table.supervision.supervisor import Worker
from companion.table.table import Table
from vision.clock import Clock

USUAL_PORTS: Final = {"mqtt": 1883, "mqtts": 8883}


def find_broker(settings: Settings, name: str) -> BrokerPlace | None:
    """Return where the broker of that option is (``mqtt``, ``hub``), if it is named.

    Raises ``BadSettings``.
    """
    address = getattr(settings, name)
    if address is None:
        return None
    user, password = getattr(settings, f"{name}_user"), getattr(settings, f"{name}_password")
    if password is not None and user is None:
        raise BadSettings(f"{name}_password without {name}_user", hint="Say both in the settings file.")
    scheme, host, port = broker_address(address, name)
    certificate = getattr(settings, f"{name}_certificate", None)
    key = getattr(settings, f"{name}_key", None)
    tls = trust(scheme, name, getattr(settings, f"{name}_ca"), certificate, key)
    return BrokerPlace(host, port, tls, user, password)


def broker_address(address: str, name: str) -> tuple[str, str, int]:
    """Return scheme, host and port of an address. Raises ``BadSettings``."""
    try:
        said = urlsplit(address)
        port = said.port or USUAL_PORTS[said.scheme]
        is_place = said.hostname is not None and said.hostname.isascii()
        is_all = said.username is None and said.path in ("", "/") and not said.query + said.fragment
    except (ValueError, KeyError):
        is_place = is_all = False
    if not is_place or not is_all or said.hostname is None:
        raise BadSettings(  # a password may stand in it, so it is not repeated
            f"--{name} names no broker",
            hint="Say mqtt://HOST, mqtts://HOST or mqtts://HOST:PORT; user and password stand in the"
            f" settings file, as {name}_user and {name}_password.",
        )
    return said.scheme, said.hostname, port


def trust(
    scheme: str, name: str, ca: Path | None, certificate: Path | None, key: Path | None
) -> ssl.SSLContext | None:
    """Return how the broker's certificate is verified, and the own one that it is shown.

    Raises ``BadSettings``.
    """
    if scheme != "mqtts":
        for of, path in (("ca", ca), ("certificate", certificate)):
            if path is not None:
                raise BadSettings(
                    f"{name}_{of} alone encrypts nothing", hint="Say mqtts:// in the address."
                )
        return None
    try:
        context = ssl.create_default_context(cafile=ca)
    except OSError as error:
        raise BadSettings(
            f"{name}_ca: {ca} holds no certificate: {error.strerror or error}",
            hint="Name the PEM file of who vouches for the broker's certificate.",
        ) from error
    if certificate is not None:
        try:
            context.load_cert_chain(certificate, key)
        except OSError as error:
            raise BadSettings(
                f"{name}_certificate: {certificate} cannot be shown: {error.strerror or error}",
                hint=f"Name the PEM files of certificate and key: {name}_certificate, {name}_key.",
            ) from error
    return context


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


HUB_ID = "hub-id"
"""The file in the data folder with the name that the table has at the hub, if it was given none."""

hub_option = click.option(
    "--hub",
    metavar="ADDRESS",
    help="Tell a hub of many tables each finished move, by this broker: mqtts://HOST, or mqtt://HOST."
    " Who this table is, and what it may tell, stands in the settings file (hub_certificate,"
    " hub_names).",
)


@dataclass(frozen=True)
class Hub:
    """The hub that is told each finished move; without a ``place`` there is none, and nothing leaves the
    table."""

    place: BrokerPlace | None
    settings: Settings
    clock: Clock

    def workers(self, table: Table) -> list[Worker]:
        """Return the worker that tells it; its library is loaded only when needed."""
        if self.place is None:
            return []
        from companion.table.hub.worker import HubWorker

        topics, data = HubTopics(table_name(self.settings)), self.settings.data
        names = self.settings.hub_names
        return [HubWorker(table, self.clock, self.place, topics, data, with_names=names)]


def hub_place(settings: Settings) -> BrokerPlace | None:
    """Return where the hub's broker is, if one is named. Raises ``BadSettings``."""
    return find_broker(settings, "hub")


def table_name(settings: Settings) -> str:
    """Return this table's name at the hub: its certificate's, else its user's, else one made once.

    Raises ``BadSettings``, ``JournalError``.
    """
    if settings.hub_certificate is None and settings.hub_user is None:
        return own_id(settings.data / HUB_ID)
    name = settings.hub_user or ""
    if settings.hub_certificate is not None:
        name = _common_name(settings.hub_certificate.read_bytes())
    if NAME.fullmatch(name) is None:
        raise BadSettings(
            "the name of this table's certificate or user cannot be a table's name at the hub",
            hint="At most 64 letters without accents, digits, dots, dashes and underscores.",
        )
    return name


def _common_name(pem: bytes) -> str:
    from cryptography.x509 import load_pem_x509_certificate
    from cryptography.x509.oid import NameOID

    names = load_pem_x509_certificate(pem).subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    return str(names[0].value) if names else ""
