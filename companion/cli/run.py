"""``companion run``: the table and its page. It is put together here, in a function that reads like a
parts list."""

import os
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.kinds.pieces import live_reader_of, reader_of
from companion.cli.logs import configure
from companion.cli.running.announcing import Encryption, RunningTable, announce, say_what_was_mended
from companion.cli.running.brokers import Home, Hub, hub_option, hub_place, mqtt_option, place_of
from companion.cli.running.camera_options import camera_options
from companion.cli.running.service_manager import ServiceManager
from companion.cli.running.signals import LOOK_FOR_SIGNALS_S, stop_by_signals
from companion.cli.settings import JOURNAL, PINS, SETS, BadSettings, Settings
from companion.devices.factories import open_factory
from companion.devices.pin_map import shipped_pin_map
from companion.errors import JournalError
from companion.games import catalogue
from companion.games.game import HOST
from companion.keeper.place import running
from companion.table.access.access import Access
from companion.table.access.host_pin import HostPin, kept_pin
from companion.table.access.login_file import LOGINS
from companion.table.explaining import Explainer
from companion.table.mosaics.mosaics import MOSAICS, Mosaics
from companion.table.owner.owner import Owner
from companion.table.owner.parts import parts_of
from companion.table.service import SimulatedPanel
from companion.table.shapes.values import JsonObject, as_text
from companion.table.sight.camera_choice import PHONE, CameraUsed
from companion.table.sight.camera_phone import CameraPhone
from companion.table.storage.backup import CannotKeep
from companion.table.storage.files import make_folder
from companion.table.storage.journal import Journal
from companion.table.strip_worker import StripWorker
from companion.table.supervision.computer import Computer
from companion.table.supervision.malloc import limit_arenas
from companion.table.supervision.supervisor import Fault, Supervisor, Worker
from companion.table.table import Table
from companion.table.teaching.shelf import SetShelf
from companion.table.teaching.teaching import Teaching
from companion.table.workers import (
    THREADS_TAKE_TURNS_S,
    BroadcastWorker,
    ComputerWorker,
    DeviceWorker,
    EyesWorker,
    StoryWorker,
    TimeWorker,
)
from vision.cameras.camera import Camera
from vision.cameras.open import camera_maker, shown
from vision.cameras.phone import PhoneFeed
from vision.cameras.watched import WatchedCamera
from vision.clock import Clock, SystemClock
from vision.kinds import kind_of
from vision.reader import Reader
from vision.readings.reading import Reading
from web.access.certificate import OwnCertificate, given_certificate
from web.access.phone_door import PhoneDoor
from web.app import create_app
from web.network import ANY, USUAL_PORTS, origin, own_names, public_addresses
from web.server import Server

if TYPE_CHECKING:
    from vision.workshop.simulation.table import SimulatedTable

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
NAMES = ("Ana", "Bob", "Cyril", "Dana")


@click.command()
@click.option("--config", type=FILE, help="Settings (TOML).")
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), help="Journal, sets and logins."
)
@camera_options
@click.option(
    "--pins",
    type=click.Choice(PINS),
    help="The voting box's: lgpio or rpigpio on a Pi; simulated is usual with the simulated camera.",
)
@click.option(
    "--strip", metavar="ADDRESS", help="Show the glass on lamps, at a WLED controller: its name or port."
)
@click.option("--strip-leds", type=click.IntRange(8, 60), help="How many lamps it has; usual: 30.")
@click.option(
    "--strip-brightness", type=click.IntRange(1, 100), help="Per cent of its light; usual: 30."
)
@click.option("--game", help="Start this game, unless it is being played here already.")
@click.option(
    "--set",
    "sets",
    multiple=True,
    help="Read with this taught set, whatever is played; one of each kind.",
)
@click.option("--host", help="Address to listen at; 0.0.0.0 lets the phones in.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen at.")
@click.option("--tls", is_flag=True, default=None, help="Encrypt, with a certificate made once.")
@click.option("--certificate", type=FILE, help="Encrypt with your own certificate (PEM).")
@click.option("--key", type=FILE, help="Its key, if that is in a file of its own.")
@click.option(
    "--explain",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write into this file what the table thinks that hands did, look by look; no picture.",
)
@mqtt_option
@hub_option
@click.option(
    "--behind-proxy",
    is_flag=True,
    default=None,
    help="A proxy on this machine leads people here: who comes from it is trusted no more than others.",
)
def command(config: Path | None, explain: Path | None, **said: Any) -> None:
    """Run the table and its page; nothing given: everything simulated."""
    settings = Settings() if config is None else Settings().with_file(config)
    settings = settings.given(**said)
    configure()
    limit_arenas()
    sys.setswitchinterval(THREADS_TAKE_TURNS_S)
    stop = threading.Event()
    clock = SystemClock()
    with (
        stop_by_signals(stop),
        closing(_Pins(settings.pins_used, clock)) as pins_used,
        _explain(explain) as explained,
        _table(settings, clock, pins_used, explained) as running,
    ):
        announce(settings, running, _time_of_day())
        _watch_until(stop, running, clock)


