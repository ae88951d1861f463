"""``companion run``: the table and its page. What it is put together from reads like a parts list."""

import os
import signal
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import click

from companion.cli.settings import JOURNAL, Settings
from companion.games import catalogue
from companion.games.game import HOST
from companion.table.access import Access, new_pin
from companion.table.journal import Journal
from companion.table.simulator import Simulator
from companion.table.table import Table
from companion.table.watching import Watching
from vision.cameras.camera import Camera
from vision.cameras.open import open_camera
from vision.cameras.watched import WatchedCamera
from vision.clock import SystemClock
from vision.readers.dice import DiceReader
from vision.sets import load
from vision.simulation.table import SimulatedTable
from web.app import create_app
from web.server import Server

FIRST_GAME = "carcassonne_dice"
"""What is begun on a simulated table that nobody has played at: something to look at."""

NAMES = ("Ana", "Bob", "Cyril", "Dana")


@click.command()
@click.option(
    "--config", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Settings (TOML)."
)
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), help="Journal, sets and logins."
)
@click.option("--camera", help="simulated, recording:PATH, webcam:N or picamera2.")
@click.option("--game", help="Start this game, unless it is being played here already.")
@click.option("--set", "sets", multiple=True, help="Read with this taught set, whatever is played.")
@click.option("--host", help="Address to listen at; 0.0.0.0 lets the phones in.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen at.")
def command(
    config: Path | None,
    data: Path | None,
    camera: str | None,
    game: str | None,
    sets: tuple[str, ...],
    host: str | None,
    port: int | None,
) -> None:
    """Run the table and its page; nothing given: everything simulated."""
    settings = Settings() if config is None else Settings().with_file(config)
    settings = settings.given(data=data, camera=camera, game=game, sets=sets, host=host, port=port)
    stop = threading.Event()
    with _stopped_by_signals(stop), _table(settings) as (address, pin):
        _announce(settings, address, pin)
        stop.wait()


@contextmanager
def _table(settings: Settings) -> Iterator[tuple[str, str]]:
    """Put the table together, start it, and take it apart in the end; give its address and PIN."""
    settings.data.mkdir(parents=True, exist_ok=True)
    clock = SystemClock()
    simulated = SimulatedTable(clock=clock) if settings.camera == "simulated" else None

    def camera() -> Camera:
        return open_camera(settings.camera, clock=clock, table=simulated)

    camera()  # a misspelt name is told now, not by the camera's thread
    for name in settings.sets:
        load(name)  # likewise a broken set
    simulator = None if simulated is None else Simulator(simulated)
    table = Table(
        Journal(settings.data / JOURNAL),
        clock,
        lambda: datetime.now().astimezone(),
        {"camera": _public(settings.camera), "pins": "none"},
        simulator,
        next(iter(settings.sets), None),
    )
    if simulator is not None:
        simulator.follow(lambda: table.dice_to_throw)

    def reader(dice_set: str) -> DiceReader:
        if simulator is not None:
            simulator.use_dice_of(dice_set)
        return DiceReader(load(dice_set))

    try:
        _begin(table, settings)
        pin = _pin(settings.data)
        access = Access(settings.data / "access.sqlite3", pin, time.time)
        server = Server(create_app(table, access), settings.host, settings.port)
        watching = Watching(table, WatchedCamera(camera, clock), reader)
        watching.start()
        server.start()
        try:
            yield f"http://{_shown(settings.host)}:{server.port}", pin
        finally:
            server.stop()
            watching.stop()
    finally:
        table.close()


def _begin(table: Table, settings: Settings) -> None:
    """Start the game that was asked for, unless it is being played here already."""
    now = table.state(HOST)["game"]
    first = FIRST_GAME if now is None and settings.camera == "simulated" else None
    wanted = settings.game or first
    if wanted is None or (wanted == now and table.playing):
        return
    seats = NAMES[: max(catalogue.game(wanted).seat_counts[0], 1)]
    table.start_sitting({"game": wanted, "seats": list(seats)})


def _pin(folder: Path) -> str:
    """Return the host's PIN: from the environment, or one made once for this folder."""
    given = os.environ.get("COMPANION_PIN")
    if given:
        return given
    kept = folder / "host-pin"
    if not kept.exists():
        kept.touch(mode=stat.S_IRUSR | stat.S_IWUSR)
        kept.write_text(new_pin() + "\n", encoding="utf-8")
    return kept.read_text(encoding="utf-8").strip()


def _announce(settings: Settings, address: str, pin: str) -> None:
    click.echo(f"camera: {settings.camera} | buttons and lights: none | data: {settings.data}")
    click.echo(f"table:  {address}/")
    if settings.camera == "simulated":
        click.echo(
            "Nothing here is real: dice, hands and camera are simulated, until --camera says otherwise."
        )
        click.echo(f"throw:  {address}/simulator#pin={pin}")
    click.echo(f"host:   {address}/host#pin={pin}   (PIN {pin})")
    click.echo("Stop with Ctrl+C; starting again goes on where it was.")


def _public(camera: str) -> str:
    """Return the camera's name as pages show it: of a recording not the whole path."""
    kind, _, where = camera.partition(":")
    return f"recording:{Path(where).name}" if kind == "recording" else camera


def _shown(host: str) -> str:
    return {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)


@contextmanager
def _stopped_by_signals(stop: threading.Event) -> Iterator[None]:
    """Let Ctrl+C and a service manager's stop end the table in order."""
    names = [signal.SIGINT, signal.SIGTERM]
    before = [signal.signal(name, lambda *_: stop.set()) for name in names]
    try:
        yield
    finally:
        for name, handler in zip(names, before, strict=True):
            signal.signal(name, handler)
