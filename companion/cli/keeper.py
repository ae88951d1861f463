"""``companion keeper``: the service that does what only root may; started by systemd alone."""

import os
import signal
import threading
from pathlib import Path
from types import FrameType

import click

from companion.cli.logs import configure
from companion.cli.running.service_manager import ServiceManager
from companion.errors import BadAct
from companion.keeper.asking import SOCKET
from companion.keeper.fetching import fetched
from companion.keeper.machine import Systemd
from companion.keeper.network.networking import Networking
from companion.keeper.network.radio import Radio
from companion.keeper.place import KeeperFolders
from companion.keeper.service import ROOT, Keeper, KeeperDoor
from companion.keeper.told import SETTINGS, told_by
from companion.keeper.trial import Trials
from companion.keeper.updating import Updating

USER = "table-companion"
FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command(hidden=True)
@click.option("--config", type=click.Path(path_type=Path), default=SETTINGS)
@click.option("--program", type=FOLDER, default="/opt/table-companion")
@click.option("--state", type=FOLDER, default="/var/lib/table-companion-keeper")
@click.option("--socket", "door", type=click.Path(path_type=Path), default=SOCKET)
@click.option("--user", default=USER, help="Who runs the table, and may ask.")
def command(config: Path, program: Path, state: Path, door: Path, user: str) -> None:
    """Keep releases, and do what the host asks for: the service table-companion-keeper runs this.

    It does update, restart, power_off, time_zone, join, own_network and look_around, each asked for by
    name at its socket.
    """
    from pwd import getpwnam  # only systems that have systemd have it, too

    configure()
    place, machine = KeeperFolders(program, state), Systemd(lambda: told_by(config), state)

    def fetch(target: Path) -> None:
        address = told_by(config).updates
        if address is None:
            raise BadAct("the owner has named no list of releases")
        fetched(address, target, user)

    trials = Trials(place, lambda: told_by(config).data, machine)
    updating = Updating(place, trials, fetch)
    stopped = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        del number, frame
        stopped.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    updating.go_on()
    lists = lambda: told_by(config).updates is not None  # noqa: E731
    network = Networking(Radio())
    keeper = Keeper(place, trials, updating, machine, network, lists)
    listening = KeeperDoor(door, {ROOT, getpwnam(user).pw_uid}, user)
    network.start()
    try:
        ServiceManager(os.environ).ready()
        listening.serve(keeper, lambda: stopped.is_set() or updating.over.is_set())
    finally:
        listening.close()
        network.close()
        updating.close()