def _watch_until(stop: threading.Event, running: RunningTable, clock: Clock) -> None:
    """Tell systemd, if it is there, that the table works, for as long as it does."""
    manager = ServiceManager(os.environ)
    manager.ready()
    while not stop.wait(LOOK_FOR_SIGNALS_S):
        if running.works():
            manager.alive(clock.now())
    manager.stopping()


@contextmanager
def _explain(path: Path | None) -> Iterator[Explainer | None]:
    """Yield a function that writes the table's reasoning about each look into a file; None if no file is
    named."""
    if path is None:
        yield None
        return
    try:
        file = path.open("a", encoding="utf-8")
    except OSError as error:
        raise CannotKeep(
            f"cannot write {path}: {error.strerror}", hint="Name another file with --explain."
        ) from error
    with file:

        def write(line: JsonObject) -> None:
            with suppress(OSError):  # a full disk is reported where moves are written
                file.write(as_text(line) + "\n")
                file.flush()

        yield Explainer(write)


@contextmanager
def _table(
    settings: Settings, clock: Clock, pins: "_Pins", explained: Explainer | None
) -> Iterator[RunningTable]:
    """Put the table together, start it, and take it apart at the end."""
    _make_folder(settings.data)
    simulated = _Simulated(clock, settings.data) if settings.camera == "simulated" else None

    feed = PhoneFeed()
    cameras = _cameras(settings, clock, simulated.table if simulated else None, feed)
    owner = Owner(settings.data, settings.of_camera, settings.of_strip)
    shelf = SetShelf(settings.data / SETS)
    own_sets = _own_sets(settings, shelf)  # likewise a broken set
    certificate = _certificate(settings)
    home = Home(place_of(settings), settings, clock, _time_of_day)
    hub = Hub(hub_place(settings), settings, clock)
    journal = Journal(settings.data / JOURNAL, on_trial=lambda: running(os.environ).on_trial)
    say_what_was_mended(journal.mended)
    backends = {"camera": shown(settings.camera), "pins": settings.pins_used}
    hands = simulated.hands if simulated else None
    table = Table(
        journal,
        clock,
        _time_of_day,
        backends,
        simulator=hands,
        own_sets=own_sets,
        panel=pins.panel,
        owner=owner,
        folder=settings.data,
    )
    _furnish(table, settings, shelf, feed, clock)
    table.sight.explain = explained
    try:
        if simulated is not None:
            simulated.hands.follow(table)
        _begin(table, settings)
        pin = _pin(settings.data)
        server = _server(table, settings, certificate, pin)
        address = origin(server.scheme, _reachable(settings.host_used), server.port)
        with WatchedCamera(cameras[table.looking.camera_used], clock) as watched:
            workers: list[Worker] = [
                BroadcastWorker(table, clock),
                TimeWorker(table, clock),
                StoryWorker(table, clock),
                ComputerWorker(table, Computer(settings.data, time.time, clock.now)),
                EyesWorker(table, watched, partial(_live_reader, simulated), cameras),
                *pins.workers(table),
                *home.workers(table),
                *hub.workers(table),
                StripWorker(table, clock),
                server,
            ]
            with _supervise(Supervisor(workers, clock, table.report)) as supervisor:
                yield RunningTable(
                    address, pin.told, certificate, home.place, hub.place, supervisor.works
                )
    finally:
        table.close()


