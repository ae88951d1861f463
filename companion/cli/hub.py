"""``companion hub``: many tables at once. It is put together here, like a table in ``run.py``."""

import logging
import os
import secrets
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from companion.cli.logs import configure
from companion.cli.running.brokers import broker_address, trust
from companion.cli.running.signals import LOOK_FOR_SIGNALS_S, stop_by_signals
from companion.cli.settings import BadSettings
from companion.errors import CompanionError
from companion.table.access.guessing import is_long_enough
from companion.table.access.host_pin import HostPin, kept_pin
from companion.table.home.place import BrokerPlace
from companion.table.storage.files import make_folder
from companion.table.supervision.malloc import limit_arenas
from companion.table.supervision.supervisor import Fault, Supervisor, Worker
from vision.clock import SystemClock
from web.access.certificate import given_certificate
from web.network import origin
from web.server import NoReply, Server

_log = logging.getLogger(__name__)

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
NEEDED = ("psycopg", "alembic")


class NoGroup(CompanionError, ImportError, code="no_group"):
    """The hub's own libraries are not installed."""


@dataclass(frozen=True)
class _Given:
    """Where broker and database are."""

    broker: BrokerPlace
    database: str


@click.command()
@click.option("--broker", metavar="ADDRESS", help="The tables' broker: mqtts://HOST or mqtt://HOST.")
@click.option("--database", metavar="ADDRESS", help="PostgreSQL, for libpq: postgresql://HOST/NAME.")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="The organiser's PIN.")
@click.option("--broker-user", help="The hub's name there; its password stands in HUB_BROKER_PASSWORD.")
@click.option("--broker-ca", type=FILE, help="Who vouches for the broker's certificate (PEM).")
@click.option("--broker-certificate", type=FILE, help="The certificate that the hub shows it (PEM).")
@click.option("--broker-key", type=FILE, help="Its key, if that is in a file of its own.")
@click.option("--host", default="127.0.0.1", help="Address to listen at; 0.0.0.0 lets visitors in.")
@click.option("--port", type=click.IntRange(0, 65535), default=8100, help="Port to listen at.")
@click.option(
    "--name", "names", multiple=True, help="A name by which visitors call it: hub.example.org."
)
@click.option("--certificate", type=FILE, help="Encrypt the pages with this certificate (PEM).")
@click.option("--key", type=FILE, help="Its key, if that is in a file of its own.")
@click.option("--season", default="01-01", help="The day on which a season begins: 09-01.")
@click.option("--behind-proxy", is_flag=True, help="A proxy on this machine leads people here.")
def command(**said: Any) -> None:
    """Show many tables at once: the room, players, standings, and a board for the wall.

    With neither --broker nor --database both are started here, in a folder of their own, for a try.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise NoGroup(
            f"the hub needs {' and '.join(missing)}",
            hint="Install its group: pip install 'table-companion[hub]'.",
        )
    season = _season(said["season"])
    configure()
    limit_arenas()
    stop = threading.Event()
    with (
        stop_by_signals(stop),
        _folder(said["data"]) as data,
        _given(said, data) as given,
        _running(said, given, data, season) as works,
    ):
        while not stop.wait(LOOK_FOR_SIGNALS_S):
            if not works():
                raise NoReply("parts of the hub hang, and cannot be replaced", hint="Start it anew.")


@contextmanager
def _folder(named: Path | None) -> Iterator[Path]:
    """Yield the folder for data; without a name, one for this time only."""
    if named is not None:
        make_folder(named)
        yield named
        return
    with tempfile.TemporaryDirectory(prefix="hub-") as made:
        yield Path(made)


@contextmanager
def _running(
    said: dict[str, Any], given: _Given, data: Path, season: tuple[int, int]
) -> Iterator[Callable[[], bool]]:
    """Run the hub while this context lasts; yield whether failed parts are restarted."""
    from companion.hub.app import create_hub
    from companion.hub.database import bring_up_to_date
    from companion.hub.ear import Ear, Storing
    from companion.hub.organisers import Organisers
    from companion.hub.pool import Pool

    pin = _pin(data)
    tls = given_certificate(said["certificate"], said["key"]).context() if said["certificate"] else None
    bring_up_to_date(given.database)
    host, names = said["host"], (said["host"], *said["names"])
    ear = Ear(given.broker, f"hub-{secrets.token_hex(6)}")
    with closing(ear), closing(Pool(given.database)) as pool:
        storing = Storing(ear, given.database)
        app = create_hub(
            pool,
            Organisers(pin.pin),
            season,
            _time_of_day,
            storing.forget,
            names,
            trouble=lambda: storing.trouble,
            behind_proxy=said["behind_proxy"],
        )
        server = Server(app, host, said["port"], tls)
        workers: list[Worker] = [storing, server]
        supervisor = Supervisor(workers, SystemClock(), _log_fault)
        supervisor.start()
        try:
            click.echo(f"organiser: PIN {pin.told or 'as its hash was given'}")
            click.echo(f"hub:    {origin(server.scheme, host, server.port)}/")
            yield supervisor.works
        finally:
            supervisor.stop()


@contextmanager
def _given(said: dict[str, Any], data: Path) -> Iterator[_Given]:
    """Yield where broker and database are; started here, if neither is named. Raises ``BadSettings``."""
    if said["broker"] and said["database"]:
        yield _Given(_place(said), said["database"])
        return
    if said["broker"] or said["database"]:
        raise BadSettings(
            "a broker without a database, or the other way round",
            hint="Name both, --broker and --database, or neither for a try.",
        )
    from companion.hub.engines import Engines

    folder = data / "engines"
    make_folder(folder)
    data.chmod(0o711)  # who runs the database must get to its folder
    with Engines(folder) as engines:
        click.echo(f"broker: {engines.broker.place} (for a try: on this machine alone)")
        yield _Given(engines.broker.place, engines.database.address)


def _place(said: dict[str, Any]) -> BrokerPlace:
    scheme, host, port = broker_address(said["broker"], "broker")
    tls = trust(scheme, "broker", said["broker_ca"], said["broker_certificate"], said["broker_key"])
    password = os.environ.get("HUB_BROKER_PASSWORD")
    return BrokerPlace(host, port, tls, said["broker_user"], password)


def _season(said: str) -> tuple[int, int]:
    try:
        begins = time.strptime(f"2001-{said}", "%Y-%m-%d")
    except ValueError as error:
        told = f"--season {said!r} names no day"
        raise BadSettings(told, hint="Say month and day: 09-01.") from error
    return begins.tm_mon, begins.tm_mday


def _pin(data: Path) -> HostPin:
    """Return the organiser's PIN: from the environment, or one made once. Raises ``BadSettings``."""
    given = os.environ.get("COMPANION_PIN")
    pin = HostPin(given) if given else kept_pin(data / "organiser-pin")
    if pin.told is not None and not is_long_enough(pin.told):
        raise BadSettings("the organiser's PIN could be guessed", hint="Set a longer COMPANION_PIN.")
    return pin


def _log_fault(part: str, fault: Fault | None) -> None:
    """Say what happened to a worker; the supervisor itself says why."""
    _log.warning("%s %s", part, "works again" if fault is None else fault.kind)


def _time_of_day() -> datetime:
    return datetime.now().astimezone()
