"""The machine that the table runs on: what the host may have done to it, and how it is.

The table does none of it itself: it asks the keeper, a service of its own, for one of a fixed list of
acts. The host's PIN is asked for again each time, since a browser may have been left logged in.
"""

from collections.abc import Callable

from flask import request
from msgspec import Struct

from companion.errors import BadAct, BadRelease, NoKeeper, TooManyTries, WrongPin
from companion.games.game import EVERYONE
from companion.keeper.acts import Act, Join, LookAround, OwnNetwork, PowerOff, Restart, TimeZone, Update
from companion.keeper.asking import Asking
from companion.keeper.network.wifi import BadWifi
from companion.keeper.shapes import MachineShape
from companion.table.access.access import Access
from companion.table.service import Table
from web.access.callers import Callers
from web.addresses import Addresses, AlikeAddresses, Answer, Asked
from web.bodies.machine import Asks, AsksNetwork, AsksUpdate, AsksZone

MACHINE = Answer("how things stand", MachineShape)
ERRORS = (WrongPin, TooManyTries, BadAct, BadRelease, NoKeeper)


class Health(Struct, frozen=True):
    """How the table is. An update is kept by it, and an older release reads it: nothing is taken away.

    ``release``: the one that runs, "" where nobody keeps releases; ``journal``: it is open, and what is
    accepted could be written; ``camera``: pictures come.
    """

    release: str
    journal: bool
    camera: bool


class Log(Struct, frozen=True):
    """The newest lines of the log, the newest last."""

    lines: list[str]


def add_machine(
    api: Addresses,
    table: Table,
    access: Access,
    callers: Callers,
    keeper: Asking,
    release: str,
) -> None:
    """Add the addresses."""

    @api.get(
        "/v1/health",
        "How the table is, for whoever looks after it on this machine",
        who="anyone",
        answer=Answer("what works", Health),
    )
    def health(_: Asked[None]) -> Health:
        camera = table.state(EVERYONE)["camera"]["health"] == "running"
        return Health(release, table.memory.shape()["kept"], camera)

    @api.get(
        "/v1/machine",
        "The machine: which release runs, how the last update ended; null where nobody looks after it",
        who="host",
        answer=Answer("how things stand", MachineShape | None),
    )
    def machine(_: Asked[None]) -> MachineShape | None:
        try:
            return keeper.look()
        except NoKeeper:
            return None

    @api.get(
        "/v1/machine/log",
        "The newest lines of the log, without codes, keys, addresses and names of networks",
        who="host",
        answer=Answer("the lines", Log),
        errors=(BadAct, NoKeeper),
    )
    def log(_: Asked[None]) -> Log:
        return Log(keeper.log())

    def do(pin: str, act: Act) -> MachineShape:
        client = request.remote_addr or ""
        access.check_pin(pin, client, is_own=callers.known.is_own(client))
        return keeper.do(act)

    acts = api.alike("/v1/machine", MACHINE, *ERRORS)
    _add_acts(acts, do)
    _add_networks(acts, do)


def _add_acts(acts: AlikeAddresses, do: Callable[[str, Act], MachineShape]) -> None:
    """Add what changes the machine; ``do`` checks the host's PIN first."""

    @acts.change(
        "/update",
        "Try another release: of a file on a stick, or (null) the newest of the owner's list",
        AsksUpdate,
    )
    def update(asked: Asked[AsksUpdate]) -> MachineShape:
        return do(asked.body.pin, Update(asked.body.file))

    @acts.change("/restart", "Start the machine anew", Asks)
    def restart(asked: Asked[Asks]) -> MachineShape:
        return do(asked.body.pin, Restart())

    @acts.change("/power-off", "Switch the machine off", Asks)
    def power_off(asked: Asked[Asks]) -> MachineShape:
        return do(asked.body.pin, PowerOff())

    @acts.change("/time-zone", "Set the machine's time zone", AsksZone)
    def time_zone(asked: Asked[AsksZone]) -> MachineShape:
        return do(asked.body.pin, TimeZone(asked.body.zone))


def _add_networks(acts: AlikeAddresses, do: Callable[[str, Act], MachineShape]) -> None:
    """Add what changes how the machine is in a network. Each ends after it was answered: the phone that
    asks may be in the network that is left."""

    @acts.change(
        "/network",
        "Join a wireless network, and keep it if that works; else the table opens its own again",
        AsksNetwork,
        BadWifi,
    )
    def join_network(asked: Asked[AsksNetwork]) -> MachineShape:
        return do(asked.body.pin, Join(asked.body.network, asked.body.password))

    @acts.change("/own-network", "Open the table's own network, and leave it open", Asks)
    def own_network(asked: Asked[Asks]) -> MachineShape:
        return do(asked.body.pin, OwnNetwork())

    @acts.change(
        "/look-around", "Look which networks are in the air; the table's own is away meanwhile", Asks
    )
    def look_around(asked: Asked[Asks]) -> MachineShape:
        return do(asked.body.pin, LookAround())