def _furnish(table: Table, settings: Settings, shelf: SetShelf, feed: PhoneFeed, clock: Clock) -> None:
    """Set up what a table has beside the game: lessons, boards of parts, the phone as its camera."""
    table.teaching = Teaching(table, shelf)
    table.teaching.resume()
    table.mosaics = Mosaics(table, settings.data / MOSAICS)
    table.camera_phone = CameraPhone(feed, clock, table.looking.phone_is_called, table.report)


def _cameras(
    settings: Settings, clock: Clock, simulated: "SimulatedTable | None", feed: PhoneFeed
) -> dict[CameraUsed, Callable[[], Camera] | None]:
    """Return what makes each camera that the table may look through. Raises ``BadCamera``."""
    phone = camera_maker(PHONE, clock=clock, feed=feed)
    own = phone
    if settings.camera != PHONE:
        own = camera_maker(settings.camera, clock=clock, table=simulated)
        own()  # report a misspelt name now, not later on the camera's thread
    return {"own": own, "phone": phone, "none": None}


def _live_reader(simulated: "_Simulated | None", kind: str, set_name: str) -> Reader[Reading]:
    """Return the reader of a set; the simulated table's pieces are then drawn from that set."""
    found: Reader[Reading] = live_reader_of(kind, set_name)
    if simulated is not None:
        simulated.hands.use_set(kind, set_name)
    return found


def _server(table: Table, settings: Settings, certificate: Encryption, pin: HostPin) -> Server:
    """Return the pages' server: it listens already."""
    access = Access(
        settings.data / LOGINS,
        pin.pin,
        time.time,
        time.monotonic,
        pin_in_use=pin.was_kept,
        own_camera=shown(settings.camera),
    )
    _tell_short_pin(table, access)
    host = settings.host_used
    door = _door(settings, lambda: server, certificate)
    app = create_app(
        table,
        access,
        hosts=(host,),
        public=lambda: public_addresses(host, server.port, server.scheme) or door.addresses(),
        door=door,
        behind_proxy=settings.behind_proxy,
        release=running(os.environ).name,
    )
    tls, look_again = None, None
    if isinstance(certificate, OwnCertificate):
        tls, look_again = certificate.context, certificate.judge_again
    elif certificate is not None:
        tls = certificate.context()
    # If only the table's name is typed, the browser may be led to the usual port of plain HTTP.
    also_port = USUAL_PORTS["http"] if tls and settings.port == USUAL_PORTS["https"] else None
    server = Server(app, host, settings.port, tls, also_port, look_again)
    if access.camera.name is not None:  # it goes on after a power cut
        table.looking.phone_is_called(access.camera.name, again=True)
        with suppress(JournalError):  # said as soon as the host asks for it
            door.open()
    return server


def _door(settings: Settings, server: Callable[[], Server], certificate: Encryption) -> PhoneDoor:
    """Return the way by which a phone reaches the table encrypted, to be opened when one is wanted."""
    make = partial(OwnCertificate, settings.data, lambda: own_names(ANY[0]), _time_of_day)
    return PhoneDoor(server, settings.host_used, certificate, make)


@contextmanager
def _supervise(supervisor: Supervisor) -> Iterator[Supervisor]:
    """Let the workers work while this context lasts."""
    supervisor.start()
    try:
        yield supervisor
    finally:
        supervisor.stop()


class _Simulated:
    """The simulated table and its hands: loaded only when needed."""

    def __init__(self, clock: Clock, data: Path) -> None:
        from companion.simulation.left_lying import LEFT_LYING, LeftLying
        from companion.simulation.simulator import Simulator
        from vision.workshop.simulation.table import SimulatedTable

        self.table = SimulatedTable(clock=clock, seed=secrets.randbits(32))
        self.hands = Simulator(self.table, LeftLying(data / LEFT_LYING))


