"""``companion doctor``: checks everything that a table needs, and says in plain words what to do."""

import logging
import sys
import time
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any

import click

from companion.cli.checkup.camera import camera
from companion.cli.checkup.computer import clock, disk, power, serial_console, warmed
from companion.cli.checkup.finding import CheckFinding, TerminalPerson
from companion.cli.checkup.picture import picture
from companion.cli.checkup.pins import is_low, pins
from companion.cli.checkup.reading import reading
from companion.cli.checkup.report import report
from companion.cli.kinds.pieces import reader_of
from companion.cli.running.camera_options import camera_options
from companion.cli.settings import PINS, Settings
from companion.devices.factories import BadPins, open_factory
from companion.devices.pin_map import shipped_pin_map
from companion.table.owner.camera import CAMERA, OwnCamera
from companion.table.sight.camera_choice import PHONE
from vision.cameras.open import camera_maker
from vision.clock import SystemClock
from vision.frame import ImageBgr
from vision.given_files import whole_file

LABELS = {"well": "well", "wrong": "WRONG", "skipped": "skipped", "not here": "not here"}
INDENT = 10


@click.command()
@click.option(
    "--config", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Settings (TOML)."
)
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="The data folder.")
@camera_options
@click.option("--pins", type=click.Choice(PINS), help="As companion run takes it.")
@click.option(
    "--report",
    "to_send",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write what was found there, to send: with parts and versions, without names and addresses.",
)
def command(config: Path | None, to_send: Path | None, **said: Any) -> None:
    """Check disk, clock, power, heat, camera, pins, lamps and keys, one by one. Stop the table first.

    Lamps and buzzer are switched on only after a question, and are off in the end. Exit status 1:
    something is wrong.
    """
    logging.getLogger("vision").addHandler(logging.NullHandler())  # faults are reported below
    settings = Settings() if config is None else Settings().with_file(config)
    settings = settings.given(**said)
    counts = dict.fromkeys(LABELS, 0)
    found = []
    for finding in _findings(settings, _Terminal()):
        counts[finding.state] += 1
        _say(finding)
        found.append(finding)
    click.echo(_sum(counts))
    if to_send is not None:
        # A camera's address is not told, and may have a password in it.
        parts = [("camera", settings.camera.partition(":")[0]), ("pins", settings.pins_used)]
        text = report(date.today(), parts, [*found, *warmed(found)], home=Path.home())
        with whole_file(to_send) as file:
            file.write(text.encode())
        click.echo(f"{to_send}: read it, and send it if you like.")
    if counts["wrong"]:
        sys.exit(1)


def _findings(settings: Settings, person: TerminalPerson) -> Iterator[CheckFinding]:
    yield from disk(settings.data, time.monotonic)
    yield clock(datetime.now().astimezone())
    yield from power()
    yield from _camera(settings)
    yield from _pins(settings, person)


def _camera(settings: Settings) -> Iterator[CheckFinding]:
    if settings.camera == PHONE:
        yield CheckFinding("not here", "camera", "it is a phone; its own page says how well it reads")
        return
    if settings.camera == "simulated":
        yield CheckFinding("not here", "camera", "it is a simulated one; name yours with --camera")
        return
    steady = SystemClock()
    kept = OwnCamera(settings.data / CAMERA, settings.of_camera)
    view = kept.view(for_board=False)
    yield from camera(camera_maker(settings.camera, clock=steady), steady, view, (picture, _reading))


def _reading(image_bgr: ImageBgr) -> Iterator[CheckFinding]:
    """Read what lies there as the table would, with the set that it begins with."""
    yield from reading(image_bgr, reader_of("dice", None), time.monotonic)


def _pins(settings: Settings, person: TerminalPerson) -> Iterator[CheckFinding]:
    name = settings.pins_used
    if name in ("none", "simulated"):
        told = "there is none" if name == "none" else "it is a simulated one"
        yield CheckFinding("not here", "voting box", f"{told}; for a real one: --pins lgpio")
        return
    from companion.devices.pin_box import PinBox

    yield from serial_console()
    try:
        factory = open_factory(name)
    except BadPins as error:
        yield CheckFinding("wrong", "pins", str(error), error.hint)
        return
    try:
        pin_map = shipped_pin_map()
        box = PinBox(pin_map, factory, SystemClock().now)
        yield from pins(box, pin_map, lambda gpio: is_low(factory, gpio), person)
    finally:
        factory.close()


class _Terminal:
    """The person at the terminal. Without a terminal nobody is asked."""

    @property
    def is_here(self) -> bool:
        """Whether somebody can be asked."""
        return sys.stdin.isatty() and sys.stdout.isatty()

    def says_yes(self, question: str) -> bool:
        """Ask a question; Enter alone is no."""
        return click.confirm(question, default=False)

    def is_told(self, text: str) -> None:
        """Tell the person to do something."""
        click.echo(text)


def _say(finding: CheckFinding) -> None:
    click.echo(f"{LABELS[finding.state]:{INDENT}}{finding.what}: {finding.told}")
    if finding.to_do:
        click.echo(f"{'':{INDENT}}{finding.to_do}")


def _sum(counts: dict[str, int]) -> str:
    told = f"{counts['well']} well, {counts['wrong']} wrong"
    rest = [f"{counts[state]} {state}" for state in ("skipped", "not here") if counts[state]]
    return ", ".join([told, *rest])
