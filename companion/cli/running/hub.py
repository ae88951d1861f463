"""The hub of many tables, as ``companion run --hub`` names it: checked at the start, reached later."""

from dataclasses import dataclass

import click

from companion.cli.running.brokers import find_broker
from companion.cli.settings import BadSettings, Settings
from companion.table.home.place import BrokerPlace
from companion.table.home.topics import own_id
from companion.table.hub.topics import NAME, HubTopics
from companion.table.supervision.supervisor import Worker
from companion.table.table import Table
from vision.clock import Clock

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