class _Pins:
    """The pins and the box on them: their library is loaded only when needed."""

    def __init__(self, name: str, clock: Clock) -> None:
        """Open the pins now, so that a missing part is reported at once. Raises ``BadPins``."""
        self._clock = clock
        self._factory: Any = None
        self.panel: SimulatedPanel | None = None
        if name == "simulated":
            from companion.devices import simulated_pins

            self._factory = simulated_pins.SimulatedPins(clock.now)
            self.panel = simulated_pins.SimulatedPanel(shipped_pin_map(), self._factory)
        elif name != "none":
            self._factory = open_factory(name)

    def workers(self, table: Table) -> list[Worker]:
        """Return the worker that serves the box; none if there are no pins."""
        if self._factory is None:
            return []
        from companion.devices.pin_box import PinBox

        pin_map = shipped_pin_map()
        table.parts.parts = parts_of(pin_map)
        return [
            DeviceWorker(
                PinBox.name,
                lambda: PinBox(pin_map, self._factory, self._clock.now),
                table,
                self._clock,
            )
        ]

    def close(self) -> None:
        """Let go of every pin."""
        if self._factory is not None:
            self._factory.close()


def _own_sets(settings: Settings, shelf: SetShelf) -> dict[str, str]:
    """Return the taught sets that are named, by the kind of their pieces. Raises ``BadSet``."""
    own: dict[str, str] = {}
    for said in settings.sets:
        name = str(shelf.folder_of(said)) if shelf.holds(said) else said
        kind = kind_of(name)
        if kind in own:
            raise BadSettings(
                f"two sets of {kind}: {own[kind]} and {name}", hint="Name one of each kind."
            )
        reader_of(kind, name)
        own[kind] = name
    return own


def _time_of_day() -> datetime:
    return datetime.now().astimezone()


def _begin(table: Table, settings: Settings) -> None:
    """Start the game that was asked for, unless it is already being played here."""
    now = table.state(HOST)["game"]
    wanted = settings.game
    if wanted is None or (table.playing and wanted == now):
        return
    if table.playing and table.history.entries:  # a game under way is never thrown away
        click.echo(f"{now} is being played here and goes on. Start {wanted} on the host's page.")
        return
    seats = NAMES[: max(catalogue.game(wanted).seat_counts[0], 1)]
    table.start_sitting({"game": wanted, "seats": list(seats)}, seats)  # nobody has said who plays


def _pin(folder: Path) -> HostPin:
    """Return the host's PIN: from the environment, or one made once for this folder."""
    given = os.environ.get("COMPANION_PIN")
    kept = HostPin(given) if given else kept_pin(folder / "host-pin")
    if kept.replaced:
        click.echo("The file host-pin was empty or broken: there is a new PIN.", err=True)
    return kept


def _tell_short_pin(table: Table, access: Access) -> None:
    """Ask for another PIN if the one in use could be guessed."""
    if access.pin_is_short:
        table.report("pin", Fault("pin", "pin_short"))
        click.echo(
            "The PIN is too short: it is good at this machine alone. Set another (COMPANION_PIN), or"
            " delete the file host-pin in the data folder and start again.",
            err=True,
        )


def _make_folder(folder: Path) -> None:
    """Make the data folder, readable by nobody else. Raises ``CannotKeep``."""
    try:
        make_folder(folder)
    except OSError as error:
        raise CannotKeep(
            f"no data folder {folder}: {error.strerror}", hint="Try another --data."
        ) from error


def _certificate(settings: Settings) -> Encryption:
    """Return what the pages are encrypted with: the owner's certificate, or one made once."""
    if settings.certificate is not None:
        return given_certificate(settings.certificate, settings.key)
    if settings.key is not None:
        raise BadSettings("a key alone encrypts nothing", hint="Name its certificate.")
    if not settings.makes_certificate:
        return None
    return OwnCertificate(settings.data, lambda: own_names(settings.host_used), _time_of_day)


def _reachable(host: str) -> str:
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
