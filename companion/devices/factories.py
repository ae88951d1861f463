"""Opens the pins of a real chip, through the library that is named."""

import atexit
import os
import platform
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from companion.errors import CompanionError


class BadPins(CompanionError, OSError, code="bad_pins"):
    """The pins that were asked for cannot be used."""


@dataclass(frozen=True)
class Library:
    """A library that drives a Pi's pins: its factory in gpiozero, and how to install it."""

    module: str
    factory: str
    needs: str
    install: str


LIBRARIES: Final = {
    "lgpio": Library(
        "gpiozero.pins.lgpio",
        "LGPIOFactory",
        "lgpio",
        "Install it: pip install 'table-companion[pi]', or sudo apt install python3-lgpio.",
    ),
    "rpigpio": Library(
        "gpiozero.pins.rpigpio",
        "RPiGPIOFactory",
        "RPi",
        "Install it: pip install 'table-companion[rpi-lgpio]'; better still, take --pins lgpio.",
    ),
}
"""By the word that ``--pins`` takes. Only ``lgpio`` reports the kernel's own times of the edges; the
other orders presses by the moments at which they were heard."""

BLIND_FROM: Final = (6, 6)
"""First Linux version on which RPi.GPIO hears no presses (raspberrypi/linux, issue 6037): it counts a
Pi's pins from 0 in /sys/class/gpio, where they begin at 512 since then."""
BOTH_CALLED_RPI: Final = ("RPi.GPIO", "rpi-lgpio")
"""Two packages that install files of the same names: together, each overwrites half of the other."""


def open_factory(name: str) -> Any:
    """Return gpiozero's factory for a real chip's pins, opened; the caller closes it. Raises BadPins."""
    library = LIBRARIES[name]
    if library.needs == "RPi" and _are_mixed(BOTH_CALLED_RPI):
        raise BadPins(
            f"--pins {name}: {' and '.join(BOTH_CALLED_RPI)} are both installed, and are mixed up",
            hint="Take both away, and install one anew: pip uninstall RPi.GPIO rpi-lgpio.",
        )
    try:
        if library.needs == "RPi":
            _refuse_blind(name)
        with _folder_for_lgpio():
            return getattr(import_module(library.module), library.factory)()
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != library.needs:
            raise
        raise BadPins(
            f"--pins {name}: {library.needs} is not installed", hint=library.install
        ) from error
    except BadPins:
        raise
    except Exception as error:
        raise BadPins(
            f"--pins {name}: the pins cannot be opened: {error or type(error).__name__}",
            hint="Is this a Raspberry Pi, and may this user open /dev/gpiochip0 (group gpio)? "
            "Without pins: --pins none.",
        ) from error


@contextmanager
def _folder_for_lgpio() -> Iterator[None]:
    """Let lgpio make its pipe in a folder of its own, not wherever the program was started.

    Otherwise its pipe would be left there or, if nothing can be written there, lgpio would not load. It
    takes the folder from the environment, and also makes it the program's working folder: that is
    undone.
    """
    if "LG_WD" not in os.environ:
        os.environ["LG_WD"] = tempfile.mkdtemp(prefix="companion-pins-")
        atexit.register(shutil.rmtree, os.environ["LG_WD"], ignore_errors=True)
    started = Path.cwd()
    try:
        yield
    finally:
        os.chdir(started)


def _refuse_blind(name: str) -> None:
    """Refuse the real RPi.GPIO where it hears no presses; rpi-lgpio does not have this fault. Raises
    BadPins."""
    release = platform.release()
    version = re.match(r"(\d+)\.(\d+)", release)
    is_blind = version is not None and (int(version[1]), int(version[2])) >= BLIND_FROM
    if is_blind and find_spec("RPi._GPIO") is not None:
        raise BadPins(
            f"--pins {name}: RPi.GPIO hears no presses on Linux 6.6 and later; this is {release}",
            hint="Take --pins lgpio (pip install 'table-companion[pi]', or sudo apt install "
            "python3-lgpio); or put rpi-lgpio in its place: pip uninstall RPi.GPIO, then pip install "
            "rpi-lgpio.",
        )


def _are_mixed(packages: tuple[str, ...]) -> bool:
    """Tell whether all of these packages are in one folder, where one overwrites the other."""
    try:
        folders = {str(distribution(package).locate_file("")) for package in packages}
    except PackageNotFoundError:
        return False
    return len(folders) == 1
